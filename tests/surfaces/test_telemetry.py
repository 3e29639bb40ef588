import io
import json
import logging
from collections.abc import Iterator

import pytest

from dilem.telemetry import ConsoleLines, JsonLines, configure_logs

CANARY = "CANARY-7f3a"
HOSTILE = "a\r\nb\x1b[31m\u2028c\0"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """A stream that gets everything from DEBUG on, as a server's would, and the old set-up afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    configure_logs(stream, style="json", level=logging.DEBUG)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)


def events(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_one_line_with_its_known_fields(stream: io.StringIO) -> None:
    logging.getLogger("dilem.any").info("answered", extra={"status": 200, "request_id": "ab12"})

    (event,) = events(stream)
    assert event["event"] == "answered"
    assert (event["status"], event["request_id"], event["level"]) == (200, "ab12", "info")


def test_a_field_that_is_not_listed_is_not_written(stream: io.StringIO) -> None:
    logging.getLogger("dilem.any").info(
        "answered", extra={"text": CANARY, "token": CANARY, "address": CANARY}
    )

    assert CANARY not in stream.getvalue()


def test_the_arguments_of_a_message_are_not_written(stream: io.StringIO) -> None:
    logging.getLogger("dilem.any").info("answered %s", CANARY)
    logging.getLogger("uvicorn.error").warning("Invalid %s", CANARY)
    logging.getLogger("library").warning(f"built before {CANARY}")

    assert CANARY not in stream.getvalue()
    assert [event["event"] for event in events(stream)] == ["answered %s", "library", "library"]


def test_an_exception_is_told_by_its_kind_and_its_lines_never_by_its_words(stream: io.StringIO) -> None:
    try:
        int(CANARY)
    except ValueError:
        logging.getLogger("dilem.any").exception("bug")

    (event,) = events(stream)
    assert event["error"] == "ValueError"
    assert "test_telemetry.py" in str(event["trace"])
    assert CANARY not in stream.getvalue()


@pytest.mark.parametrize("formatter", [JsonLines(), ConsoleLines()])
def test_nothing_breaks_a_line_or_a_terminal(formatter: logging.Formatter) -> None:
    record = logging.LogRecord("dilem." + HOSTILE, logging.INFO, "x", 1, HOSTILE, None, None)
    record.code = HOSTILE

    line = formatter.format(record)

    assert line.isascii()
    assert line.isprintable()


def test_a_person_reads_one_line_of_words() -> None:
    record = logging.LogRecord("dilem.surfaces.guard", logging.INFO, "x", 1, "answered", None, None)
    record.status = 200

    line = ConsoleLines().format(record)

    assert line.endswith("info answered logger=dilem.surfaces.guard status=200")


def test_other_packages_are_heard_from_warnings_on(stream: io.StringIO) -> None:
    logging.getLogger("library").info("chatter")
    logging.getLogger("uvicorn.error").info("Started server process [%d]", 1)
    logging.getLogger("uvicorn.error").error("trouble")

    assert [event["logger"] for event in events(stream)] == ["uvicorn.error"]
