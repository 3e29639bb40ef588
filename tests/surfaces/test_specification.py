"""A tool that knows the published document alone looks for requests that break it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dilem.usecases.answer import EmbeddedCalculator
from surfaces.calling import Caller
from surfaces.running import PLENTY, Service, running

# What the tool would have otherwise: a schema cannot say that a text of white space alone is refused,
# nor the total of all texts; a missing credential is 403 here, which the tool does not let itself be
# told (test_authorization.py asks for all of them); and a card is not painted in this service.
CONFIGURATION = """
[checks]
positive_data_acceptance.enabled = false
missing_required_header.enabled = false
negative_data_rejection.expected-statuses = [403, 404, 408, 409, 413, 415, 422, 429, 503]

[[operations]]
include-operation-id = "export_result_card"
checks.not_a_server_error.expected-statuses = ["2xx", "4xx", 503]
"""


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory, events: object) -> Iterator[Service]:
    """A service with the real engine and without limits."""
    with running(tmp_path_factory.mktemp("real"), PLENTY, calculator=EmbeddedCalculator()) as service:
        yield service


def search(service: Service, directory: Path, *, seconds: int, examples: int) -> str:
    """Let schemathesis search for a while; return what it reports, which is no failure."""
    caller = Caller(service).opened()
    address = f"http://{service.host}"
    (directory / "schemathesis.toml").write_text(CONFIGURATION)
    command = [
        str(Path(sys.executable).with_name("st")), "run", f"{address}/openapi.json", f"--url={address}",
        f"--header=Authorization: Bearer {caller.token}",
        f"--max-examples={examples}", f"--max-time={seconds}", "--continue-on-failure", "--seed=1",
        "--generation-database=none", "--no-color", "--output-truncate=true", "--no-shrink",
    ]  # fmt: skip
    environ = {**os.environ, "HOME": str(directory), "PYTHONWARNINGS": ""}
    done = subprocess.run(
        command, cwd=directory, env=environ, capture_output=True, text=True, timeout=seconds + 60, check=False
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    return done.stdout


def test_a_short_search_finds_nothing(real: Service, tmp_path: Path) -> None:
    report = search(real, tmp_path, seconds=20, examples=40)

    assert "Tested: 7" in report
    assert int(re.findall(r"(\d+) generated", report)[0]) > 500


@pytest.mark.long
@pytest.mark.timeout(500)
def test_a_long_search_finds_nothing(real: Service, tmp_path: Path) -> None:
    assert "Tested: 7" in search(real, tmp_path, seconds=330, examples=2000)
