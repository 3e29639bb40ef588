"""Credits, rates and capacity as callers meet them, whoever else calls at the same time."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from surfaces.calling import Caller
from surfaces.running import SettableClock, running

MIDNIGHT = "2026-12-02T00:00:00Z"


def test_a_case_costs_one_credit_with_all_its_questions(data_dir: Path) -> None:
    with running(data_dir) as service:
        ana = Caller(service).opened()

        assert ana.decide("ask", "trip").json["type"] == "clarification"
        turns = [
            ana.decide("ask", "trip", refinements=["How far? 5 km"], clarification_count=1) for _ in range(3)
        ]
        done = ana.decide("ask", "trip", refinements=["How far? 5 km"], force_decision=True)

        assert {turn.json["type"] for turn in turns} == {"clarification"}
        assert done.json["type"] == "result"
        usage = ana.call("get_usage", case_id="trip").json
        assert usage["dilemmas"] == {"used": 1, "limit": 20, "remaining": 19}
        assert usage["case"] == {"id": "trip", "admitted": True, "completed": True}
        assert usage["collective"]["completed"] == 1
        assert (usage["day"], usage["resets_at"]) == ("2026-12-01", MIDNIGHT)
        assert usage["budget"] == {"daily_usd": 5, "available": True}


def test_a_completed_case_is_refused_and_costs_nothing(data_dir: Path) -> None:
    with running(data_dir, {"DILEMMAS_PER_DAY": "1"}) as service:
        ana = Caller(service).opened()
        ana.decide("recommend", "trip")

        assert (ana.decide("ask", "trip").status, ana.decide("ask", "trip").code) == (409, "case_completed")
        assert ana.credits_used() == 1


def test_used_up_credits_come_back_at_midnight(data_dir: Path) -> None:
    with running(data_dir, {"DILEMMAS_PER_DAY": "2"}) as service:
        ana = Caller(service).opened()
        assert [ana.decide("ask", case).status for case in ("a", "b", "c")] == [200, 200, 429]

        refused = ana.decide("ask", "c")

        assert (refused.code, refused.json["resets_at"]) == ("credits_exhausted", MIDNIGHT)
        assert int(refused.headers["retry-after"]) == 12 * 3600
        assert ana.decide("ask", "a").status == 200, "an open case needs no new credit"
        service.clock.now = datetime(2026, 12, 2, tzinfo=UTC)
        assert ana.decide("ask", "c").status == 200
        assert ana.decide("ask", "a").status == 200, "nor after midnight"
        assert ana.credits_used() == 1


@pytest.mark.parametrize(
    ("limit", "code"),
    [("DILEMMAS_PER_DAY", "credits_exhausted"), ("DILEMMAS_PER_ADDRESS", "credits_exhausted"),
     ("MAX_RUNNING", "capacity_exceeded")],
)  # fmt: skip
def test_a_limit_of_zero_allows_nothing_and_names_no_reset(limit: str, code: str, data_dir: Path) -> None:
    with running(data_dir, {limit: "0"}) as service:
        refused = Caller(service).opened().decide("ask", "trip")

        assert (refused.status, refused.code) == (429, code)
        assert "resets_at" not in refused.json
        assert int(refused.headers["retry-after"]) >= 1


def test_further_sessions_of_an_address_win_no_credit(data_dir: Path) -> None:
    with running(data_dir, {"DILEMMAS_PER_ADDRESS": "2"}) as service:
        first, second = Caller(service).opened(), Caller(service).opened()

        statuses = [caller.decide("ask", case).status for caller in (first, second) for case in ("a", "b")]

        assert statuses == [200, 200, 429, 429]
        assert first.call("start_session").status == 200
        assert first.decide("ask", "c").code == "credits_exhausted"


def test_an_address_that_opened_its_sessions_waits_until_the_told_instant(data_dir: Path) -> None:
    with running(data_dir, {"SESSIONS_PER_ADDRESS": "2"}) as service:
        ana = Caller(service).opened()
        Caller(service).opened()

        refused = Caller(service).call("start_session")

        assert refused.code == "rate_limited"
        assert ana.call("start_session").status == 200, "a renewal opens nothing"
        service.clock.now = datetime.fromisoformat(refused.json["resets_at"])
        assert Caller(service).call("start_session").status == 200


def test_an_unlimited_limit_shows_as_a_number(data_dir: Path) -> None:
    with running(data_dir, {"DILEMMAS_PER_DAY": "unlimited"}) as service:
        dilemmas = Caller(service).opened().call("get_usage").json["dilemmas"]

        assert dilemmas == {"used": 0, "limit": 1_000_000_000, "remaining": 1_000_000_000}


def test_calls_of_a_minute_are_counted_for_each_identity_and_after_the_input(data_dir: Path) -> None:
    with running(data_dir, {"REQUESTS_PER_MINUTE": "3"}) as service:
        ana, ben = Caller(service).opened(), Caller(service).opened()
        assert ana.call("get_usage", case_id="not an id").code == "invalid_request"
        assert [ana.call("get_usage").status for _ in range(4)] == [200, 200, 200, 429]

        refused = ana.decide("recommend", "trip")

        assert refused.code == "rate_limited"
        assert ben.call("get_usage").status == 200
        service.clock.now = datetime.fromisoformat(refused.json["resets_at"])
        assert ana.decide("ask", "trip").status == 200
        assert ana.decide("ask", "trip").status == 429


def test_only_so_many_calculations_run_and_the_next_may_soon(data_dir: Path) -> None:
    with running(data_dir, {"MAX_RUNNING": "2"}) as service, ThreadPoolExecutor() as pool:
        ana = Caller(service).opened()
        held = [pool.submit(ana.decide, "hold on", f"held-{number}") for number in range(2)]
        for _ in held:
            assert service.calculator.held.acquire(timeout=10)

        refused = ana.decide("ask", "late")

        assert (refused.code, "resets_at" in refused.json) == ("capacity_exceeded", False)
        assert ana.call("get_usage", case_id="late").json["case"]["admitted"] is False
        service.calculator.release()
        assert {future.result().json["type"] for future in held} == {"result"}
        assert ana.decide("ask", "late").status == 200
        assert ana.credits_used() == 3


def test_a_case_whose_calculation_runs_is_busy_and_calculated_once(data_dir: Path) -> None:
    with running(data_dir) as service, ThreadPoolExecutor() as pool:
        ana = Caller(service).opened()
        held = pool.submit(ana.decide, "hold on", "trip")
        assert service.calculator.held.acquire(timeout=10)

        busy = ana.decide("hold on", "trip")

        assert (busy.status, busy.code, busy.json["retryable"]) == (409, "case_busy", True)
        service.calculator.release()
        assert held.result().json["type"] == "result"
        assert (service.calculator.started, ana.credits_used()) == (1, 1)


def test_two_callers_of_one_case_at_once_get_one_calculation(data_dir: Path) -> None:
    with running(data_dir) as service, ThreadPoolExecutor(2) as pool:
        ana = Caller(service).opened()
        for number in range(20):
            pair = list(pool.map(lambda case: ana.decide("recommend", case), [f"case-{number}"] * 2))

            codes = sorted(str(response.code) for response in pair)
            assert codes in (["None", "case_busy"], ["None", "case_completed"])
        assert (service.calculator.started, ana.credits_used()) == (20, 20)


def test_the_last_credit_is_spent_once_whoever_comes_at_once(data_dir: Path) -> None:
    with running(data_dir, {"DILEMMAS_PER_DAY": "1"}) as service, ThreadPoolExecutor(20) as pool:
        service.clock.now = datetime(2026, 12, 1, 23, 59, 59, tzinfo=UTC)
        ana = Caller(service).opened()

        responses = list(pool.map(lambda number: ana.decide("ask", f"case-{number}"), range(20)))

        assert Counter(response.status for response in responses) == {200: 1, 429: 19}
        assert {response.json["resets_at"] for response in responses if response.status == 429} == {MIDNIGHT}
        assert ana.credits_used() == 1


def test_a_turn_over_midnight_belongs_to_the_day_of_its_admission(data_dir: Path) -> None:
    with running(data_dir) as service, ThreadPoolExecutor() as pool:
        service.clock.now = datetime(2026, 12, 1, 23, 59, 59, 500_000, tzinfo=UTC)
        ana = Caller(service).opened()
        held = pool.submit(ana.decide, "hold on", "night")
        assert service.calculator.held.acquire(timeout=10)
        assert ana.call("get_usage").json["dilemmas"]["used"] == 1

        service.clock.advance(seconds=1)
        service.calculator.release()

        assert held.result().json["type"] == "result"
        usages = [ana.call("get_usage").json for _ in range(5)]
        assert {usage["day"] for usage in usages} == {"2026-12-02"}
        assert {usage["dilemmas"]["used"] for usage in usages} == {0}
        assert {usage["resets_at"] for usage in usages} == {"2026-12-03T00:00:00Z"}


def test_two_services_of_one_database_spend_the_last_credit_once(data_dir: Path) -> None:
    clock = SettableClock()
    limits = {"DILEMMAS_PER_DAY": "1"}
    with (
        running(data_dir, limits, clock=clock) as one,
        running(data_dir, limits, clock=clock) as other,
        ThreadPoolExecutor(20) as pool,
    ):
        ana = Caller(one).opened()
        callers = [Caller(service, ana.token) for service in [one, other] * 10]

        responses = list(
            pool.map(lambda numbered: numbered[1].decide("ask", str(numbered[0])), enumerate(callers))
        )

        assert Counter(response.status for response in responses) == {200: 1, 429: 19}
        assert ana.credits_used() == 1
