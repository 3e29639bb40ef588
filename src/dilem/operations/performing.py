"""How an operation is performed, whatever surface it came through."""

import asyncio
from collections.abc import Callable

from dilem import errors
from dilem.contract import Reply
from dilem.operations.calls import Call, Card, Input, UseCases
from dilem.operations.row import Operation
from dilem.ports import Address, Token


async def perform(
    use_cases: UseCases,
    operation: Operation,
    *,
    token: Token | None,
    address: Address,
    decode: Callable[[], Input],
) -> Reply | Card:
    """Find the caller, decode the input, count the call, run it: in this order on every surface.

    `decode` raises InvalidRequest. A calculation that outlasts its time is stopped and its case
    stays open; another operation's time ends only when the storage does not answer.

    Raises:
        DilemError: what the operation's row and SHARED_PROBLEMS list.
    """
    session = None if token is None else await use_cases.sessions.find(token, address)
    if operation.needs_session and session is None:
        raise errors.SessionRequired
    call = Call(token, address, session, decode())
    if session is not None:
        use_cases.rates.take(session)
    try:
        async with asyncio.timeout(operation.timeout_s) as deadline:
            return await operation.run(use_cases, call)
    except TimeoutError as error:
        if not deadline.expired():
            raise
        if operation.kind == "calculation":
            raise errors.PipelineTimeout from error
        raise errors.ServiceUnavailable from error
