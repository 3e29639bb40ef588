"""Names that stand behind a pointer: "The other is above a bar", "Option one is a Pacifica"."""

from dilem.engine.reading.options.groups import Group, is_finite, noun_group
from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.words import Span

STOPS = frozenset(",.;:!?\n(–—")
LONGEST_ACTION = 10
_NAMING = frozenset({"indefinite", "definite", "own", "capital", "quoted", "number"})


def pointed(scene: Scene, index: int, end: int) -> tuple[Group, str | None] | None:
    """What a pointer at a token names, with its label where that is not the group's own words."""
    start = index
    if scene.has("words.article", index) and not (scene.has("one", index) and is_finite(scene, index + 1)):
        index += 1
    if index >= end or not (scene.has("one", index) or scene.has("option_word", index)):
        return None
    name_end = _past_pointer(scene, index, end)
    verb = _past_mark(scene, name_end, end)
    behind = _past_verbs(scene, verb, end)
    if behind == verb and verb == name_end and scene.has("genitive", name_end):
        # "L'un des stages est à Porto"
        whole = noun_group(scene, name_end, end) or noun_group(scene, name_end + 1, end)
        if whole is not None:
            name_end = verb = whole.span.end
            behind = _past_verbs(scene, verb, end)
    if behind == verb == name_end:
        return None
    return _named_behind(scene, Span(start, name_end), behind, end)


def _past_pointer(scene: Scene, index: int, end: int) -> int:
    behind = index + 1
    is_option_word = scene.has("option_word", index)
    if is_option_word and behind < end and scene.fold(behind).isalnum() and not is_finite(scene, behind):
        behind += 1
    while behind < end and (scene.has("one", behind) or scene.fold(behind).isdigit()):
        behind += 1
    return behind


def _past_mark(scene: Scene, index: int, end: int) -> int:
    return index + 1 if index < end and scene.fold(index) in {",", ":"} else index


def _past_verbs(scene: Scene, index: int, end: int) -> int:
    behind = index
    while behind < min(end, index + 3) and (
        is_finite(scene, behind) or (behind == index and scene.has("pronoun", behind))
    ):
        behind += 1
    return behind


def _named_behind(scene: Scene, pointer: Span, index: int, end: int) -> tuple[Group, str | None] | None:
    if scene.has("at", index) and index + 1 < end:
        # "Uno è al deposito" names "il deposito": a place with an article of its own is a name.
        place = noun_group(scene, index + 1, end)
        has_article = scene.has("words.article", index + 1) or scene.fold(index) in scene.lexis.contractions
        if place is not None and has_article:
            named, label = in_the_nominative(scene, index + 1, place)
            return Group(named.span, "pointer"), label
    group = noun_group(scene, index, end)
    if group is not None and group.kind in _NAMING:
        return Group(group.span, "pointer"), None
    stop = index
    while stop < min(end, index + LONGEST_ACTION) and scene.fold(stop) not in STOPS:
        stop += 1
    if stop <= index:
        return None
    if scene.fold(index) in scene.lexis.verbs.infinitives:
        return Group(Span(index, stop), "pointer"), None
    label = f"{scene.part.words(pointer)}, {scene.part.words(Span(index, stop))}"
    return Group(Span(index, stop), "pointer"), label[:1].lower() + label[1:]


def in_the_nominative(scene: Scene, index: int, group: Group) -> tuple[Group, str | None]:
    """ "Na praça" names "a praça": a preposition that swallowed the article gives it back.

    A German dative loses its article, because only that of a feminine tells the nominative.
    """
    span = group.span
    oblique = scene.lexis.oblique.get(scene.fold(span.start))
    if oblique is not None and span.end - span.start > 1:
        rest = Span(span.start + 1, span.end)
        return Group(rest, group.kind), f"{oblique} {scene.part.words(rest)}".strip()
    article = scene.lexis.contractions.get(scene.fold(index - 1))
    if article is None or scene.has("words.article", index):
        return group, None
    joint = "" if article.endswith("'") else " "
    return group, f"{article}{joint}{scene.part.words(span)}".strip()
