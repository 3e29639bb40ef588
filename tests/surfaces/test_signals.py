"""How a process ends: calls under way are finished, new ones are told, and the exit code is 0."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

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


def test_a_signal_lets_calls_under_way_end_and_takes_no_new_ones(tmp_path: Path) -> None:
    with process(tmp_path) as (child, port), ThreadPoolExecutor() as pool:
        token = session(port)
        held = pool.submit(decide, port, token, "hold on")
        while not is_admitted(port, token):
            assert not held.done()

        child.send_signal(signal.SIGTERM)
        while ask(port, "GET", "/readyz", {})[0] == 200:
            assert not held.done()
        assert ask(port, "GET", "/healthz", {})[0] == 200
        assert decide(port, token, "recommend")[0] == 503
        child.send_signal(signal.SIGUSR1)

        assert held.result()[0] == 200
        assert child.wait(10) == 0


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM])
def test_without_calls_a_signal_ends_it_at_once(sig: signal.Signals, tmp_path: Path) -> None:
    with process(tmp_path) as (child, port):
        session(port)

        child.send_signal(sig)

        assert child.wait(10) == 0


def test_a_second_signal_does_not_wait(tmp_path: Path) -> None:
    with process(tmp_path) as (child, port), ThreadPoolExecutor() as pool:
        token = session(port)
        held = pool.submit(decide, port, token, "hold on")
        while not is_admitted(port, token):
            assert not held.done()
        child.send_signal(signal.SIGTERM)
        while ask(port, "GET", "/readyz", {})[0] == 200:
            assert not held.done()

        child.send_signal(signal.SIGTERM)

        assert child.wait(15) == 0
        assert held.exception() is not None or held.result()[0] >= 500


def test_after_a_kill_the_case_is_open_again_and_costs_no_second_credit(tmp_path: Path) -> None:
    with process(tmp_path) as (child, port), ThreadPoolExecutor() as pool:
        token = session(port)
        held = pool.submit(decide, port, token, "hold on")
        while not is_admitted(port, token):
            assert not held.done()
        child.kill()
        assert held.exception() is not None

    with process(tmp_path) as (child, port):
        assert is_admitted(port, token)
        until = time.monotonic() + 8
        while (answer := decide(port, token, "recommend"))[0] == 409:
            assert '"case_busy"' in answer[1]
            assert time.monotonic() < until
        assert answer[0] == 200
        usage = ask(port, "GET", "/api/v1/usage", {"Authorization": f"Bearer {token}"})[1]
        assert '"used":1' in usage
