"""The one order in which every surface's calls are looked at, and what happens to one that does not end."""

import asyncio
from dataclasses import replace

import pytest

from dilem.contract import DecideRequest, Turn
from dilem.errors import (
    InvalidRequest,
    PipelineTimeout,
    RateLimited,
    ServiceUnavailable,
    SessionInvalid,
    SessionRequired,
)
from dilem.operations import Call, Card, Input, Operation, UseCases, perform
from dilem.ports import Address, Calculator, CaseId, Session, Token
from dilem.usecases.decide import Decide
from dilem.usecases.get_usage import GetUsage
from dilem.usecases.rates import Rates
from dilem.usecases.send_message import SendMessage
from dilem.usecases.start_session import StartSession
from dilem.usecases.votes import ReadVote, RecordVote
from fakes import (
    FakeCalculator,
    FakeCases,
    FakeMessages,
    FakeResults,
    FakeSessions,
    ManualClock,
    ask,
    recommend,
)
from surfaces.calling import BY_NAME

HERE = Address("203.0.113.9")
TRIP = {"case_id": "trip"}


class Endless:
    """A calculator that does not end."""

    async def answer(self, request: DecideRequest) -> Turn:
        """Wait for ever."""
        await asyncio.Event().wait()
        raise AssertionError


def parts(calculator: Calculator, *, per_minute: int = 120) -> UseCases:
    """All use cases over fakes."""
    sessions, cases = FakeSessions(), FakeCases()
    results = FakeResults(cases)
    return UseCases(
        sessions=sessions,
        rates=Rates(per_minute, ManualClock()),
        start_session=StartSession(sessions),
        get_usage=GetUsage(cases),
        decide=Decide(cases, calculator),
        read_vote=ReadVote(results),
        record_vote=RecordVote(results),
        send_message=SendMessage(FakeMessages()),
    )


def refuse_input() -> Input:
    raise InvalidRequest(field="text")


def trip() -> Input:
    return Input(TRIP, ask())


async def attempt(
    use_cases: UseCases, operation: Operation, token: Token | None, *, right: bool = True
) -> object:
    return await perform(
        use_cases, operation, token=token, address=HERE, decode=trip if right else refuse_input
    )


async def test_session_input_and_rate_are_looked_at_in_this_order() -> None:
    use_cases, decide = parts(FakeCalculator([recommend()]), per_minute=1), BY_NAME["decide"]
    token = await use_cases.sessions.open(HERE)

    with pytest.raises(SessionRequired):
        await attempt(use_cases, decide, None, right=False)
    with pytest.raises(SessionInvalid):
        await attempt(use_cases, decide, Token("x"), right=False)
    with pytest.raises(InvalidRequest):
        await attempt(use_cases, decide, token, right=False)
    await attempt(use_cases, decide, token)
    with pytest.raises(InvalidRequest):
        await attempt(use_cases, decide, token, right=False)
    with pytest.raises(RateLimited):
        await attempt(use_cases, decide, token)


async def test_a_calculation_that_outlasts_its_time_is_stopped_and_its_case_stays_open() -> None:
    use_cases = parts(Endless())
    token = await use_cases.sessions.open(HERE)
    session = await use_cases.sessions.find(token, HERE)

    with pytest.raises(PipelineTimeout):
        await attempt(use_cases, replace(BY_NAME["decide"], timeout_s=0.01), token)

    case = (await use_cases.get_usage(session, CaseId("trip"))).case
    assert (case.admitted, case.completed) == (True, False)


async def test_another_operation_that_outlasts_its_time_means_that_the_storage_is_out_of_reach() -> None:
    async def run(_use_cases: UseCases, _call: Call) -> Card:
        await asyncio.Event().wait()
        raise AssertionError

    with pytest.raises(ServiceUnavailable):
        await attempt(parts(Endless()), replace(BY_NAME["start_session"], timeout_s=0.01, run=run), None)


async def test_a_time_out_of_somebody_else_is_a_bug() -> None:
    async def run(_use_cases: UseCases, _call: Call) -> Card:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        await attempt(parts(Endless()), replace(BY_NAME["decide"], needs_session=False, run=run), None)


async def test_a_card_without_a_painter_is_unavailable() -> None:
    use_cases = parts(Endless())
    token = await use_cases.sessions.open(HERE)

    with pytest.raises(ServiceUnavailable):
        await attempt(use_cases, BY_NAME["export_result_card"], token)


def test_the_time_of_a_calculation_ends_before_its_caller_is_told_to_give_up() -> None:
    assert BY_NAME["decide"].timeout_s < 110


def test_a_call_knows_its_caller_and_its_body() -> None:
    call = Call(None, HERE, Session(1, HERE), Input({}, ask()))

    assert call.caller.id == 1
    assert call.body(DecideRequest) == ask()
    with pytest.raises(SessionRequired):
        _ = replace(call, session=None).caller
