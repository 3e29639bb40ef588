"""Request and reply types, as callers see them: names, bounds and defaults of REST v1.1.0 and MCP."""

import unicodedata
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

API_VERSION = "1.1.0"
SESSION_SECONDS: Literal[7_776_000] = 7_776_000
MAX_TEXT = 6000
MAX_REFINEMENTS = 40
MAX_ALL_TEXT = 24_000
MAX_BODY_BYTES = 300_000
CASE_ID_PATTERN = r"^[a-zA-Z0-9_-]{1,80}$"
HEX_ID_PATTERN = r"^[0-9a-f]{32}$"

LanguageCode = Literal["fr", "en", "it", "de", "es", "pt"]
Theme = Literal["light", "dark"]
VoteReason = Literal["misunderstood", "missing_constraint", "too_many_questions", "too_vague"]
Purpose = Literal["decision_scope", "scope_notice", "insufficient_evidence"]

# Characters that draw nothing though their category is not a control, a separator or a format: the
# rest of Unicode's Default_Ignorable_Code_Point.
INVISIBLE = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}


def is_visible(character: str) -> bool:
    """Whether a character leaves a mark on paper by itself."""
    code = ord(character)
    if (
        code in INVISIBLE
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0000 <= code <= 0xE0FFF
        or 0x180B <= code <= 0x180F
    ):
        return False
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Cn", "Co", "Zs", "Zl", "Zp"}


def _check_characters(text: str) -> str:
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("characters")
    return text


def _check_readable(text: str) -> str:
    _check_characters(text)
    if not any(is_visible(character) for character in text):
        raise ValueError("blank")
    return text


def _check_message(text: str) -> str:
    _check_characters(text)
    if sum(is_visible(character) for character in text) < 5:
        raise ValueError("short")
    return text


def _check_integer(value: object) -> object:
    # Python holds 2.0 to be equal to 2; a reader of the contract does not.
    if type(value) is not int:
        raise ValueError("integer")
    return value


Readable = AfterValidator(_check_readable)
Plain = AfterValidator(_check_characters)

Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT), Readable]
HexId = Annotated[str, Field(pattern=HEX_ID_PATTERN)]
Instant = Annotated[str, Field(json_schema_extra={"format": "date-time"})]


class Request(BaseModel):
    """A body that a caller sends: JSON's own types only, and no field that the contract lacks."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class Reply(BaseModel):
    """A body that a caller gets."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SparseReply(Reply):
    """A body whose fields that are None and optional are left out of the JSON."""

    @model_serializer(mode="wrap")
    def _leave_out_absent(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields = type(self).model_fields
        values: dict[str, Any] = serialize(self)
        return {
            name: value for name, value in values.items() if value is not None or fields[name].is_required()
        }


class DecideRequest(Request):
    """One decision turn."""

    text: Text = Field(description="The dilemma in the person's own words; the same on every turn.")
    language: LanguageCode = Field(
        description="Interface language. Replies follow the language of the person's own words."
    )
    refinements: list[Text] = Field(
        default_factory=list,
        max_length=MAX_REFINEMENTS,
        description="Questions asked, each with the answer that was given, in order, one string each.",
    )
    force_decision: bool = Field(
        default=False,
        description="True only when the person wants a recommendation without further questions.",
    )
    clarification_count: int = Field(
        default=0, ge=0, le=20, description="How many clarifying questions have been answered."
    )
    clarification_version: Annotated[Literal[2], BeforeValidator(_check_integer)] = Field(
        default=2, description="Version of the contract, always 2."
    )

    @model_validator(mode="after")
    def _check_total(self) -> Self:
        if len(self.text) + sum(map(len, self.refinements)) > MAX_ALL_TEXT:
            raise ValueError("total")
        return self


class CardOption(Request):
    """One option of a card."""

    model_config = ConfigDict(extra="ignore")

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,31}$")
    label: Annotated[str, Field(min_length=1, max_length=120), Readable]
    description: Annotated[str, Field(max_length=240), Plain] = ""
    probability: float = Field(ge=0, le=1, description="Preference weight, not a probability of success.")


class CardResult(Request):
    """The result that a card shows. A whole `decide` result may be passed as it came."""

    model_config = ConfigDict(extra="ignore")

    summary: Text
    selected: Annotated[str, Field(max_length=32)]
    options: Annotated[list[CardOption], Field(min_length=2, max_length=8)]

    @model_validator(mode="after")
    def _check_ids(self) -> Self:
        ids = [option.id for option in self.options]
        if len(set(ids)) != len(ids) or self.selected not in ids:
            raise ValueError("ids")
        return self


class CardRequest(Request):
    """A result to paint as a PNG card."""

    result: CardResult
    language: LanguageCode = "fr"
    theme: Theme = "light"


class VoteRequest(Request):
    """A vote on a result."""

    result_id: HexId
    helpful: bool
    reason: VoteReason | None = Field(default=None, description="Why not; only with helpful = false.")

    @model_validator(mode="after")
    def _check_reason(self) -> Self:
        if self.helpful and self.reason is not None:
            raise ValueError("reason")
        return self


class ReportedResponse(Request):
    """The exact response that a report is about."""

    kind: Literal["clarification", "recommendation"]
    text: Annotated[str, Field(min_length=1, max_length=12_000), Readable]
    reference: str = Field(pattern=r"^[A-Za-z0-9._:-]{1,80}$")


