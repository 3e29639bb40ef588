"""Tells which option each part of the text speaks of."""

from dataclasses import dataclass

from dilem.engine.grid import OptionKind
from dilem.engine.reading.document import Document, Part
from dilem.engine.reading.options import Candidate, Found, stem
from dilem.engine.reading.words import Span

ALL = -1
"""The words speak of all options alike."""

NOBODY = -2
"""The words speak of no option: of the person, of what matters, of something else."""


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
    own = _own_keys(found.options)
    return Focus(tuple(_follow(document, part, found, own) for part in document.parts))


def _own_keys(options: tuple[Candidate, ...]) -> list[frozenset[str]]:
    """The stems that name one option and no other."""
    return [
        option.keys - frozenset().union(*(other.keys for other in options if other is not option))
        for option in options
    ]


def _follow(document: Document, part: Part, found: Found, own: list[frozenset[str]]) -> tuple[int, ...]:
    owners = [NOBODY] * len(part.tokens)
    current = NOBODY
    for sentence in part.sentences:
        mentions = _mentions(document, part, sentence, found, own)
        if not mentions and _about_self(document, part, sentence):
            current_here = NOBODY
        elif part.found(sentence, "words.both") and not mentions:
            current_here = ALL
        else:
            current_here = current
        if mentions:
            first = mentions[0][0]
            for index in range(sentence.start, first):
                owners[index] = mentions[0][1]
            for number, (start, option) in enumerate(mentions):
                end = mentions[number + 1][0] if number + 1 < len(mentions) else sentence.end
                for index in range(start, end):
                    owners[index] = option
            current = mentions[-1][1]
        else:
            for index in range(sentence.start, sentence.end):
                owners[index] = current_here
    for option_index, option in enumerate(found.options):
        if option.part == part.index:
            for span in (*option.body, option.span):
                for index in range(span.start, min(span.end, len(owners))):
                    owners[index] = option_index
    return tuple(owners)


def _mentions(
    document: Document, part: Part, sentence: Span, found: Found, own: list[frozenset[str]]
) -> list[tuple[int, int]]:
    """Where the sentence names an option: (token, option), in order."""
    mentions: list[tuple[int, int]] = []
    for index in range(sentence.start, sentence.end):
        token = part.tokens[index]
        if not token.fold[:1].isalnum() or document.grammar.has("words.stop", token.fold):
            continue
        root = stem(token.fold)
        owners = [number for number, keys in enumerate(own) if root in keys]
        if len(owners) == 1:
            mentions.append((index, owners[0]))
    if not mentions:
        for tag, option in (("options.first", 0), ("options.second", 1), ("options.third", 2)):
            for hit in part.found(sentence, tag):
                if option < len(found.options):
                    mentions.append((hit.start, option))
    return sorted(mentions)


def _about_self(document: Document, part: Part, sentence: Span) -> bool:
    for index in range(sentence.start, min(sentence.start + 3, sentence.end)):
        if part.tokens[index].is_word:
            return document.grammar.has("words.self", part.tokens[index].fold)
    return False
