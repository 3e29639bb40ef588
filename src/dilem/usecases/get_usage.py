"""Credits, reset time and the state of one case."""

from dataclasses import dataclass

from dilem.contract import Usage
from dilem.ports import CaseId, Cases, Session


@dataclass(frozen=True)
class GetUsage:
    """Read the day's counters, and a case if one is asked about."""

    cases: Cases

    async def __call__(self, session: Session, case_id: CaseId | None) -> Usage:
        """Answer for this identity alone; reading charges nothing and opens nothing."""
        return await self.cases.usage(session, case_id)
