"""Bugs that other services had, each with its right outcome here.

Cases that are one request are read from bugcases.jsonl and sent; those that are a story have their
own test, named beside them.
"""

import gzip
import json
import time
from pathlib import Path
from typing import Any

import pytest

from surfaces import test_guard, test_limits, test_mishaps, test_wire
from surfaces.calling import Caller, exchange
from surfaces.running import CANARY, Service

CASES = {
    case["id"]: case
    for case in map(json.loads, Path(__file__).with_name("bugcases.jsonl").read_text("utf-8").splitlines())
}
REQUESTS = [name for name, case in CASES.items() if "expected" in case and "raw_body" in case["request"]]
BODIES = [name for name, case in CASES.items() if "expected" in case and "body" in case["request"]]
STORIES = {
    "BC20": test_wire.test_slow_and_silent_connections_end_while_others_are_served,
    "BC22": test_wire.test_what_is_no_request_gets_one_answer_and_the_end,
    "BC24": test_mishaps.test_two_services_of_one_database_know_the_same_sessions,
    "BC25": test_mishaps.test_a_session_lasts_ninety_days_to_the_second,
    "BC30": test_limits.test_two_services_of_one_database_spend_the_last_credit_once,
    "BC31": test_limits.test_two_callers_of_one_case_at_once_get_one_calculation,
    "BC32": test_limits.test_a_turn_over_midnight_belongs_to_the_day_of_its_admission,
    "BC34": test_mishaps.test_a_locked_database_is_waited_for,
    "BC41": test_guard.test_a_foreign_page_gets_nothing_of_cors,
    "BC51": test_mishaps.test_a_caller_that_leaves_cancels_its_calculation_and_the_case_stays_open,
}


def test_every_case_is_sent_or_told() -> None:
    here = {"BC27": test_no_canary_reaches_a_log}

    assert set(CASES) == {*REQUESTS, *BODIES, *STORIES, *here}


def built(value: Any) -> Any:
    """Write out what a case abbreviates: repetitions, and what they stand between."""
    if isinstance(value, list):
        return [built(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "$repeat" not in value:
        return {key: built(item) for key, item in value.items()}
    text, count = value["$repeat"]
    return (
        value.get("prefix", "") + text * count + value.get("mid", "") + (built(value.get("then", "")) or "")
    )


def content(case: dict[str, Any]) -> bytes:
    """The body that a case sends."""
    request = case["request"]
    if case["id"] == "BC23":
        return gzip.compress(bytes(200_000_000), 9)
    if "raw_body" in request:
        text: str = built(request["raw_body"])
        return text.encode()
    return json.dumps(built(request["body"])).encode()


@pytest.mark.parametrize("name", [*REQUESTS, *BODIES])
def test_a_request_has_its_right_outcome(name: str, service: Service) -> None:
    case, caller = CASES[name], Caller(service).opened()
    headers = dict(case["request"]["headers"], Authorization=f"Bearer {caller.token}")
    body, started = content(case), service.calculator.started
    if headers.pop("Transfer-Encoding", None):
        headers |= {"Host": service.host, "Transfer-Encoding": "chunked"}
        lines = "".join(f"{header}: {value}\r\n" for header, value in headers.items())
        head = f"POST /api/v1/decide HTTP/1.1\r\n{lines}\r\n"
        data = head.encode() + f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n"
        statuses, received, closed = exchange(service, data)
        assert (statuses, closed) == ([case["expected"]["status"]], True)
        assert case["expected"]["code"].encode() in received
    else:
        began = time.monotonic()
        response = caller.send("POST", "/api/v1/decide", headers=list(headers.items()), body=body)
        milliseconds = 1000 * (time.monotonic() - began)
        assert (response.status, response.code) == (case["expected"]["status"], case["expected"].get("code"))
        assert milliseconds < case["expected"].get("within_ms", 5000)
    if case["expected"].get("free"):
        assert caller.credits_used() == 0
        assert service.calculator.started == started


def test_without_its_last_refinement_the_longest_request_is_taken(service: Service) -> None:
    body = built(CASES["BC11"]["request"]["body"])

    assert (
        Caller(service)
        .opened()
        .call("decide", {**body, "refinements": body["refinements"][:-1]}, case_id="a")
        .status
        == 200
    )


def test_no_canary_reaches_a_log(service: Service, events: Any) -> None:
    """Besides those of the whole run: in every place at once, with a bug and a refusal."""
    caller = Caller(service).opened()
    before = len(events.getvalue())
    text, path = f"break {CANARY}", f"/api/v1/usage?session={CANARY}"

    assert caller.decide(text, f"case-{CANARY}", refinements=[f"{CANARY}? {CANARY}"]).code == "internal_error"
    Caller(service, CANARY).decide(text, CANARY)
    caller.send("GET", f"/{CANARY}", headers=[(CANARY, CANARY), ("Cookie", CANARY)])
    caller.send("GET", path, headers=[("Cookie", CANARY), ("User-Agent", CANARY), ("Origin", CANARY)])
    exchange(service, f"GET /{CANARY} HTTP/1.1\r\nHost: {CANARY}\r\nX: {CANARY}\r\n\r\n".encode())
    exchange(service, f"{CANARY}\r\n\r\n".encode())

    told = events.getvalue()[before:]
    assert '"error": "RuntimeError"' in told
    assert told.count('"event": "answered"') >= 5
    assert CANARY not in told
    assert caller.token not in told
    assert "127.0.0.1" not in told
