"""Finds the phrases of a lexicon in tokens.

A phrase is one to six words; `*` at the end of a word stands for any ending, `_` for up to two words
in between. Phrases carry a tag; all that differs between languages is such phrases.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from dilem.engine.reading.words import Span, Token, tokenize

_GAP = "_"
_MAX_GAP = 2
_PREFIX_KEY = 3


@dataclass(frozen=True, slots=True)
class Hit:
    """The phrase of `tag` stands at tokens `start` to `end` (exclusive); `weight` counts its words."""

    tag: str
    start: int
    end: int
    weight: int

    def overlaps(self, span: Span) -> bool:
        """Whether the phrase begins inside a span."""
        return span.start <= self.start < span.end


class Phrases:
    """A set of tagged phrases, indexed by their first word.

    What follows the first word is kept as one string, since there are tens of thousands of phrases and
    only few of them are ever looked at twice.
    """

    def __init__(self, tagged: Iterable[tuple[str, str]]) -> None:
        self._exact: dict[str, list[tuple[str, str]]] = {}
        self._prefix: dict[str, list[tuple[str, str, str]]] = {}
        for tag, phrase in tagged:
            first, _, rest = _compiled(phrase).partition(" ")
            if first.endswith("*"):
                beginning = first[:-1]
                self._prefix.setdefault(beginning[:_PREFIX_KEY], []).append((tag, beginning, rest))
            elif first:
                self._exact.setdefault(first, []).append((tag, rest))

    def find(self, tokens: tuple[Token, ...]) -> list[Hit]:
        """All phrases in `tokens`; a phrase inside a longer one of any tag is left out."""
        hits = list(self._all(tokens))
        hits.sort(key=lambda hit: (hit.start, -hit.end, -hit.weight))
        kept: list[Hit] = []
        for hit in hits:
            covered = any(
                other.start <= hit.start and other.end >= hit.end and other.weight > hit.weight
                for other in kept[-8:]
            )
            if not covered and hit not in kept[-8:]:
                kept.append(hit)
        return kept

    def _all(self, tokens: tuple[Token, ...]) -> Iterator[Hit]:
        for index, token in enumerate(tokens):
            word = token.fold
            for tag, rest in self._exact.get(word, ()):
                yield from _hit(tag, tokens, index, rest)
            for tag, beginning, rest in self._prefix.get(word[:_PREFIX_KEY], ()):
                if word.startswith(beginning):
                    yield from _hit(tag, tokens, index, rest)


def _hit(tag: str, tokens: tuple[Token, ...], index: int, rest: str) -> Iterator[Hit]:
    """The hit of a phrase whose first word stands at `index`, if the rest of it follows."""
    steps = rest.split(" ") if rest else []
    end = _match(tokens, index + 1, steps, 0)
    if end:
        yield Hit(tag, index, end, len(steps) + 1)


def _match(tokens: tuple[Token, ...], index: int, steps: Sequence[str], step: int) -> int:
    """The end of the match of steps[step:] at `index`, or 0."""
    while step < len(steps):
        word = steps[step]
        if word == _GAP:
            for skip in range(_MAX_GAP + 1):
                end = _match(tokens, index + skip, steps, step + 1)
                if end:
                    return end
            return 0
        if index >= len(tokens):
            return 0
        fold = tokens[index].fold
        if fold == "-" and index + 1 < len(tokens):
            index += 1
            continue
        if not (fold.startswith(word[:-1]) if word.endswith("*") else fold == word):
            return 0
        index += 1
        step += 1
    return index


def _compiled(phrase: str) -> str:
    """The words of a phrase as tokens are folded, separated by blanks."""
    words: list[str] = []
    for token in tokenize(phrase.strip()):
        if token.fold == "*" and words:
            words[-1] += "*"
        elif token.fold not in {"-", "\n"}:
            words.append(token.fold)
    return " ".join(words)


def parse(text: str) -> Mapping[str, tuple[str, ...]]:
    """Read a lexicon: [blocks] with named lists, "block.list" to its phrases.

    A list is `name: phrase; phrase`, and goes on in lines that start with a space; `#` starts a comment.
    """
    lists: dict[str, list[str]] = {}
    block = name = ""
    for raw in text.splitlines():
        line = raw.split("#", 1)[0].rstrip()
        if not line:
            continue
        if line.startswith("["):
            block, name = line.strip("[] "), ""
            continue
        if not line[0].isspace():
            name, _, line = line.partition(":")
        key = f"{block}.{name.strip()}"
        lists.setdefault(key, []).extend(part.strip() for part in line.split(";") if part.strip())
    return {key: tuple(phrases) for key, phrases in lists.items()}


def load(package: str, file: str) -> Mapping[str, tuple[str, ...]]:
    """Read a lexicon that is shipped with the package; one that is missing has no phrases."""
    source = files(package).joinpath(file)
    return parse(source.read_text(encoding="utf-8")) if source.is_file() else {}
