"""What an operator asks of an instance: check, purge, inbox, stats."""

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TypeVar

from dilem.ports import UNLIMITED
from dilem.settings import Settings
from dilem.storage.audit import find_discrepancies
from dilem.storage.database import Database, open_database
from dilem.storage.messages import InboxMessage, read_inbox
from dilem.storage.retention import purge
from dilem.storage.stats import read_stats

Outcome = TypeVar("Outcome")


def check(parsed: argparse.Namespace, settings: Settings) -> int:
    """Check the settings and the database; 1 where the books do not balance."""
    discrepancies = _with_database(settings, find_discrepancies)
    report = {
        "engine": "embedded",
        "database": "sqlite" if settings.database_url.startswith("sqlite") else "postgresql",
        "data_dir": str(settings.data_dir),
        "public_url": settings.public_url,
        "language_model": "on" if settings.language_model else "off",
        "search": "on" if settings.search_url else "off",
        "speech": "on" if settings.speech_url else "off",
        "dilemmas_per_day": _limit(settings.dilemmas_per_day),
        "daily_usd": _limit(settings.daily_microusd, settings.daily_microusd / 1_000_000),
        "retention_days": settings.retention_days,
        "discrepancies": discrepancies,
    }
    wrong = sum(discrepancies.values())
    if parsed.json:
        print(json.dumps(report))
    else:
        for name in (
            "engine",
            "database",
            "data_dir",
            "language_model",
            "search",
            "speech",
            "dilemmas_per_day",
        ):
            print(f"{name.replace('_', ' ')}: {report[name]}")
        print(
            "The settings are fine, the database answers, and its books balance."
            if not wrong
            else _imbalance(discrepancies)
        )
    return 1 if wrong else 0


def _limit(value: int, shown: float | None = None) -> float | int | str:
    return "unlimited" if value >= UNLIMITED else value if shown is None else shown


def _imbalance(discrepancies: dict[str, int]) -> str:
    named = ", ".join(f"{name} ({count})" for name, count in discrepancies.items() if count)
    return f"The books do not balance: {named}. Keep the file as it is and restore the last backup."


def purge_now(parsed: argparse.Namespace, settings: Settings) -> int:
    """Erase the texts whose time is over."""
    purged = _with_database(settings, lambda database: purge(database, settings.policy, _now))
    if parsed.json:
        print(json.dumps(asdict(purged), default=_instant))
    else:
        oldest = f" Oldest kept: {purged.oldest_exchange_at:%Y-%m-%d}." if purged.oldest_exchange_at else ""
        print(f"Erased the text of {purged.cases} cases older than {settings.retention_days} days.{oldest}")
    return 0


def inbox(parsed: argparse.Namespace, settings: Settings) -> int:
    """Print the messages that were sent, the newest first."""
    messages = _with_database(settings, lambda database: read_inbox(database, limit=parsed.limit))
    if parsed.json:
        print(json.dumps([_message(message) for message in messages], ensure_ascii=False))
        return 0
    for message in messages:
        print(_told(message))
    print(f"{len(messages)} messages." if messages else "No messages.")
    return 0


def _message(message: InboxMessage) -> dict[str, object]:
    return {
        "number": message.number,
        "written_at": _instant(message.written_at),
        **message.message.model_dump(mode="json", exclude={"request_id"}),
    }


def _told(message: InboxMessage) -> str:
    said = message.message
    written_at = f"{message.written_at:%Y-%m-%d %H:%M} UTC"
    lines = [" · ".join([f"#{message.number}", written_at, said.kind, said.language, said.screen])]
    if said.email:
        lines.append(f"From: {_printable(said.email)}")
    lines.append(_printable(said.message))
    if said.response is not None:
        lines.append(f"About this {said.response.kind}: {_printable(said.response.text)}")
    return "\n".join(lines) + "\n"


def _printable(text: str) -> str:
    """Text that cannot steer the terminal it is printed on."""
    return "".join(c if c.isprintable() or c == "\n" else "�" for c in text)


def stats(parsed: argparse.Namespace, settings: Settings) -> int:
    """Print the figures."""
    figures = _with_database(settings, lambda database: read_stats(database, _now))
    if parsed.json:
        print(json.dumps(asdict(figures)))
        return 0
    for name, value in asdict(figures).items():
        shown = ", ".join(f"{reason} {count}" for reason, count in value) if name == "reasons" else value
        print(f"{name.replace('_', ' ')}: {shown}")
    return 0


def _with_database(settings: Settings, question: Callable[[Database], Awaitable[Outcome]]) -> Outcome:
    async def ask() -> Outcome:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        database = await open_database(settings.database_url)
        try:
            return await question(database)
        finally:
            await database.close()

    return asyncio.run(ask())


def _now() -> datetime:
    return datetime.now(UTC)


def _instant(value: object) -> str:
    return value.isoformat().replace("+00:00", "Z") if isinstance(value, datetime) else str(value)
