"""What is taken and what is refused, field by field; a refusal costs nothing and leaves nothing."""

import itertools
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surfaces.calling import BY_NAME, RESULT_ID, Caller, Response
from surfaces.running import CANARY, RECOMMENDATION, Service

_case_numbers = itertools.count()

ONE, TWO, THREE, FOUR = "a", "é", "圖", "😀"
MESSAGE: dict[str, Any] = dict(BY_NAME["send_user_feedback"].request_example)
REPORT = {"kind": "clarification", "text": "How far?", "reference": "case:1"}
CARD: dict[str, Any] = dict(BY_NAME["export_result_card"].request_example)


def fresh_case() -> str:
    """A case id that no other test uses."""
    return f"input-{next(_case_numbers)}"


def decide(caller: Caller, **fields: object) -> Response:
    """Take a first turn with these fields changed; a value of ... leaves the field out."""
    body: dict[str, object] = {"text": "recommend", "language": "en"} | fields
    return caller.call(
        "decide", {name: value for name, value in body.items() if value is not ...}, case_id=fresh_case()
    )


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


@pytest.mark.parametrize(
    "character", [ONE, TWO, THREE, FOUR], ids=["1 byte", "2 bytes", "3 bytes", "4 bytes"]
)
@pytest.mark.parametrize(("length", "right"), [(1, True), (5999, True), (6000, True), (6001, False)])
def test_the_length_of_a_text_counts_code_points(
    length: int, character: str, *, right: bool, ana: Caller
) -> None:
    assert taken(decide(ana, text=character * length)) is right
    assert taken(decide(ana, refinements=[character * length])) is right


def test_an_empty_text_is_refused(ana: Caller) -> None:
    assert named(decide(ana, text="")) == "text"
    assert named(decide(ana, refinements=["How far? 5 km", ""])) == "refinements"


@pytest.mark.parametrize(("count", "right"), [(0, True), (39, True), (40, True), (41, False)])
def test_refinements_are_counted(count: int, *, right: bool, ana: Caller) -> None:
    assert taken(decide(ana, refinements=["q a"] * count)) is right


@pytest.mark.parametrize(("total", "right"), [(23_999, True), (24_000, True), (24_001, False)])
@pytest.mark.parametrize("character", [ONE, FOUR])
def test_all_texts_together_are_bounded(character: str, total: int, *, right: bool, ana: Caller) -> None:
    texts = [character * 6000] * 4
    rest = total - 24_000
    texts = [*texts[:3], character * (6000 + rest)] if rest <= 0 else [*texts, character * rest]

    response = decide(ana, text=texts[0], refinements=texts[1:])

    assert taken(response) is right
    if not right:
        assert named(response) == "refinements"


def test_the_largest_request_of_the_contract_fits_the_largest_body(ana: Caller) -> None:
    escaped = "\\ud83d\\ude00"
    refinements = ",".join(f'"{escaped * 462}"' for _ in range(38)) + f',"{escaped * 440}","{escaped * 4}"'
    body = f'{{"text":"{escaped * 6000}","language":"en","refinements":[{refinements}]}}'.encode()
    assert 288_000 < len(body) < 300_000

    assert taken(ana.call("decide", raw=body, case_id=fresh_case()))


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"text": ...}, "text"),
        ({"text": None}, "text"),
        ({"text": 5}, "text"),
        ({"text": ["recommend"]}, "text"),
        ({"language": ...}, "language"),
        ({"language": "EN"}, "language"),
        ({"language": "nl"}, "language"),
        ({"language": None}, "language"),
        ({"refinements": None}, "refinements"),
        ({"refinements": "q a"}, "refinements"),
        ({"refinements": [1]}, "refinements"),
        ({"refinements": {"0": "q a"}}, "refinements"),
        ({"force_decision": 1}, "force_decision"),
        ({"force_decision": "true"}, "force_decision"),
        ({"force_decision": None}, "force_decision"),
        ({"clarification_count": -1}, "clarification_count"),
        ({"clarification_count": 21}, "clarification_count"),
        ({"clarification_count": True}, "clarification_count"),
        ({"clarification_count": "3"}, "clarification_count"),
        ({"clarification_count": 3.0}, "clarification_count"),
        ({"clarification_count": 9007199254740993}, "clarification_count"),
        ({"clarification_version": 1}, "clarification_version"),
        ({"clarification_version": 3}, "clarification_version"),
        ({"clarification_version": "2"}, "clarification_version"),
        ({"clarification_version": 2.0}, "clarification_version"),
        ({"clarification_version": True}, "clarification_version"),
        ({CANARY: 1}, "body"),
        ({"__proto__": {}}, "body"),
        ({"session": "x"}, "body"),
        ({"Text": "recommend"}, "body"),
    ],
    ids=repr,
)
def test_a_wrong_field_of_decide_is_named(fields: dict[str, object], field: str, ana: Caller) -> None:
    assert named(decide(ana, **fields)) == field


