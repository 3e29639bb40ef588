"""Words for doing something and for not doing it."""

from collections.abc import Sequence

from dilem.engine.reading.options.scene import Scene
from dilem.engine.reading.words import Span

_INFINITIVE_ENDINGS = ("ar", "er", "ir")
_VOWELS = "aeiouyhéèêâîôû"
_ELIDED = {"me": "m'", "te": "t'", "se": "s'", "le": "l'", "la": "l'"}
_PLAIN = {"m'": "me", "t'": "te", "s'": "se", "l'": "le"}


def starts_with_verb(scene: Scene, span: Span) -> int:
    """The token behind the verb that a span starts with, clitics and subject included, or 0."""
    index = _past_subject(scene, span)
    if index >= span.end:
        return 0
    fold = scene.fold(index)
    if fold in scene.lexis.verbs.first or _is_ours(scene, span, index):
        behind = index + 1
        if scene.has("genitive", behind) and not scene.style("verb_last"):
            return 0  # "Volo delle 11" is a flight
        while behind < span.end and scene.has("subject", behind):
            behind += 1
        return behind
    # Where the infinitive stands last, a noun that begins a name is never taken for one.
    if is_infinitive(scene, index) and not scene.style("verb_last"):
        return index + 1
    return 0


def is_infinitive(scene: Scene, index: int) -> bool:
    """Whether a token is an infinitive, also with a pronoun joined to it: "impilarle", "dejarlo"."""
    fold = scene.fold(index)
    infinitives = scene.lexis.verbs.infinitives
    if fold in infinitives:
        return True
    if not scene.style("clitics_joined"):
        return False
    roots = (fold.removesuffix(clitic) for clitic in scene.lexis.classes["clitic"] if fold.endswith(clitic))
    ending = "e" if scene.style("drops_e") else ""
    return any(
        root + ending in infinitives or root.endswith(_INFINITIVE_ENDINGS) for root in roots if len(root) > 4
    )


def is_action(scene: Scene, span: Span) -> bool:
    """Whether a span says what somebody does, rather than naming a thing."""
    last = span.end - 1
    ends_in_verb = scene.style("verb_last") and is_infinitive(scene, last) and not scene.is_capital(last)
    return ends_in_verb or starts_with_verb(scene, span) > 0


def _past_subject(scene: Scene, span: Span) -> int:
    index = span.start
    while index < span.end - 1 and (scene.has("clitic", index) or scene.has("subject", index)):
        following = index + 1
        is_verb = scene.fold(following) in scene.lexis.verbs.first
        if scene.has("words.article", index) and not (is_verb or scene.has("clitic", following)):
            break
        index = following
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
    if scene.style("verb_last") and fold not in verbs.first and scene.fold(span.end - 1) in verbs.first:
        # "…, ob ich das Auto verkaufe"
        last = verbs.first[scene.fold(span.end - 1)]
        return f"{scene.part.words(Span(span.start, span.end - 1))} {last}".strip()
    if index >= span.end or not (fold in verbs.first or _is_ours(scene, span, index)):
        return None
    verb = verbs.first.get(fold) or verbs.finite[fold]
    if scene.style("verb_last"):
        return _with_verb_last(scene, verb, span, index)
    clitics = [
        scene.fold(i)
        for i in range(span.start, index)
        if scene.has("clitic", i) and not scene.has("subject", i) and not scene.has("words.negation", i)
    ]
    action = _with_clitics(scene, verb, clitics)
    rest = scene.part.words(Span(index + 1, span.end)) if index + 1 < span.end else ""
    joint = "" if rest.startswith("-") else " "  # "compro-lhe a parte"
    return f"{action}{joint}{rest}".strip() if action else None


def _with_clitics(scene: Scene, verb: str, clitics: Sequence[str]) -> str | None:
    """ "S'inscrire", "iscriversi", "apuntarse", "inscrever-se"; two clitics are joined in French only."""
    if not clitics:
        return verb
    if scene.style("clitics_before"):
        words = [_PLAIN.get(clitic, clitic) for clitic in clitics]
        if verb[:1].lower() in _VOWELS:
            words[-1] = _ELIDED.get(words[-1], words[-1])
        return "".join(word if word.endswith("'") else f"{word} " for word in words) + verb
    if len(clitics) > 1:
        return None
    if scene.style("clitics_hyphen"):
        return f"{verb}-{clitics[0]}"
    return (verb[:-1] if scene.style("drops_e") else verb) + clitics[0]


def _with_verb_last(scene: Scene, verb: str, span: Span, index: int) -> str:
    """ "Nehme ich das Angebot an" as "das Angebot annehmen"."""
    start, end = index + 1, span.end
    while start < end and scene.has("subject", start):
        start += 1
    if end > start and scene.has("particle", end - 1):
        verb = scene.fold(end - 1) + verb
        end -= 1
    rest = scene.part.words(Span(start, end)) if end > start else ""
    return f"{rest} {verb}".strip()


def refused(scene: Scene, label: str) -> str:
    """Not doing what a label says, in the words of the language."""
    wording = scene.lexis.wording
    first = label.partition(" ")[0]
    if "refuse_ing" in wording and first.lower().endswith("ing"):
        return f"{wording['refuse_ing']} {label}"
    if "refuse_inside" in wording:
        before, _, last = label.rpartition(" ")
        return f"{before} {wording['refuse_inside']} {last}".strip()
    return f"{wording['refuse_before']} {label}"
