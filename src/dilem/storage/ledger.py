"""The ledger of money and dictation: entries that are only added, and their running totals.

An amount is held before a provider is called and ends once, as settled (what was used is known),
released (nothing was used) or left (nobody knows: all of it counts as used). Totals are written
with the entries, in the same transaction.
"""

import logging
import secrets
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from dilem.errors import BudgetExhausted, CreditsExhausted
from dilem.ports import Clock, Policy, Reservation, ReservationId, Session
from dilem.storage.connection import Connection, Statement
from dilem.storage.database import Database
from dilem.storage.days import day_that_counts, end_of, keep_day, stored_instant

_END_OF_TIME = datetime.max.replace(tzinfo=UTC)

LONGEST_HELD = timedelta(minutes=3)
"""No calculation takes as long: what is held for longer has been lost sight of."""

Step = Literal["settled", "released", "left"]

log = logging.getLogger(__name__)

_BOOKED = Statement(
    "SELECT held + used FROM totals WHERE unit = :unit AND session_id = :session_id AND day = :day"
)
_HOLD = Statement(
    """
    INSERT INTO reservations (id, unit, session_id, day, amount, owner, held_at)
    VALUES (:id, :unit, :session_id, :day, :amount, :owner, :now)
    """
)
_HELD = Statement("SELECT unit, session_id, day, amount FROM reservations WHERE id = :id")
_HELD_BY = Statement("SELECT id FROM reservations WHERE owner = :owner AND held_at <= :before")
_UNHOLD = Statement("DELETE FROM reservations WHERE id = :id")
_ADD_ENTRY = Statement(
    """
    INSERT INTO entries (reservation_id, step, unit, session_id, day, held, used, written_at)
    VALUES (:id, :step, :unit, :session_id, :day, :held, :used, :now)
    """
)
_ADD_TO_TOTAL = Statement(
    """
    UPDATE totals SET held = held + :held, used = used + :used
    WHERE unit = :unit AND session_id = :session_id AND day = :day
    """
)
# No ON CONFLICT with the update: a negative change would break the checks of a new row before any
# conflict is seen.
_BEGIN_TOTAL = Statement(
    "INSERT INTO totals (unit, session_id, day, held, used) VALUES (:unit, :session_id, :day, :held, :used)"
)


@dataclass(frozen=True)
class StoredLedger:
    """The ledger in the database."""

    database: Database
    policy: Policy
    clock: Clock

    async def reserve(self, worst_microusd: int, day: date | None = None) -> Reservation:
        """Hold the worst case of one provider call, on the day of its case's admission (None: today).

        Raises:
            BudgetExhausted: what is held and what was spent would pass the day's money.
            ServiceUnavailable: nothing is held.
        """

        def write(connection: Connection) -> Reservation:
            now = self.clock()
            today = day_that_counts(connection, now)
            # Money is one account that all sessions share.
            account = _Account("microusd", 0, today if day is None else day.isoformat())
            cap = self.policy.daily_microusd
            if _booked(connection, account) + worst_microusd > cap:
                # No midnight helps a call that a whole day cannot pay, nor one of an earlier day.
                helps = worst_microusd <= cap and account.day >= today
                raise BudgetExhausted(resets_at=end_of(account.day) if helps else None)
            return self._hold(connection, account, worst_microusd, now)

        return await self.database.write(write)

    async def reserve_voice(self, session: Session, seconds: int) -> Reservation:
        """Hold `seconds` for a capture, or as many as the limits leave, but no less than one.

        Raises:
            CreditsExhausted: today's seconds are used or held.
            ServiceUnavailable: nothing is held.
        """

        def write(connection: Connection) -> Reservation:
            now = self.clock()
            account = _Account("voice_ms", session.id, day_that_counts(connection, now))
            limit_ms = self.policy.voice_seconds_per_day * 1000
            wanted_ms = min(seconds, self.policy.voice_max_seconds) * 1000
            granted_ms = min(wanted_ms, limit_ms - _booked(connection, account))
            if granted_ms < 1000:
                helps = min(wanted_ms, limit_ms) >= 1000
                raise CreditsExhausted(resets_at=end_of(account.day) if helps else None)
            return self._hold(connection, account, granted_ms, now)

        return await self.database.write(write)

    async def settle(self, reservation: Reservation, used: int) -> None:
        """Book what was used, in the reservation's own unit, on its own day.

        A provider's cost is booked even if it is greater than what was held; seconds never are.
        """
        await self._end(reservation.id, "settled", used)

    async def release(self, reservation: Reservation) -> None:
        """Give everything back: the provider was certainly not used."""
        await self._end(reservation.id, "released", 0)

    async def leave(self, reservation: Reservation) -> None:
        """Book everything that was held: nobody knows what was used."""
        await self._end(reservation.id, "left", None)

    def _hold(self, connection: Connection, account: "_Account", amount: int, now: datetime) -> Reservation:
        reservation = Reservation(ReservationId(secrets.token_hex(16)), amount)
        values = {**asdict(account), "id": reservation.id, "now": stored_instant(now)}
        connection.change(_HOLD, amount=amount, owner=self.database.owner, **values)
        keep_day(connection, account.day)
        _add(connection, step="reserved", held=amount, used=0, **values)
        return reservation

    async def _end(self, reservation_id: ReservationId, step: Step, used: int | None) -> None:
        def write(connection: Connection) -> None:
            end_reservation(connection, reservation_id, step, used, self.clock())

        await self.database.write(write)


@dataclass(frozen=True, slots=True)
class _Account:
    unit: Literal["microusd", "voice_ms"]
    session_id: int
    day: str


def end_reservation(
    connection: Connection, reservation_id: ReservationId, step: Step, used: int | None, now: datetime
) -> None:
    """End a reservation, unless it has ended; `used` None stands for all that was held."""
    row = connection.one(_HELD, id=reservation_id)
    if row is None:
        return
    unit, session_id, day, amount = row
    if used is None or (unit == "voice_ms" and used > amount):
        used = amount
    if used > amount:
        log.error("cost_above_reservation")
    connection.change(_UNHOLD, id=reservation_id)
    account = {"unit": unit, "session_id": session_id, "day": day}
    _add(
        connection, step=step, held=-amount, used=used, id=reservation_id, now=stored_instant(now), **account
    )


def leave_all(
    connection: Connection,
    owner: str,
    now: datetime,
    *,
    held_before: datetime = _END_OF_TIME,
) -> int:
    """Book what `owner` holds since before an instant, its outcome being unknown; return how many."""
    rows = connection.all(_HELD_BY, owner=owner, before=stored_instant(held_before))
    for (reservation_id,) in rows:
        end_reservation(connection, reservation_id, "left", None, now)
    return len(rows)


def _booked(connection: Connection, account: _Account) -> int:
    row = connection.one(_BOOKED, **asdict(account))
    return 0 if row is None else int(row[0])


def _add(connection: Connection, **values: object) -> None:
    connection.change(_ADD_ENTRY, **values)
    if connection.change(_ADD_TO_TOTAL, **values) == 0:
        connection.change(_BEGIN_TOTAL, **values)
