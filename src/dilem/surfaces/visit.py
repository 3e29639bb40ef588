"""One request on its way through the service, and what may be known of it beside its content."""

from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import Scope

from dilem.ports import Address


class Gone(Exception):
    """The caller has left; nobody waits for an answer."""


@dataclass(slots=True)
class Visit:
    """One request on its way through.

    The log tells its id, operation, language, code and status; nothing of where it came from and what
    was said. `body_pending`: not all of the body is read.
    """

    request_id: str
    address: Address
    headers: Headers
    language: str
    operation: str | None = None
    code: str | None = None
    status: int | None = None
    body_pending: bool = True


def visit_of(scope: Scope) -> Visit:
    """Find the visit that a request belongs to."""
    visit: Visit = scope["dilem.visit"]
    return visit
