"""Who may call: every operation with every kind of credential; a new operation fails until it fits."""

import json
from collections.abc import Iterator

import pytest

from surfaces.calling import BY_NAME, RESULT_ID, Caller, Headers, Response
from surfaces.running import CANARY, Service, running

# What is sent: the headers that carry it ($T stands for a valid token), and the code of the refusal.
CREDENTIALS: dict[str, tuple[Headers, str]] = {
    "none": ([], "session_required"),
    "empty": ([("Authorization", "")], "session_invalid"),
    "the scheme alone": ([("Authorization", "Bearer")], "session_invalid"),
    "the scheme and a space": ([("Authorization", "Bearer ")], "session_invalid"),
    "another scheme": ([("Authorization", "Basic $T")], "session_invalid"),
    "no scheme": ([("Authorization", "$T")], "session_invalid"),
    "garbage": ([("Authorization", f"Bearer {CANARY}")], "session_invalid"),
    "a changed token": ([("Authorization", "Bearer $T1")], "session_invalid"),
    "a trailing comma": ([("Authorization", "Bearer $T,")], "session_invalid"),
    "two in one header": ([("Authorization", "Bearer $T, Bearer $T")], "session_invalid"),
    "two headers": ([("Authorization", "Bearer $T"), ("Authorization", "Bearer $T")], "session_invalid"),
    "a tab": ([("Authorization", "Bearer\t$T")], "session_invalid"),
    "not ASCII": ([("Authorization", "Bearer $Té")], "session_invalid"),
    "a very long token": ([("Authorization", "Bearer " + "a" * 12_000)], "session_invalid"),
    "a cookie instead": ([("Cookie", "session=$T")], "cookies_forbidden"),
    "a cookie beside": ([("Authorization", "Bearer $T"), ("Cookie", "a=b")], "cookies_forbidden"),
    "an empty cookie": ([("Authorization", "Bearer $T"), ("Cookie", "")], "cookies_forbidden"),
}
GOOD: dict[str, Headers] = {
    "as documented": [("Authorization", "Bearer $T")],
    "in another case": [("authorization", "bEARER $T")],
    "with two spaces": [("Authorization", "Bearer  $T")],
    "with white space after": [("Authorization", "Bearer $T \t")],
}


def call_with(caller: Caller, name: str, headers: Headers, *, query: str = "") -> Response:
    """Call an operation with these credentials and nothing else wrong."""
    operation = BY_NAME[name]
    lines = [(header, value.replace("$T", caller.token or "")) for header, value in headers]
    if name == "decide":
        lines.append(("X-Dilem-Case-ID", "authorization"))
    body = None
    if operation.body is not None:
        lines.append(("Content-Type", "application/json"))
        body = json.dumps(dict(operation.request_example)).encode()
    path = operation.path.replace("{result_id}", RESULT_ID) + query
    return Caller(caller.service).send(operation.method, path, headers=lines, body=body)


@pytest.fixture(scope="module")
def expired(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """A caller whose session has ended a second ago."""
    with running(tmp_path_factory.mktemp("expired")) as service:
        caller = Caller(service).opened()
        service.clock.advance(days=90, seconds=1)
        yield caller


@pytest.mark.parametrize("credential", CREDENTIALS)
@pytest.mark.parametrize("name", BY_NAME)
def test_a_bad_credential_is_refused(name: str, credential: str, ana: Caller) -> None:
    headers, code = CREDENTIALS[credential]

    response = call_with(ana, name, headers)

    if name == "start_session" and credential == "none":
        assert response.status == 200
    else:
        assert (response.status, response.code) == (403, code)


@pytest.mark.parametrize("how", GOOD)
@pytest.mark.parametrize("name", BY_NAME)
def test_a_good_credential_is_let_in(name: str, how: str, ana: Caller) -> None:
    assert call_with(ana, name, GOOD[how]).status != 403


@pytest.mark.parametrize("name", BY_NAME)
def test_a_token_in_the_address_is_no_credential(name: str, ana: Caller) -> None:
    response = call_with(ana, name, [], query=f"?session={ana.token}&access_token={ana.token}")

    assert response.code == ("session_required" if name != "start_session" else None)


@pytest.mark.parametrize("name", BY_NAME)
def test_an_expired_session_is_refused_and_never_replaced(name: str, expired: Caller) -> None:
    response = call_with(expired, name, GOOD["as documented"])

    assert (response.status, response.code) == (403, "session_expired")
    assert set(response.json) == {"type", "code", "message", "retryable"}


def test_the_result_of_another_session_looks_like_none(service: Service, ana: Caller) -> None:
    ben = Caller(service).opened()
    foreign = ana.decide("recommend", "foreign").json["result_id"]

    for missing, theirs in (
        (
            ben.call("get_result_feedback", result_id=RESULT_ID),
            ben.call("get_result_feedback", result_id=foreign),
        ),
        (vote(ben, RESULT_ID), vote(ben, foreign)),
    ):
        assert (missing.status, missing.body) == (theirs.status, theirs.body)
        assert missing.code == "result_not_found"
        assert unnamed(missing) == unnamed(theirs)
    assert ana.call("get_result_feedback", result_id=foreign).json["helpful"] is None


def vote(caller: Caller, result_id: str) -> Response:
    return caller.call("set_result_feedback", {"result_id": result_id, "helpful": True})


def unnamed(response: Response) -> dict[str, str]:
    """The headers without those that differ from moment to moment."""
    return {name: value for name, value in response.headers.items() if name not in {"date", "x-request-id"}}


def test_a_case_belongs_to_its_session(service: Service, ana: Caller) -> None:
    ben = Caller(service).opened()
    ana.decide("recommend", "shared-name")

    assert ben.call("get_usage", case_id="shared-name").json["case"] == {
        "id": "shared-name",
        "admitted": False,
        "completed": False,
    }
    assert ben.decide("recommend", "shared-name").json["type"] == "result"


def test_a_session_works_at_once_and_renewal_keeps_its_token(service: Service) -> None:
    caller = Caller(service).opened()

    renewed = caller.call("start_session")

    assert renewed.json == {"session": caller.token, "expires_in": 7_776_000}
    assert caller.call("get_usage").status == 200


def test_tokens_are_long_and_all_different(service: Service) -> None:
    tokens = {Caller(service).opened().token or "" for _ in range(20)}

    assert len(tokens) == 20
    assert min(map(len, tokens)) >= 43
