import contextlib
import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dilem.errors import InvalidRequest
from dilem.surfaces.strictjson import Json, decode

REFUSED = {
    "empty": b"",
    "white space only": b" \n",
    "a byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": "{}".encode("utf-16"),
    "UTF-32": "{}".encode("utf-32-le"),
    "Latin-1": b'"\xe9"',
    "overlong UTF-8": b'"\xc0\xaf"',
    "a surrogate in UTF-8": b'"\xed\xa0\xbd"',
    "a lone high surrogate": b'"\\ud83d"',
    "a lone low surrogate": b'"\\ude00"',
    "a swapped pair": b'"\\ude00\\ud83d"',
    "a lone surrogate in a name": b'{"\\ud83d":1}',
    "the same name twice": b'{"a":1,"a":1}',
    "the same name twice, once escaped": b'{"text":1,"te\\u0078t":1}',
    "the same name twice, deep inside": b'[{"a":[{"b":1,"b":2}]}]',
    "NaN": b"NaN",
    "Infinity": b"[Infinity]",
    "minus Infinity": b'{"a":-Infinity}',
    "a number too large for a double": b"1e400",
    "an integer of 5000 digits": b"9" * 5000,
    "a fraction of 5000 digits": b"0." + b"1" * 5000,
    "33 levels": b"[" * 33 + b"]" * 33,
    "33 levels after a string with quotes and brackets": b'["\\"[[",' + b"[" * 32 + b"]" * 32 + b"]",
    "33 levels of objects": b'{"a":' * 33 + b"1" + b"}" * 33,
    "an unfinished object": b'{"a":1',
    "trailing data": b"{} {}",
    "a comment": b"{}//",
    "single quotes": b"{'a':1}",
    "a trailing comma": b"[1,]",
    "a bare word": b"nothing",
    "a leading zero": b"01",
    "a plus sign": b"+1",
    "hexadecimal": b"0x1",
    "a control character in a string": b'"\x01"',
    "a bad escape": b'"\\x41"',
    "a NUL byte": b"\x00",
}
TAKEN: dict[bytes, Json] = {
    b"null": None,
    b' {"a": [1, -0, 2.5, 1e3, true]}\n': {"a": [1, 0, 2.5, 1000.0, True]},
    b'"\\ud83d\\ude00"': "\N{GRINNING FACE}",
    '"\N{GRINNING FACE}é"'.encode(): "\N{GRINNING FACE}é",
    b'"\\u0000"': "\0",
    b"9007199254740993": 9007199254740993,
    b'{"__proto__":1}': {"__proto__": 1},
    b'["[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["]': ["[" * 36],
}


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_not_strict_json_is_refused_by_one_name(body: bytes) -> None:
    with pytest.raises(InvalidRequest) as refused:
        decode(body)

    assert refused.value.field == "body"


@pytest.mark.parametrize(("body", "value"), TAKEN.items())
def test_strict_json_is_decoded(body: bytes, value: Json) -> None:
    assert decode(body) == value


def test_32_levels_are_taken() -> None:
    assert decode(b"[" * 32 + b"]" * 32) is not None


@pytest.mark.parametrize(
    ("body", "limit_s"),
    [
        (b"[" * 20_000 + b"]" * 20_000, 0.2),
        (b"[" * 300_000, 0.2),
        (b'{"a":' * 50_000, 0.2),
        (b"[" + b"[]," * 99_999 + b"[]", 0.5),
        (b"[]" * 40 + b'"' + b'\\"' * 140_000, 0.2),
        (b"[]" * 40 + b'"' + b"a" * 290_000, 0.2),
        (b"9" * 5000, 0.05),
        (b"9" * 300_000, 0.05),
        (b'"' + b"\\ud83d" * 50_000 + b'"', 0.2),
    ],
    ids=lambda value: repr(value[:12]) if isinstance(value, bytes) else "",
)
def test_the_worst_body_costs_little(body: bytes, limit_s: float) -> None:
    assert min(_seconds_to_refuse(body) for _ in range(3)) < limit_s


def _seconds_to_refuse(body: bytes) -> float:
    began = time.thread_time()
    with pytest.raises(InvalidRequest):
        decode(body)
    return time.thread_time() - began


REPEATABLE = settings(deadline=None, database=None, derandomize=True)
NUMBERS = st.integers(-(10**18), 10**18) | st.floats(allow_nan=False, allow_infinity=False)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@REPEATABLE
@given(JSON_VALUES, st.booleans())
def test_every_json_value_comes_back_as_it_was(value: Json, ascii_only: bool) -> None:
    assert decode(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@REPEATABLE
@given(st.binary(max_size=200))
def test_any_bytes_are_decoded_or_refused_and_nothing_else(body: bytes) -> None:
    with contextlib.suppress(InvalidRequest):
        decode(body)
