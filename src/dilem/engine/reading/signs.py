"""Finds thousands of short phrases at once, each with its tag, whether or not they lie inside one another."""

from collections.abc import Iterable, Mapping
from functools import cache

from dilem.engine.grid import Language
from dilem.engine.reading.phrases import Hit, load
from dilem.engine.reading.words import Token, tokenize

_PREFIX_KEY = 3

Step = tuple[str, bool]
"""A folded word, and whether any ending may follow."""

Entry = tuple[str, tuple[Step, ...]]


class Signs:
    """Tagged phrases, indexed by their first two words, so that a frequent first word costs nothing.

    `*` at the end of a word stands for any ending. A phrase is also found where its apostrophes are left out.
    """

    def __init__(self, lists: Mapping[str, Iterable[str]]) -> None:
        self._single: dict[str, list[str]] = {}
        self._pairs: dict[tuple[str, str], list[Entry]] = {}
        self._first: dict[str, list[Entry]] = {}
        self._prefix: dict[str, list[Entry]] = {}
        for tag, phrases in lists.items():
            for phrase in phrases:
                for spelling in {phrase, phrase.replace("'", "")}:  # "dont", "jen peux plus"
                    self._add(tag, _steps(spelling))

    def _add(self, tag: str, steps: tuple[Step, ...]) -> None:
        if not steps:
            return
        word, is_prefix = steps[0]
        if is_prefix:
            self._prefix.setdefault(word[:_PREFIX_KEY], []).append((tag, steps))
        elif len(steps) == 1:
            self._single.setdefault(word, []).append(tag)
        elif steps[1][1]:
            self._first.setdefault(word, []).append((tag, steps))
        else:
            self._pairs.setdefault((word, steps[1][0]), []).append((tag, steps))

    def words(self, tag: str) -> frozenset[str]:
        """The single words of a list, folded."""
        return frozenset(word for word, tags in self._single.items() if tag in tags)

    def find(self, tokens: tuple[Token, ...]) -> dict[str, list[Hit]]:
        """Every phrase in `tokens` by tag, in the order of the text; hyphens count for nothing."""
        folds = [token.fold for token in tokens]
        found: dict[str, list[Hit]] = {}
        for index, word in enumerate(folds):
            for tag in self._single.get(word, ()):
                found.setdefault(tag, []).append(Hit(tag, index, index + 1, 1))
            after = index + 1
            if after < len(folds) and folds[after] == "-":
                after += 1
            following = folds[after] if after < len(folds) else ""
            candidates = (
                *self._pairs.get((word, following), ()),
                *self._first.get(word, ()),
                *self._prefix.get(word[:_PREFIX_KEY], ()),
            )
            for tag, steps in candidates:
                end = _end(folds, index, steps)
                if end:
                    found.setdefault(tag, []).append(Hit(tag, index, end, len(steps)))
        return found


@cache
def signs(language: Language, topic: str) -> Signs:
    """The lists of vocabulary/<language>/<topic>.txt, by their names."""
    lists = load("dilem.engine.reading", f"vocabulary/{language}/{topic}.txt")
    return Signs({tag.partition(".")[2]: phrases for tag, phrases in lists.items()})


def _steps(phrase: str) -> tuple[Step, ...]:
    steps: list[Step] = []
    for token in tokenize(phrase.strip()):
        if token.fold == "*" and steps:
            steps[-1] = (steps[-1][0], True)
        elif token.fold not in {"-", "*"}:
            steps.append((token.fold, False))
    return tuple(steps)


def _end(folds: list[str], start: int, steps: tuple[Step, ...]) -> int:
    """The end of the phrase that begins at `start`, or 0."""
    index = start
    for word, is_prefix in steps:
        if index > start and index < len(folds) and folds[index] == "-":
            index += 1
        if index >= len(folds) or not (folds[index].startswith(word) if is_prefix else folds[index] == word):
            return 0
        index += 1
    return index
