"""Cases: their admission, their one calculation at a time, their credits, and usage."""

import secrets
from collections.abc import AsyncIterator, Container
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from dilem.contract import DecideRequest, Result, Turn, Usage
from dilem.errors import (
    CapacityExceeded,
    CaseBusy,
    CaseCompleted,
    CreditsExhausted,
    PipelineFailed,
    ServiceUnavailable,
)
from dilem.ports import UNLIMITED, CaseId, Clock, Policy, Session
from dilem.storage.connection import Connection, Statement
from dilem.storage.database import Database
from dilem.storage.days import TODAY, day_values, end_of, keep_day, stored_instant
from dilem.storage.usage import read_usage

# Everything an admission depends on, in one statement. Nobody else writes between this and the
# commit, since a write holds the lock of all writers: two calls cannot both see the last credit.
_FACTS = Statement(
    TODAY,
    """
    SELECT
        today.day,
        EXISTS (SELECT 1 FROM days WHERE days.day = today.day),
        (SELECT count(*) FROM credits WHERE credits.session_id = :session_id AND credits.day = today.day),
        (
            SELECT admitted FROM address_days
            WHERE address_hash = :address_hash AND address_days.day = today.day
        ),
        (SELECT count(*) FROM cases WHERE state = 'running'),
        found.id,
        found.state
    FROM today
    LEFT JOIN cases AS found ON found.session_id = :session_id AND found.case_hash = :case_hash
    """,
)
_INSERT_CASE = Statement(
    """
    INSERT INTO cases (session_id, case_hash, state, owner, claim)
    VALUES (:session_id, :case_hash, 'running', :owner, :claim)
    RETURNING id
    """
)
_INSERT_CREDIT = Statement(
    """
    INSERT INTO credits (case_id, session_id, day, charged_at)
    VALUES (:case_id, :session_id, :day, :now)
    """
)
_COUNT_ADDRESS = Statement(
    """
    INSERT INTO address_days (address_hash, day, admitted) VALUES (:address_hash, :day, 1)
    ON CONFLICT (address_hash, day) DO UPDATE SET admitted = address_days.admitted + 1
    """
)
_FORGET_ADDRESSES = Statement("DELETE FROM address_days WHERE day < :day")
_CLAIM = Statement("UPDATE cases SET state = 'running', owner = :owner, claim = :claim WHERE id = :case_id")

# Only the turn that runs knows its claim: a turn that lost the case cannot settle it any more.
_SETTLE = Statement(
    "UPDATE cases SET state = :state, owner = NULL, claim = NULL WHERE id = :case_id AND claim = :claim"
)
_INSERT_EXCHANGE = Statement(
    """
    INSERT INTO exchanges (case_id, written_at, request, reply, erased)
    VALUES (:case_id, :now, :request, :reply, 0)
    """
)
_INSERT_RESULT = Statement(
    """
    INSERT INTO results (id, case_id, session_id, written_at)
    VALUES (:result_id, :case_id, :session_id, :now)
    """
)
_COUNT_COMPLETED = Statement(
    """
    INSERT INTO counters (name, value) VALUES ('completed', 1)
    ON CONFLICT (name) DO UPDATE SET value = counters.value + 1
    """
)

_REOPEN = Statement(
    "UPDATE cases SET state = 'open', owner = NULL, claim = NULL WHERE claim = :claim AND state = 'running'"
)
_REOPEN_ALL = Statement(
    "UPDATE cases SET state = 'open', owner = NULL, claim = NULL WHERE owner = :owner AND state = 'running'"
)
_CLAIMS = Statement("SELECT claim FROM cases WHERE owner = :owner AND state = 'running'")


