"""Votes on results."""

from dataclasses import dataclass
from datetime import timedelta

from dilem.contract import Feedback, VoteReason
from dilem.errors import ResultNotFound
from dilem.ports import Clock, Policy, ResultId, Session
from dilem.storage.connection import Connection, Statement
from dilem.storage.database import Database
from dilem.storage.days import stored_instant

# Missing, expired and foreign fail in one and the same statement, so that neither the answer nor
# its time tells them apart.
_VOTE = Statement(
    """
    SELECT helpful, reason FROM results
    WHERE id = :result_id AND session_id = :session_id AND written_at > :expired_at
    """
)
_RECORD_VOTE = Statement(
    """
    UPDATE results SET helpful = :helpful, reason = :reason
    WHERE id = :result_id AND session_id = :session_id AND written_at > :expired_at
    """
)


@dataclass(frozen=True)
class StoredResults:
    """Votes in the database."""

    database: Database
    policy: Policy
    clock: Clock

    async def vote(self, session: Session, result_id: ResultId) -> Feedback:
        """Read a vote.

        Raises:
            ResultNotFound: missing, expired or foreign.
        """
        values = self._values(session, result_id)
        row = await self.database.read(lambda connection: connection.one(_VOTE, **values))
        if row is None:
            raise ResultNotFound
        helpful = None if row[0] is None else bool(row[0])
        return Feedback(result_id=result_id, helpful=helpful, reason=row[1])

    async def record_vote(
        self, session: Session, result_id: ResultId, *, helpful: bool, reason: VoteReason | None
    ) -> Feedback:
        """Record a vote; a later one replaces it.

        Raises:
            ResultNotFound: missing, expired or foreign.
        """
        values = {**self._values(session, result_id), "helpful": int(helpful), "reason": reason}

        def write(connection: Connection) -> None:
            if connection.change(_RECORD_VOTE, **values) == 0:
                raise ResultNotFound

        await self.database.write(write)
        return Feedback(result_id=result_id, helpful=helpful, reason=reason)

    def _values(self, session: Session, result_id: ResultId) -> dict[str, object]:
        expired_at = self.clock() - timedelta(days=self.policy.retention_days)
        return {
            "result_id": result_id,
            "session_id": session.id,
            "expired_at": stored_instant(expired_at),
        }
