"""A new identity, or 90 more days for one."""

from dataclasses import dataclass

from dilem.contract import SessionReply
from dilem.ports import Address, Sessions, Token


@dataclass(frozen=True)
class StartSession:
    """Create an identity, or renew the one whose token was sent."""

    sessions: Sessions

    async def __call__(self, token: Token | None, address: Address) -> SessionReply:
        """Answer with the token: a new one, or the very one that was renewed.

        Raises:
            RateLimited: the address has opened its sessions of the last three hours.
            SessionInvalid, SessionExpired: a token that cannot be renewed is never replaced.
        """
        if token is None:
            token = await self.sessions.open(address)
        else:
            await self.sessions.renew(token)
        return SessionReply(session=token)
