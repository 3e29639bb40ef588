"""Logs: events with fields, one for each operation; what was counted, never what was said.

Two rules keep texts, tokens, case ids and addresses out, whatever a caller or a library does: a
field is written only when its name is listed here, and neither the message of an exception nor the
arguments of another package's message are written at all.
"""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Literal, TextIO

Style = Literal["json", "console"]

# Each of these holds a number, a word of ours or a random id of ours.
FIELDS = (
    "request_id", "operation", "method", "status", "code", "duration_ms", "language",
    "cases", "results", "messages", "sessions", "rows", "reopened", "host", "port",
)  # fmt: skip


def configure_logs(
    stream: TextIO = sys.stderr, *, style: Style | None = None, level: int = logging.INFO
) -> None:
    """Send every event to `stream`, one line each: JSON, or text where a person reads along.

    Other packages are heard from WARNING on.
    """
    if style is None:
        style = "console" if stream.isatty() else "json"
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines() if style == "json" else ConsoleLines())
    handler.addFilter(_is_ours_or_matters)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    # The guard tells of every request; this one would tell the address and the query, too.
    access = logging.getLogger("uvicorn.access")
    access.handlers.clear()
    access.propagate = False


class JsonLines(logging.Formatter):
    """One JSON object a line, ASCII only, so that no text can break a line or a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the event."""
        return json.dumps(_event(record))


class ConsoleLines(logging.Formatter):
    """One line of words for a person at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the event."""
        event = _event(record)
        head = [str(event.pop(name)) for name in ("time", "level", "event")]
        trace = event.pop("trace", None)
        line = " ".join(head + [f"{name}={value}" for name, value in event.items()])
        if isinstance(trace, list):
            line = "\n  ".join([line, *trace])
        return line.encode("ascii", "backslashreplace").decode()


def _is_ours_or_matters(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] == "dilem"


def _event(record: logging.LogRecord) -> dict[str, object]:
    event: dict[str, object] = {
        "time": datetime.fromtimestamp(record.created, tz=UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        # The words of the call itself, before any argument is put into them. Other packages build
        # whole sentences beforehand, so of them only the name is told.
        "event": _plain(record.msg) if record.name.partition(".")[0] == "dilem" else "library",
        "logger": _plain(record.name),
    }
    for name in FIELDS:
        if name in record.__dict__:
            event[name] = _plain(record.__dict__[name])
    if record.exc_info and record.exc_info[0] is not None:
        kind, _, tracebacks = record.exc_info
        event["error"] = kind.__qualname__
        event["trace"] = [
            _plain(f"{frame.filename}:{frame.lineno} {frame.name}")
            for frame in traceback.extract_tb(tracebacks)
        ]
    return event


def _plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    return re.sub(r"[^\x20-\x7e]", "?", str(value))[:200]
