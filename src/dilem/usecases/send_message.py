"""Words to the operators."""

from dataclasses import dataclass

from dilem.contract import FeedbackAck, MessageRequest
from dilem.ports import Messages, Session


@dataclass(frozen=True)
class SendMessage:
    """Keep a message, or a report of one response."""

    messages: Messages

    async def __call__(self, session: Session, message: MessageRequest) -> FeedbackAck:
        """Acknowledge a message that is stored; one that was sent twice is stored once.

        Raises:
            RequestConflict: this request_id was used with another content.
        """
        await self.messages.keep(session, message)
        return FeedbackAck()
