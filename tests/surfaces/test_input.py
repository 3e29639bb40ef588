"""What decide takes and refuses, field by field; a refusal costs nothing and leaves nothing."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surfaces.calling import BY_NAME, Caller, Response
from surfaces.inputs import CHARACTERS, fresh_case, named, taken
from surfaces.running import CANARY, RECOMMENDATION, Service

ONE, TWO, THREE, FOUR = "a", "é", "圖", "😀"


def decide(caller: Caller, **fields: object) -> Response:
    """Take a first turn with these fields changed; a value of ... leaves the field out."""
    body: dict[str, object] = {"text": "recommend", "language": "en"} | fields
    return caller.call(
        "decide", {name: value for name, value in body.items() if value is not ...}, case_id=fresh_case()
    )


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


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_text_with_any_character_is_taken_or_refused_by_rule(name: str, ana: Caller) -> None:
    characters, beside, alone = CHARACTERS[name]

    assert taken(decide(ana, text=f"recommend A{characters} or B?")) is beside
    assert taken(decide(ana, refinements=[f"A{characters}? yes"])) is beside
    assert taken(decide(ana, text=characters)) is alone
    assert taken(decide(ana, refinements=[characters])) is alone


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
