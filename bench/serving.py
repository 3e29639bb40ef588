"""Requests per CPU second of the server: ours against a bare Starlette route, interleaved in one run."""

import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CONNECTIONS = 32
ROUND_S = 2.0
ROUNDS = 5
TICKS = os.sysconf("SC_CLK_TCK")

BARE = """
import uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

async def hello(request):
    return JSONResponse({"type": "hello", "numbers": [1, 2, 3]})

app = Starlette(routes=[Route("/hello", hello, methods=["GET", "POST"])])
config = {"loop": "uvloop", "http": "httptools", "access_log": False, "log_level": "warning"}
uvicorn.run(app, host="127.0.0.1", port=%d, **config)
"""


@dataclass(frozen=True)
class Load:
    """One kind of request: its bytes, and how many answers a connection may expect."""

    name: str
    port: int
    request: bytes


def main() -> None:
    """Measure `/session`, `/usage` and `/decide` against a bare route and print ratios of medians."""
    with _server([sys.executable, "-c", BARE % 8471], 8471, "/hello") as bare, _ours(8472) as ours:
        token = _token(8472)
        loads = [
            (bare, Load("bare Starlette JSON route", 8471, _request("GET", "/hello"))),
            (ours, Load("/api/v1/usage", 8472, _request("GET", "/api/v1/usage", token))),
            (ours, Load("/api/v1/session", 8472, _request("POST", "/api/v1/session", None, b"{}"))),
        ]
        figures: dict[str, list[float]] = {load.name: [] for _, load in loads}
        rates: dict[str, list[float]] = {load.name: [] for _, load in loads}
        for _ in range(ROUNDS):
            for process, load in loads:
                before = _cpu_seconds(process)
                served = asyncio.run(_drive(load))
                used = _cpu_seconds(process) - before
                figures[load.name].append(served / max(used, 1e-9))
                rates[load.name].append(served / ROUND_S)
        base = statistics.median(figures[loads[0][1].name])
        print("| request | requests per CPU second | ratio to bare | requests per second |")
        print("|---|---|---|---|")
        for name, values in figures.items():
            middle = statistics.median(values)
            print(f"| {name} | {middle:.0f} | {middle / base:.2f} | {statistics.median(rates[name]):.0f} |")
        print(f"\nResident memory of the service: {_resident_mb(ours):.0f} MB")


@contextmanager
def _ours(port: int) -> Iterator[subprocess.Popen[bytes]]:
    unlimited = {
        f"DILEM_{name}": "unlimited"
        for name in (
            "DILEMMAS_PER_DAY",
            "DILEMMAS_PER_ADDRESS",
            "SESSIONS_PER_ADDRESS",
            "REQUESTS_PER_MINUTE",
        )
    }
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "dilem", "serve", "--port", str(port), "--data-dir", folder]
        with _server(command, port, "/healthz", {**os.environ, **unlimited}) as process:
            yield process


@contextmanager
def _server(
    command: list[str], port: int, path: str, environment: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    with (Path(tempfile.gettempdir()) / f"dilem-bench-{port}.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    try:
        for _ in range(200):
            try:
                asyncio.run(_once(port, _request("GET", path)))
                break
            except OSError:
                time.sleep(0.05)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


def _request(method: str, path: str, token: str | None = None, body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def _token(port: int) -> str:
    answer = asyncio.run(_once(port, _request("POST", "/api/v1/session", None, b"{}")))
    token: str = json.loads(answer.split(b"\r\n\r\n", 1)[1])["session"]
    return token


async def _once(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        return await _read(reader)
    finally:
        writer.close()


async def _drive(load: Load) -> int:
    ends_at = time.monotonic() + ROUND_S
    return sum(await asyncio.gather(*(_connection(load, ends_at) for _ in range(CONNECTIONS))))


async def _connection(load: Load, ends_at: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", load.port)
    served = 0
    while time.monotonic() < ends_at:
        writer.write(load.request)
        answer = await _read(reader)
        if not answer.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{load.name} answered {answer[:12]!r}")
        served += 1
    writer.close()
    return served


async def _read(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            return head + await reader.readexactly(int(line.split(b":")[1]))
    return head


def _cpu_seconds(process: subprocess.Popen[bytes]) -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _resident_mb(process: subprocess.Popen[bytes]) -> float:
    pages = int(Path(f"/proc/{process.pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
