"""A new identity, or 90 more days for one."""

import pytest

from dilem.contract import SessionReply
from dilem.errors import RateLimited, SessionExpired, SessionInvalid
from dilem.ports import Address, Policy, Token
from dilem.usecases.start_session import StartSession
from fakes import FakeSessions, ManualClock

HOME = Address("192.0.2.1")


async def test_a_caller_without_a_token_gets_a_new_one_for_ninety_days() -> None:
    start_session = StartSession(FakeSessions())

    one, other = await start_session(None, HOME), await start_session(None, HOME)

    assert one.session != other.session
    assert one.expires_in == 90 * 24 * 60 * 60


async def test_a_caller_with_a_token_keeps_it_and_its_identity() -> None:
    clock = ManualClock()
    sessions = FakeSessions(clock=clock)
    start_session = StartSession(sessions)
    token = Token((await start_session(None, HOME)).session)
    opened = await sessions.find(token, HOME)

    clock.advance(days=60)
    renewed = await start_session(token, HOME)
    clock.advance(days=60)

    assert renewed == SessionReply(session=token)
    assert await sessions.find(token, HOME) == opened


async def test_a_token_that_cannot_be_renewed_is_refused_and_never_replaced() -> None:
    clock = ManualClock()
    start_session = StartSession(FakeSessions(clock=clock))
    token = Token((await start_session(None, HOME)).session)
    clock.advance(days=90)

    with pytest.raises(SessionExpired):
        await start_session(token, HOME)
    with pytest.raises(SessionInvalid):
        await start_session(Token("made-up"), HOME)


async def test_an_address_that_opens_too_many_is_told_when_it_may_again() -> None:
    start_session = StartSession(FakeSessions(Policy(sessions_per_address=1)))
    await start_session(None, HOME)

    with pytest.raises(RateLimited) as refusal:
        await start_session(None, HOME)

    assert refusal.value.resets_at is not None
