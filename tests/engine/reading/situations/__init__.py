"""Texts of every kind in six languages, one a line: what they are, and the text itself."""

from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent


def texts(file: str) -> Iterator[tuple[str, str]]:
    """The lines "kind | text" of a file."""
    for line in (HERE / file).read_text(encoding="utf-8").splitlines():
        kind, separator, text = line.partition("|")
        if separator and not line.startswith("#"):
            yield kind.strip(), text.strip()


def marked(file: str) -> Iterator[tuple[str, list[bool]]]:
    """The lines of a file whose orders stand between ⟦ and ⟧, with whether each character is part of one."""
    for line in (HERE / file).read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        text, inside, is_order = "", [], False
        for character in line.replace("\\n", "\n"):
            if character in "⟦⟧":
                is_order = character == "⟦"
            else:
                text += character
                inside.append(is_order)
        yield text, inside
