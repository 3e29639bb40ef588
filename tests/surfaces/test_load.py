"""What many callers at once cost."""

import contextlib
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from surfaces.processes import ask, process, session

ENDLESS = 50_000_000
CALLERS = 100


def memory_kb(pid: int, name: str) -> int:
    """Read a process's memory: VmRSS now, VmHWM the most so far."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


def test_a_hundred_endless_bodies_cost_little_memory_and_get_their_refusals(tmp_path: Path) -> None:
    with process(tmp_path) as (child, port):
        token = session(port)
        before = memory_kb(child.pid, "VmRSS")

        with ThreadPoolExecutor(CALLERS) as pool:
            answers = list(pool.map(send_endless_body, [port] * CALLERS))

        assert all(answer.startswith(b"HTTP/1.1 413 ") for answer in answers)
        assert memory_kb(child.pid, "VmHWM") - before < 45_000
        assert ask(port, "GET", "/api/v1/usage", {"Authorization": f"Bearer {token}"})[0] == 200


def send_endless_body(port: int) -> bytes:
    """Send chunks until the service has had enough of them; return its answer."""
    head = (
        f"POST /api/v1/decide HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\n"
    )
    chunk = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(head.encode())
            for _ in range(ENDLESS // 0x10000):
                connection.sendall(chunk)
        with contextlib.suppress(ConnectionError):
            return connection.recv(65_536)
    return b""