@pytest.mark.parametrize(("count", "right"), [(0, True), (20, True)])
def test_the_bounds_of_the_count_are_inside(count: int, *, right: bool, ana: Caller) -> None:
    assert taken(decide(ana, clarification_count=count, force_decision=True)) is right


@pytest.mark.parametrize("value", [None, [], "text", 5, True, [{"text": "recommend", "language": "en"}]])
def test_a_body_that_is_no_object_is_refused(value: object, ana: Caller) -> None:
    raw = json.dumps(value).encode()

    assert named(ana.call("decide", raw=raw, case_id=fresh_case())) == "body"


@pytest.mark.parametrize(
    ("case_id", "right"),
    [("a", True), ("A-z_9", True), ("a" * 80, True), ("a" * 81, False), ("", False), ("a b", False),
     ("a/b", False), ("é", False), ("a,b", False), (f"{CANARY}!", False), ("a.b", False)],
)  # fmt: skip
def test_a_case_id_has_its_letters_and_its_length(case_id: str, *, right: bool, ana: Caller) -> None:
    response = ana.decide("ask", case_id, clarification_count=0)

    assert taken(response) is right
    assert taken(ana.call("get_usage", case_id=case_id)) is right
    if not right:
        assert named(response) == "X-Dilem-Case-ID"


def test_decide_needs_one_case_id(ana: Caller) -> None:
    body = {"text": "recommend", "language": "en"}
    two = [("X-Dilem-Case-ID", "a"), ("X-Dilem-Case-ID", "a")]

    assert named(ana.call("decide", body)) == "X-Dilem-Case-ID"
    assert named(ana.call("decide", body, headers=two)) == "X-Dilem-Case-ID"


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


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_text_with_any_character_is_taken_or_refused_by_rule(name: str, ana: Caller) -> None:
    characters, beside, alone = CHARACTERS[name]

    assert taken(decide(ana, text=f"recommend A{characters} or B?")) is beside
    assert taken(decide(ana, refinements=[f"A{characters}? yes"])) is beside
    assert taken(decide(ana, text=characters)) is alone
    assert taken(decide(ana, refinements=[characters])) is alone


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_message_with_any_character_is_taken_or_refused_by_rule(name: str, ana: Caller) -> None:
    characters, beside, _ = CHARACTERS[name]
    request_id = f"{list(CHARACTERS).index(name):032x}"
    message = {**MESSAGE, "request_id": request_id, "message": f"Please explain A{characters} or B"}

    assert taken(ana.call("send_user_feedback", message)) is beside


def test_a_card_with_any_character_is_taken_or_refused_by_rule(ana: Caller) -> None:
    for characters, beside, alone in CHARACTERS.values():
        for label, right in ((f"A{characters}", beside), (characters, alone)):
            options = [{**CARD["result"]["options"][0], "label": label}, CARD["result"]["options"][1]]
            response = ana.call(
                "export_result_card", {**CARD, "result": {**CARD["result"], "options": options}}
            )

            assert response.status == (503 if right else 422), (characters, label)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"result_id": "A" * 32}, "result_id"),
        ({"result_id": "a" * 31}, "result_id"),
        ({"result_id": None}, "result_id"),
        ({"result_id": RESULT_ID + "\n"}, "result_id"),
        ({"helpful": None}, "helpful"),
        ({"helpful": 1}, "helpful"),
        ({"helpful": ...}, "helpful"),
        ({"helpful": True, "reason": "too_vague"}, "reason"),
        ({"reason": "because"}, "reason"),
        ({CANARY: 1}, "body"),
    ],
    ids=repr,
)
def test_a_wrong_field_of_a_vote_is_named(changes: dict[str, object], field: str, ana: Caller) -> None:
    body = {"result_id": RESULT_ID, "helpful": False, "reason": None} | changes

    response = ana.call(
        "set_result_feedback", {key: value for key, value in body.items() if value is not ...}
    )

    assert named(response) == field


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        *(({name: ...}, name) for name in MESSAGE),
        ({"request_id": "x"}, "request_id"),
        ({"kind": "praise"}, "kind"),
        ({"message": "1234"}, "message"),
        ({"message": "a b c d "}, "message"),
        ({"message": "a" * 4001}, "message"),
        ({"email": "a" * 255}, "email"),
        ({"email": None}, "email"),
        ({"email": "a\0@b"}, "email"),
        ({"source": "mcp"}, "source"),
        ({"version": "1.0"}, "version"),
        ({"version": "A" * 40}, "version"),
        ({"screen": "cellar"}, "screen"),
        ({"kind": "response"}, "response"),
        ({"response": REPORT}, "response"),
        ({"kind": "response", "response": {**REPORT, "text": ""}}, "response.text"),
        ({"kind": "response", "response": {**REPORT, "text": "a" * 12_001}}, "response.text"),
        ({"kind": "response", "response": {**REPORT, "reference": "a b"}}, "response.reference"),
        ({"kind": "response", "response": {**REPORT, CANARY: 1}}, "response"),
        ({CANARY: 1}, "body"),
    ],
    ids=repr,
)
def test_a_wrong_field_of_a_message_is_named(changes: dict[str, object], field: str, ana: Caller) -> None:
    body = {key: value for key, value in {**MESSAGE, **changes}.items() if value is not ...}

    assert named(ana.call("send_user_feedback", body)) == field


