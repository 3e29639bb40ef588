"""Python and JavaScript share one arithmetic: the committed vectors hold both to the same figures."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dilem.engine.weighing import VERSION
from engine.vectors import FILE, vectors

TEST = Path(__file__).parent / "weighing.test.mjs"


@pytest.fixture(scope="module")
def committed() -> list[dict[str, Any]]:
    """The vectors as they stand in the repository."""
    read: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return read


def test_the_engine_gives_the_committed_figures(committed: list[dict[str, Any]]) -> None:
    made = json.loads(json.dumps(vectors()))

    for exact in ("preferences", "tilted", "selected", "tilts"):
        assert [one[exact] for one in made] == [one[exact] for one in committed]
    for one, expected in zip(made, committed, strict=True):
        assert one["acceptability"] == pytest.approx(expected["acceptability"], abs=1e-9)
        assert one["analysis"]["flips"] == expected["analysis"]["flips"]


def test_the_vectors_cover_every_kind_of_grid(committed: list[dict[str, Any]]) -> None:
    analyses = [one["analysis"] for one in committed]

    assert {analysis["version"] for analysis in analyses} == {VERSION}
    assert {cut["kind"] for analysis in analyses for cut in analysis["cuts"]} == {
        "most", "over", "only", "not",
    }  # fmt: skip
    left = [len(one["analysis"]["scores"]) - len(one["analysis"]["exclusions"]) for one in committed]
    assert {1, 2, 3} <= set(left)
    assert any(analysis["flips"] for analysis in analyses)
    assert any(0.0 in one["acceptability"].values() for one in committed)  # a dominated option


@pytest.mark.skipif(
    shutil.which("node") is None, reason="no node on this machine runs the browser's arithmetic"
)
def test_the_browser_gives_the_same_figures() -> None:
    ran = subprocess.run(
        ["node", "--test", str(TEST)], capture_output=True, text=True, timeout=120, check=False
    )

    assert ran.returncode == 0, ran.stdout