@dataclass(frozen=True)
class StoredCases:
    """Cases in the database. `paid`: whether anything that costs money is configured."""

    database: Database
    policy: Policy
    clock: Clock
    paid: bool = False
    claims: set[bytes] = field(default_factory=set)
    """Claims of the turns that run in this process now."""

    @asynccontextmanager
    async def turn(self, session: Session, case_id: CaseId) -> AsyncIterator["StoredTurn"]:
        """Admit the case (one credit, once) and claim its one calculation.

        Leaving the context without settling reopens the case; its credit stays with it.

        Raises:
            CaseCompleted, CaseBusy, CreditsExhausted, CapacityExceeded
            ServiceUnavailable: nothing was charged.
        """
        turn = StoredTurn(self, session, case_id, secrets.token_bytes(16))
        self.claims.add(turn.claim)
        try:
            await turn.begin()
            yield turn
        finally:
            try:
                await turn.end()
            finally:
                self.claims.discard(turn.claim)

    async def usage(self, session: Session, case_id: CaseId | None) -> Usage:
        """Read today's counters and the state of a case."""
        return await read_usage(self.database, self.policy, self.clock(), session, case_id, paid=self.paid)

    def admit(self, connection: Connection, session: Session, case_id: CaseId, claim: bytes) -> int:
        """Admit and claim, in the writer thread; return the row's number."""
        now = self.clock()
        values: dict[str, Any] = {
            "session_id": session.id,
            "address_hash": self.database.keys.of_address(session.address),
            "case_hash": self.database.keys.of_case(session.id, case_id),
            "owner": self.database.owner,
            "claim": claim,
            "now": stored_instant(now),
        }
        day, day_is_known, used, used_by_address, running, known_case, state = connection.only(
            _FACTS, **values, **day_values(now)
        )
        if state == "completed":
            raise CaseCompleted
        if state == "running":
            raise CaseBusy
        if known_case is None:
            self._check_credits(day, used, used_by_address or 0)
        if running >= self.policy.max_running:
            raise CapacityExceeded
        if known_case is not None:
            connection.change(_CLAIM, case_id=known_case, **values)
            return int(known_case)
        if not day_is_known:
            keep_day(connection, day)
            forget_addresses(connection, day)
        if self.policy.dilemmas_per_address < UNLIMITED:
            connection.change(_COUNT_ADDRESS, day=day, **values)
        case_row = int(connection.only(_INSERT_CASE, **values)[0])
        connection.change(_INSERT_CREDIT, case_id=case_row, day=day, **values)
        return case_row

    def _check_credits(self, day: str, used: int, used_by_address: int) -> None:
        limits = self.policy.dilemmas_per_day, self.policy.dilemmas_per_address
        if 0 in limits:  # nothing is allowed, and no midnight changes that
            raise CreditsExhausted
        if used >= limits[0] or used_by_address >= limits[1]:
            raise CreditsExhausted(resets_at=end_of(day))


@dataclass
class StoredTurn:
    """A turn of this process; `claim` is what makes the case ours."""

    cases: StoredCases
    session: Session
    case_id: CaseId
    claim: bytes
    _row: int | None = None
    _may_be_claimed: bool = True

    async def begin(self) -> None:
        """Admit and claim the case."""
        admit = partial(self.cases.admit, session=self.session, case_id=self.case_id, claim=self.claim)
        try:
            self._row = await self.cases.database.write(admit)
        except Exception:
            self._may_be_claimed = False  # it was undone; a caller that went away undoes nothing
            raise

    async def settle(self, request: DecideRequest, reply: Turn) -> Turn:
        """Keep the exchange and leave the case open (clarification) or close it (result).

        Raises:
            PipelineFailed: the claim was lost, since this process seemed dead; nothing was kept.
        """
        if isinstance(reply, Result):
            reply = reply.model_copy(update={"result_id": secrets.token_hex(16)})
        texts = {"request": request.model_dump_json(), "reply": reply.model_dump_json()}
        await self.cases.database.write(partial(self._settle, reply=reply, texts=texts))
        self._may_be_claimed = False
        return reply

    async def end(self) -> None:
        """Reopen the case unless it was settled."""
        if self._may_be_claimed:
            # If even this cannot be written now, the claim is found abandoned later (owners.py).
            with suppress(ServiceUnavailable):
                await self.cases.database.write(
                    lambda connection: connection.change(_REOPEN, claim=self.claim)
                )

    def _settle(self, connection: Connection, reply: Turn, texts: dict[str, str]) -> None:
        values = {"case_id": self._row, "claim": self.claim, "now": stored_instant(self.cases.clock())}
        state = "completed" if isinstance(reply, Result) else "open"
        if connection.change(_SETTLE, state=state, **values) == 0:
            raise PipelineFailed
        connection.change(_INSERT_EXCHANGE, **values, **texts)
        if isinstance(reply, Result):
            connection.change(_INSERT_RESULT, result_id=reply.result_id, session_id=self.session.id, **values)
            connection.change(_COUNT_COMPLETED)


def reopen_all(connection: Connection, owner: str) -> int:
    """Reopen what a dead process left running; return how many cases."""
    return connection.change(_REOPEN_ALL, owner=owner)


def reopen_abandoned(connection: Connection, owner: str, claims: Container[bytes]) -> int:
    """Reopen cases of a living process that none of its turns holds; return how many."""
    abandoned = [claim for (claim,) in connection.all(_CLAIMS, owner=owner) if bytes(claim) not in claims]
    return sum(connection.change(_REOPEN, claim=claim) for claim in abandoned)


def forget_addresses(connection: Connection, day: str) -> None:
    """Erase the addresses of days before `day`."""
    connection.change(_FORGET_ADDRESSES, day=day)
