"""Python and JavaScript share one arithmetic: the committed vectors hold both to the same figures."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from engine.vectors import FILE, vectors

TEST = Path(__file__).parent / "weighing.test.mjs"


def test_the_engine_gives_the_committed_figures() -> None:
    committed = json.loads(FILE.read_text(encoding="utf-8"))

    made = json.loads(json.dumps(vectors()))

    assert [one["preferences"] for one in made] == [one["preferences"] for one in committed]
    assert [one["tilted"] for one in made] == [one["tilted"] for one in committed]
    assert [one["selected"] for one in made] == [one["selected"] for one in committed]


@pytest.mark.skipif(
    shutil.which("node") is None, reason="no node on this machine runs the browser's arithmetic"
)
def test_the_browser_gives_the_same_figures() -> None:
    ran = subprocess.run(
        ["node", "--test", str(TEST)], capture_output=True, text=True, timeout=120, check=False
    )

    assert ran.returncode == 0, ran.stdout