@pytest.mark.parametrize(
    "changes",
    [
        {"message": "1 2 3 4 5"},
        {"message": "😀" * 4000},
        {"email": "a" * 254},
        {"version": "0123456789abcdef" * 2 + "01234567"},
        {"kind": "response", "response": {**REPORT, "text": "a" * 12_000, "reference": "A.z_9:-"}},
    ],
    ids=lambda changes: repr(changes)[:40],
)
def test_a_message_at_its_bounds_is_taken(changes: dict[str, object], ana: Caller) -> None:
    body = {**MESSAGE, **changes, "request_id": f"{abs(hash(repr(changes))) % 16**32:032x}"}

    assert taken(ana.call("send_user_feedback", body))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"options": CARD["result"]["options"][:1]}, "result.options"),
        ({"options": CARD["result"]["options"][:1] * 9}, "result.options"),
        ({"options": CARD["result"]["options"][:1] * 2}, "result.options"),
        ({"options": [{**CARD["result"]["options"][0], "id": "Train"}] * 2}, "result.options.id"),
        ({"options": [{**CARD["result"]["options"][0], "label": "a" * 121}] * 2}, "result.options.label"),
        (
            {"options": [{**CARD["result"]["options"][0], "description": "a" * 241}] * 2},
            "result.options.description",
        ),
        (
            {"options": [{**CARD["result"]["options"][0], "probability": 1.01}] * 2},
            "result.options.probability",
        ),
        (
            {"options": [{**CARD["result"]["options"][0], "probability": True}] * 2},
            "result.options.probability",
        ),
        (
            {"options": [{**CARD["result"]["options"][0], "probability": "1"}] * 2},
            "result.options.probability",
        ),
        ({"selected": "boat"}, "result.options"),
        ({"selected": "a" * 33}, "result.selected"),
        ({"summary": " "}, "result.summary"),
        ({"summary": "a" * 6001}, "result.summary"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_wrong_field_of_a_card_is_named(changes: dict[str, object], field: str, ana: Caller) -> None:
    response = ana.call("export_result_card", {**CARD, "result": {**CARD["result"], **changes}})

    assert named(response) == field


def test_a_whole_result_is_taken_for_a_card_and_an_unknown_theme_is_not(ana: Caller) -> None:
    result = ana.decide("recommend", fresh_case()).json

    assert ana.call("export_result_card", {"result": result}).code == "service_unavailable"
    assert named(ana.call("export_result_card", {"result": result, "theme": "pink"})) == "theme"
    assert named(ana.call("export_result_card", {"result": result, CANARY: 1})) == "body"


@pytest.mark.parametrize(
    "result_id", [RESULT_ID.upper(), RESULT_ID[:-1], RESULT_ID + "0", "%2e%2e", "%00", "a%0a"]
)
def test_a_wrong_result_id_in_the_address_is_named(result_id: str, ana: Caller) -> None:
    assert named(ana.call("get_result_feedback", result_id=result_id)) == "result_id"


@pytest.mark.parametrize(
    ("media_type", "right"),
    [
        ("application/json; charset=utf-8", True),
        ("APPLICATION/JSON", True),
        ("text/plain", False),
        ("application/x-www-form-urlencoded", False),
        ("multipart/form-data; boundary=x", False),
        ("application/json; charset=utf-16", False),
        ("application/vnd.x+json", False),
        ("", False),
    ],
)
@pytest.mark.parametrize(
    "name", ["decide", "export_result_card", "set_result_feedback", "send_user_feedback"]
)
def test_only_plain_json_is_read(name: str, media_type: str, *, right: bool, ana: Caller) -> None:
    response = send_as(ana, name, [("Content-Type", media_type)])

    if right:
        assert response.status not in {415, 422}
    elif 415 in BY_NAME[name].statuses:
        assert response.code == "unsupported_media_type"
    else:
        assert named(response) == "Content-Type"


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate", "identity", "x"])
@pytest.mark.parametrize(
    "name", ["decide", "export_result_card", "set_result_feedback", "send_user_feedback"]
)
def test_no_coding_of_the_body_is_read(name: str, coding: str, ana: Caller) -> None:
    response = send_as(ana, name, [("Content-Type", "application/json"), ("Content-Encoding", coding)])

    assert response.status == (415 if 415 in BY_NAME[name].statuses else 422)


def send_as(caller: Caller, name: str, headers: list[tuple[str, str]]) -> Response:
    """Send an operation's example with these headers about its body."""
    lines = [("Authorization", f"Bearer {caller.token}"), ("X-Dilem-Case-ID", fresh_case()), *headers]
    body = json.dumps(dict(BY_NAME[name].request_example)).encode()
    return caller.send("POST", BY_NAME[name].path, headers=lines, body=body)


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ([], None, 200),
        ([], b"", 200),
        ([("Content-Type", "text/plain")], None, 200),
        ([("Content-Type", "application/json")], b"{}", 200),
        ([("Content-Type", "application/json")], b'{"session":"x","any":[1]}', 200),
        ([("Content-Type", "application/json")], b"null", 200),
        ([("Content-Type", "application/json")], b"{", 422),
        ([("Content-Type", "application/json")], b'{"a":1,"a":2}', 422),
        ([("Content-Type", "text/plain")], b"{}", 422),
        ([], b"{}", 422),
        ([("Content-Type", "application/json"), ("Content-Encoding", "gzip")], b"{}", 422),
    ],
)
def test_a_session_needs_no_body_and_takes_any_json(
    headers: list[tuple[str, str]], body: bytes | None, status: int, service: Service
) -> None:
    assert Caller(service).send("POST", "/api/v1/session", headers=headers, body=body).status == status


