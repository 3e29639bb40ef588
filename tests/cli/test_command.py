"""The command `dilem`: what it prints, and the code it ends with."""

import io
import json
from pathlib import Path

import pytest

from dilem.cli import run

DECIDABLE = (
    "Train or car? The train is much cheaper, the car is very expensive. Only the price matters to me."
)
ITEM = {
    "id": "x-001",
    "language": "en",
    "ui_language": "en",
    "text": DECIDABLE,
    "refinements": [],
    "force": True,
    "skill": "priority",
    "options": ["train", "car"],
    "criteria": ["cost"],
    "expect": {"type": "result", "selected": 0},
    "why": "price decides",
}


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DILEM_DATA_DIR", str(tmp_path / "data"))


def test_a_fresh_instance_checks_out(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", "--json"])

    report = json.loads(capsys.readouterr().out)
    assert code == 0
    assert report["engine"] == "embedded"
    assert not any(report["discrepancies"].values())


def test_a_bad_setting_is_named_and_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DILEM_DILEMMAS_PER_DAY", "many")

    code = run(["check"])

    assert code == 2
    assert "DILEM_DILEMMAS_PER_DAY" in capsys.readouterr().err


def test_a_database_that_is_none_is_refused_with_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "dilem.sqlite3").write_bytes(b"this is a letter, not a database" * 40)

    code = run(["stats"])

    assert code == 1
    assert capsys.readouterr().err.startswith("The database cannot be used:")


@pytest.mark.parametrize("verb", ["purge", "inbox", "stats"])
def test_every_verb_of_an_operator_answers_in_json_too(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run([verb, "--json"])

    assert code == 0
    assert isinstance(json.loads(capsys.readouterr().out), dict | list)
    assert run([verb]) == 0
    assert capsys.readouterr().out.strip()


def test_a_dilemma_is_decided_on_the_spot(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["decide", DECIDABLE, "--force"])

    printed = capsys.readouterr().out
    assert code == 0
    assert printed.splitlines()[0].lower().endswith("train")
    assert "%" in printed


def test_a_dilemma_is_decided_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["decide", DECIDABLE, "--force", "--json"])

    reply = json.loads(capsys.readouterr().out)
    assert code == 0
    assert reply["type"] == "result"
    assert reply["selected"] == "train"


def test_a_dilemma_comes_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(DECIDABLE))

    code = run(["decide", "-", "--force", "--json"])

    assert code == 0
    assert json.loads(capsys.readouterr().out)["type"] == "result"


def test_an_empty_dilemma_is_asked_wrongly(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["decide", "   "])

    assert code == 2
    assert "6,000" in capsys.readouterr().err


def test_labelled_dilemmas_are_measured_beside_the_baselines(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "items.jsonl"
    file.write_text(json.dumps(ITEM) + "\n", encoding="utf-8")

    code = run(["evaluate", str(file), "--json"])

    report = json.loads(capsys.readouterr().out)
    assert code == 0
    assert report["embedded"]["tallies"]["ALL"]["right"] == 1
    assert set(report["baselines"]) == {"first option", "cheapest number", "random"}


def test_a_file_without_labels_is_asked_wrongly(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "items.jsonl"
    file.write_text('{"text": "A or B?"}\n', encoding="utf-8")

    code = run(["evaluate", str(file)])

    assert code == 2
    assert "labelled" in capsys.readouterr().err
