"""One decision turn."""

import asyncio

import pytest

from dilem.contract import CaseState, Result
from dilem.errors import CaseCompleted, CreditsExhausted, PipelineFailed
from dilem.ports import Address, CaseId, Policy, Session
from dilem.usecases.decide import Decide
from fakes import FakeCalculator, FakeCases, ask, inquire, recommend

ANA = Session(id=1, address=Address("192.0.2.1"))
MOVE = CaseId("move")


async def test_a_dilemma_is_clarified_and_then_decided_for_one_credit() -> None:
    cases = FakeCases()
    decide = Decide(cases, FakeCalculator([inquire(), recommend()]))
    first, second = ask(), ask(refinements=["How far is it? 8 km"])

    question = await decide(ANA, MOVE, first)
    result = await decide(ANA, MOVE, second)

    assert question == inquire()
    assert isinstance(result, Result)
    assert result.result_id is not None
    assert cases.exchanges == [(first, question), (second, result)]
    usage = await cases.usage(ANA, MOVE)
    assert (usage.dilemmas.used, usage.case) == (1, CaseState(id=MOVE, admitted=True, completed=True))


async def test_a_calculation_that_fails_keeps_the_credit_and_the_case_open() -> None:
    cases = FakeCases()
    decide = Decide(cases, FakeCalculator([PipelineFailed(), recommend()]))

    with pytest.raises(PipelineFailed):
        await decide(ANA, MOVE, ask())
    await decide(ANA, MOVE, ask())

    assert (await cases.usage(ANA, MOVE)).dilemmas.used == 1
    assert len(cases.exchanges) == 1


async def test_a_refused_case_is_not_calculated() -> None:
    calculator = FakeCalculator([recommend()])
    decide = Decide(FakeCases(Policy(dilemmas_per_day=1)), calculator)
    await decide(ANA, MOVE, ask())

    with pytest.raises(CaseCompleted):
        await decide(ANA, MOVE, ask())
    with pytest.raises(CreditsExhausted):
        await decide(ANA, CaseId("stay"), ask())

    assert len(calculator.requests) == 1


async def test_a_caller_that_goes_away_leaves_the_case_open_and_nothing_kept() -> None:
    cases, calculator = FakeCases(), FakeCalculator([None, recommend()])
    decide = Decide(cases, calculator)
    task = asyncio.create_task(decide(ANA, MOVE, ask()))
    await calculator.asked.wait()

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert cases.exchanges == []
    await decide(ANA, MOVE, ask())
