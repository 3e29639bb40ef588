"""Hand-written stand-ins, one for each port of ports.py, that live in memory.

They pass the same tests as the database (tests/storage), so that none of them can lie.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from ipaddress import ip_address
from typing import Literal

from dilem.contract import (
    Budget,
    CaseState,
    Clarification,
    Collective,
    DecideRequest,
    DilemmaCredits,
    Feedback,
    MessageRequest,
    Result,
    ResultOption,
    Turn,
    Usage,
    VoiceSeconds,
    VoteReason,
)
from dilem.errors import (
    BudgetExhausted,
    CapacityExceeded,
    CaseBusy,
    CaseCompleted,
    CreditsExhausted,
    RateLimited,
    RequestConflict,
    ResultNotFound,
    SessionExpired,
    SessionInvalid,
)
from dilem.ports import (
    Address,
    CaseId,
    Clock,
    Policy,
    Reservation,
    ReservationId,
    ResultId,
    Session,
    Token,
)

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


@dataclass
class ManualClock:
    """A clock that moves when it is told to."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **by: float) -> None:
        """Go on (or back) by a timedelta, named by its parts."""
        self.now += timedelta(**by)


def ask(text: str = "Train or car? The train is cheaper.", **fields: object) -> DecideRequest:
    """One turn of a dilemma, in English."""
    return DecideRequest.model_validate({"text": text, "language": "en", **fields})


def recommend(selected: str = "train", summary: str = "Train or car?") -> Result:
    """A recommendation between two options."""
    options = [
        ResultOption(
            id=name, label=name.title(), description="", probability=0.7 if name == selected else 0.3
        )
        for name in ("train", "car")
    ]
    return Result(summary=summary, options=options, selected=selected, sources=[])


def inquire(question: str = "How far is it?") -> Clarification:
    """A clarifying question."""
    return Clarification(question=question, choices=[], format="number", unit="km", summary="Train or car?")


@dataclass
class FakeSessions:
    """Identities by token."""

    policy: Policy = field(default_factory=Policy)
    clock: Clock = field(default_factory=ManualClock)
    _expiries: dict[Token, tuple[int, datetime]] = field(default_factory=dict)
    _openings: dict[str, list[datetime]] = field(default_factory=dict)

    async def open(self, address: Address) -> Token:
        now, window, limit = self.clock(), timedelta(hours=3), self.policy.sessions_per_address
        openings = [min(at, now) for at in self._openings.get(_network(address), []) if now - at < window]
        self._openings[_network(address)] = openings
        if limit == 0:
            raise RateLimited
        if len(openings) >= limit:
            resets_at = openings[-limit] + window
            raise RateLimited(
                resets_at=resets_at.replace(microsecond=0) + timedelta(seconds=resets_at.microsecond > 0)
            )
        openings.append(now)
        token = Token(secrets.token_urlsafe(32))
        self._expiries[token] = (len(self._expiries) + 1, now + timedelta(days=90))
        return token

    async def find(self, token: Token, address: Address) -> Session:
        return Session(self._living(token), address)

    async def renew(self, token: Token) -> None:
        self._expiries[token] = (self._living(token), self.clock() + timedelta(days=90))

    def _living(self, token: Token) -> int:
        if token not in self._expiries:
            raise SessionInvalid
        number, expires_at = self._expiries[token]
        if expires_at <= self.clock():
            raise SessionExpired
        return number


def _network(address: Address) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    return str(parsed.ipv4_mapped or parsed.exploded[:19])


