"""Keyed hashes: what is stored in place of tokens, addresses and case ids."""

import hashlib
import hmac
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address

from dilem.ports import Address, CaseId, Token


@dataclass(frozen=True, slots=True)
class Keys:
    """Hashes under this instance's own secret: of no use to anyone who has only the hashes."""

    secret: bytes = field(repr=False)

    def of_address(self, address: Address) -> bytes:
        """Hash the network of one subscriber: an IPv4 address, or the /64 of an IPv6 address."""
        return self._hash(b"address", _network(address))

    def of_case(self, session_id: int, case_id: CaseId) -> bytes:
        """Hash a case id within its session: the same id of two sessions has nothing in common."""
        return self._hash(b"case", f"{session_id}:{case_id}")

    def _hash(self, purpose: bytes, text: str) -> bytes:
        return hmac.digest(self.secret, purpose + b":" + text.encode(errors="surrogatepass"), "sha256")


def hash_of_token(token: Token) -> bytes:
    """Hash a token. It holds 256 random bits, so nobody can find it by guessing: no key is needed."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()


def _network(address: Address) -> str:
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:  # a socket's path, say: it stands for itself
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{int(parsed) >> 64:x}::/64"
