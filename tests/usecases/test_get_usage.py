"""Credits, reset time and the state of one case."""

from dilem.contract import CaseState, DilemmaCredits
from dilem.ports import Address, CaseId, Session
from dilem.usecases.decide import Decide
from dilem.usecases.get_usage import GetUsage
from fakes import FakeCalculator, FakeCases, ask, inquire

ANA, BEN = (Session(id=number, address=Address("192.0.2.1")) for number in (1, 2))
MOVE = CaseId("move")


async def test_usage_is_the_callers_own_and_reading_it_costs_nothing() -> None:
    cases = FakeCases()
    get_usage = GetUsage(cases)
    await Decide(cases, FakeCalculator([inquire()]))(ANA, MOVE, ask())

    for _ in range(3):
        mine, theirs = await get_usage(ANA, MOVE), await get_usage(BEN, MOVE)

    assert mine.dilemmas == DilemmaCredits(used=1, limit=20, remaining=19)
    assert mine.case == CaseState(id=MOVE, admitted=True, completed=False)
    assert theirs.dilemmas == DilemmaCredits(used=0, limit=20, remaining=20)
    assert theirs.case == CaseState(id=MOVE, admitted=False, completed=False)


async def test_without_a_case_no_case_is_told() -> None:
    usage = await GetUsage(FakeCases())(ANA, None)

    assert usage.case == CaseState(id=None, admitted=False, completed=False)
