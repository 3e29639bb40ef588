"""Identities: who may call, and how many of them an address may open."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil

from dilem.contract import SESSION_SECONDS
from dilem.errors import DilemError, RateLimited, SessionExpired, SessionInvalid
from dilem.ports import UNLIMITED, Address, Clock, Policy, Session, Token
from dilem.storage.connection import Connection, Statement
from dilem.storage.database import Database
from dilem.storage.days import instant_of, stored_instant
from dilem.storage.keys import hash_of_token

OPENINGS_WINDOW = timedelta(hours=3)
LIFE = timedelta(seconds=SESSION_SECONDS)
REMEMBERED = timedelta(days=90)
"""How long after its end a session is still known as expired; after that its token is unknown."""

_INSERT = Statement(
    "INSERT INTO sessions (token_hash, opened_at, expires_at) VALUES (:token_hash, :now, :expires_at)"
)
_FIND = Statement("SELECT id, expires_at FROM sessions WHERE token_hash = :token_hash")
_RENEW = Statement("UPDATE sessions SET expires_at = :expires_at WHERE id = :id")
_FORGET_TOKENS = Statement(
    "UPDATE sessions SET token_hash = NULL WHERE expires_at <= :before AND token_hash IS NOT NULL"
)

_FORGET_OPENINGS = Statement("DELETE FROM openings WHERE opened_at <= :before")
# Openings from the future were counted by a clock that was set back since: they count from now on,
# so that nobody waits longer than the window.
_MEND_OPENINGS = Statement(
    "UPDATE openings SET opened_at = :now WHERE address_hash = :address_hash AND opened_at > :now"
)
_RECENT_OPENINGS = Statement(
    "SELECT opened_at FROM openings WHERE address_hash = :address_hash ORDER BY opened_at DESC LIMIT :limit"
)
_INSERT_OPENING = Statement("INSERT INTO openings (address_hash, opened_at) VALUES (:address_hash, :now)")


@dataclass(frozen=True)
class StoredSessions:
    """Sessions in the database, found by the hash of their token."""

    database: Database
    policy: Policy
    clock: Clock

    async def open(self, address: Address) -> Token:
        """Create an identity for 90 days.

        Raises:
            RateLimited: the address has opened its sessions of the last three hours.
        """
        token = Token(secrets.token_urlsafe(32))

        def write(connection: Connection) -> RateLimited | None:
            now = self.clock()
            refusal = self._count_opening(connection, self.database.keys.of_address(address), now)
            if refusal is None:
                connection.change(
                    _INSERT,
                    token_hash=hash_of_token(token),
                    now=stored_instant(now),
                    expires_at=stored_instant(now + LIFE),
                )
            return refusal

        # Raised only here: raised in the transaction, it would undo what mends the openings.
        refusal = await self.database.write(write)
        if refusal is not None:
            raise refusal
        return token

    async def find(self, token: Token, address: Address) -> Session:
        """Find the identity of a token.

        Raises:
            SessionInvalid: never issued here, or forgotten.
            SessionExpired: issued here, and over.
        """
        token_hash = hash_of_token(token)
        found = await self.database.read(lambda connection: connection.one(_FIND, token_hash=token_hash))
        refusal = _refusal(found, self.clock())
        if found is None or refusal is not None:
            raise refusal or SessionInvalid
        return Session(id=found[0], address=address)

    async def renew(self, token: Token) -> None:
        """Make the identity valid for 90 days from now; the token stays the same.

        Raises:
            SessionInvalid: never issued here, or forgotten.
            SessionExpired: issued here, and over.
        """

        def write(connection: Connection) -> None:
            now = self.clock()
            found = connection.one(_FIND, token_hash=hash_of_token(token))
            refusal = _refusal(found, now)
            if found is None or refusal is not None:
                raise refusal or SessionInvalid
            connection.change(_RENEW, id=found[0], expires_at=stored_instant(now + LIFE))

        await self.database.write(write)

    def _count_opening(
        self, connection: Connection, address_hash: bytes, now: datetime
    ) -> RateLimited | None:
        limit = self.policy.sessions_per_address
        if limit >= UNLIMITED:
            return None
        if limit == 0:
            return RateLimited()
        forget_openings(connection, now)
        connection.change(_MEND_OPENINGS, address_hash=address_hash, now=stored_instant(now))
        recent = connection.all(_RECENT_OPENINGS, address_hash=address_hash, limit=limit)
        if len(recent) == limit:
            return RateLimited(resets_at=_whole_second(instant_of(recent[-1][0]) + OPENINGS_WINDOW))
        connection.change(_INSERT_OPENING, address_hash=address_hash, now=stored_instant(now))
        return None


def forget_openings(connection: Connection, now: datetime) -> None:
    """Erase what no limit needs any more."""
    connection.change(_FORGET_OPENINGS, before=stored_instant(now - OPENINGS_WINDOW))


def forget_tokens(connection: Connection, now: datetime) -> int:
    """Erase the token hashes of sessions whose end is long past; return how many.

    The rows stay: credits and cases refer to them, and they tell nothing about anyone.
    """
    return connection.change(_FORGET_TOKENS, before=stored_instant(now - REMEMBERED))


def _refusal(found: tuple[int, int] | None, now: datetime) -> DilemError | None:
    if found is None:
        return SessionInvalid()
    if found[1] <= stored_instant(now):
        return SessionExpired()
    return None


def _whole_second(instant: datetime) -> datetime:
    # Callers see whole seconds: rounded down, they would come back a moment too early.
    return datetime.fromtimestamp(ceil(instant.timestamp()), UTC)
