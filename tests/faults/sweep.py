"""Ends a life at its first write point, at the second, and so on, until it is no longer reached.

Run as a script. It loads everything once and forks, so that a point takes a tenth of a second:

    python sweep.py statements         os._exit before the Nth SQL statement
    python sweep.py wakes              os._exit after the Nth commit, before anybody hears of it
    python sweep.py signal=KILL        the Nth write or flush to disk of the system, by strace
    python sweep.py error=ENOSPC       the same, failing with that error

It prints one JSON object: how many points were reached, the slowest start after one, violations.
"""

import argparse
import asyncio
import itertools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from signal import SIGKILL
from typing import Any, NoReturn

from sqlalchemy import Engine, event

from faults.life import Afterlife, live

REACHED = 137
MOST_POINTS = 3000


def main() -> None:
    """Sweep, and print what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("fault")
    parser.add_argument("--call", choices=("pwrite64", "fdatasync", "ftruncate"), default="pwrite64")
    parser.add_argument("--while", dest="phase", choices=("opening", "living"), default="living")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--step", type=int, default=1)
    options = parser.parse_args()
    points, slowest_s, violations = 0, 0.0, []
    for number in itertools.islice(itertools.count(options.first, options.step), MOST_POINTS):
        with tempfile.TemporaryDirectory(prefix="dilem-faults-") as folder:
            url = f"sqlite:///{folder}/dilem.sqlite3"
            reached, acknowledged = one_life(options, number, url, Path(folder) / "strace")
            if not reached:
                break
            points += 1
            after = Afterlife(url, acknowledged)
            asyncio.run(after.examine())
            slowest_s = max(slowest_s, after.start_s)
            violations += [f"{number}: {sentence}" for sentence in after.violations]
    print(json.dumps({"points": points, "slowest_start_s": slowest_s, "violations": violations}))  # noqa: T201


def one_life(options: argparse.Namespace, number: int, url: str, trace: Path) -> tuple[bool, dict[str, str]]:
    """Fork a life that meets its fault at point `number`; return whether it did, and what it told."""
    tell_parent, told = _pipe()
    go, wait_for_go = _pipe()
    process = os.fork()
    if process == 0:
        _be_born(options, number, url, tell_parent, wait_for_go)
    os.close(tell_parent)
    os.close(wait_for_go)
    words = os.fdopen(told)
    acknowledged: dict[str, str] = {}
    traced = None
    for line in words:
        name, _, value = line.rstrip("\n").partition(" ")
        if name == "ready":
            if "=" in options.fault:
                traced = _inject(options, number, process, trace)
            os.write(go, b"go")
        else:
            acknowledged[name] = value
    words.close()
    os.close(go)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if traced is not None:
        traced.communicate(timeout=30)
        return code == -SIGKILL or "INJECTED" in trace.read_text(), acknowledged
    return code == REACHED, acknowledged


def _be_born(options: argparse.Namespace, number: int, url: str, tell: int, wait: int) -> NoReturn:
    """Live in the forked process, and never return to what the parent was doing."""

    def say(name: str, value: str = "") -> None:
        os.write(tell, f"{name} {value}\n".encode())

    def ready() -> None:
        say("ready")
        os.read(wait, 2)

    async def run() -> None:
        if options.fault == "wakes":
            _exit_at_wake(number)
        await live(url, say, ready if options.phase == "living" else lambda: None)

    if options.phase == "opening":
        ready()
    if options.fault == "statements":
        _exit_at_statement(number)
    code = 1
    try:
        asyncio.run(run())
        code = 0
    finally:
        # Nothing is closed: a life ends as if it were killed.
        os._exit(code)


def _exit_at_statement(number: int) -> None:
    """Exit before the Nth SQL statement, counted over all connections."""
    statements = itertools.count(1)

    def trace(_sql: str) -> None:
        if next(statements) == number:
            os._exit(REACHED)

    @event.listens_for(Engine, "connect")
    def connected(driver_connection: Any, _record: Any) -> None:
        driver_connection.set_trace_callback(trace)


def _exit_at_wake(number: int) -> None:
    """Exit when another thread wakes the event loop for the Nth time."""
    loop: Any = asyncio.get_running_loop()
    wakes = itertools.count(1)
    wake = loop.call_soon_threadsafe

    def exit_or_wake(*arguments: Any, **keywords: Any) -> Any:
        if next(wakes) == number:
            os._exit(REACHED)
        return wake(*arguments, **keywords)

    loop.call_soon_threadsafe = exit_or_wake


def _inject(options: argparse.Namespace, number: int, process: int, trace: Path) -> "subprocess.Popen[str]":
    """Attach strace, and come back when it holds the process."""
    strace = subprocess.Popen(
        [
            *("strace", "-f", "-o", str(trace), "-p", str(process)),
            *("-e", f"trace={options.call}", "-e", f"inject={options.call}:{options.fault}:when={number}"),
        ],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert strace.stderr is not None
    line = strace.stderr.readline()
    if "attached" not in line:
        sys.exit(f"strace cannot attach: {line}")
    return strace


def _pipe() -> tuple[int, int]:
    """The end to write to, and the end to read from."""
    read, write = os.pipe()
    return write, read


if __name__ == "__main__":
    main()
