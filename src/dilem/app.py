"""The composition root: the one file that knows every part."""

import asyncio
import contextlib
import logging
import resource
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from types import FrameType
from typing import Any, NoReturn

import uvicorn
from starlette.routing import Router
from starlette.types import Receive, Scope, Send

from dilem.engine.reading import prepare
from dilem.errors import ServiceUnavailable, SessionInvalid
from dilem.operations import OPERATIONS, UseCases
from dilem.ports import Address, Calculator, Clock, Token
from dilem.settings import Settings
from dilem.storage.cases import StoredCases
from dilem.storage.database import Database, DatabaseRefused, open_database
from dilem.storage.messages import StoredMessages
from dilem.storage.owners import Owners
from dilem.storage.results import StoredResults
from dilem.storage.retention import purge
from dilem.storage.sessions import StoredSessions
from dilem.surfaces.documents import document_routes, health_routes
from dilem.surfaces.guard import Guard, Readiness
from dilem.surfaces.origins import Premises
from dilem.surfaces.rest import rest_routes
from dilem.surfaces.routing import Routes
from dilem.surfaces.wire import WireProtocol
from dilem.usecases.answer import EmbeddedCalculator
from dilem.usecases.decide import Decide
from dilem.usecases.get_usage import GetUsage
from dilem.usecases.rates import Rates
from dilem.usecases.send_message import SendMessage
from dilem.usecases.start_session import StartSession
from dilem.usecases.votes import ReadVote, RecordVote

DRAIN_S = 30.0
PURGE_EVERY_S = 6 * 3600.0
BACKLOG = 1024
OPEN_FILES = 65_536

log = logging.getLogger(__name__)


def utc_now() -> datetime:
    """The present instant."""
    return datetime.now(UTC)


def build_app(settings: Settings, *, clock: Clock = utc_now, calculator: Calculator | None = None) -> "App":
    """Put the parts together. Nothing is opened before the application's lifespan begins.

    Args:
        calculator: what works replies out; the embedded engine unless another is given.
    """
    return App(settings, clock, calculator or EmbeddedCalculator())


