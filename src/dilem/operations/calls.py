"""What a surface brings to an operation, and the use cases that it runs."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from dilem import errors
from dilem.contract import CardRequest, Request
from dilem.ports import Address, Session, Sessions, Token
from dilem.usecases.decide import Decide
from dilem.usecases.get_usage import GetUsage
from dilem.usecases.rates import Rates
from dilem.usecases.send_message import SendMessage
from dilem.usecases.start_session import StartSession
from dilem.usecases.votes import ReadVote, RecordVote

Body = TypeVar("Body", bound=Request)


@dataclass(frozen=True, slots=True)
class Card:
    """A result as an image."""

    png: bytes
    filename: str


@dataclass(frozen=True, kw_only=True)
class UseCases:
    """What the operations call. `export_card` is None where no painter is installed."""

    sessions: Sessions
    rates: Rates
    start_session: StartSession
    get_usage: GetUsage
    decide: Decide
    read_vote: ReadVote
    record_vote: RecordVote
    send_message: SendMessage
    export_card: Callable[[CardRequest], Awaitable[Card]] | None = None


@dataclass(frozen=True, slots=True)
class Input:
    """What a surface decoded: the parameters that were sent, checked, and the body of the row's type."""

    parameters: Mapping[str, str]
    body: Request | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One call of an operation, decoded and with its caller found."""

    token: Token | None
    address: Address
    session: Session | None
    input: Input

    @property
    def caller(self) -> Session:
        """The session behind the call.

        Raises:
            SessionRequired: there is none.
        """
        if self.session is None:
            raise errors.SessionRequired
        return self.session

    def body(self, kind: type[Body]) -> Body:
        """The body, which is of the row's type: another is a bug."""
        if not isinstance(self.input.body, kind):
            raise TypeError(kind.__name__)
        return self.input.body
