"""Which processes live, and what the dead left behind.

Each process counts its beat on, once a second. One whose beat stands still at several looks in a
row is dead: its cases become open again and its reservations count as used. Looks are counted, not
seconds, so that neither a clock that was set nor a lock that held everybody up makes a living
process seem dead.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import NoReturn

from dilem.errors import ServiceUnavailable
from dilem.ports import Clock
from dilem.storage.cases import StoredCases, reopen_abandoned, reopen_all
from dilem.storage.connection import Connection, Statement
from dilem.storage.database import Database
from dilem.storage.ledger import LONGEST_HELD, leave_all

LOOK_EVERY_S = 1.0
DEAD_AFTER_LOOKS = 4

log = logging.getLogger(__name__)

_BEAT = Statement(
    "INSERT INTO owners (id, beat) VALUES (:id, 1) ON CONFLICT (id) DO UPDATE SET beat = owners.beat + 1"
)
# A process that died before its first beat has no row of its own.
_OTHERS = Statement(
    """
    SELECT working.owner, owners.beat
    FROM (
        SELECT owner FROM cases WHERE state = 'running'
        UNION SELECT owner FROM reservations
        UNION SELECT id FROM owners
    ) AS working
    LEFT JOIN owners ON owners.id = working.owner
    WHERE working.owner <> :id
    """
)
_REMOVE = Statement("DELETE FROM owners WHERE id = :id")


@dataclass(frozen=True, slots=True)
class Recovered:
    """What one look put in order: cases opened again, reservations booked as used."""

    cases: int
    reservations: int


@dataclass
class Owners:
    """This process among those that share the database."""

    database: Database
    cases: StoredCases
    clock: Clock
    look_every_s: float = LOOK_EVERY_S
    _seen: dict[str, tuple[int | None, int]] = field(default_factory=dict)

    async def watch(self) -> NoReturn:
        """Recover once a second, from the start of the service to its end."""
        while True:
            try:
                recovered = await self.recover()
            except ServiceUnavailable:
                log.warning("recovery_delayed")
            else:
                if recovered != Recovered(0, 0):
                    log.info("recovered", extra={"reopened": recovered.cases, "rows": recovered.reservations})
            await asyncio.sleep(self.look_every_s)

    async def recover(self) -> Recovered:
        """Beat once, and put in order what the dead, or lost turns of this process, left behind.

        Nothing is calculated again. What a dead process left is in order at the fourth look.
        """
        recovered, self._seen = await self.database.write(self._look)
        return recovered

    async def leave(self) -> None:
        """Say that this process ends: it has nothing more to put in order."""
        await self.database.write(lambda connection: connection.change(_REMOVE, id=self.database.owner))

    def _look(self, connection: Connection) -> tuple[Recovered, dict[str, tuple[int | None, int]]]:
        me, now = self.database.owner, self.clock()
        connection.change(_BEAT, id=me)
        cases = reopen_abandoned(connection, me, self.cases.claims)
        reservations = leave_all(connection, me, now, held_before=now - LONGEST_HELD)
        seen: dict[str, tuple[int | None, int]] = {}
        for owner, beat in connection.all(_OTHERS, id=me):
            last_beat, looks = self._seen.get(owner, (beat, 0))
            looks = looks + 1 if beat == last_beat else 1
            if looks < DEAD_AFTER_LOOKS:
                seen[owner] = (beat, looks)
                continue
            cases += reopen_all(connection, owner)
            reservations += leave_all(connection, owner, now)
            connection.change(_REMOVE, id=owner)
        return Recovered(cases, reservations), seen
