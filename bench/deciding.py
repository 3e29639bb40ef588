"""CPU time of a whole embedded `decide`, by length of the text, and what grows with it."""

import statistics
import time
from pathlib import Path

from dilem.contract import DecideRequest
from dilem.usecases.answer import EmbeddedCalculator
from dilem.usecases.evaluate import Item, request_of

DILEMMAS = Path(__file__).parent.parent / "tests" / "dilemmas"
LENGTHS = (1_500, 6_000, 12_000, 24_000)
REPEATS = 3


def main() -> None:
    """Print percentiles over the labelled dilemmas, and the time of long texts."""
    calculator = EmbeddedCalculator()
    items = [
        Item.model_validate_json(line)
        for path in sorted(DILEMMAS.glob("labelled/*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    for item in items:  # every language's words are loaded before anything is timed
        calculator.work_out(request_of(item))
    times = sorted(_cpu_ms(calculator, request_of(item)) for item in items for _ in range(REPEATS))
    print(
        f"| {len(items)} labelled dilemmas | p50 {_at(times, 0.5):.1f} ms | p99 {_at(times, 0.99):.1f} ms |"
    )
    words = " ".join(item.text for item in items if item.language == "en")
    while len(words) < max(LENGTHS):
        words += " " + words
    for length in LENGTHS:
        parts = [words[start : start + 6_000] for start in range(0, length, 6_000)]
        request = (
            DecideRequest(text=parts[0][:6_000], language="en", refinements=parts[1:], force_decision=True)
            if length > 6_000
            else DecideRequest(text=words[:length], language="en", force_decision=True)
        )
        spent = statistics.median(_cpu_ms(calculator, request) for _ in range(REPEATS))
        print(f"| text of {length} characters | {spent:.1f} ms | |")


def _cpu_ms(calculator: EmbeddedCalculator, request: DecideRequest) -> float:
    started = time.process_time()
    calculator.work_out(request)
    return (time.process_time() - started) * 1000


def _at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


if __name__ == "__main__":
    main()
