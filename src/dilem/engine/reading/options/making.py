"""Makes options of the stretches of words that name them, and gives each what it shares with the others."""

from dilem.engine.reading.document import trimmed
from dilem.engine.reading.options.actions import as_actions, starts_with_verb
from dilem.engine.reading.options.names import Candidate, candidate, label_of
from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.options.trimming import without_amount
from dilem.engine.reading.words import Span

MOST_OPTIONS = 10
_REACH = 4


def make_options(scene: Scene, spans: list[Span]) -> tuple[Candidate, ...] | None:
    """The options at some spans: a verb that all share is left out, prices too where names stay apart."""
    if not 2 <= len(spans) <= MOST_OPTIONS:
        return None
    spans = _without_shared_verb(scene, spans)
    shorter = [without_amount(scene, span) for span in spans]
    if len({scene.part.words(span).lower() for span in shorter}) == len(shorter):
        spans = shorter
    labels = [
        action or whole
        for action, whole in zip(as_actions(scene, spans), _with_shared_head(scene, spans), strict=True)
    ]
    options = tuple(candidate(scene, span, label=label) for span, label in zip(spans, labels, strict=True))
    shown = {option.label.lower().strip() for option in options}
    return options if len(shown) == len(options) and "" not in shown else None


def _without_shared_verb(scene: Scene, spans: list[Span]) -> list[Span]:
    """ "Buy the red or the blue": the verb before the first name stands for all."""
    first, second = spans[0], spans[1]
    behind = starts_with_verb(scene, first)
    # A bare English verb is a noun as often ("train or bus"): only behind "should I" it is a verb for sure.
    is_verb = not scene.style("bare_verbs") or scene.is_behind("lead", first.start)
    if not (behind and is_verb and behind < first.end) or any(
        starts_with_verb(scene, span) for span in spans[1:]
    ):
        return spans
    start = _aligned(scene, Span(behind, first.end), second)
    if scene.has("prep", start) and not scene.has("prep", second.start):
        return spans  # "giro in mongolfiera o degustazione": no verb after all
    return [Span(*trimmed(scene.tokens, Span(start, first.end))), *spans[1:]]


def _aligned(scene: Scene, first: Span, second: Span) -> int:
    """ "… less with tickets or with the pass": the first name begins where it is like the second."""
    for index in range(first.start, min(first.start + _REACH, first.end - 1)):
        if scene.fold(index) == scene.fold(second.start) and scene.has("prep", index):
            return index
    return first.start


def _with_shared_head(scene: Scene, spans: list[Span]) -> list[str | None]:
    """ "A terrace in wood or in stone": the second is "a terrace in stone"."""
    first, last = spans[0], spans[-1]
    kept: list[str | None] = [None] * len(spans)
    if len(spans) != 2 or not scene.has("prep", last.start) or scene.has("prep", first.start):
        return kept
    for index in range(first.start + 1, min(first.end - 1, first.start + _REACH + 1)):
        if scene.fold(index) == scene.fold(last.start):
            kept[1] = f"{label_of(scene, Span(first.start, index))} {scene.part.words(last)}"
    return kept