def test_a_refusal_costs_nothing_and_leaves_nothing(service: Service) -> None:
    caller = Caller(service).opened()
    started = service.calculator.started

    for fields in ({"clarification_count": 21}, {"language": "nl"}, {"extra": CANARY}):
        assert not taken(caller.decide(f"recommend {CANARY}-refused", "refused", **fields))
    for headers in ([("Cookie", "a=b")], [("Origin", "https://evil.example")]):
        body = {"text": f"recommend {CANARY}-refused", "language": "en"}
        assert caller.call("decide", body, case_id="refused", headers=headers).status == 403

    assert caller.credits_used() == 0
    assert caller.call("get_usage", case_id="refused").json["case"]["admitted"] is False
    assert service.calculator.started == started
    assert all(f"{CANARY}-refused".encode() not in file.read_bytes() for file in service.data_dir.iterdir())


MANY = settings(
    max_examples=150,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
FIELDS = st.sampled_from([*BY_NAME["decide"].request_example, "force_decision", "clarification_count", "x"])
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text(), max_size=3)


@MANY
@given(body=st.dictionaries(FIELDS, VALUES, max_size=6))
def test_any_object_gets_one_answer_of_the_contract(body: dict[str, object], ana: Caller) -> None:
    raw = json.dumps({"text": "ask", "language": "en"} | body).encode("utf-8", "surrogatepass")

    assert ana.call("decide", raw=raw, case_id="any-object").status in {200, 422}


@MANY
@given(body=st.binary(max_size=300))
def test_any_bytes_get_one_answer_of_the_contract(body: bytes, ana: Caller) -> None:
    assert ana.call("decide", raw=body, case_id="any-bytes").status == 422


def test_the_scripted_result_is_one_that_the_contract_allows() -> None:
    assert sum(option.probability for option in RECOMMENDATION.options) == 1