class App:
    """The ASGI application of one process.

    `readiness` tells whether it takes new calls, `refused` why its database could not be opened.
    """

    def __init__(self, settings: Settings, clock: Clock, calculator: Calculator) -> None:
        self.readiness = Readiness()
        self.refused: DatabaseRefused | None = None
        self._background: list[asyncio.Task[NoReturn]] = []
        self._settings = settings
        self._clock = clock
        self._calculator = calculator
        self._guard: Guard | None = None
        self._lifespan = Router(lifespan=self._live)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve HTTP, and live from startup to shutdown."""
        if scope["type"] == "lifespan":
            await self._lifespan(scope, receive, send)
        elif self._guard is not None:
            await self._guard(scope, receive, send)

    @asynccontextmanager
    async def _live(self, _router: object) -> AsyncIterator[None]:
        try:
            database = await open_database(self._settings.database_url)
        except DatabaseRefused as error:
            self.refused = error
            raise
        cases = StoredCases(database, self._settings.policy, self._clock)
        owners = Owners(database, cases, self._clock)
        await asyncio.to_thread(prepare)
        self._guard = self._build_guard(self._use_cases(database, cases))
        self._background = [_kept_up(owners.watch()), _kept_up(self._purge(database))]
        try:
            yield
        finally:
            await self._stop(owners, database)

    async def _purge(self, database: Database) -> NoReturn:
        while True:
            try:
                await purge(database, self._settings.policy, self._clock)
            except ServiceUnavailable:
                log.warning("purge_delayed")
            await asyncio.sleep(PURGE_EVERY_S)

    async def _stop(self, owners: Owners, database: Database) -> None:
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        with contextlib.suppress(ServiceUnavailable):
            await owners.leave()
        await database.close()

    def _use_cases(self, database: Database, cases: StoredCases) -> UseCases:
        policy, clock = self._settings.policy, self._clock
        sessions = StoredSessions(database, policy, clock)
        results = StoredResults(database, policy, clock)
        return UseCases(
            sessions=sessions,
            rates=Rates(policy.requests_per_minute, clock),
            start_session=StartSession(sessions),
            get_usage=GetUsage(cases),
            decide=Decide(cases, self._calculator),
            read_vote=ReadVote(results),
            record_vote=RecordVote(results),
            send_message=SendMessage(StoredMessages(database, clock)),
        )

    def _build_guard(self, use_cases: UseCases) -> Guard:
        async def check_ready() -> None:
            if self.readiness.draining or any(task.done() for task in self._background):
                raise ServiceUnavailable
            # Any look-up will do: what counts is that the database answers it.
            with contextlib.suppress(SessionInvalid):
                await use_cases.sessions.find(Token(""), Address(""))

        settings = self._settings
        routes = [
            *rest_routes(OPERATIONS, use_cases),
            *document_routes(OPERATIONS, settings.public_url or "/"),
            *health_routes(check_ready),
        ]
        premises = Premises(settings.public_url, settings.allowed_origins, settings.trusted_proxies)
        return Guard(Routes(routes), premises, self.readiness, self._clock)


class Server(uvicorn.Server):
    """Uvicorn, with an end in two steps.

    At the first signal no new call is taken and `/readyz` says so, while those under way are
    finished, for half a minute at most; then, or at a second signal, it stops.
    """

    def __init__(self, config: uvicorn.Config, readiness: Readiness) -> None:
        super().__init__(config)
        self._readiness = readiness
        self._stop_at: float | None = None

    def drain(self) -> None:
        """Take no more calls, and stop when those under way have ended."""
        self._readiness.draining = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Drain at the first signal, stop at the second."""
        if self._readiness.draining:
            super().handle_exit(sig, frame)
            self._captured_signals.clear()
        self.drain()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: whether to stop."""
        if self._readiness.draining:
            now = asyncio.get_running_loop().time()
            self._stop_at = self._stop_at or now + DRAIN_S
            if self._readiness.running == 0 or now >= self._stop_at:
                self.should_exit = True
        return await super().on_tick(counter)


def make_server(app: App) -> Server:
    """Give the application its server, not yet listening."""
    config = uvicorn.Config(
        app,
        http=WireProtocol,
        loop="uvloop",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        # The guard alone decides whose forwarded addresses count.
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=2,
    )
    return Server(config, app.readiness)


def serve(settings: Settings) -> None:
    """Serve until a signal ends it.

    Raises:
        OSError: the address cannot be listened on.
        DatabaseRefused: the database cannot be opened.
    """
    app = build_app(settings)
    _raise_open_files()
    with listen(settings.host, settings.port) as listener:
        host, port = listener.getsockname()[:2]
        log.info("listening", extra={"host": host, "port": port})
        try:
            make_server(app).run([listener])
        except SystemExit as error:
            raise app.refused or error from None


def listen(host: str, port: int) -> socket.socket:
    """Bind an address; port 0 takes a free one, "::" listens on both families.

    Connections wait until the server is there.
    """
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    both = host == "::" and socket.has_dualstack_ipv6()
    listener = socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    listener.setblocking(False)
    return listener


def _kept_up(work: Coroutine[Any, Any, NoReturn]) -> "asyncio.Task[NoReturn]":
    """Run something that has no end beside the calls. If it ends, the log says so, and `/readyz` too."""
    task = asyncio.create_task(work)
    task.add_done_callback(_tell_broken)
    return task


def _tell_broken(task: "asyncio.Task[NoReturn]") -> None:
    if not task.cancelled():
        log.error("background_broken", exc_info=task.exception())


def _raise_open_files() -> None:
    # Every connection is an open file, and the usual limit of 1024 is meant for small programs.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