class MessageRequest(Request):
    """A message to the operators, or a report of one response."""

    request_id: HexId
    kind: Literal["general", "response"]
    message: Annotated[str, Field(min_length=5, max_length=4000), AfterValidator(_check_message)]
    email: Annotated[str, Field(max_length=254), Plain]
    language: LanguageCode
    source: Literal["agent", "menu", "help", "response"]
    version: str = Field(pattern=r"^([0-9a-f]{40}|unknown)$")
    screen: Literal["home", "clarification", "result", "other"]
    response: ReportedResponse | None

    @model_validator(mode="after")
    def _check_response(self) -> Self:
        if (self.kind == "response") != (self.response is not None):
            raise ValueError("response")
        return self


class SessionReply(Reply):
    """A caller's private identity."""

    session: str
    expires_in: Literal[7_776_000] = SESSION_SECONDS


class Collective(Reply):
    """The count that all callers share."""

    completed: Annotated[int, Field(ge=0)]


class DilemmaCredits(Reply):
    """Credits of the UTC day."""

    used: Annotated[int, Field(ge=0)]
    limit: Annotated[int, Field(ge=0)]
    remaining: Annotated[int, Field(ge=0)]


class CaseState(Reply):
    """The case that was asked about."""

    id: str | None
    admitted: bool
    completed: bool


class VoiceSeconds(Reply):
    """Dictation seconds of the UTC day."""

    seconds_used: float
    seconds_reserved: float
    seconds_remaining: float
    seconds_limit: float
    max_seconds: float


class Budget(Reply):
    """The money of the service for the UTC day."""

    daily_usd: float
    available: bool


class Usage(Reply):
    """Credits, reset time and the state of one case."""

    day: Annotated[str, Field(json_schema_extra={"format": "date"})]
    resets_at: Instant
    collective: Collective
    dilemmas: DilemmaCredits
    case: CaseState
    voice: VoiceSeconds
    budget: Budget


class Feedback(Reply):
    """The vote on a result, if any."""

    result_id: HexId
    helpful: bool | None
    reason: VoteReason | None


class FeedbackAck(Reply):
    """A message was recorded."""

    ok: Literal[True] = True


class Clarification(SparseReply):
    """A question to relay to the person, or a notice, as `purpose` says."""

    type: Literal["clarification"] = "clarification"
    question: str
    choices: Annotated[list[str], Field(max_length=6)]
    format: Literal["single", "multiple", "text", "number"]
    unit: str | None
    summary: str
    purpose: Purpose | None = None
    why: str | None = None
    metrics: dict[str, float] | None = None


class ResultOption(SparseReply):
    """One option of a recommendation."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,31}$")]
    label: Annotated[str, Field(min_length=1, max_length=120)]
    description: Annotated[str, Field(max_length=240)]
    probability: Annotated[float, Field(ge=0, le=1)]
    reasons: list[str] = Field(default_factory=list)
    drawback: str | None = None
    excluded_by: str | None = None


class SourceItem(SparseReply):
    """What a recommendation rests on: the person's own words, common knowledge, or a web page."""

    kind: Literal["said", "common", "web"]
    title: str
    quote: str | None = None
    url: str | None = None
    read_at: str | None = None
    supports: list[str] = Field(default_factory=list)


class AnalysisCriterion(Reply):
    """One criterion of the grid with its central weight."""

    id: str
    label: str
    weight: Annotated[float, Field(ge=0, le=1)]
    origin: Literal["stated", "suggested"]


class AnalysisCut(SparseReply):
    """One thing that was said about weights, as a linear cut."""

    kind: Literal["most", "over", "only", "not"]
    above: str
    below: str | None = None
    ratio: float = 1.0


class AnalysisScore(Reply):
    """A known cell: mean and standard deviation on 0..1."""

    mean: float
    sd: float


class AnalysisExclusion(SparseReply):
    """An option that breaks a stated limit, with the words that exclude it."""

    option: str
    limit: str
    broken_by: str | None = None
    excess: float | None = None


class AnalysisFlip(Reply):
    """The smallest tilt of one criterion that changes the recommendation."""

    criterion: str
    tilt: float
    selected: str


class Analysis(Reply):
    """The grid and its arithmetic: from it alone anyone recomputes the preferences."""

    version: str
    criteria: list[AnalysisCriterion]
    cuts: list[AnalysisCut]
    scores: dict[str, dict[str, AnalysisScore | None]]
    exclusions: list[AnalysisExclusion]
    evidence: Annotated[float, Field(ge=0, le=1)]
    confidence: Annotated[float, Field(ge=0, le=1)]
    clarity: Literal["clear", "close"]
    flips: list[AnalysisFlip]


class Result(SparseReply):
    """A recommendation. Its weights are relative preferences, never chances of success."""

    type: Literal["result"] = "result"
    summary: str
    context: str | None = None
    assumptions: list[str] | None = None
    criteria: list[str] | None = None
    options: Annotated[list[ResultOption], Field(min_length=2, max_length=8)]
    selected: str
    sources: list[SourceItem]
    caution: str | None = None
    timings: dict[str, float] | None = None
    models: dict[str, str] | None = None
    metrics: dict[str, float] | None = None
    result_id: Annotated[str, Field(pattern=HEX_ID_PATTERN)] | None = None
    analysis: Analysis | None = None


class ErrorReply(SparseReply):
    """A refusal or a failure."""

    type: Literal["error"] = "error"
    code: str
    message: str | None = None
    retryable: bool | None = None
    resets_at: Instant | None = None


Turn = Clarification | Result
DecisionResponse = Annotated[Clarification | Result | ErrorReply, Field(discriminator="type")]
