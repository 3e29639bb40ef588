"""Votes on results."""

import asyncio

import pytest

from dilem.contract import Feedback, Result
from dilem.errors import ResultNotFound
from dilem.ports import CaseId, Policy, ResultId, Session
from fakes import ask, recommend
from storage.opening import OpenStorage, Storage

NOWHERE = ResultId("0123456789abcdef0123456789abcdef")


async def result_of(storage: Storage, caller: Session, case_id: str = "move") -> ResultId:
    async with storage.cases.turn(caller, CaseId(case_id)) as turn:
        reply = await turn.settle(ask(), recommend())
    assert isinstance(reply, Result)
    assert reply.result_id is not None
    return ResultId(reply.result_id)


async def test_a_result_has_no_vote_at_first(storage: Storage) -> None:
    caller = await storage.caller()
    result_id = await result_of(storage, caller)

    vote = await storage.results.vote(caller, result_id)

    assert vote == Feedback(result_id=result_id, helpful=None, reason=None)


async def test_a_later_vote_replaces_an_earlier_one(storage: Storage) -> None:
    caller = await storage.caller()
    result_id = await result_of(storage, caller)
    await storage.results.record_vote(caller, result_id, helpful=False, reason="too_vague")
    assert await storage.results.vote(caller, result_id) == Feedback(
        result_id=result_id, helpful=False, reason="too_vague"
    )

    recorded = await storage.results.record_vote(caller, result_id, helpful=True, reason=None)

    assert recorded == Feedback(result_id=result_id, helpful=True, reason=None)
    assert await storage.results.vote(caller, result_id) == recorded


async def test_a_vote_is_for_one_result_only(storage: Storage) -> None:
    caller = await storage.caller()
    one, other = await result_of(storage, caller, "one"), await result_of(storage, caller, "other")

    await storage.results.record_vote(caller, one, helpful=True, reason=None)

    assert (await storage.results.vote(caller, other)).helpful is None


async def test_missing_foreign_and_expired_results_are_one_and_the_same_error(storage: Storage) -> None:
    owner, stranger = await storage.caller(), await storage.caller()
    result_id = await result_of(storage, owner)

    async def errors(caller: Session, asked: ResultId) -> list[tuple[object, ...]]:
        attempts = await asyncio.gather(
            storage.results.vote(caller, asked),
            storage.results.record_vote(caller, asked, helpful=True, reason=None),
            return_exceptions=True,
        )
        return [
            (type(error), error.args, error.fields) for error in attempts if isinstance(error, ResultNotFound)
        ]

    missing = await errors(owner, NOWHERE)
    foreign = await errors(stranger, result_id)
    storage.clock.advance(days=30)
    expired = await errors(owner, result_id)

    assert missing == foreign == expired == [(ResultNotFound, ("result_not_found",), {})] * 2
    storage.clock.advance(days=-1)
    assert (await storage.results.vote(owner, result_id)).helpful is None


async def test_a_result_is_found_until_its_retention_is_over_to_the_moment(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(retention_days=2))
    caller = await storage.caller()
    result_id = await result_of(storage, caller)

    storage.clock.advance(days=2, microseconds=-1)
    await storage.results.vote(caller, result_id)
    storage.clock.advance(microseconds=1)

    with pytest.raises(ResultNotFound):
        await storage.results.vote(caller, result_id)
