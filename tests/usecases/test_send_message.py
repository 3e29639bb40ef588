"""Words to the operators."""

import pytest

from dilem.contract import FeedbackAck, MessageRequest
from dilem.errors import RequestConflict
from dilem.ports import Address, Session
from dilem.usecases.send_message import SendMessage
from fakes import FakeMessages

ANA = Session(id=1, address=Address("192.0.2.1"))
THANKS = MessageRequest(
    request_id="0123456789abcdef0123456789abcdef",
    kind="general",
    message="Thank you!",
    email="",
    language="en",
    source="agent",
    version="unknown",
    screen="other",
    response=None,
)


async def test_a_message_that_is_sent_again_is_acknowledged_and_stored_once() -> None:
    messages = FakeMessages()
    send_message = SendMessage(messages)

    acks = [await send_message(ANA, THANKS) for _ in range(2)]

    assert acks == [FeedbackAck(), FeedbackAck()]
    assert list(messages.kept.values()) == [THANKS]


async def test_another_message_under_a_used_request_id_is_refused() -> None:
    messages = FakeMessages()
    send_message = SendMessage(messages)
    await send_message(ANA, THANKS)

    with pytest.raises(RequestConflict):
        await send_message(ANA, THANKS.model_copy(update={"message": "Something else."}))

    assert list(messages.kept.values()) == [THANKS]
