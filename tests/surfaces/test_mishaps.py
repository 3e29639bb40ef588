"""What becomes of cases, sessions and results when things go wrong or time goes by."""

import contextlib
import socket
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from surfaces.calling import BY_NAME, Caller
from surfaces.running import SettableClock, running


def test_a_failed_calculation_is_told_on_200_and_the_case_stays_open(data_dir: Path) -> None:
    with running(data_dir) as service:
        ana = Caller(service).opened()

        failed = ana.decide("fail", "trip")

        assert (failed.status, failed.code, failed.json["retryable"]) == (200, "pipeline_failed", True)
        assert ana.decide("recommend", "trip").json["type"] == "result"
        assert ana.credits_used() == 1


def test_a_bug_is_an_internal_error_and_the_case_stays_open(data_dir: Path) -> None:
    with running(data_dir) as service:
        ana = Caller(service).opened()

        broken = ana.decide("break", "trip")

        assert (broken.status, broken.code) == (500, "internal_error")
        assert ana.call("get_usage", case_id="trip").json["case"]["completed"] is False
        assert ana.decide("recommend", "trip").json["type"] == "result"
        assert ana.credits_used() == 1


def test_too_much_for_a_provider_is_refused(ana: Caller) -> None:
    assert (ana.decide("big", "big").status, ana.decide("big", "big").code) == (
        422,
        "provider_input_too_large",
    )


def test_a_caller_that_leaves_cancels_its_calculation_and_the_case_stays_open(data_dir: Path) -> None:
    with running(data_dir) as service:
        ana = Caller(service).opened()
        with asking_to_hold(ana):
            assert service.calculator.held.acquire(timeout=10)
        assert service.calculator.cancelled.wait(10)

        usage = ana.call("get_usage", case_id="trip").json

        assert usage["case"] == {"id": "trip", "admitted": True, "completed": False}
        assert once_free(ana, "trip")["type"] == "result"
        assert (service.calculator.started, ana.credits_used()) == (2, 1)


@pytest.mark.parametrize("wait_s", [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016])
def test_a_caller_that_leaves_at_any_moment_pays_once_at_most(wait_s: float, data_dir: Path) -> None:
    with running(data_dir) as service:
        ana = Caller(service).opened()
        for _ in range(5):
            with asking_to_hold(ana) as connection, contextlib.suppress(TimeoutError):
                connection.settimeout(wait_s)
                connection.recv(1)

        assert once_free(ana, "trip")["type"] == "result"
        assert ana.credits_used() == 1


@contextmanager
def asking_to_hold(caller: Caller) -> Iterator[socket.socket]:
    """Send a decide request that is held, and leave at the end of the block."""
    body = b'{"text":"hold on","language":"en"}'
    lines = [
        "POST /api/v1/decide HTTP/1.1",
        f"Host: {caller.service.host}",
        f"Authorization: Bearer {caller.token}",
        "X-Dilem-Case-ID: trip",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    ]
    with socket.create_connection(("127.0.0.1", caller.service.port)) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        yield connection


def once_free(caller: Caller, case_id: str) -> dict[str, object]:
    """Take a turn as soon as the case is no longer busy, within five seconds."""
    until = time.monotonic() + 5
    while (response := caller.decide("recommend", case_id)).code == "case_busy":
        assert time.monotonic() < until
    reply: dict[str, object] = response.json
    return reply


def test_a_locked_database_is_waited_for(data_dir: Path) -> None:
    with running(data_dir) as service, ThreadPoolExecutor() as pool:
        ana = Caller(service).opened()
        with locked(data_dir):
            waiting = pool.submit(ana.decide, "recommend", "trip")
            assert ana.send("GET", "/healthz").status == 200
            assert not waiting.done()

        assert waiting.result().json["type"] == "result"
        assert ana.credits_used() == 1


