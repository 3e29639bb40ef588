"""The verbs, their flags, and what goes wrong with them."""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from dilem.cli import dialogue, evaluation, operating
from dilem.engine.grid import LANGUAGES
from dilem.errors import ServiceUnavailable
from dilem.settings import Settings, SettingsRefused, read_settings
from dilem.storage.database import DatabaseRefused
from dilem.telemetry import configure_logs

DONE, DID_NOT_WORK, ASKED_WRONGLY = 0, 1, 2


def run(arguments: Sequence[str]) -> int:
    """Carry out one command; the answer is the exit code."""
    parsed = _parser().parse_args(arguments)
    try:
        settings = _settings(parsed)
    except SettingsRefused as refused:
        for fault in refused.faults:
            print(fault, file=sys.stderr)
        return ASKED_WRONGLY
    try:
        code: int = parsed.verb(parsed, settings)
    except DatabaseRefused as refused:
        print(f"The database cannot be used: {refused}", file=sys.stderr)
        return DID_NOT_WORK
    except ServiceUnavailable:
        print("The database did not answer. Nothing was changed; try again.", file=sys.stderr)
        return DID_NOT_WORK
    except OSError as error:
        print(f"That did not work: {error.strerror or error}", file=sys.stderr)
        return DID_NOT_WORK
    except KeyboardInterrupt:
        return DID_NOT_WORK
    return code


def _settings(parsed: argparse.Namespace) -> Settings:
    """The settings of the environment; a flag wins over it."""
    settings, warnings = read_settings(os.environ)
    for warning in warnings:
        print(warning, file=sys.stderr)
    given = {name: getattr(parsed, name, None) for name in ("host", "port", "data_dir")}
    return replace(settings, **{name: value for name, value in given.items() if value is not None})


def _serve(parsed: argparse.Namespace, settings: Settings) -> int:
    # The server's packages take their time to load, and serve this verb alone.
    from dilem.app import serve  # noqa: PLC0415  # see above

    configure_logs()
    print(
        f"Open http://{_shown(settings.host)}:{settings.port} · engine: embedded · data: {settings.data_dir}"
        f" · limits: {settings.dilemmas_per_day} dilemmas a day",
        file=sys.stderr,
    )
    serve(settings)
    return DONE


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dilem",
        description="Helps somebody decide. Settings come from the environment; a flag wins over them.",
    )
    parser.add_argument("--version", action="version", version=f"dilem {version('dilem')}")
    verbs = parser.add_subparsers(required=True, metavar="VERB")

    serve = _verb(verbs, "serve", _serve, "serve the API on http://127.0.0.1:8000")
    serve.add_argument("--host", help="address to listen on (default 127.0.0.1)")
    serve.add_argument("--port", type=_port, help="port to listen on (default 8000; 0 takes a free one)")

    _verb(verbs, "check", operating.check, "check the settings and the database, and say what is switched on")
    _verb(verbs, "purge", operating.purge_now, "erase the texts whose time is over")
    inbox = _verb(verbs, "inbox", operating.inbox, "read the messages and reports that were sent")
    inbox.add_argument(
        "--limit", type=int, default=50, help="how many at the most, the newest first (default 50)"
    )
    _verb(verbs, "stats", operating.stats, "figures of today, and of votes and messages")

    decide = _verb(
        verbs, "decide", dialogue.decide, "decide here and now, on this machine, asking on the terminal"
    )
    decide.add_argument("dilemma", help="the dilemma in your own words; - reads it from standard input")
    decide.add_argument(
        "--language", choices=LANGUAGES, default="en", help="language if the words leave it open"
    )
    decide.add_argument(
        "--force", action="store_true", help="no questions: a recommendation, or why there is none"
    )

    evaluate = _verb(verbs, "evaluate", evaluation.evaluate_files, "measure the engine on labelled dilemmas")
    evaluate.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="labelled dilemmas, one JSON a line"
    )
    evaluate.add_argument("--show", action="store_true", help="print every item that is not right")
    return parser


def _verb(
    verbs: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, verb: object, purpose: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = verbs.add_parser(
        name, help=purpose, description=f"{purpose[0].upper()}{purpose[1:]}."
    )
    parser.set_defaults(verb=verb)
    parser.add_argument(
        "--data-dir", type=Path, help="where the database lies (default: your user data folder)"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    return parser


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65_535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return number
