"""Where the service is reached, from which web pages, and by whom: Host, Origin and client address."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from dilem.ports import Address

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(:[0-9]{1,5})?")


@dataclass(frozen=True, slots=True)
class Premises:
    """What the operator said of the service's place in the network.

    `public_url` is an origin: scheme, host and, where it is not the scheme's own, port.
    """

    public_url: str | None = None
    allowed_origins: frozenset[str] = frozenset()
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = ()

    def serves_host(self, host: str) -> bool:
        """Whether a Host header names us: loopback, any literal address, or the public name.

        A foreign name that resolves to us is how a web page reaches into a network.
        """
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = match[1].lower().strip("[]")
        return name == "localhost" or _parsed(name) is not None or name == self._public_host()

    def admits_origin(self, origin: str, *, scheme: str, host: str) -> bool:
        """Whether a page of `origin` may call the API: one of ours, or one that the operator named."""
        if origin in self.allowed_origins or origin == self.public_url:
            return True
        match = _HOST.fullmatch(host)
        if match is None or match[1].lower() == self._public_host():
            # Under the public name, only the public address itself is ours: not its http twin.
            return False
        return origin == f"{scheme}://{host.lower()}"

    def client(self, peer: str | None, headers: Headers) -> Address:
        """Find the caller's address: the peer's, or the last one that a trusted proxy was told."""
        nearest = _parsed(peer or "")
        if nearest is None:
            return Address(peer or "unknown")
        for hop in reversed(",".join(headers.getlist("x-forwarded-for")).split(",")):
            farther = _parsed(hop.strip())
            if not self.trusts(nearest) or farther is None:
                break
            nearest = farther
        return Address(str(nearest))

    def scheme(self, peer: str | None, headers: Headers, seen: str) -> str:
        """Find the scheme that the caller used; a trusted proxy may have ended https."""
        told = headers.get("x-forwarded-proto", "").lower()
        address = _parsed(peer or "")
        return told if told in {"http", "https"} and address is not None and self.trusts(address) else seen

    def trusts(self, address: IPv4Address | IPv6Address) -> bool:
        """Whether what `address` says of the caller counts."""
        return any(address in network for network in self.trusted_proxies)

    def _public_host(self) -> str | None:
        return urlsplit(self.public_url).hostname if self.public_url else None


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    # The same caller on a socket of both families: one address, one limit.
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