@dataclass
class FakeLedger:
    """What is held and what was used, by account: money (session 0) or a session's dictation, and day."""

    policy: Policy = field(default_factory=Policy)
    clock: Clock = field(default_factory=ManualClock)
    days: set[date] = field(default_factory=set)
    held: Counter[tuple[int, date]] = field(default_factory=Counter)
    used: Counter[tuple[int, date]] = field(default_factory=Counter)
    _open: dict[ReservationId, tuple[int, date]] = field(default_factory=dict)

    def today(self) -> date:
        """The day that counts: it never goes back, unless by days."""
        today = self.clock().astimezone(UTC).date()
        return max([today, *(day for day in self.days if day <= today + timedelta(days=2))])

    async def reserve(self, worst_microusd: int, day: date | None = None) -> Reservation:
        account, cap = (0, day or self.today()), self.policy.daily_microusd
        if self.held[account] + self.used[account] + worst_microusd > cap:
            helps = worst_microusd <= cap and account[1] >= self.today()
            raise BudgetExhausted(resets_at=_end_of(account[1]) if helps else None)
        return self._hold(account, worst_microusd)

    async def reserve_voice(self, session: Session, seconds: int) -> Reservation:
        account, limit_ms = (session.id, self.today()), self.policy.voice_seconds_per_day * 1000
        wanted_ms = 1000 * min(seconds, self.policy.voice_max_seconds)
        granted_ms = min(wanted_ms, limit_ms - self.held[account] - self.used[account])
        if granted_ms < 1000:
            raise CreditsExhausted(
                resets_at=_end_of(account[1]) if min(wanted_ms, limit_ms) >= 1000 else None
            )
        return self._hold(account, granted_ms)

    async def settle(self, reservation: Reservation, used: int) -> None:
        self._end(reservation, used)

    async def release(self, reservation: Reservation) -> None:
        self._end(reservation, 0)

    async def leave(self, reservation: Reservation) -> None:
        self._end(reservation, reservation.amount)

    def _hold(self, account: tuple[int, date], amount: int) -> Reservation:
        reservation = Reservation(ReservationId(secrets.token_hex(16)), amount)
        self._open[reservation.id] = account
        self.held[account] += amount
        self.days.add(account[1])
        return reservation

    def _end(self, reservation: Reservation, used: int) -> None:
        account = self._open.pop(reservation.id, None)
        if account is not None:
            self.held[account] -= reservation.amount
            self.used[account] += used if account[0] == 0 else min(used, reservation.amount)


def _end_of(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), UTC)


@dataclass
class _Vote:
    session: int
    written_at: datetime
    helpful: bool | None = None
    reason: VoteReason | None = None


