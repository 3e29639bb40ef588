"""`dilem evaluate`: a table by skill and language, calibration, and the baselines beside it."""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from dilem.contract import DecideRequest, Result, Turn
from dilem.settings import Settings
from dilem.usecases.answer import EmbeddedCalculator
from dilem.usecases.baselines import BASELINES
from dilem.usecases.evaluate import (
    Item,
    Judged,
    Tally,
    Verdict,
    brier,
    calibration_error,
    evaluate,
    tallies,
)


def evaluate_files(parsed: argparse.Namespace, _settings: Settings) -> int:
    """Measure the engine and the baselines on labelled dilemmas."""
    try:
        items = [item for path in parsed.files for item in _items(path)]
    except (ValidationError, UnicodeDecodeError):
        print("A file holds something that is not a labelled dilemma.", file=sys.stderr)
        return 2
    judged = _run(items, EmbeddedCalculator().work_out, show_progress=sys.stderr.isatty())
    baselines = {name: _run(items, answer) for name, answer in BASELINES.items()}
    if parsed.json:
        print(json.dumps(_report(judged, baselines)))
        return 0
    for key, tally in tallies(judged).items():
        print(_row(key, tally))
    print(_calibration("embedded", judged))
    for name, others in baselines.items():
        print(_row(f"[{name}]", tallies(others)["ALL"]))
        print(_calibration(name, others))
    if parsed.show:
        for one in judged:
            if one.verdict is not Verdict.RIGHT:
                print(_shown(one))
    return 0


def _items(path: Path) -> Iterator[Item]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield Item.model_validate_json(line)


def _run(
    items: Sequence[Item], answer: Callable[[DecideRequest], Turn], *, show_progress: bool = False
) -> list[Judged]:
    done = 0

    def counted(request: DecideRequest) -> Turn:
        nonlocal done
        reply = answer(request)
        done += 1
        if show_progress:
            filled = done * 40 // len(items)
            print(f"\r[{'#' * filled}{' ' * (40 - filled)}] {done}/{len(items)}", end="", file=sys.stderr)
        return reply

    judged = asyncio.run(evaluate(items, counted, time.process_time))
    if show_progress:
        print(file=sys.stderr)
    return judged


def _row(key: str, tally: Tally) -> str:
    shares = "  ".join(f"{verdict.value} {tally.verdicts[verdict] / tally.items:6.1%}" for verdict in Verdict)
    seconds = sorted(tally.seconds)
    return (
        f"{key:18} n {tally.items:4}  {shares}  options exact {tally.options_exact}/{tally.results}"
        f"  questions {tally.questions}  median {seconds[len(seconds) // 2] * 1000:.1f} ms CPU"
    )


def _calibration(name: str, judged: Sequence[Judged]) -> str:
    error, spread = brier(judged), calibration_error(judged)
    if error is None or spread is None:
        return f"{name}: no recommendation to calibrate"
    return f"{name}: Brier score {error:.3f}, expected calibration error {spread:.3f}"


def _report(judged: Sequence[Judged], baselines: dict[str, list[Judged]]) -> dict[str, object]:
    return {
        "embedded": _figures(judged),
        "baselines": {name: _figures(others) for name, others in baselines.items()},
    }


def _figures(judged: Sequence[Judged]) -> dict[str, object]:
    return {
        "brier": brier(judged),
        "calibration_error": calibration_error(judged),
        "tallies": {
            key: {
                "items": tally.items,
                **{verdict.value: tally.verdicts[verdict] for verdict in Verdict},
                "results": tally.results,
                "options_exact": tally.options_exact,
                "questions": tally.questions,
                "median_cpu_s": sorted(tally.seconds)[len(tally.seconds) // 2],
            }
            for key, tally in tallies(judged).items()
        },
    }


def _shown(one: Judged) -> str:
    reply = one.reply
    if isinstance(reply, Result):
        got = f"{reply.selected} of " + ", ".join(f"{o.label} {o.probability:.2f}" for o in reply.options)
    else:
        got = reply.purpose or reply.question
    return f"{one.verdict.value} {one.item.id} {one.item.skill}: {one.item.text[:160]!r} → {got}"
