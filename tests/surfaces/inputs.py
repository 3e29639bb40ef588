"""What tests of inputs share: whether one was taken, what a refusal names, kinds of characters."""

import itertools

from surfaces.calling import Response

_case_numbers = itertools.count()


def fresh_case() -> str:
    """A case id that no other test uses."""
    return f"input-{next(_case_numbers)}"


def taken(response: Response) -> bool:
    """Whether the input was taken; otherwise it was refused as invalid."""
    if response.status != 200:
        assert (response.status, response.code) == (422, "invalid_request"), response.body
    return response.status == 200


def named(response: Response) -> str:
    """The field that a refusal names, or "body"."""
    assert response.code == "invalid_request"
    message: str = response.json["message"]
    return message.split("“")[1].split("”", maxsplit=1)[0] if "“" in message else "body"


# Each class of characters with its one rule: whether a text that holds it beside words is taken,
# and whether it is a text by itself.
CHARACTERS: dict[str, tuple[str, bool, bool]] = {
    "NUL": ("\0", False, False),
    "a C0 control": ("\x07", True, False),
    "tab and line ends": ("\t\r\n", True, False),
    "DEL": ("\x7f", True, False),
    "a C1 control": ("\x85", True, False),
    "a bidirectional embedding": ("\u202e", True, False),
    "a bidirectional isolate": ("\u2066\u2069", True, False),
    "zero width": ("\u200b\u200c\u200d", True, False),
    "a word joiner": ("\u2060", True, False),
    "a byte order mark inside": ("\ufeff", True, False),
    "a line separator": ("\u2028", True, False),
    "a paragraph separator": ("\u2029", True, False),
    "spaces of all widths": ("\u00a0\u2003\u3000", True, False),
    "noncharacters": ("\ufffe\uffff\U0001fffe", True, False),
    "private use": ("\ue000", True, False),
    "tags": ("\U000e0041\U000e007f", True, False),
    "variation selectors": ("\ufe0f\U000e0100", True, False),
    "Hangul fillers": ("\u3164\u115f\uffa0", True, False),
    "combining marks on one base": ("e" + "\u0301" * 50, True, True),
    "a family joined to one sign": ("\U0001f468\u200d\U0001f469\u200d\U0001f467", True, True),
    "right to left": ("\u0645\u062d\u0645\u062f", True, True),
    "a ligature that grows when normalised": ("\ufdfa", True, True),
}
