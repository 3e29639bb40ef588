"""Reads a dilemma: what kind of text it is, its options, and all that is said of them."""

from collections.abc import Sequence

from dilem.engine.grid import LANGUAGES, MAX_OPTIONS, Dilemma, Language, Reading, Situation
from dilem.engine.reading.amounts import find_amounts
from dilem.engine.reading.answers import read_answers
from dilem.engine.reading.asked import asked
from dilem.engine.reading.assembly import assemble
from dilem.engine.reading.document import Document, Part, build_document
from dilem.engine.reading.focus import focus
from dilem.engine.reading.harm import harm
from dilem.engine.reading.injection import instructing
from dilem.engine.reading.language import identify
from dilem.engine.reading.limits import find_exclusions
from dilem.engine.reading.options import Found, find_options
from dilem.engine.reading.priorities import find_wants
from dilem.engine.reading.requests import kind_of
from dilem.engine.reading.statements import find_remarks
from dilem.engine.reading.totals import compare
from dilem.engine.reading.words import Span, tokenize

MAX_SUMMARY = 300


def read(dilemma: Dilemma) -> Reading:
    """Read what was sent. Any text can be read; what cannot be told is left out, never guessed."""
    language = identify(tokenize(dilemma.text), dilemma.interface_language)
    sent = build_document(dilemma.text, dilemma.refinements, language)
    document = _without_instructions(sent)
    summary = _summary(dilemma.text)
    threat = harm(sent)  # a life outweighs a trick: danger counts wherever it stands
    if threat.is_danger:
        return Reading(language, Situation.DANGER, summary, life_at_stake=threat.is_life)
    if threat.is_crime:
        return Reading(language, Situation.CRIME, summary)
    found = find_options(document)
    situation = kind_of(document, found, ())
    if situation is not Situation.DECISION:
        return Reading(language, situation, summary)
    if found is None:
        return Reading(language, Situation.NO_OPTIONS, summary)
    if len(found.options) > MAX_OPTIONS:
        return Reading(language, Situation.TOO_MANY, summary)
    return _weighable(document, found, summary)


def _without_instructions(document: Document) -> Document:
    """The document as if nobody had tried to instruct the service in it; all places stay where they are."""
    texts = [_masked(part, instructing(part, document.grammar)) for part in document.parts]
    if all(text == part.text for text, part in zip(texts, document.parts, strict=True)):
        return document
    return build_document(texts[0], tuple(texts[1:]), document.language)


def _masked(part: Part, spans: Sequence[Span]) -> str:
    text = part.text
    for span in spans:
        start, end = part.tokens[span.start].start, part.tokens[span.end - 1].end
        blank = "".join(character if character == "\n" else " " for character in text[start:end])
        text = text[:start] + blank + text[end:]
    return text


def prepare() -> None:
    """Load the words of every language, so that no first caller waits for them."""
    for language in LANGUAGES:
        read(Dilemma("1) x\n2) y", (), Language(language)))


def _weighable(document: Document, found: Found, summary: str) -> Reading:
    attention = focus(document, found)
    remarks = find_remarks(document, attention)
    wants = find_wants(document, remarks)
    answers = read_answers(document, found, attention)
    amounts = find_amounts(document)
    numbers = compare(document, found, attention, amounts)
    exclusions, kept = find_exclusions(document, found, attention, amounts)
    grid = assemble(
        document,
        found,
        attention,
        remarks,
        [*wants, *answers.wants],
        [*answers.statements, *numbers, *kept],
        exclusions,
    )
    return Reading(document.language, Situation.DECISION, summary, grid, asked=asked(document))


def _summary(text: str) -> str:
    line = " ".join(text.split())
    if len(line) <= MAX_SUMMARY:
        return line
    return line[: MAX_SUMMARY - 1].rsplit(" ", 1)[0] + "…"
