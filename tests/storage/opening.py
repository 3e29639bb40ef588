"""All ports over the fakes, or over a database."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from dilem.ports import Address, Cases, Ledger, Messages, Policy, Results, Session, Sessions
from dilem.storage.cases import StoredCases
from dilem.storage.database import Database
from dilem.storage.ledger import StoredLedger
from dilem.storage.messages import StoredMessages
from dilem.storage.owners import Owners
from dilem.storage.results import StoredResults
from dilem.storage.sessions import StoredSessions
from fakes import FakeCases, FakeLedger, FakeMessages, FakeResults, FakeSessions, ManualClock

HOME = Address("192.0.2.1")


@dataclass(frozen=True)
class Storage:
    """All ports over one store."""

    policy: Policy
    clock: ManualClock
    sessions: Sessions
    cases: Cases
    ledger: Ledger
    results: Results
    messages: Messages

    async def caller(self, address: Address = HOME) -> Session:
        """Somebody new."""
        return await self.sessions.find(await self.sessions.open(address), address)


@dataclass(frozen=True)
class Stored(Storage):
    """All ports over a database."""

    cases: StoredCases
    ledger: StoredLedger
    database: Database
    owners: Owners = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "owners", Owners(self.database, self.cases, self.clock))


OpenStorage = Callable[..., Awaitable[Storage]]
OpenStored = Callable[..., Awaitable[Stored]]


def fake_storage(policy: Policy, clock: ManualClock, *, paid: bool) -> Storage:
    """All ports over memory."""
    ledger = FakeLedger(policy, clock)
    cases = FakeCases(policy, clock, paid, ledger)
    return Storage(
        policy, clock, FakeSessions(policy, clock), cases, ledger, FakeResults(cases), FakeMessages()
    )


def stored(database: Database, policy: Policy, clock: ManualClock, *, paid: bool = False) -> Stored:
    """All ports over a database that is open."""
    return Stored(
        policy=policy,
        clock=clock,
        sessions=StoredSessions(database, policy, clock),
        cases=StoredCases(database, policy, clock, paid),
        ledger=StoredLedger(database, policy, clock),
        results=StoredResults(database, policy, clock),
        messages=StoredMessages(database, clock),
        database=database,
    )
