"""Whether a result helped."""

from dataclasses import dataclass

from dilem.contract import Feedback, VoteRequest
from dilem.ports import ResultId, Results, Session


@dataclass(frozen=True)
class ReadVote:
    """Read the vote on a result of this session."""

    results: Results

    async def __call__(self, session: Session, result_id: ResultId) -> Feedback:
        """Answer with the vote, null where none was given.

        Raises:
            ResultNotFound: missing, expired or foreign.
        """
        return await self.results.vote(session, result_id)


@dataclass(frozen=True)
class RecordVote:
    """Record the person's vote on a result of this session."""

    results: Results

    async def __call__(self, session: Session, request: VoteRequest) -> Feedback:
        """Answer with the vote as recorded; a later one replaces it.

        Raises:
            ResultNotFound: missing, expired or foreign.
        """
        return await self.results.record_vote(
            session, ResultId(request.result_id), helpful=request.helpful, reason=request.reason
        )