@dataclass
class FakeCases:
    """Cases, their credits, and the exchanges that were kept."""

    policy: Policy = field(default_factory=Policy)
    clock: Clock = field(default_factory=ManualClock)
    paid: bool = False
    ledger: FakeLedger = field(default_factory=FakeLedger)
    exchanges: list[tuple[DecideRequest, Turn]] = field(default_factory=list)
    votes: dict[ResultId, _Vote] = field(default_factory=dict)
    _states: dict[tuple[int, CaseId], Literal["open", "running", "completed"]] = field(default_factory=dict)
    _credits: Counter[tuple[int, date]] = field(default_factory=Counter)
    _address_credits: Counter[tuple[str, date]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.ledger.clock = self.clock
        self.ledger.policy = self.policy

    @asynccontextmanager
    async def turn(self, session: Session, case_id: CaseId) -> AsyncIterator["FakeTurn"]:
        self._admit(session, case_id)
        try:
            yield FakeTurn(self, session, case_id)
        finally:
            if self._states[session.id, case_id] == "running":
                self._states[session.id, case_id] = "open"

    async def usage(self, session: Session, case_id: CaseId | None) -> Usage:
        policy, ledger, day = self.policy, self.ledger, self.ledger.today()
        state = None if case_id is None else self._states.get((session.id, case_id))
        used, voice, money = self._credits[session.id, day], (session.id, day), (0, day)
        left_ms = policy.voice_seconds_per_day * 1000 - ledger.used[voice] - ledger.held[voice]
        return Usage(
            day=day.isoformat(),
            resets_at=_end_of(day).strftime("%Y-%m-%dT00:00:00Z"),
            collective=Collective(completed=list(self._states.values()).count("completed")),
            dilemmas=DilemmaCredits(
                used=used, limit=policy.dilemmas_per_day, remaining=max(0, policy.dilemmas_per_day - used)
            ),
            case=CaseState(id=case_id, admitted=state is not None, completed=state == "completed"),
            voice=VoiceSeconds(
                seconds_used=ledger.used[voice] / 1000,
                seconds_reserved=ledger.held[voice] / 1000,
                seconds_remaining=max(0, left_ms) / 1000,
                seconds_limit=policy.voice_seconds_per_day,
                max_seconds=policy.voice_max_seconds,
            ),
            budget=Budget(
                daily_usd=policy.daily_microusd / 1_000_000,
                available=not self.paid or ledger.used[money] + ledger.held[money] < policy.daily_microusd,
            ),
        )

    def _admit(self, session: Session, case_id: CaseId) -> None:
        key, policy, day = (session.id, case_id), self.policy, self.ledger.today()
        state = self._states.get(key)
        if state == "completed":
            raise CaseCompleted
        if state == "running":
            raise CaseBusy
        mine, ours = (session.id, day), (_network(session.address), day)
        if state is None:
            if 0 in {policy.dilemmas_per_day, policy.dilemmas_per_address}:
                raise CreditsExhausted
            if (
                self._credits[mine] >= policy.dilemmas_per_day
                or self._address_credits[ours] >= policy.dilemmas_per_address
            ):
                raise CreditsExhausted(resets_at=_end_of(day))
        if list(self._states.values()).count("running") >= policy.max_running:
            raise CapacityExceeded
        if state is None:
            self._credits[mine] += 1
            self._address_credits[ours] += 1
            self.ledger.days.add(day)
        self._states[key] = "running"

    def keep(
        self, session: Session, case_id: CaseId, exchange: tuple[DecideRequest, Turn], result: ResultId | None
    ) -> None:
        """Keep an exchange; a result closes the case."""
        self.exchanges.append(exchange)
        self._states[session.id, case_id] = "open" if result is None else "completed"
        if result is not None:
            self.votes[result] = _Vote(session.id, self.clock())


@dataclass
class FakeTurn:
    """A turn of FakeCases."""

    cases: FakeCases
    session: Session
    case_id: CaseId

    async def settle(self, request: DecideRequest, reply: Turn) -> Turn:
        result_id = None
        if isinstance(reply, Result):
            result_id = ResultId(secrets.token_hex(16))
            reply = reply.model_copy(update={"result_id": result_id})
        self.cases.keep(self.session, self.case_id, (request, reply), result_id)
        return reply


@dataclass
class FakeResults:
    """Votes on the results of FakeCases."""

    cases: FakeCases

    async def vote(self, session: Session, result_id: ResultId) -> Feedback:
        vote = self._own(session, result_id)
        return Feedback(result_id=result_id, helpful=vote.helpful, reason=vote.reason)

    async def record_vote(
        self, session: Session, result_id: ResultId, *, helpful: bool, reason: VoteReason | None
    ) -> Feedback:
        vote = self._own(session, result_id)
        vote.helpful, vote.reason = helpful, reason
        return Feedback(result_id=result_id, helpful=helpful, reason=reason)

    def _own(self, session: Session, result_id: ResultId) -> _Vote:
        vote = self.cases.votes.get(result_id)
        expired_at = self.cases.clock() - timedelta(days=self.cases.policy.retention_days)
        if vote is None or vote.session != session.id or vote.written_at <= expired_at:
            raise ResultNotFound
        return vote


@dataclass
class FakeMessages:
    """Messages by session and request_id."""

    kept: dict[tuple[int, str], MessageRequest] = field(default_factory=dict)

    async def keep(self, session: Session, message: MessageRequest) -> None:
        if self.kept.setdefault((session.id, message.request_id), message) != message:
            raise RequestConflict


@dataclass
class FakeCalculator:
    """Answers with the given replies in order; an exception is raised, and None never answers."""

    replies: list[Turn | Exception | None]
    requests: list[DecideRequest] = field(default_factory=list)
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, request: DecideRequest) -> Turn:
        self.requests.append(request)
        self.asked.set()
        reply = self.replies.pop(0)
        if reply is None:
            await asyncio.Event().wait()
        if isinstance(reply, Exception):
            raise reply
        assert reply is not None
        return reply


__all__ = [
    "NOON", "FakeCalculator", "FakeCases", "FakeLedger", "FakeMessages", "FakeResults",
    "FakeSessions", "FakeTurn", "ManualClock", "ask", "inquire", "recommend",
]  # fmt: skip