def test_a_database_that_stays_locked_is_unavailable_and_charges_nothing(data_dir: Path) -> None:
    with running(data_dir) as service:
        ana = Caller(service).opened()
        with locked(data_dir):
            began = time.monotonic()
            refused = ana.decide("recommend", "trip")
            seconds = time.monotonic() - began

        assert (refused.status, refused.code, refused.json["retryable"]) == (503, "service_unavailable", True)
        assert seconds < 7
        assert ana.call("get_usage", case_id="trip").json["case"]["admitted"] is False
        assert ana.decide("recommend", "trip").json["type"] == "result"
        assert ana.credits_used() == 1


@contextmanager
def locked(data_dir: Path) -> Iterator[None]:
    """Be another program that holds the lock of all writers."""
    with closing(sqlite3.connect(data_dir / "dilem.sqlite3", isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def test_a_restart_keeps_what_was_acknowledged(data_dir: Path) -> None:
    clock = SettableClock()
    with running(data_dir, clock=clock) as service:
        ana = Caller(service).opened()
        result_id = ana.decide("recommend", "trip").json["result_id"]
        ana.decide("ask", "open")

    with running(data_dir, clock=clock) as service:
        again = Caller(service, ana.token)
        assert again.credits_used() == 2
        assert again.call("get_result_feedback", result_id=result_id).status == 200
        assert again.decide("ask", "trip").code == "case_completed"
        assert again.decide("ask", "open").status == 200


def test_a_session_lasts_ninety_days_to_the_second(data_dir: Path) -> None:
    with running(data_dir) as service:
        ana, ben = Caller(service).opened(), Caller(service).opened()
        service.clock.advance(days=90, seconds=-1)
        assert ana.call("get_usage").status == 200
        assert ben.call("start_session").json["session"] == ben.token
        service.clock.advance(seconds=2)

        assert ana.call("get_usage").code == "session_expired"
        assert ana.call("start_session").code == "session_expired"
        assert ben.call("get_usage").status == 200


def test_a_result_is_forgotten_after_thirty_days_and_looks_as_if_it_had_never_been(data_dir: Path) -> None:
    with running(data_dir) as service:
        ana = Caller(service).opened()
        result_id = ana.decide("recommend", "trip").json["result_id"]
        vote = {"result_id": result_id, "helpful": True}
        assert ana.call("set_result_feedback", vote).json["helpful"] is True
        missing = ana.call("get_result_feedback", result_id="0" * 32)
        service.clock.advance(days=30, seconds=1)

        expired = ana.call("get_result_feedback", result_id=result_id)

        assert (expired.status, expired.body) == (missing.status, missing.body)
        assert ana.call("set_result_feedback", vote).body == missing.body


def test_the_same_message_twice_is_acknowledged_twice_and_another_conflicts(ana: Caller) -> None:
    message = {**BY_NAME["send_user_feedback"].request_example, "request_id": "ab" * 16}

    assert [ana.call("send_user_feedback", message).json for _ in range(2)] == [{"ok": True}] * 2
    assert ana.call("send_user_feedback", {**message, "message": "Something else"}).code == "request_conflict"


def test_a_vote_is_read_as_it_was_recorded(ana: Caller) -> None:
    result_id = ana.decide("recommend", "vote").json["result_id"]
    unvoted = {"result_id": result_id, "helpful": None, "reason": None}
    voted = {"result_id": result_id, "helpful": False, "reason": "too_vague"}

    assert ana.call("get_result_feedback", result_id=result_id).json == unvoted
    assert ana.call("set_result_feedback", voted).json == voted
    assert ana.call("get_result_feedback", result_id=result_id).json == voted
    later = {"result_id": result_id, "helpful": True, "reason": None}
    assert ana.call("set_result_feedback", later).json == later


def test_two_services_of_one_database_know_the_same_sessions(data_dir: Path) -> None:
    clock = SettableClock()
    with running(data_dir, clock=clock) as one, running(data_dir, clock=clock) as other:
        ana = Caller(one).opened()
        ana.decide("ask", "trip")
        usages = [
            Caller(service, ana.token).call("get_usage", case_id="trip") for service in [one, other] * 50
        ]

        assert {usage.status for usage in usages} == {200}
        assert len({usage.body for usage in usages}) == 1
