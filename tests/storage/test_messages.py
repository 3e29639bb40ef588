"""Words to the operators."""

import asyncio

import pytest

from dilem.contract import MessageRequest
from dilem.errors import RequestConflict
from dilem.storage.messages import InboxMessage, read_inbox
from fakes import NOON
from storage.opening import OpenStored, Storage

REPORT = MessageRequest.model_validate(
    {
        "request_id": "0123456789abcdef0123456789abcdef",
        "kind": "response",
        "message": "The train is not cheaper.",
        "email": "ana@example.org",
        "language": "en",
        "source": "response",
        "version": "unknown",
        "screen": "result",
        "response": {"kind": "recommendation", "text": "Take the train.", "reference": "move:1"},
    }
)


async def test_the_same_message_sent_twice_is_stored_once(open_stored: OpenStored) -> None:
    storage = await open_stored()
    caller = await storage.caller()

    await asyncio.gather(*(storage.messages.keep(caller, REPORT) for _ in range(20)))

    assert await read_inbox(storage.database) == [InboxMessage(1, NOON, REPORT)]


@pytest.mark.parametrize(
    "change",
    [{"message": "The train is cheaper."}, {"email": ""}, {"language": "fr"}, {"screen": "home"}],
)
async def test_another_content_under_the_same_request_id_is_a_conflict(
    storage: Storage, change: dict[str, str]
) -> None:
    caller = await storage.caller()
    await storage.messages.keep(caller, REPORT)

    with pytest.raises(RequestConflict):
        await storage.messages.keep(caller, REPORT.model_copy(update=change))

    await storage.messages.keep(caller, REPORT)


async def test_request_ids_of_two_sessions_do_not_meet(storage: Storage) -> None:
    one, other = await storage.caller(), await storage.caller()

    await storage.messages.keep(one, REPORT)
    await storage.messages.keep(other, REPORT.model_copy(update={"message": "Something else."}))


async def test_the_inbox_shows_the_newest_message_first(open_stored: OpenStored) -> None:
    storage = await open_stored()
    caller = await storage.caller()
    for number in range(3):
        await storage.messages.keep(caller, REPORT.model_copy(update={"request_id": f"{number:032x}"}))
        storage.clock.advance(seconds=1)

    inbox = await read_inbox(storage.database, limit=2)

    assert [message.message.request_id[-1] for message in inbox] == ["2", "1"]


async def test_a_message_comes_back_character_for_character(open_stored: OpenStored) -> None:
    storage = await open_stored()
    words = "  \u202eÀ l’aide ! ﷺ 👩🏽‍💻\r\n\ufeff\u0085\x7f e\u0301 \U000e0041 "
    message = REPORT.model_copy(update={"message": words})

    await storage.messages.keep(await storage.caller(), message)

    assert (await read_inbox(storage.database))[0].message == message
