"""What a row of the table holds."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from dilem.contract import Reply, Request
from dilem.errors import DilemError
from dilem.operations.calls import Call, Card, UseCases

Kind = Literal["read", "write", "calculation"]
Example = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A field that is no part of the body: `name` is its name as an argument, `wire_name` over HTTP."""

    name: str
    place: Literal["header", "path"]
    wire_name: str
    pattern: str
    required: bool
    example: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One row.

    `statuses` are those that the contract declares beside 200, `problems` the errors that its own
    work can raise; what can befall every operation is in `SHARED_PROBLEMS`. `agent_defaults` are
    arguments that an agent may leave out though the body requires or bounds them otherwise (None
    stands for the body's own default), `agent_values` those that it never gives.
    """

    name: str
    method: Literal["GET", "POST"]
    path: str
    kind: Kind
    tag: str
    title: str
    description: str
    needs_session: bool
    parameters: tuple[Parameter, ...] = ()
    body: type[Request] | None = None
    reply: Any
    reply_description: str
    statuses: tuple[int, ...]
    problems: tuple[type[DilemError], ...] = ()
    credits: int = 0
    timeout_s: float = 15
    idempotent: bool
    request_example: Example = field(default_factory=dict)
    reply_examples: Mapping[str, Example] = field(default_factory=dict)
    agent_defaults: Mapping[str, object] = field(default_factory=dict)
    agent_values: Mapping[str, object] = field(default_factory=dict)
    run: Callable[[UseCases, Call], Awaitable[Reply | Card]]
