"""The rows. To add an operation, add one; every surface follows."""

from dilem import errors
from dilem.contract import (
    CASE_ID_PATTERN,
    HEX_ID_PATTERN,
    CardRequest,
    DecideRequest,
    DecisionResponse,
    Feedback,
    FeedbackAck,
    MessageRequest,
    SessionReply,
    Turn,
    Usage,
    VoteRequest,
)
from dilem.errors import DilemError
from dilem.operations.calls import Call, Card, UseCases
from dilem.operations.row import Example, Operation, Parameter
from dilem.ports import CaseId, ResultId

CASE_ID = Parameter(
    name="case_id",
    place="header",
    wire_name="X-Dilem-Case-ID",
    pattern=CASE_ID_PATTERN,
    required=True,
    example="my-unique-dilemma-id",
    description="Chosen by the client, one per dilemma until its result. It makes no calculation idempotent.",
)
ASKED_CASE_ID = Parameter(
    name="case_id",
    place="header",
    wire_name="X-Dilem-Case-ID",
    pattern=CASE_ID_PATTERN,
    required=False,
    example="my-unique-dilemma-id",
    description="The case whose state is asked for.",
)
RESULT_ID = Parameter(
    name="result_id",
    place="path",
    wire_name="result_id",
    pattern=HEX_ID_PATTERN,
    required=True,
    example="0123456789abcdef0123456789abcdef",
    description="A result of this session.",
)

# Sent by every operation of the contract, in its order.
COMMON_STATUSES = (403, 408, 409, 413, 422, 429, 503)

SHARED_PROBLEMS: tuple[type[DilemError], ...] = (
    errors.OriginRejected,
    errors.CookiesForbidden,
    errors.RequestTimeout,
    errors.BodyTooLarge,
    errors.SessionInvalid,
    errors.SessionExpired,
    errors.InvalidRequest,
    errors.RateLimited,
    errors.ServiceUnavailable,
)

_VOTE: Example = {
    "result_id": "0123456789abcdef0123456789abcdef",
    "helpful": False,
    "reason": "missing_constraint",
}
_OPTIONS = [
    {
        "id": "train",
        "label": "Take the train",
        "description": "Use the direct rail connection.",
        "probability": 0.7,
    },
    {"id": "bus", "label": "Take the bus", "description": "Use the bus stop near home.", "probability": 0.3},
]


async def _start_session(use_cases: UseCases, call: Call) -> SessionReply:
    return await use_cases.start_session(call.token, call.address)


async def _get_usage(use_cases: UseCases, call: Call) -> Usage:
    case_id = call.input.parameters.get(CASE_ID.name)
    return await use_cases.get_usage(call.caller, None if case_id is None else CaseId(case_id))


async def _decide(use_cases: UseCases, call: Call) -> Turn:
    case_id = CaseId(call.input.parameters[CASE_ID.name])
    return await use_cases.decide(call.caller, case_id, call.body(DecideRequest))


async def _export_card(use_cases: UseCases, call: Call) -> Card:
    if use_cases.export_card is None:
        raise errors.ServiceUnavailable
    return await use_cases.export_card(call.body(CardRequest))


async def _read_vote(use_cases: UseCases, call: Call) -> Feedback:
    return await use_cases.read_vote(call.caller, ResultId(call.input.parameters[RESULT_ID.name]))


async def _record_vote(use_cases: UseCases, call: Call) -> Feedback:
    return await use_cases.record_vote(call.caller, call.body(VoteRequest))


async def _send_message(use_cases: UseCases, call: Call) -> FeedbackAck:
    return await use_cases.send_message(call.caller, call.body(MessageRequest))


OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="start_session",
        method="POST",
        path="/api/v1/session",
        kind="write",
        tag="session",
        title="Start or renew a session",
        description=(
            "Create the client's private identity, or renew the one whose token is sent, for 90 days. The "
            "token stays the same on renewal. An invalid or expired token is refused, never replaced. No "
            "body is needed."
        ),
        needs_session=False,
        reply=SessionReply,
        reply_description="The token, to be kept private and sent with every other call.",
        statuses=COMMON_STATUSES,
        idempotent=False,
        reply_examples={"session": {"session": "OPAQUE_SESSION_KEEP_PRIVATE", "expires_in": 7_776_000}},
        run=_start_session,
    ),
    Operation(
        name="get_usage",
        method="GET",
        path="/api/v1/usage",
        kind="read",
        tag="session",
        title="Read credits and case state",
        description="Read the day's credits, when they reset, and the state of one case if its id is given.",
        needs_session=True,
        parameters=(ASKED_CASE_ID,),
        reply=Usage,
        reply_description="Counters of the UTC day and the state of the case.",
        statuses=COMMON_STATUSES,
        problems=(errors.SessionRequired,),
        idempotent=True,
        reply_examples={
            "usage": {
                "day": "2026-01-01",
                "resets_at": "2026-01-02T00:00:00Z",
                "collective": {"completed": 42},
                "dilemmas": {"used": 1, "limit": 20, "remaining": 19},
                "case": {"id": "my-unique-dilemma-id", "admitted": True, "completed": False},
                "voice": {
                    "seconds_used": 0,
                    "seconds_reserved": 0,
                    "seconds_remaining": 1200,
                    "seconds_limit": 1200,
                    "max_seconds": 60,
                },
                "budget": {"daily_usd": 5, "available": True},
            }
        },
        run=_get_usage,
    ),
    Operation(
        name="decide",
        method="POST",
        path="/api/v1/decide",
        kind="calculation",
        tag="decisions",
        title="Take one decision turn",
        description=(
            "Submit a dilemma, or the same dilemma with one more answer, and get a clarifying question, a "
            "recommendation or an error. One credit covers the case through its first recommendation. Allow "
            "110 seconds, and never repeat a calculation by itself after an ambiguous outcome."
        ),
        needs_session=True,
        parameters=(CASE_ID,),
        body=DecideRequest,
        reply=DecisionResponse,
        reply_description="A question, a notice, a recommendation, or a failure after admission: see `type`.",
        statuses=COMMON_STATUSES,
        problems=(
            errors.SessionRequired,
            errors.CaseCompleted,
            errors.CaseBusy,
            errors.CreditsExhausted,
            errors.CapacityExceeded,
            errors.ProviderInputTooLarge,
            errors.PipelineFailed,
            errors.PipelineTimeout,
        ),
        credits=1,
        timeout_s=100,
        idempotent=False,
        request_example={
            "text": "Train or bus for my commute?",
            "language": "en",
            "refinements": [],
            "clarification_version": 2,
        },
        reply_examples={
            "clarification": {
                "type": "clarification",
                "question": "How far is your commute?",
                "choices": [],
                "format": "number",
                "unit": "km",
                "summary": "Train or bus",
            },
            "result": {
                "type": "result",
                "summary": "Train or bus for my commute?",
                "options": _OPTIONS,
                "selected": "train",
                "sources": [],
                "result_id": "0123456789abcdef0123456789abcdef",
            },
            "error": {"type": "error", "code": "pipeline_timeout", "retryable": True},
        },
        agent_defaults={"language": "fr", "refinements": None},
        run=_decide,
    ),
    Operation(
        name="export_result_card",
        method="POST",
        path="/api/v1/result-card",
        kind="read",
        tag="results",
        title="Export a result as an image",
        description=(
            "Paint a result as a PNG card. A whole result of `decide` may be passed as it came. Nothing is "
            "stored and no credit is used."
        ),
        needs_session=True,
        body=CardRequest,
        reply=Card,
        reply_description="The card, as an attachment.",
        statuses=(*COMMON_STATUSES, 415),
        problems=(errors.SessionRequired, errors.UnsupportedMediaType, errors.CapacityExceeded),
        idempotent=True,
        request_example={
            "result": {"summary": "Train or bus for my commute?", "selected": "train", "options": _OPTIONS},
            "language": "en",
            "theme": "light",
        },
        run=_export_card,
    ),
    Operation(
        name="get_result_feedback",
        method="GET",
        path="/api/v1/feedback/{result_id}",
        kind="read",
        tag="results",
        title="Read the vote on a result",
        description=(
            "Read the vote on a result of this session. Missing, expired and foreign results look alike."
        ),
        needs_session=True,
        parameters=(RESULT_ID,),
        reply=Feedback,
        reply_description="The vote; null where none was given.",
        statuses=(*COMMON_STATUSES, 404),
        problems=(errors.SessionRequired, errors.ResultNotFound),
        idempotent=True,
        reply_examples={"vote": _VOTE},
        run=_read_vote,
    ),
    Operation(
        name="set_result_feedback",
        method="POST",
        path="/api/v1/feedback",
        kind="write",
        tag="results",
        title="Vote on a result",
        description=(
            "Record the person's explicit vote on a result of this session; a later vote replaces it. Never "
            "infer satisfaction."
        ),
        needs_session=True,
        body=VoteRequest,
        reply=Feedback,
        reply_description="The vote as recorded.",
        statuses=(*COMMON_STATUSES, 415, 404),
        problems=(errors.SessionRequired, errors.UnsupportedMediaType, errors.ResultNotFound),
        idempotent=True,
        request_example=_VOTE,
        reply_examples={"vote": _VOTE},
        run=_record_vote,
    ),
    Operation(
        name="send_user_feedback",
        method="POST",
        path="/api/v1/user-feedback",
        kind="write",
        tag="messages",
        title="Send a message or report a response",
        description=(
            "Send the operators a message that the person has authorized, or report one response with its "
            "exact text. The same request_id with the same content is stored once."
        ),
        needs_session=True,
        body=MessageRequest,
        reply=FeedbackAck,
        reply_description="The message is stored.",
        statuses=(*COMMON_STATUSES, 415),
        problems=(errors.SessionRequired, errors.UnsupportedMediaType, errors.RequestConflict),
        idempotent=True,
        request_example={
            "request_id": "0123456789abcdef0123456789abcdef",
            "kind": "general",
            "message": "Please explain how the recommendation uses my limits.",
            "email": "",
            "language": "en",
            "source": "agent",
            "version": "unknown",
            "screen": "other",
            "response": None,
        },
        reply_examples={"stored": {"ok": True}},
        agent_defaults={"language": "fr", "kind": "general", "email": "", "response": None},
        agent_values={"source": "agent", "version": "unknown", "screen": "other"},
        run=_send_message,
    ),
)
