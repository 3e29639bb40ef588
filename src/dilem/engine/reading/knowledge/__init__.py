"""What everybody knows about everyday things: how each does on an aspect, and where that is written.

things.txt holds the things with their names in six languages, references.txt what the ratings rest on.
It speaks only where nearly everybody would agree; what the person says always counts more.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from dilem.engine.grid import LANGUAGES, Language
from dilem.engine.reading.phrases import Hit, Phrases, load
from dilem.engine.reading.words import Token

EVERYDAY = "everyday"
"""The reference of a rating that needs none: what nearly everybody knows."""

ALONE = frozenset(
    {"quiet", "dry", "warm", "cool", "light", "crowd", "lift", "kidsfit", "talk", "nature"}
)  # fmt: skip
"""Aspects on which a good thing and a bad one compare whatever their fields: a drum is louder than a book."""

_MASK = "mask"
_WITHOUT = "without"
_REFUSED = "refused"
_MARKS = frozenset({_MASK, _WITHOUT, _REFUSED})
_ENDING = re.compile(r"\(([^)]*)\)")
_RATING = re.compile(r"(?P<aspect>[a-z]+) (?P<value>[+-]?[0-2])(?: (?P<reference>[a-z-]+))?")


@dataclass(frozen=True, slots=True)
class Reference:
    """A public source; `titles` holds one title for all languages, or one for each."""

    id: str
    titles: Mapping[str, str] = field(hash=False)
    publisher: str
    year: str

    def title(self, language: Language) -> str:
        """The title as it is shown to a reader of a language."""
        return self.titles.get(language, self.titles.get("title", self.id))


@dataclass(frozen=True, slots=True)
class Rating:
    """A thing is good (up to +2) or bad (down to -2) on an aspect, and a reference says so."""

    value: int
    thing: str
    reference: str


@dataclass(frozen=True, slots=True)
class Thing:
    """Something everyday: the fields it is chosen in, and its rating on each aspect it has one on."""

    id: str
    fields: frozenset[str]
    ratings: Mapping[str, Rating] = field(hash=False)


def things_named(language: Language, tokens: Sequence[Token]) -> tuple[Thing, ...]:
    """The things that the words of an option name, in order.

    None of them in an option that refuses something ("don't take the car"), and not what it does without.
    """
    given = tuple(tokens)
    hits = _names(language).find(given)
    if any(hit.tag == _REFUSED for hit in hits):
        return ()
    cancelled = {hit.end + skip for hit in hits if hit.tag == _WITHOUT for skip in (0, 1)}
    found = [
        hit.tag
        for hit in hits
        if hit.tag not in _MARKS and hit.start not in cancelled and not _is_proper(language, given, hit)
    ]
    table = things()
    return tuple(table[thing] for thing in dict.fromkeys(found))


def rating(language: Language, tokens: Sequence[Token], aspect: str) -> Rating | None:
    """How what the words name does on an aspect; None where nothing is known or two things disagree."""
    return _agreed(
        thing.ratings[aspect] for thing in things_named(language, tokens) if aspect in thing.ratings
    )


def compare(language: Language, options: Sequence[Sequence[Token]], aspect: str) -> tuple[Rating, ...] | None:
    """How each option does on an aspect, where all are known things that can be compared and they differ.

    What all options name alike separates nothing and is passed over. None where one is not known, where two
    fields order the options differently, or where all are equal.
    """
    named = [things_named(language, tokens) for tokens in options]
    if len(named) < 2 or not all(named):
        return None
    shared = frozenset.intersection(*(frozenset(thing.id for thing in group) for group in named))
    known = [
        tuple(thing for thing in group if thing.id not in shared and aspect in thing.ratings)
        for group in named
    ]
    fields = frozenset.intersection(*(_fields(group) for group in known))
    choices = [
        [tuple(thing for thing in group if name in thing.fields) for group in known]
        for name in sorted(fields)
    ]
    rows = [row for row in (_row(choice, aspect) for choice in choices) if row is not None]
    if not rows and aspect in ALONE:
        apart = _row(known, aspect)
        rows = [apart] if apart is not None and _has_both_sides(apart) else []
    if not rows or any(_order(row) != _order(rows[0]) for row in rows):
        return None
    return rows[0]


@cache
def things() -> Mapping[str, Thing]:
    """All things by their id."""
    lists = _lists()
    ids = dict.fromkeys(key.partition(".")[0] for key in lists)
    return {
        thing: Thing(thing, frozenset(lists.get(f"{thing}.fields", ())), _ratings(thing, lists))
        for thing in ids
        if thing not in _MARKS
    }


@cache
def references() -> Mapping[str, Reference]:
    """All references by their id."""
    blocks: dict[str, dict[str, str]] = {}
    for key, parts in load(__name__, "references.txt").items():
        block, _, name = key.partition(".")
        blocks.setdefault(block, {})[name] = "; ".join(parts)
    return {
        block: Reference(
            block,
            {name: text for name, text in entries.items() if name == "title" or name in LANGUAGES},
            entries.get("publisher", ""),
            entries.get("year", ""),
        )
        for block, entries in blocks.items()
    }


@cache
def names(language: Language) -> Mapping[str, tuple[str, ...]]:
    """The names of every thing in a language, endings spelled out."""
    suffix = f".{language}"
    return {
        key.removesuffix(suffix): tuple(name for phrase in phrases for name in _spelled_out(phrase))
        for key, phrases in _lists().items()
        if key.endswith(suffix)
    }


@cache
def _lists() -> Mapping[str, tuple[str, ...]]:
    return load(__name__, "things.txt")


@cache
def _names(language: Language) -> Phrases:
    return Phrases((thing, name) for thing, spelled in names(language).items() for name in spelled)


def _is_proper(language: Language, tokens: Sequence[Token], hit: Hit) -> bool:
    """Whether a capital shows that this is part of a proper name: "the Coach & Horses", "Villa Serena"."""
    if language == "de" or not _is_capital(tokens[hit.start]):
        return False
    if hit.end < len(tokens) and _is_capital(tokens[hit.end]):
        return True
    is_written_small = any(token.text.islower() for token in tokens)
    return is_written_small and any(token.is_word for token in tokens[: hit.start])


def _is_capital(token: Token) -> bool:
    return token.text[:1].isupper() and token.text[1:].islower()


def _spelled_out(phrase: str) -> list[str]:
    """All that a name with endings in brackets stands for: "train(s)" is "train" and "trains"."""
    parts = _ENDING.split(phrase)
    choices = [("", *part.split("|")) if index % 2 else (part,) for index, part in enumerate(parts)]
    return list(dict.fromkeys("".join(choice) for choice in product(*choices)))


def _ratings(thing: str, lists: Mapping[str, tuple[str, ...]]) -> Mapping[str, Rating]:
    found: dict[str, Rating] = {}
    for entry in lists.get(f"{thing}.aspects", ()):
        match = _RATING.fullmatch(entry)
        if match is None:
            raise ValueError(f"{thing}: {entry}")
        found[match["aspect"]] = Rating(int(match["value"]), thing, match["reference"] or EVERYDAY)
    return found


def _fields(group: Iterable[Thing]) -> frozenset[str]:
    return frozenset(name for thing in group for name in thing.fields)


def _row(choice: Iterable[Iterable[Thing]], aspect: str) -> tuple[Rating, ...] | None:
    """The rating of each option, where every one has one and they are not all equal."""
    row: list[Rating] = []
    for group in choice:
        agreed = _agreed(thing.ratings[aspect] for thing in group)
        if agreed is None:
            return None
        row.append(agreed)
    return tuple(row) if len({entry.value for entry in row}) > 1 else None


def _has_both_sides(row: Sequence[Rating]) -> bool:
    return min(entry.value for entry in row) < 0 < max(entry.value for entry in row)


def _order(row: Sequence[Rating]) -> tuple[int, ...]:
    """The rank of each option, so that rows with different values can be seen to agree."""
    levels = sorted({entry.value for entry in row})
    return tuple(levels.index(entry.value) for entry in row)


def _agreed(ratings: Iterable[Rating]) -> Rating | None:
    """The most cautious of ratings that point the same way."""
    given = list(ratings)
    signs = {(entry.value > 0) - (entry.value < 0) for entry in given}
    return min(given, key=lambda entry: abs(entry.value)) if len(signs) == 1 else None
