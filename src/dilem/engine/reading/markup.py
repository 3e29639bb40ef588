"""Finds blocks that no person writes about a dilemma: tags, brackets, objects, blobs, hidden characters.

All places are code points of the text.
"""

import re
from collections.abc import Iterator

from dilem.engine.reading.words import fold

_TAG = re.compile(r"<(!--|/?[^\W\d][\w.:|-]{0,40}|\|[^<>|]{1,40}\|)[^<>]{0,300}>")
_BRACKET = re.compile(r"\[\s*/?\s*([^\W\d]{2,20})\b[^\[\]]{0,3000}\]")
_BLOB = re.compile(r"[A-Za-z0-9+/_-]{40,}={0,2}")
_HIDDEN = re.compile(r"[\U000E0000-\U000E007F]+")
_KEY = re.compile(r'"([^"{}:\n]{1,40})"\s*:')
_KEYS = frozenset({
    "role", "ruolo", "rol", "rolle", "papel",
    "system", "sistema", "systeme", "assistant", "developer", "content",
    "selected", "output", "instruction", "instructions", "order",
    "ordine", "orden", "ordem", "ordre", "befehl",
    "status", "weight", "weights", "poids", "gewicht",
    "gewichte", "peso", "pesos", "pesi", "result", "override",
    "recommendation", "answer", "type", "tool", "function", "prompt", "probability",
})  # fmt: skip
_HIDING_TAGS = frozenset(
    {"!--", "script", "style", "iframe", "img", "meta", "object", "embed", "template", "svg"}
)


def marked_blocks(text: str, roles: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where such blocks begin and end; `roles` are the names that a block speaks as, such as "assistant"."""
    yield from _tagged(text, roles)
    yield from _bracketed(text, roles)
    yield from _objects(text)
    yield from _fenced(text)
    yield from _runs(text)


def _tagged(text: str, roles: frozenset[str]) -> Iterator[tuple[int, int]]:
    """<assistant> … </assistant> and the like: from the tag that opens to the last one of its kind."""
    last = 0
    tags = list(_TAG.finditer(text))
    closing = {fold(tag.group(1)).lstrip("/"): tag.end() for tag in tags}
    for tag in tags:
        if tag.start() < last:
            continue
        name = fold(tag.group(1)).lstrip("/").strip("|")
        parts = set(re.split(r"[\W_]+", name))
        hides = name in _HIDING_TAGS or "display" in tag.group() or "hidden" in tag.group()
        if not (
            hides or parts & roles or parts & {"ki", "ai", "ia", "im", "prompt", "hinweis", "note", "nota"}
        ):
            continue
        last = max(tag.end(), closing.get(fold(tag.group(1)).lstrip("/"), 0))
        yield tag.start(), last


def _bracketed(text: str, roles: frozenset[str]) -> Iterator[tuple[int, int]]:
    for match in _BRACKET.finditer(text):
        if fold(match.group(1)) in roles:
            yield match.span()


def _objects(text: str) -> Iterator[tuple[int, int]]:
    """JSON with keys that speak of roles, orders or results."""
    depth = start = 0
    for match in re.finditer(r"[{}]", text):
        if match.group() == "{":
            start = match.start() if depth == 0 else start
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0 and any(fold(key) in _KEYS for key in _KEY.findall(text, start, match.end())):
                yield start, match.end()


def _fenced(text: str) -> Iterator[tuple[int, int]]:
    """Code between fences that holds such an object."""
    fences = [match.start() for match in re.finditer("```", text)]
    for start, end in zip(fences[::2], fences[1::2], strict=False):
        if any(True for _ in _objects(text[start:end])):
            yield start, end + 3


def _runs(text: str) -> Iterator[tuple[int, int]]:
    for match in _HIDDEN.finditer(text):
        yield match.span()
    for match in _BLOB.finditer(text):
        kinds = (str.islower, str.isupper, str.isdigit)
        if all(any(kind(char) for char in match.group()) for kind in kinds):
            yield match.span()
