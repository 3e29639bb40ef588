"""Words to the operators, and the inbox in which they read them."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from dilem.contract import MessageRequest
from dilem.errors import RequestConflict
from dilem.ports import Clock, Session
from dilem.storage.connection import Connection, Statement
from dilem.storage.database import Database
from dilem.storage.days import instant_of, stored_instant

_FIND = Statement(
    "SELECT content_hash FROM messages WHERE session_id = :session_id AND request_id = :request_id"
)
_INSERT = Statement(
    """
    INSERT INTO messages (session_id, request_id, content_hash, written_at, content, erased)
    VALUES (:session_id, :request_id, :content_hash, :now, :content, 0)
    """
)
_INBOX = Statement(
    """
    SELECT id, written_at, content FROM messages WHERE erased = 0
    ORDER BY written_at DESC, id DESC LIMIT :limit
    """
)


@dataclass(frozen=True)
class StoredMessages:
    """Messages in the database."""

    database: Database
    clock: Clock

    async def keep(self, session: Session, message: MessageRequest) -> None:
        """Store a message once.

        Raises:
            RequestConflict: this request_id was used with another content.
        """
        content = message.model_dump_json()
        values = {
            "session_id": session.id,
            "request_id": message.request_id,
            "content_hash": hashlib.sha256(content.encode()).digest(),
            "content": content,
        }

        def write(connection: Connection) -> None:
            known = connection.one(_FIND, **values)
            if known is None:
                connection.change(_INSERT, now=stored_instant(self.clock()), **values)
            elif bytes(known[0]) != values["content_hash"]:
                raise RequestConflict

        await self.database.write(write)


@dataclass(frozen=True, slots=True)
class InboxMessage:
    """A message as an operator reads it."""

    number: int
    written_at: datetime
    message: MessageRequest


async def read_inbox(database: Database, *, limit: int = 1000) -> list[InboxMessage]:
    """Read the messages that are kept, the newest first; in the writer thread, for they may be many."""
    rows = await database.write(lambda connection: connection.all(_INBOX, limit=limit))
    return [
        InboxMessage(number, instant_of(written_at), MessageRequest.model_validate_json(content))
        for number, written_at, content in rows
    ]
