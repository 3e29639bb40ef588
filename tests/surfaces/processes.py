"""A service in a process of its own, and the few calls that tests of processes need."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Holds the calculations of texts that begin with "hold" until a signal lets them go.
PROGRAM = """
import signal, sys
from dilem.app import build_app, listen, make_server
from dilem.settings import read_settings
from surfaces.running import ScriptedCalculator

settings, _ = read_settings({"DILEM_DATA_DIR": sys.argv[1], "DILEM_REQUESTS_PER_MINUTE": "unlimited"})
calculator = ScriptedCalculator()
signal.signal(signal.SIGUSR1, lambda *_: calculator.release())
listener = listen("127.0.0.1", 0)
print(listener.getsockname()[1], flush=True)
make_server(build_app(settings, calculator=calculator)).run([listener])
"""


@contextmanager
def process(data_dir: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A service in a process of its own, and its port."""
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": f"{ROOT / 'src'}:{ROOT / 'tests'}"}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(data_dir)], stdout=subprocess.PIPE, env=environ, text=True
    ) as child:
        try:
            assert child.stdout is not None
            yield child, int(child.stdout.readline())
        finally:
            child.kill()


def ask(
    port: int, method: str, path: str, headers: dict[str, str], body: str | None = None
) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path, body=body, headers=headers)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def decide(port: int, token: str, text: str) -> tuple[int, str]:
    headers = {
        "Authorization": f"Bearer {token}",
        "X-Dilem-Case-ID": "trip",
        "Content-Type": "application/json",
    }
    return ask(port, "POST", "/api/v1/decide", headers, f'{{"text":"{text}","language":"en"}}')


def session(port: int) -> str:
    return ask(port, "POST", "/api/v1/session", {})[1].split('"')[3]


def is_admitted(port: int, token: str) -> bool:
    headers = {"Authorization": f"Bearer {token}", "X-Dilem-Case-ID": "trip"}
    return '"admitted":true' in ask(port, "GET", "/api/v1/usage", headers)[1]
