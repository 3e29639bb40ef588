import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from surfaces.calling import Caller
from surfaces.running import CANARY, PLENTY, Service, logged, running


@pytest.fixture(scope="session")
def events() -> Iterator[io.StringIO]:
    """Everything that all services of the run have logged; at the end it is searched for canaries."""
    with logged() as stream:
        yield stream
    assert '"event": "answered"' in stream.getvalue()
    assert CANARY not in stream.getvalue()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory, events: io.StringIO) -> Iterator[Service]:
    """One service for all tests that need no limits of their own; its clock stands still."""
    with running(tmp_path_factory.mktemp("service"), PLENTY) as service:
        yield service


@pytest.fixture(scope="session")
def ana(service: Service) -> Caller:
    """A caller with a session of the shared service."""
    return Caller(service).opened()


@pytest.fixture
def data_dir(tmp_path: Path, events: io.StringIO) -> Path:
    """Where a service of a test's own keeps its data."""
    return tmp_path
