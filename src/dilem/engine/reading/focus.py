"""Tells which option each part of the text speaks of."""

from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise

from dilem.engine.grid import OptionKind
from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.kinds import kinds_of
from dilem.engine.reading.options import Candidate, Found, stem
from dilem.engine.reading.phrases import Hit
from dilem.engine.reading.words import Span, tokenize

ALL = -1
"""The words speak of all options alike."""

NOBODY = -2
"""The words speak of no option: of the person, of what matters, of something else."""

_ORDINALS = ("options.first", "options.second", "options.third")
_SHORTEST = 4
_COMPARED = 4
_MARKS = frozenset(",;:.)!")
_NAMING = frozenset({"flying", "boat", "car", "motorbike", "camping", "dog", "cat", "bird", "horse"})
_TAGS = frozenset({*_ORDINALS, "words.both", "words.than", "words.or"})


@dataclass(frozen=True)
class Focus:
    """For every token of every part: the index of the option it speaks of, ALL or NOBODY."""

    by_part: tuple[tuple[int, ...], ...]

    def of(self, part: int, token: int) -> int:
        """The option that a token speaks of."""
        return self.by_part[part][token]


def focus(document: Document, found: Found) -> Focus:
    """Follow the options through the text: named, pointed at ("the second"), or still spoken of."""
    if any(option.kind is OptionKind.DO for option in found.options):
        return Focus(tuple(tuple(0 for _ in part.tokens) for part in document.parts))
    owners = _owners(found.options, compounds=document.language == "de")
    return Focus(tuple(_Follower(document, part, found, owners).follow() for part in document.parts))


def _owners(options: tuple[Candidate, ...], *, compounds: bool) -> dict[str, int]:
    """The stems that name one option and no other, with that option.

    In a language of `compounds` their beginnings count too: "Wald" is the "Waldkindergarten".
    """
    owners: dict[str, int] = {}
    shared: set[str] = set()
    for number, option in enumerate(options):
        for key in option.keys:
            for name in [key, *(key[:end] for end in range(_SHORTEST, len(key)) if compounds)]:
                if owners.get(name, number) != number:
                    shared.add(name)
                owners[name] = number
    return {key: number for key, number in owners.items() if key not in shared}


def _own_pairs(options: tuple[Candidate, ...]) -> dict[tuple[str, str], int]:
    """Pairs of words that name an option where single ones do not.

    "The 5 kg box" is known again by "5 kg", and French "le car" by both its words, for "car" means "because".
    """
    owners: dict[tuple[str, str], int] = {}
    shared: set[tuple[str, str]] = set()
    for number, option in enumerate(options):
        words = [token for token in tokenize(option.label) if token.fold != "-"]
        for token, following in pairwise(words):
            key = (token.fold, following.fold)
            if token.fold[:1].isdigit() or not option.keys:
                if owners.get(key, number) != number:
                    shared.add(key)
                owners[key] = number
    return {key: number for key, number in owners.items() if key not in shared}


def _own_kinds(document: Document, options: tuple[Candidate, ...]) -> dict[str, int]:
    """The kinds of things known again by other words, "plane" by "flight", that belong to one option."""
    owners: dict[str, set[int]] = {}
    for number, option in enumerate(options):
        for token in tokenize(option.label):
            for kind in kinds_of(token.fold, document.language) & _NAMING:
                owners.setdefault(kind, set()).add(number)
    return {kind: next(iter(numbers)) for kind, numbers in owners.items() if len(numbers) == 1}


@dataclass(frozen=True, slots=True)
class _Mention:
    token: int
    option: int


