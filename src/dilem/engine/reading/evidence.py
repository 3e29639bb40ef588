"""What is said of options and of the person, as evidence that a limit is broken."""

from collections.abc import Iterator
from dataclasses import dataclass

from dilem.engine.reading.cues import Cues
from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.focus import Focus
from dilem.engine.reading.kinds import Thing, find_things, kinds_of
from dilem.engine.reading.options import Found, stem
from dilem.engine.reading.places import Places
from dilem.engine.reading.words import Span, tokenize

NEAR = 3
LEAST_ROOT = 4
_LONG_STEM = 5
_PARTING = frozenset(",;:()–—")


@dataclass(frozen=True)
class Offence:
    """An option goes against something: where that is asked for, and where the option goes against it."""

    option: int
    part: int
    limit: Span
    other_part: int
    broken_by: Span
    kind: str = ""


class Evidence:
    """Looks up what the words say: who is spoken of, what is denied, what kind of thing is named."""

    def __init__(self, document: Document, found: Found, focus: Focus, places: Places, cues: Cues) -> None:
        self.document = document
        self.found = found
        self.places = places
        self.cues = cues
        self._focus = focus
        self.things = [find_things(part, document.language) for part in document.parts]
        keys = [option.keys for option in found.options]
        self._own_keys = [own.difference(*(other for other in keys if other is not own)) for own in keys]
        self.names = [self._kinds_of_name(option.label) for option in found.options]

    def option_at(self, part: int, token: int) -> int | None:
        """The option that a token speaks of, or None."""
        option = self._focus.of(part, token)
        return option if 0 <= option < len(self.found.options) else None

    def is_question(self, part: Part, sentence: Span) -> bool:
        """Whether a sentence asks."""
        return part.tokens[sentence.end - 1].fold == "?"

    def is_asked(self, part: Part, sentence: Span, token: int) -> bool:
        """Whether a token belongs to a question; what stands before its last clause is told, not asked."""
        if not self.is_question(part, sentence):
            return False
        return token >= self.places.clauses(part.index, sentence)[-1].start

    def is_denied(self, part: Part, start: int, reach: int = NEAR) -> bool:
        """Whether a negation stands a few words in front of a token, in its clause."""
        clause = self.places.clause(part.index, start)
        return self._has_negation(part, max(clause.start, start - reach), start)

    def is_parted(self, part: Part, start: int, end: int) -> bool:
        """Whether a comma or another mark stands between two places."""
        return any(part.tokens[index].fold in _PARTING for index in range(start, end))

    def named_in(self, part: Part, span: Span) -> list[tuple[int, int]]:
        """Where a span names options, and which."""
        named: list[tuple[int, int]] = []
        for index in range(span.start, span.end):
            token = part.tokens[index]
            if not token.is_word or self.document.grammar.has("words.stop", token.fold):
                continue
            root = stem(token.fold)
            options = [n for n, keys in enumerate(self._own_keys) if any(_is_same(root, key) for key in keys)]
            if len(options) == 1:
                named.append((index, options[0]))
        return named

    def names_of(self, word: str) -> tuple[str, ...]:
        """What a word is matched by: its kinds, and its root where it is long enough to tell."""
        names = sorted(kinds_of(word, self.document.language))
        if len(word) >= LEAST_ROOT and not self.document.grammar.has("words.stop", word):
            names.append(root_of(word))
        return tuple(names)

    def unless_all(self, offences: Iterator[Offence]) -> Iterator[Offence]:
        """The offences, or none where every option would be ruled out: then the words were misread."""
        found = list(offences)
        if len({offence.option for offence in found}) < len(self.found.options):
            yield from found

    def _has_negation(self, part: Part, start: int, end: int) -> bool:
        grammar = self.document.grammar
        return any(grammar.has("words.negation", part.tokens[index].fold) for index in range(start, end))

    def _kinds_of_name(self, label: str) -> frozenset[str]:
        """The kinds of thing that an option is called by, those aside that its name denies."""
        part = Part(0, label, tokenize(label), (), ())
        things: list[Thing] = find_things(part, self.document.language)
        return frozenset(
            thing.kind
            for thing in things
            if not self._has_negation(part, max(0, thing.start - NEAR), thing.start)
        )


def root_of(word: str) -> str:
    """A noun's root, the same in the singular and the plural: "carrito" and "carritos"."""
    if len(word) > LEAST_ROOT and word.endswith("s"):
        word = word[:-1]
    if len(word) > LEAST_ROOT and word[-1] in "aeioun":
        word = word[:-1]
    return word


def _is_same(root: str, key: str) -> bool:
    """Whether two stems are of one word, or one begins the other: "frais" and "fraisi"."""
    short, long = sorted((root, key), key=len)
    return root == key or (len(short) >= _LONG_STEM and long.startswith(short))
