"""Whether a result helped."""

import pytest

from dilem.contract import Feedback, Result, VoteRequest
from dilem.errors import ResultNotFound
from dilem.ports import Address, CaseId, ResultId, Session
from dilem.usecases.decide import Decide
from dilem.usecases.votes import ReadVote, RecordVote
from fakes import FakeCalculator, FakeCases, FakeResults, ask, recommend

ANA, BEN = (Session(id=number, address=Address("192.0.2.1")) for number in (1, 2))


async def test_the_last_vote_of_the_owner_is_the_vote() -> None:
    cases = FakeCases()
    read_vote, record_vote = ReadVote(FakeResults(cases)), RecordVote(FakeResults(cases))
    result = await Decide(cases, FakeCalculator([recommend()]))(ANA, CaseId("move"), ask())
    assert isinstance(result, Result)
    result_id = ResultId(str(result.result_id))
    assert await read_vote(ANA, result_id) == Feedback(result_id=result_id, helpful=None, reason=None)

    for vote in (
        VoteRequest(result_id=result_id, helpful=True),
        VoteRequest(result_id=result_id, helpful=False, reason="missing_constraint"),
    ):
        recorded = await record_vote(ANA, vote)

    assert recorded == Feedback(result_id=result_id, helpful=False, reason="missing_constraint")
    assert await read_vote(ANA, result_id) == recorded


async def test_nobody_else_can_read_or_record_a_vote() -> None:
    cases = FakeCases()
    results = FakeResults(cases)
    result = await Decide(cases, FakeCalculator([recommend()]))(ANA, CaseId("move"), ask())
    assert isinstance(result, Result)
    result_id = ResultId(str(result.result_id))

    with pytest.raises(ResultNotFound):
        await ReadVote(results)(BEN, result_id)
    with pytest.raises(ResultNotFound):
        await RecordVote(results)(BEN, VoteRequest(result_id=result_id, helpful=True))

    assert (await ReadVote(results)(ANA, result_id)).helpful is None
