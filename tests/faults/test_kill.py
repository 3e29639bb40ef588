"""A process that is killed, or whose disk fails, at any moment: what was acknowledged stays."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).with_name("sweep.py")

needs_strace = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")


def sweep(*arguments: str, timeout_s: float = 100) -> dict[str, Any]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    finished = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout_s,
    )
    assert finished.returncode == 0, finished.stderr
    found: dict[str, Any] = json.loads(finished.stdout)
    return found


def check(found: dict[str, Any], *, at_least: int) -> None:
    assert found["violations"] == []
    assert found["points"] >= at_least
    assert found["slowest_start_s"] < 3


def test_a_life_that_ends_before_some_statement_loses_nothing_it_acknowledged() -> None:
    check(sweep("statements", "--step", "11"), at_least=15)


def test_a_life_that_ends_between_commit_and_acknowledgement_leaves_all_or_nothing() -> None:
    check(sweep("wakes", "--step", "4"), at_least=6)


@needs_strace
@pytest.mark.parametrize("fault", ["signal=KILL", "error=ENOSPC", "error=EIO"])
def test_a_fault_at_some_write_loses_nothing_that_was_acknowledged(fault: str) -> None:
    check(sweep(fault, "--step", "37"), at_least=5)


@needs_strace
@pytest.mark.parametrize("fault", ["signal=KILL", "error=EIO"])
def test_a_fault_at_some_flush_loses_nothing_that_was_acknowledged(fault: str) -> None:
    check(sweep(fault, "--call", "fdatasync", "--step", "7"), at_least=3)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("point", ["statements", "wakes"])
def test_a_life_that_ends_at_any_step_loses_nothing_that_was_acknowledged(point: str) -> None:
    check(sweep(point, timeout_s=600), at_least=20)


@needs_strace
@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("phase", ["opening", "living"])
@pytest.mark.parametrize("call", ["pwrite64", "fdatasync", "ftruncate"])
@pytest.mark.parametrize("fault", ["signal=KILL", "error=ENOSPC", "error=EIO"])
def test_a_fault_at_any_write_or_flush_loses_nothing_that_was_acknowledged(
    fault: str, call: str, phase: str
) -> None:
    check(sweep(fault, "--call", call, "--while", phase, timeout_s=600), at_least=1)
