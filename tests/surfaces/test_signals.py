"""How a process ends: calls under way are finished, new ones are told, and the exit code is 0."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from surfaces.processes import ask, decide, is_admitted, process, session


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
