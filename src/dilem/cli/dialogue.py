"""A dilemma on the terminal: the embedded engine, its questions, and what it recommends."""

import argparse
import json
import sys
from typing import TextIO

from pydantic import ValidationError

from dilem.contract import Clarification, DecideRequest, Result, Turn
from dilem.settings import Settings
from dilem.usecases.answer import EmbeddedCalculator

WIDTH = 30


def decide(parsed: argparse.Namespace, _settings: Settings) -> int:
    """Ask until there is a recommendation or a notice, then print it."""
    words = sys.stdin.read() if parsed.dilemma == "-" else parsed.dilemma
    calculator = EmbeddedCalculator()
    refinements: list[str] = []
    can_ask = not parsed.json and sys.stdin.isatty() and parsed.dilemma != "-"
    while True:
        try:
            request = DecideRequest(
                text=words.strip() or words,
                language=parsed.language,
                refinements=refinements,
                force_decision=parsed.force or (bool(refinements) and not can_ask),
                clarification_count=min(20, len(refinements)),
            )
        except ValidationError:
            print("A dilemma has 1 to 6,000 characters; with all answers at most 24,000.", file=sys.stderr)
            return 2
        reply = calculator.work_out(request)
        if parsed.json:
            print(json.dumps(reply.model_dump(mode="json"), ensure_ascii=False))
            return 0
        answer = _answer(reply, sys.stdin) if can_ask else None
        if answer is None:
            _tell(reply)
            return 0 if isinstance(reply, Result) or not can_ask else 1
        refinements.append(answer)


def _answer(reply: Turn, terminal: TextIO) -> str | None:
    """Question and answer in one string, or None where nothing is asked or answered."""
    if not isinstance(reply, Clarification) or reply.purpose in {"scope_notice", "insufficient_evidence"}:
        return None
    print(reply.question)
    if reply.why:
        print(f"  {reply.why}")
    for number, choice in enumerate(reply.choices, start=1):
        print(f"  {number}. {choice}")
    print("> ", end="", flush=True)
    typed = terminal.readline().strip()
    if not typed:
        return None
    if typed.isdigit() and 1 <= int(typed) <= len(reply.choices):
        typed = reply.choices[int(typed) - 1]
    return f"{reply.question} {typed}"


def _tell(reply: Turn) -> None:
    if isinstance(reply, Clarification):
        print(reply.question)
        return
    chosen = next(option for option in reply.options if option.id == reply.selected)
    print(f"→ {chosen.label}")
    if reply.context:
        print(f"  {reply.context}")
    for option in sorted(reply.options, key=lambda option: -option.probability):
        bar = "█" * round(option.probability * WIDTH)
        print(f"\n{round(option.probability * 100):3} % {bar} {option.label}")
        for line in [option.excluded_by, *option.reasons, option.drawback]:
            if line:
                print(f"      {line}")
    for line in reply.assumptions or []:
        print(f"\n· {line}", end="")
    print(f"\n\n{reply.caution}" if reply.caution else "\n")
