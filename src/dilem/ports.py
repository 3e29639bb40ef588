"""What use cases need from outside, as protocols; each has its fake in tests/fakes.py."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date, datetime
from typing import NewType, Protocol

from dilem.contract import DecideRequest, Feedback, MessageRequest, Result, Turn, Usage, VoteReason

CaseId = NewType("CaseId", str)
ResultId = NewType("ResultId", str)
ReservationId = NewType("ReservationId", str)
Token = NewType("Token", str)
Address = NewType("Address", str)
"""A caller's network address, as the guard found it."""

Clock = Callable[[], datetime]
"""Answers the present instant, aware and in UTC."""

UNLIMITED = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Policy:
    """The limits in force. UNLIMITED stands for none, 0 for "none of it is allowed"."""

    dilemmas_per_day: int = 20
    dilemmas_per_address: int = 100
    daily_microusd: int = 5_000_000
    sessions_per_address: int = 10
    requests_per_minute: int = 120
    max_running: int = 200
    voice_seconds_per_day: int = 1200
    voice_max_seconds: int = 60
    retention_days: int = 30
    message_retention_days: int = 365


@dataclass(frozen=True, slots=True)
class Session:
    """A caller's identity; holds credits. `id` is the row's number and never leaves the service."""

    id: int
    address: Address


class Sessions(Protocol):
    """Identities, found by the hash of their token."""

    async def open(self, address: Address) -> Token:
        """Create an identity for 90 days.

        Raises:
            RateLimited: the address has opened its sessions of the last three hours.
        """

    async def find(self, token: Token, address: Address) -> Session:
        """Find the identity of a token.

        Raises:
            SessionInvalid: never issued here.
            SessionExpired: issued here, and over.
        """

    async def renew(self, token: Token) -> None:
        """Make the identity valid for 90 days from now; the token stays the same.

        Raises:
            SessionInvalid: never issued here.
            SessionExpired: issued here, and over.
        """


class OpenTurn(Protocol):
    """A turn that was admitted and claimed: its case is ours until it is settled or left."""

    async def settle(self, request: DecideRequest, reply: Turn) -> Turn:
        """Keep the exchange and leave the case open (clarification) or close it (result).

        One transaction. A result comes back with its `result_id`.

        Raises:
            PipelineFailed: the claim was lost, since this process seemed dead; nothing was kept.
        """


class Cases(Protocol):
    """Cases, their credits and their turns."""

    def turn(self, session: Session, case_id: CaseId) -> AbstractAsyncContextManager[OpenTurn]:
        """Admit the case (one credit, once) and claim its one calculation.

        Leaving the context without settling reopens the case; its credit stays with it.

        Raises:
            CaseCompleted, CaseBusy, CreditsExhausted, CapacityExceeded
        """

    async def usage(self, session: Session, case_id: CaseId | None) -> Usage:
        """Read today's counters and the state of a case."""


class Results(Protocol):
    """Votes on results, readable by their owner only."""

    async def vote(self, session: Session, result_id: ResultId) -> Feedback:
        """Read a vote.

        Raises:
            ResultNotFound: missing, expired or foreign.
        """

    async def record_vote(
        self, session: Session, result_id: ResultId, *, helpful: bool, reason: VoteReason | None
    ) -> Feedback:
        """Record a vote; a later one replaces it.

        Raises:
            ResultNotFound: missing, expired or foreign.
        """


class Messages(Protocol):
    """Words to the operators."""

    async def keep(self, session: Session, message: MessageRequest) -> None:
        """Store a message once.

        Raises:
            RequestConflict: this request_id was used with another content.
        """


@dataclass(frozen=True, slots=True)
class Reservation:
    """An amount held while a provider works: micro-dollars, or milliseconds of dictation."""

    id: ReservationId
    amount: int


class Ledger(Protocol):
    """Money and dictation: what is held, and what was used, of a UTC day.

    A reservation ends once: settled, released or left. Ending it again changes nothing.
    """

    async def reserve(self, worst_microusd: int, day: date | None = None) -> Reservation:
        """Hold the worst case of one provider call, on the day of its case's admission (None: today).

        Raises:
            BudgetExhausted: what is held and what was spent would pass the day's money.
        """

    async def reserve_voice(self, session: Session, seconds: int) -> Reservation:
        """Hold `seconds` for a capture, or as many as the limits leave, but no less than one.

        Raises:
            CreditsExhausted: today's seconds are used or held.
        """

    async def settle(self, reservation: Reservation, used: int) -> None:
        """Book what was used, in the reservation's own unit, on its own day.

        A provider's cost is booked even if it is greater than what was held; seconds never are.
        """

    async def release(self, reservation: Reservation) -> None:
        """Give everything back: the provider was certainly not used."""

    async def leave(self, reservation: Reservation) -> None:
        """Book everything that was held: nobody knows what was used."""


class Calculator(Protocol):
    """Turns a dilemma into a reply, without knowing who asks."""

    async def answer(self, request: DecideRequest) -> Turn:
        """Read, weigh, then ask one question, give a notice, or recommend."""


__all__ = [
    "UNLIMITED", "Address", "Calculator", "CaseId", "Cases", "Clock", "Ledger", "Messages", "OpenTurn",
    "Policy", "Reservation", "ReservationId", "Result", "ResultId", "Results", "Session", "Sessions",
    "Token",
]  # fmt: skip
