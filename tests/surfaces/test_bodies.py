"""What bodies of votes, messages and cards are taken and refused, and in which form any body comes."""

import itertools
import json
from typing import Any

import pytest

from surfaces.calling import BY_NAME, RESULT_ID, Caller, Response
from surfaces.inputs import CHARACTERS, fresh_case, named, taken
from surfaces.running import CANARY, Service

MESSAGE: dict[str, Any] = dict(BY_NAME["send_user_feedback"].request_example)
REPORT = {"kind": "clarification", "text": "How far?", "reference": "case:1"}
CARD: dict[str, Any] = dict(BY_NAME["export_result_card"].request_example)

_message_numbers = itertools.count()


def fresh_request() -> str:
    """A request id that no other message has."""
    return f"{next(_message_numbers):032x}"


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_message_with_any_character_is_taken_or_refused_by_rule(name: str, ana: Caller) -> None:
    characters, beside, _ = CHARACTERS[name]
    message = {**MESSAGE, "request_id": fresh_request(), "message": f"Please explain A{characters} or B"}

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
    body = {**MESSAGE, **changes, "request_id": fresh_request()}

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