class _Follower:
    """Walks through one part, remembering which option is being spoken of."""

    def __init__(self, document: Document, part: Part, found: Found, owners: dict[str, int]) -> None:
        self._grammar = document.grammar
        self._part = part
        self._found = found
        self._owners = owners
        self._pairs = _own_pairs(found.options)
        self._kinds = _own_kinds(document, found.options)
        self._hits = [hit for hit in part.hits if hit.tag in _TAGS]
        self._starts = [hit.start for hit in self._hits]
        self._spoken_of = [NOBODY] * len(part.tokens)
        self._current = NOBODY

    def follow(self) -> tuple[int, ...]:
        """The option of every token."""
        for sentence in self._part.sentences:
            self._sentence(sentence)
        for number, option in enumerate(self._found.options):
            if option.part == self._part.index:
                for span in (*option.body, option.span):
                    self._mark(Span(span.start, min(span.end, len(self._spoken_of))), number)
        return tuple(self._spoken_of)

    def _mark(self, span: Span, option: int) -> None:
        self._spoken_of[span.start : span.end] = [option] * (span.end - span.start)

    def _within(self, span: Span, *tags: str) -> list[Hit]:
        first, last = bisect_left(self._starts, span.start), bisect_left(self._starts, span.end)
        return [hit for hit in self._hits[first:last] if hit.tag in tags]

    def _sentence(self, sentence: Span) -> None:
        mentions = self._mentions(sentence)
        if not mentions:
            if self._is_about_self(sentence):
                self._mark(sentence, NOBODY)
            elif self._within(sentence, "words.both"):
                self._mark(sentence, ALL)
            else:
                self._mark(sentence, self._current)
            return
        self._clauses(sentence, mentions)
        named = {mention.option for mention in mentions}
        asks = self._part.tokens[sentence.end - 1].fold == "?" or self._within(sentence, "words.or")
        # After "A or B?" whatever follows without a name speaks of neither in particular.
        self._current = NOBODY if len(named) > 1 and asks else mentions[-1].option

    def _clauses(self, sentence: Span, mentions: list[_Mention]) -> None:
        """Inside one clause, words belong to the option it names; to the last named where it names none."""
        position = sentence.start
        before: int | None = None
        for clause in self._part.clauses(sentence, self._grammar):
            inside = [m for m in mentions if clause.start <= m.token < clause.end]
            if inside:
                # Where a clause opens with "than B", or names A and then B, each keeps what follows it.
                self._mark(Span(position, clause.end), inside[0].option)
                for mention in inside[1:]:
                    self._mark(Span(mention.token, clause.end), mention.option)
                before = self._spoken_of[clause.end - 1]
            elif before is None:
                self._mark(Span(position, clause.end), self._leading(clause, sentence, mentions))
            else:
                self._mark(Span(position, clause.end), before)
            position = clause.end
        self._mark(Span(position, sentence.end), mentions[-1].option if before is None else before)

    def _leading(self, clause: Span, sentence: Span, mentions: list[_Mention]) -> int:
        """The option of a clause in front of the first that names one.

        Of two options, a clause with an amount of its own is about the other: "a tent 20 €, the hotel 80 €".
        In front of several, "no nuts, please: A, B or C?", a clause speaks of none.
        """
        first = mentions[0]
        if self._is_about_self(clause):
            return NOBODY
        if self._within(clause, "words.both"):
            return ALL
        if clause.end < sentence.end and self._part.tokens[clause.end].fold == ":":
            return NOBODY
        figures = [i for i in range(clause.start, clause.end) if self._part.tokens[i].fold[:1].isdigit()]
        named = next(
            (c for c in self._part.clauses(sentence, self._grammar) if c.start <= first.token < c.end), None
        )
        parallel = named is not None and any(
            self._part.tokens[i].fold[:1].isdigit() for i in range(first.token, named.end)
        )
        if figures and parallel and len(self._found.options) == 2 and figures[0] > clause.start:
            return 1 - first.option
        return NOBODY if len({mention.option for mention in mentions}) > 1 else first.option

    def _mentions(self, sentence: Span) -> list[_Mention]:
        """Where the sentence names an option or points at one, in order."""
        found: list[_Mention] = []
        for index in range(sentence.start, sentence.end):
            token = self._part.tokens[index]
            if not token.fold[:1].isalnum():
                continue
            owner = self._pairs.get((token.fold, self._word_behind(index, sentence))) if self._pairs else None
            if owner is None and not self._grammar.has("words.stop", token.fold):
                owner = self._owner_of(token.fold)
            if owner is not None:
                found.append(_Mention(index, owner))
        if not found:
            found = self._pointers(sentence)
        return self._without_compared(sentence, found)

    def _owner_of(self, word: str) -> int | None:
        """The option that a word names, by its stem or by the kind of thing it is."""
        owner = self._owners.get(stem(word))
        if owner is not None or not self._kinds:
            return owner
        kinds = {self._kinds[k] for k in kinds_of(word, self._grammar.language) if k in self._kinds}
        return kinds.pop() if len(kinds) == 1 else None

    def _word_behind(self, index: int, sentence: Span) -> str:
        for place in range(index + 1, min(index + 3, sentence.end)):
            if self._part.tokens[place].fold != "-":
                return self._part.tokens[place].fold
        return ""

    def _pointers(self, sentence: Span) -> list[_Mention]:
        """ "the first", "the other": where no noun of another thing follows."""
        found: list[_Mention] = []
        for option, tag in enumerate(_ORDINALS[: len(self._found.options)]):
            found.extend(
                _Mention(hit.start, option)
                for hit in self._within(sentence, tag)
                if self._points(hit, sentence)
            )
        return sorted(found, key=lambda mention: mention.token)

    def _points(self, hit: Hit, sentence: Span) -> bool:
        if hit.end - hit.start > 1:
            return True
        before = self._part.tokens[hit.start - 1].fold if hit.start > sentence.start else ""
        # Italian "prima del 14" and German "erste Hilfe" point at nothing; "la prima" does.
        if not self._grammar.has("words.article", before) and hit.start - sentence.start > 1:
            return False
        if hit.end >= sentence.end:
            return True
        following = self._part.tokens[hit.end].fold
        is_noun = (
            following[:1].isalpha()
            and not self._grammar.has("words.stop", following)
            and not self._grammar.has("words.verbs", following)
            and not self._grammar.has("options.option_word", following)
        )
        begins = hit.start - sentence.start <= 1
        if begins and not self._grammar.has("words.article", before):
            return not self._grammar.has("words.stop", following) or following in _MARKS
        return not is_noun or (begins and self._grammar.language != "de")

    def _without_compared(self, sentence: Span, mentions: list[_Mention]) -> list[_Mention]:
        """Without the option after "than": "A is cheaper than B" speaks of A."""
        than = [hit.end for hit in self._within(sentence, "words.than") if self._compares(hit)]
        if not than or len(mentions) < 2:
            return mentions
        kept = [m for m in mentions if not any(self._follows(end, m.token) for end in than)]
        return kept or mentions

    def _follows(self, end: int, token: int) -> bool:
        """Whether a name stands a few words behind "than", with no mark between."""
        return 0 <= token - end <= 3 and all(self._part.tokens[i].is_word for i in range(end, token))

    def _compares(self, hit: Hit) -> bool:
        """Whether "than" is meant: Italian "di" and Spanish "que" are so only after "più" or "menos"."""
        if self._grammar.language in {"en", "de"}:
            return True
        words = [self._part.tokens[index].fold for index in range(max(0, hit.start - _COMPARED), hit.start)]
        return any(self._grammar.has("words.more", w) or self._grammar.has("words.less", w) for w in words)

    def _is_about_self(self, span: Span) -> bool:
        words = 0
        for index in range(span.start, span.end):
            token = self._part.tokens[index]
            if token.is_word:
                words += 1
                if self._grammar.has("words.self", token.fold):
                    return True
            if words >= 3:
                return False
        return False
