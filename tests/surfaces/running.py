"""A real service for tests: uvicorn on a free port, SQLite in a directory, a clock that can be set.

Only the calculator is scripted, where a test needs a reply that it can foresee.
"""

import asyncio
import io
import logging
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dilem.app import App, build_app, listen, make_server
from dilem.contract import Clarification, DecideRequest, Result, ResultOption, Turn
from dilem.errors import PipelineFailed, ProviderInputTooLarge
from dilem.ports import Calculator
from dilem.settings import read_settings
from dilem.telemetry import configure_logs

# Every text, token and id that must never reach a log or an error holds this.
CANARY = "CANARY-7f3a"
NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
# The settings of a service whose limits are not what a test is about.
PLENTY = {
    "SESSIONS_PER_ADDRESS": "unlimited",
    "DILEMMAS_PER_DAY": "unlimited",
    "DILEMMAS_PER_ADDRESS": "unlimited",
    "REQUESTS_PER_MINUTE": "unlimited",
    "ALLOWED_ORIGINS": "https://app.example",
}


class SettableClock:
    """Answers the instant that it was last set to."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        """The present instant."""
        return self.now

    def advance(self, **parts: float) -> None:
        """Go forward by a timedelta's parts."""
        self.now += timedelta(**parts)


@dataclass
class ScriptedCalculator:
    """Replies by the first word of the text: ask, fail, hold, break, big; a recommendation otherwise.

    `hold` waits until `release`; `held` counts calculations that wait, `cancelled` those that were
    given up while they did.
    """

    started: int = 0
    cancelled: threading.Event = field(default_factory=threading.Event)
    held: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    _gate: asyncio.Event | None = None
    _loop: asyncio.AbstractEventLoop | None = None

    async def answer(self, request: DecideRequest) -> Turn:
        """Reply as the text says."""
        self.started += 1
        word = request.text.partition(" ")[0]
        if word == "ask" and not request.force_decision:
            return Clarification(
                question="How far?", choices=[], format="number", unit="km", summary="Train or bus"
            )
        if word == "fail":
            raise PipelineFailed
        if word == "big":
            raise ProviderInputTooLarge
        if word == "break":
            raise RuntimeError(request.text)
        if word == "hold":
            await self._wait()
        return RECOMMENDATION

    def release(self) -> None:
        """Let every calculation that waits go on."""
        if self._loop is not None and self._gate is not None:
            self._loop.call_soon_threadsafe(self._gate.set)
            self._gate = None

    async def _wait(self) -> None:
        if self._gate is None:
            self._gate, self._loop = asyncio.Event(), asyncio.get_running_loop()
        gate = self._gate
        self.held.release()
        try:
            async with asyncio.timeout(30):
                await gate.wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise


RECOMMENDATION = Result(
    summary="Train or bus",
    options=[
        ResultOption(id="train", label="Train", description="Direct.", probability=0.7),
        ResultOption(id="bus", label="Bus", description="Near.", probability=0.3),
    ],
    selected="train",
    sources=[],
)


@dataclass
class Service:
    """A running service."""

    app: App
    port: int
    clock: SettableClock
    calculator: ScriptedCalculator
    data_dir: Path

    @property
    def host(self) -> str:
        """What a Host header says."""
        return f"127.0.0.1:{self.port}"


@contextmanager
def running(
    data_dir: Path,
    limits: Mapping[str, str] | None = None,
    *,
    clock: SettableClock | None = None,
    calculator: Calculator | None = None,
) -> Iterator[Service]:
    """Run a service with these settings, DILEM_ left away; requests wait until it is there."""
    clock = clock or SettableClock()
    scripted = ScriptedCalculator()
    environ = {f"DILEM_{name}": value for name, value in (limits or {}).items()}
    settings, _ = read_settings({"DILEM_DATA_DIR": str(data_dir), **environ})
    app = build_app(settings, clock=clock, calculator=calculator or scripted)
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    server = make_server(app)
    thread = threading.Thread(target=server.run, args=([listener],), name="service")
    thread.start()
    try:
        yield Service(app, port, clock, scripted, data_dir)
    finally:
        scripted.release()
        server.drain()
        thread.join(40)
        assert not thread.is_alive()


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """Gather every event from DEBUG on, as a server would write it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    configure_logs(stream, style="json", level=logging.DEBUG)
    try:
        yield stream
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
