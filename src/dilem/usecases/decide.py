"""One decision turn."""

from dataclasses import dataclass

from dilem.contract import DecideRequest, Turn
from dilem.ports import Calculator, CaseId, Cases, Session


@dataclass(frozen=True)
class Decide:
    """Admit the case, work out a reply, keep it."""

    cases: Cases
    calculator: Calculator

    async def __call__(self, session: Session, case_id: CaseId, request: DecideRequest) -> Turn:
        """Answer one turn.

        Raises:
            CaseCompleted, CaseBusy, CreditsExhausted, CapacityExceeded: nothing was charged.
            PipelineFailed, PipelineTimeout: after admission; the case stays open, its credit kept.
        """
        async with self.cases.turn(session, case_id) as turn:  # one credit a case, one calculation at a time
            # No transaction is open here: a slow provider must not hold the database.
            reply = await self.calculator.answer(request)
            return await turn.settle(request, reply)
