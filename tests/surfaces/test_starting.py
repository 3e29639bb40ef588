"""How a service starts, or says why it does not."""

import socket
from pathlib import Path

import pytest

from dilem.app import listen, serve
from dilem.settings import Settings
from dilem.storage.database import DatabaseRefused
from surfaces.calling import Caller
from surfaces.running import running


def test_a_file_that_is_no_database_refuses_to_start(tmp_path: Path) -> None:
    (tmp_path / "dilem.sqlite3").write_text("These are the words of a diary. " * 1000)

    with pytest.raises(DatabaseRefused):
        serve(Settings(port=0, data_dir=tmp_path))


def test_an_address_that_is_taken_refuses_to_start(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(OSError, match="in use"):
        serve(Settings(port=taken.getsockname()[1], data_dir=tmp_path))


def test_a_new_data_directory_is_made(data_dir: Path) -> None:
    with running(data_dir / "a" / "b") as service:
        assert Caller(service).opened().call("get_usage").status == 200


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has one family of addresses")
def test_the_address_of_both_families_listens_on_both() -> None:
    with listen("::", 0) as both:
        port = both.getsockname()[1]
        for address in ("127.0.0.1", "::1"):
            socket.create_connection((address, port), timeout=5).close()
