"""JSON as the contract takes it: UTF-8 without a mark, each member once, numbers that are numbers.

Python's own decoder takes more than that and answers some of it with errors from deep inside; here
each departure is one and the same refusal, and its cost is bounded by the size of the body.
"""

import json
import math
import re
from typing import NoReturn

from dilem.errors import InvalidRequest

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

MAX_DEPTH = 32
MAX_NUMBER_CHARACTERS = 40

# Possessive, and content with a string that never ends: each character is looked at once.
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)


def decode(body: bytes) -> Json:
    """Decode one JSON text.

    Raises:
        InvalidRequest: field "body", whatever is wrong.
    """
    try:
        text = body.decode("utf-8", "strict")
        _check_depth(text)
        value: Json = json.loads(
            text,
            object_pairs_hook=_each_member_once,
            parse_int=_whole,
            parse_float=_finite,
            parse_constant=_refuse_constant,
        )
        if "\\u" in text:
            _check_surrogates(value)
    except (ValueError, RecursionError) as error:
        raise InvalidRequest(field="body") from error
    return value


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        character = match[0][0]
        if character in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise ValueError("depth")
        elif character in "]}":
            depth -= 1


def _each_member_once(members: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(members)
    if len(value) != len(members):
        raise ValueError("duplicate")
    return value


def _whole(digits: str) -> int:
    if len(digits) > MAX_NUMBER_CHARACTERS:
        raise ValueError("digits")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits) if len(digits) <= MAX_NUMBER_CHARACTERS else math.inf
    if not math.isfinite(number):
        raise ValueError("number")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _check_surrogates(value: Json) -> None:
    # An escaped half of a pair decodes to a string that no UTF-8 can hold.
    json.dumps(value, ensure_ascii=False).encode("utf-8", "strict")
