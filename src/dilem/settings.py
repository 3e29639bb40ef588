"""Every setting, typed, read from the environment once; nothing in the database overrides it.

A bad value refuses to start: the error names the setting, what was wrong and what is allowed, and
never repeats the value, which may hold a key.
"""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from platformdirs import user_data_path

from dilem.ports import UNLIMITED, Policy

PREFIX = "DILEM_"
Network = IPv4Network | IPv6Network


class SettingsRefused(Exception):
    """At least one setting has a bad value; `faults` has one line for each."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """What a language model costs, in micro-USD per million tokens."""

    input_microusd: int
    output_microusd: int


@dataclass(frozen=True)
class Settings:
    """What an operator can choose. Keys and addresses that may hold a password stay out of its repr."""

    host: str = "127.0.0.1"
    port: int = 8000
    data_dir: Path = field(default_factory=lambda: user_data_path("dilem", appauthor=False))
    database_url_given: str | None = field(default=None, repr=False)
    public_url: str | None = None
    allowed_origins: frozenset[str] = frozenset()
    trusted_proxies: tuple[Network, ...] = ()
    dilemmas_per_day: int = 20
    daily_microusd: int = 5_000_000
    sessions_per_address: int = 10
    dilemmas_per_address: int = 100
    requests_per_minute: int = 120
    max_running: int = 200
    voice_seconds_per_day: int = 1200
    voice_max_seconds: int = 60
    retention_days: int = 30
    message_retention_days: int = 365
    language_model: str | None = None
    language_model_price: ModelPrice | None = None
    search_url: str | None = field(default=None, repr=False)
    search_key: str | None = field(default=None, repr=False)
    speech_url: str | None = field(default=None, repr=False)
    speech_model: str | None = None
    speech_key: str | None = field(default=None, repr=False)

    @cached_property
    def database_url(self) -> str:
        """Where the data is: SQLite in the data directory, or what the operator named."""
        return self.database_url_given or f"sqlite:///{self.data_dir / 'dilem.sqlite3'}"

    @cached_property
    def policy(self) -> Policy:
        """The limits in force."""
        return Policy(**{name: getattr(self, name) for name in Policy.__dataclass_fields__})


def read_settings(environ: Mapping[str, str]) -> tuple[Settings, list[str]]:
    """Read the settings, and warnings about names that start like ours and are none.

    A value that is empty counts as absent.

    Raises:
        SettingsRefused: with all faults at once.
    """
    values: dict[str, object] = {}
    faults: list[str] = []
    for name, (attribute, parse) in _PARSERS.items():
        text = environ.get(PREFIX + name, "").strip()
        if not text:
            continue
        try:
            values[attribute] = parse(text)
        except _Refused as refused:
            faults.append(f"{PREFIX}{name} {refused.fault}; allowed: {refused.allowed}.")
    if faults:
        raise SettingsRefused(faults)
    return Settings(**values), _unknown_names(environ)  # type: ignore[arg-type]  # each parser returns its field's type


def _unknown_names(environ: Mapping[str, str]) -> list[str]:
    warnings = []
    for name in sorted(environ):
        rest = name.removeprefix(PREFIX)
        if rest == name or rest in _PARSERS:
            continue
        near = difflib.get_close_matches(rest, _PARSERS, n=1)
        hint = f" Did you mean {PREFIX}{near[0]}?" if near else ""
        warnings.append(f"{_printable(name)} is not a setting and has no effect.{hint}")
    return warnings


def _printable(name: str) -> str:
    return re.sub(r"[^A-Z0-9_]", "?", name.upper())[:80]


class _Refused(Exception):
    """A value that a parser does not take."""

    def __init__(self, fault: str, allowed: str) -> None:
        super().__init__(fault)
        self.fault = fault
        self.allowed = allowed


def _whole(low: int, high: int, unit: str = "") -> Callable[[str], int]:
    allowed = f"a whole number {unit}from {low} to {high}"

    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text):
            raise _Refused("is not a whole number", allowed)
        number = int(text)
        if not low <= number <= high:
            raise _Refused("is out of range", allowed)
        return number

    return parse


def _limit(text: str) -> int:
    allowed = f"a whole number from 0 (none of it is allowed) to {UNLIMITED - 1}, or unlimited"
    if text.lower() == "unlimited":
        return UNLIMITED
    if not re.fullmatch(r"[0-9]{1,12}", text):
        raise _Refused("is neither a whole number nor the word unlimited", allowed)
    if int(text) >= UNLIMITED:
        raise _Refused("is out of range", allowed)
    return int(text)


def _microusd(text: str) -> int:
    allowed = "US dollars from 0 (nothing may be spent) to 1000000 with at most six decimals, or unlimited"
    if text.lower() == "unlimited":
        # The same as for a limit: usage shows 1,000,000,000 dollars.
        return UNLIMITED * 1_000_000
    amount = _dollars(text, allowed)
    if amount > 1_000_000:
        raise _Refused("is out of range", allowed)
    return int(amount * 1_000_000)


def _price(text: str) -> ModelPrice:
    allowed = "INPUT/OUTPUT in US dollars per million tokens, as in 0.15/0.60"
    parts = text.split("/")
    if len(parts) != 2:
        raise _Refused("is not a pair of prices", allowed)
    prices = [_dollars(part.strip(), allowed) for part in parts]
    return ModelPrice(*(int(price * 1_000_000) for price in prices))


def _dollars(text: str, allowed: str) -> Decimal:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,6})?", text):
        raise _Refused("is not an amount of dollars", allowed)
    try:
        return Decimal(text)
    except InvalidOperation as error:  # pragma: no cover: the pattern leaves nothing for it
        raise _Refused("is not an amount of dollars", allowed) from error


def _host(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.:_%-]{1,253}", text):
        raise _Refused("is not a host", "a host name or an address without a port, as in 127.0.0.1 or ::")
    return text


def _directory(text: str) -> Path:
    path = Path(text).expanduser()
    if path.exists() and not path.is_dir():
        raise _Refused("is a file", "a directory, existing or to be made")
    return path.absolute()


def _database_url(text: str) -> str:
    if not re.match(r"(sqlite:///|postgresql(\+[a-z0-9]+)?://)[^\s]+\Z", text):
        raise _Refused("is not the address of a database", "sqlite:///… or postgresql://…")
    return text


def _public_url(text: str) -> str:
    return _origin(text, "the service's own address, as in https://dilem.example, without a path")


def _origins(text: str) -> frozenset[str]:
    allowed = "origins separated by commas, as in https://app.example, each with its scheme and no path"
    return frozenset(_origin(part, allowed) for part in _parts(text))


def _origin(text: str, allowed: str) -> str:
    parts = _split(text, allowed)
    if parts.path not in {"", "/"} or parts.query or parts.fragment:
        raise _Refused("has more than scheme, host and port", allowed)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    default = {"http": 80, "https": 443}[parts.scheme]
    port = "" if parts.port in {None, default} else f":{parts.port}"
    # A browser sends an origin in lower case, without its scheme's own port.
    return f"{parts.scheme}://{host}{port}"


def _url(text: str) -> str:
    allowed = "an address that starts with https:// or http://, without user name and fragment"
    if _split(text, allowed).fragment:
        raise _Refused("has a fragment", allowed)
    return text


def _split(text: str, allowed: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise _Refused("is not an address", allowed) from error
    if parts.scheme not in {"http", "https"} or not parts.hostname or port == 0:
        raise _Refused("is not a full http or https address", allowed)
    if parts.username is not None or re.search(r"[\s\x00-\x20*]", text):
        raise _Refused("holds a user name, a star or white space", allowed)
    return parts


def _networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(part) for part in _parts(text))
    except ValueError as error:
        raise _Refused(
            "holds something that is no address or network",
            "addresses and networks separated by commas, as in 127.0.0.1, 10.0.0.0/8",
        ) from error


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _model(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._:/@-]{1,200}", text):
        raise _Refused("is not the name of a model", "letters, digits and . _ : / @ -")
    return text


def _key(text: str) -> str:
    if not re.fullmatch(r"[\x21-\x7e]{1,1000}", text):
        raise _Refused("is not a key", "visible ASCII characters, at most 1000")
    return text


_PARSERS: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "HOST": ("host", _host),
    "PORT": ("port", _whole(0, 65_535)),
    "DATA_DIR": ("data_dir", _directory),
    "DATABASE_URL": ("database_url_given", _database_url),
    "PUBLIC_URL": ("public_url", _public_url),
    "ALLOWED_ORIGINS": ("allowed_origins", _origins),
    "TRUSTED_PROXIES": ("trusted_proxies", _networks),
    "DILEMMAS_PER_DAY": ("dilemmas_per_day", _limit),
    "DAILY_USD": ("daily_microusd", _microusd),
    "SESSIONS_PER_ADDRESS": ("sessions_per_address", _limit),
    "DILEMMAS_PER_ADDRESS": ("dilemmas_per_address", _limit),
    "REQUESTS_PER_MINUTE": ("requests_per_minute", _limit),
    "MAX_RUNNING": ("max_running", _limit),
    "VOICE_SECONDS_PER_DAY": ("voice_seconds_per_day", _limit),
    "VOICE_MAX_SECONDS": ("voice_max_seconds", _limit),
    # A result must outlive the turn that gave it, or no vote could ever be read.
    "RETENTION_DAYS": ("retention_days", _whole(1, 3650, "of days ")),
    "MESSAGE_RETENTION_DAYS": ("message_retention_days", _whole(1, 3650, "of days ")),
    "LANGUAGE_MODEL": ("language_model", _model),
    "LANGUAGE_MODEL_PRICE": ("language_model_price", _price),
    "SEARCH_URL": ("search_url", _url),
    "SEARCH_KEY": ("search_key", _key),
    "SPEECH_URL": ("speech_url", _url),
    "SPEECH_MODEL": ("speech_model", _model),
    "SPEECH_KEY": ("speech_key", _key),
}
