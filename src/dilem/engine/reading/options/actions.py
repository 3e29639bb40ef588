"""Words for doing something and for not doing it."""

from collections.abc import Sequence

from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.words import Span


def starts_with_verb(scene: Scene, span: Span) -> int:
    """The token behind the verb that a span starts with, clitics and subject included, or 0."""
    index = _past_subject(scene, span)
    if index >= span.end:
        return 0
    fold = scene.fold(index)
    verbs = scene.lexis.verbs
    if fold in verbs.first or _is_ours(scene, span, index):
        behind = index + 1
        while behind < span.end and scene.lexis.has("subject", scene.fold(behind)):
            behind += 1
        return behind
    # A German infinitive stands last, so that a noun that begins a name is never taken for one.
    if fold in verbs.infinitives and scene.lexis.language != "de":
        return index + 1
    return 0


def _past_subject(scene: Scene, span: Span) -> int:
    index = span.start
    while index < span.end - 1 and (
        scene.lexis.has("clitic", scene.fold(index)) or scene.lexis.has("subject", scene.fold(index))
    ):
        following = scene.fold(index + 1)
        if scene.lexis.has("words.article", scene.fold(index)) and not (
            following in scene.lexis.verbs.first or scene.lexis.has("clitic", following)
        ):
            break
        index += 1
    return index


def _is_ours(scene: Scene, span: Span, index: int) -> bool:
    """ "On prend", where the form is that of the third person."""
    return (
        index > span.start
        and scene.fold(span.start) == "on"
        and scene.fold(index) in scene.lexis.verbs.finite
    )


def as_actions(scene: Scene, spans: Sequence[Span]) -> list[str | None]:
    """Labels in the infinitive where all options are things I do; None where the words are kept."""
    labels = [infinitive(scene, span) for span in spans]
    return labels if all(labels) else [None] * len(spans)


def infinitive(scene: Scene, span: Span) -> str | None:
    """ "Je m'inscris au cours" as "m'inscrire au cours", or None where the verb is not known."""
    index = _past_subject(scene, span)
    fold = scene.fold(index)
    verbs = scene.lexis.verbs
    if index >= span.end or not (fold in verbs.first or _is_ours(scene, span, index)):
        return None
    verb = verbs.first.get(fold) or verbs.finite[fold]
    rest = scene.part.words(Span(index + 1, span.end)) if index + 1 < span.end else ""
    clitics = [
        i
        for i in range(span.start, index)
        if scene.lexis.has("clitic", scene.fold(i)) and not _is_subject(scene, i)
    ]
    language = scene.lexis.language
    if language == "fr":
        before = _spaced([scene.fold(i) for i in range(span.start, index) if not _is_subject(scene, i)], verb)
        return f"{before} {rest}".strip()
    if language == "de":
        return _german(scene, verb, span, index)
    ends = [scene.tokens[i].text.lower() for i in clitics]
    if language == "it" and ends:
        verb = verb[:-1] + "".join(ends) if len(ends) == 1 else verb
        return f"{verb} {rest}".strip() if len(ends) == 1 else None
    if language == "es" and ends:
        return f"{verb}{''.join(ends)} {rest}".strip() if len(ends) == 1 else None
    if language == "pt" and ends:
        return f"{verb}-{ends[0]} {rest}".strip() if len(ends) == 1 else None
    return f"{verb} {rest}".strip()


def _is_subject(scene: Scene, index: int) -> bool:
    return scene.lexis.has("subject", scene.fold(index))


def _spaced(words: list[str], verb: str) -> str:
    words = [word for word in words if word != "ne" and word != "n'"]
    text = ""
    for word in words:
        elided = {
            "me": "m'",
            "te": "t'",
            "se": "s'",
            "le": "l'",
            "la": "l'",
            "m'": "m'",
            "t'": "t'",
            "s'": "s'",
            "l'": "l'",
        }
        vowel = verb[:1].lower() in "aeiouyhéèêâîôû"
        plain = {"m'": "me", "t'": "te", "s'": "se", "l'": "le"}
        last = word == words[-1]
        shown = elided.get(word, word) if vowel and last else plain.get(word, word)
        text += shown if shown.endswith("'") else shown + " "
    return text + verb


def _german(scene: Scene, verb: str, span: Span, index: int) -> str | None:
    """ "Nehme ich das Angebot an" as "das Angebot annehmen"."""
    start, end = index + 1, span.end
    while start < end and _is_subject(scene, start):
        start += 1
    if end > start and scene.lexis.has("particle", scene.fold(end - 1)):
        verb = scene.tokens[end - 1].text + verb
        end -= 1
    rest = scene.part.words(Span(start, end)) if end > start else ""
    return f"{rest} {verb}".strip() if rest else verb


def refused(scene: Scene, label: str) -> str:
    """Not doing what a label says, in the words of the language."""
    wording = scene.lexis.wording
    first, _, rest = label.partition(" ")
    if "refuse_ing" in wording and first.lower().endswith("ing"):
        return f"{wording['refuse_ing']} {label}"
    if "refuse_inside" in wording:
        before, _, last = label.rpartition(" ")
        return f"{before} {wording['refuse_inside']} {last}".strip()
    return f"{wording.get('refuse_before', 'not')} {label}"
