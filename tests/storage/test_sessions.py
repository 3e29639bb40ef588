"""Identities."""

import asyncio
import base64
from datetime import timedelta

import pytest

from dilem.errors import RateLimited, SessionExpired, SessionInvalid
from dilem.ports import UNLIMITED, Address, Policy, Token
from dilem.storage.retention import purge
from fakes import NOON
from storage.opening import HOME, OpenStorage, OpenStored, Storage

LIFE = timedelta(days=90)
MOMENT = timedelta(microseconds=1)


async def test_a_token_is_found_for_ninety_days_to_the_moment(storage: Storage) -> None:
    token = await storage.sessions.open(HOME)
    opened = await storage.sessions.find(token, HOME)

    storage.clock.now = NOON + LIFE - MOMENT
    assert await storage.sessions.find(token, HOME) == opened

    storage.clock.now = NOON + LIFE
    with pytest.raises(SessionExpired):
        await storage.sessions.find(token, HOME)


async def test_a_renewed_token_is_the_same_identity_for_ninety_days_from_the_renewal(
    storage: Storage,
) -> None:
    token = await storage.sessions.open(HOME)
    opened = await storage.sessions.find(token, HOME)

    storage.clock.advance(days=89)
    await storage.sessions.renew(token)
    storage.clock.advance(days=89)

    assert await storage.sessions.find(token, HOME) == opened


async def test_an_expired_token_is_not_renewed(storage: Storage) -> None:
    token = await storage.sessions.open(HOME)

    storage.clock.advance(days=90)

    with pytest.raises(SessionExpired):
        await storage.sessions.renew(token)
    with pytest.raises(SessionExpired):
        await storage.sessions.find(token, HOME)


@pytest.mark.parametrize("token", ["", "x", "é", "\ud800", "\0", "a" * 100_000])
async def test_a_token_that_was_never_issued_is_invalid(storage: Storage, token: str) -> None:
    await storage.sessions.open(HOME)

    with pytest.raises(SessionInvalid):
        await storage.sessions.find(Token(token), HOME)
    with pytest.raises(SessionInvalid):
        await storage.sessions.renew(Token(token))


async def test_the_session_follows_the_caller_to_another_address(storage: Storage) -> None:
    token = await storage.sessions.open(HOME)

    session = await storage.sessions.find(token, Address("198.51.100.7"))

    assert session.address == "198.51.100.7"
    assert session.id == (await storage.sessions.find(token, HOME)).id


async def test_tokens_hold_256_bits_and_are_never_the_same(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(sessions_per_address=UNLIMITED))

    tokens = await asyncio.gather(*(storage.sessions.open(HOME) for _ in range(50)))

    assert len(set(tokens)) == 50
    assert {len(base64.urlsafe_b64decode(token + "=")) for token in tokens} == {32}


async def test_an_address_opens_ten_sessions_in_three_hours_and_succeeds_when_it_waits(
    storage: Storage,
) -> None:
    for _ in range(10):
        await storage.sessions.open(HOME)
        storage.clock.advance(minutes=7, microseconds=1)

    for _ in range(100):
        with pytest.raises(RateLimited) as refusal:
            await storage.sessions.open(HOME)
        assert refusal.value.resets_at is not None
        assert timedelta() < refusal.value.resets_at - storage.clock() <= timedelta(hours=3)

        storage.clock.now = refusal.value.resets_at - timedelta(seconds=1)
        with pytest.raises(RateLimited):
            await storage.sessions.open(HOME)

        storage.clock.now = refusal.value.resets_at
        await storage.sessions.open(HOME)


async def test_a_refused_session_does_not_delay_the_next_one(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(sessions_per_address=1))
    await storage.sessions.open(HOME)

    for _ in range(5):
        storage.clock.advance(minutes=30)
        with pytest.raises(RateLimited) as refusal:
            await storage.sessions.open(HOME)

    assert refusal.value.resets_at == NOON + timedelta(hours=3)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"),
        ("2001:db8:1:2::1", "2001:0db8:0001:0002:0000:0000:0000:0001"),
        ("192.0.2.1", "::ffff:192.0.2.1"),
        ("unix:", "unix:"),
    ],
)
async def test_one_subscriber_is_one_address(open_storage: OpenStorage, first: str, second: str) -> None:
    storage = await open_storage(Policy(sessions_per_address=1))
    await storage.sessions.open(Address(first))

    with pytest.raises(RateLimited):
        await storage.sessions.open(Address(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [("2001:db8:1:2::1", "2001:db8:1:3::1"), ("192.0.2.1", "192.0.2.2"), ("::1", "127.0.0.1")],
)
async def test_two_subscribers_do_not_limit_each_other(
    open_storage: OpenStorage, first: str, second: str
) -> None:
    storage = await open_storage(Policy(sessions_per_address=1))
    await storage.sessions.open(Address(first))

    await storage.sessions.open(Address(second))


async def test_renewing_is_not_opening(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(sessions_per_address=1))
    token = await storage.sessions.open(HOME)

    for _ in range(20):
        await storage.sessions.renew(token)


async def test_without_a_limit_an_address_opens_any_number(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(sessions_per_address=UNLIMITED))

    for _ in range(50):
        await storage.sessions.open(HOME)


async def test_a_limit_of_none_promises_no_reset(open_storage: OpenStorage) -> None:
    storage = await open_storage(Policy(sessions_per_address=0))

    with pytest.raises(RateLimited) as refusal:
        await storage.sessions.open(HOME)

    assert refusal.value.resets_at is None


async def test_a_clock_that_is_set_back_makes_nobody_wait_longer_than_three_hours(
    open_storage: OpenStorage,
) -> None:
    storage = await open_storage(Policy(sessions_per_address=1))
    await storage.sessions.open(HOME)

    storage.clock.advance(days=-30)
    with pytest.raises(RateLimited) as refusal:
        await storage.sessions.open(HOME)

    assert refusal.value.resets_at == storage.clock() + timedelta(hours=3)
    storage.clock.now = refusal.value.resets_at
    await storage.sessions.open(HOME)


async def test_of_64_callers_at_once_an_address_gets_its_ten_sessions(storage: Storage) -> None:
    outcomes = await asyncio.gather(*(storage.sessions.open(HOME) for _ in range(64)), return_exceptions=True)

    assert sum(isinstance(outcome, str) for outcome in outcomes) == 10
    assert sum(isinstance(outcome, RateLimited) for outcome in outcomes) == 54


async def test_an_expired_session_is_forgotten_ninety_days_after_its_end(open_stored: OpenStored) -> None:
    storage = await open_stored()
    token = await storage.sessions.open(HOME)

    storage.clock.advance(days=180, microseconds=-1)
    await purge(storage.database, storage.policy, storage.clock)
    with pytest.raises(SessionExpired):
        await storage.sessions.find(token, HOME)

    storage.clock.advance(microseconds=1)
    await purge(storage.database, storage.policy, storage.clock)
    with pytest.raises(SessionInvalid):
        await storage.sessions.find(token, HOME)
