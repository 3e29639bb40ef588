"""Ids of options: short, speaking, unique, and the canonical order that breaks ties."""

import unicodedata
from collections.abc import Sequence

from dilem.engine.grid import Option

_LONGEST = 28
"""Characters of an id before its number; with a number it stays within 32."""

_UNFOLDED = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})


def option_ids(options: Sequence[Option]) -> tuple[str, ...]:
    """An id for every option, of the form ^[a-z][a-z0-9_]{0,31}$.

    Ids follow from the labels alone, never from their order; only options of the very same label are told
    apart by it.
    """
    order = sorted(range(len(options)), key=lambda i: (_slug(options[i]), options[i].label, i))
    ids: dict[int, str] = {}
    taken: set[str] = set()
    for index in order:
        slug = _slug(options[index])
        candidate, number = slug, 2
        while candidate in taken:
            candidate, number = f"{slug}_{number}", number + 1
        taken.add(candidate)
        ids[index] = candidate
    return tuple(ids[index] for index in range(len(options)))


def _slug(option: Option) -> str:
    folded = unicodedata.normalize("NFKD", option.label.casefold().translate(_UNFOLDED))
    marked = "".join(
        character if character.isascii() and character.isalnum() else "_"
        for character in folded
        if not unicodedata.combining(character)
    )
    slug = "_".join(word for word in marked.split("_") if word)
    if not slug:
        slug = option.kind.value if option.label == "" else "option"
    elif not slug[0].isalpha():
        slug = f"option_{slug}"
    return slug[:_LONGEST].rstrip("_")
