"""Times of day, dates and weekdays."""

import re

from dilem.engine.reading.numerals import Numeral
from dilem.engine.reading.quantities import Amount, AmountKind, Scan
from dilem.engine.reading.words import Span

_COLON = re.compile(r"(\d{1,2}):(\d{2})")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{2})")
_DAY_SUFFIX = frozenset({"st", "nd", "rd", "th", "er", ".", "º", "ª", "o", "°", "ro"})
_HOURS = 24
_NOON = 12 * 60
_SMALL_HOURS = 6 * 60
_HALVES_BEHIND = frozenset({"it", "es", "pt"})
_NO_HOUR = frozenset({"-", "/", "%", "x", "€", "$", "£"})
_ONE_OCLOCK = frozenset({"it", "es"})  # "all'una", "a la una"


def time_at(scan: Scan, index: int) -> list[Amount]:
    """The time of day, date or weekday that begins at a token: one amount, or none."""
    for read in (_weekday, _date, _clock):
        amount = read(scan, index)
        if amount is not None:
            return [amount]
    return []


def _amount(
    scan: Scan, kind: AmountKind, value: float, start: int, end: int, upper: float | None = None
) -> Amount:
    return Amount(kind, value, scan.part.index, Span(start, end), unit=kind.value, upper=upper)


# --- weekdays ----------------------------------------------------------------------------------


def _weekday(scan: Scan, index: int) -> Amount | None:
    hit = scan.at(index, "weekday.")
    if hit is None:
        return None
    first, _, last = hit.tag.removeprefix("weekday.").partition("-")
    return _amount(scan, AmountKind.WEEKDAY, float(first), hit.start, hit.end, float(last) if last else None)


# --- dates -------------------------------------------------------------------------------------


def _date(scan: Scan, index: int) -> Amount | None:
    month = _month(scan, index)
    if month:
        return _month_first(scan, index, *month)
    day, end = _day(scan, index)
    if not day:
        return None
    after = _over(scan, end, "date.join")
    month = _month(scan, after)
    if month:
        value = 31.0 * (month[0] - 1) + day
        return _amount(scan, AmountKind.DATE, value, index, _over_year(scan, month[1]))
    if scan.at(end, "range.to"):
        later, end = _day(scan, end + 1)
        month = _month(scan, _over(scan, end, "date.join")) if later else None
        if month:
            base = 31.0 * (month[0] - 1)
            first = base + day if day <= later else base - 31 + day
            return _amount(scan, AmountKind.DATE, first, index, month[1], base + later)
    return None


def _month_first(scan: Scan, index: int, month: int, end: int) -> Amount | None:
    """A month by itself, or "June 14th"."""
    base = 31.0 * (month - 1)
    day, after = _day(scan, end)
    if day and scan.language == "en" and not scan.at(after, "unit."):
        return _amount(scan, AmountKind.DATE, base + day, index, after)
    if scan.at(index, "month_weak."):
        return None
    return _amount(scan, AmountKind.DATE, base + 1, index, _over_year(scan, end), base + 31)


def _month(scan: Scan, index: int) -> tuple[int, int] | None:
    hit = scan.at(index, "month.")
    return (int(hit.tag.removeprefix("month.")), hit.end) if hit else None


def _day(scan: Scan, index: int) -> tuple[int, int]:
    number = scan.numeral(index)
    if number is None or not 1 <= number.value <= 31 or number.value % 1 or number.weak:
        return 0, index
    end = number.end
    if scan.fold(end) in _DAY_SUFFIX and number.in_figures:
        end += 1
    return int(number.value), end


def _over(scan: Scan, index: int, tag: str) -> int:
    hit = scan.at(index, tag)
    return hit.end if hit else index


def _over_year(scan: Scan, index: int) -> int:
    after = _over(scan, index, "date.join")
    return after + 1 if len(scan.fold(after)) == 4 and scan.fold(after).isdigit() else index


# --- times of day ------------------------------------------------------------------------------


def _clock(scan: Scan, index: int) -> Amount | None:
    fixed = scan.at(index, "clock.noon") or scan.at(index, "clock.midnight")
    if fixed:
        value = _NOON if fixed.tag == "clock.noon" else 2 * _NOON
        return _amount(scan, AmountKind.CLOCK, float(value), index, fixed.end)
    spoken = _half_or_quarter(scan, index)
    if spoken:
        return spoken
    written = _COLON.fullmatch(scan.fold(index))
    strong = scan.before(index, "clock.prep") is not None
    sure = scan.before(index, "clock.prep") is not None and not _is_weak(scan, index)
    if written is None and strong:
        written = _DOTTED.fullmatch(scan.fold(index))
        if written and scan.at(index + 1, "unit.") and not scan.at(index + 1, "clock.mark"):
            written = None
    elif written is None and scan.at(index + 1, "clock.mark") and scan.language in {"de", "it"}:
        written = _DOTTED.fullmatch(scan.fold(index))
    if written:
        hour, minute = int(written.group(1)), int(written.group(2))
        if hour > _HOURS or minute > 59:
            return None
        end = _over(scan, index + 1, "clock.mark")
        return _finished(scan, index, end, hour * 60 + minute)
    return _on_the_hour(scan, index, sure=sure)


def _is_weak(scan: Scan, index: int) -> bool:
    hit = scan.before(index, "clock.prep")
    return (
        hit is not None
        and hit.tag == "clock.prep_weak"
        and not any(other.tag == "clock.prep" for other in scan.ends.get(index, ()))
    )


def _on_the_hour(scan: Scan, index: int, *, sure: bool) -> Amount | None:
    """ "at seven", "à 19 h 30", "um 20 Uhr", "a las siete y media", "8 pm"."""
    number = scan.numeral(index)
    if number is None or not 0 <= number.value <= _HOURS:
        return None
    minutes, end = int(number.value) * 60, number.end
    if number.value % 1:
        is_told = sure or scan.at(end, "clock.pm") or scan.at(end, "clock.am")
        is_half = number.value % 1 == 0.5 and not number.in_figures and scan.language in _HALVES_BEHIND
        return _finished(scan, index, end, minutes + 30) if is_half and is_told else None
    after = _after_the_hour(scan, end)
    if after is not None and scan.before(index, "clock.prep"):
        return _finished(scan, index, after[1], minutes + after[0])
    mark = scan.at(end, "clock.mark")
    if mark:
        waits = scan.language == "fr" and (number.weak or scan.fold(mark.end) in {"de", "d'"})
        # "après une heure d'attente" is a duration.
        return None if waits else _marked(scan, index, minutes // 60, mark.end, sure=sure)
    return _finished(scan, index, end, minutes) if _is_bare_hour(scan, number, sure=sure) else None


def _is_bare_hour(scan: Scan, number: Numeral, *, sure: bool) -> bool:
    """Whether a number without a mark is an hour: "at seven", "8 pm", "all'una"."""
    end = number.end
    is_measured = scan.at(end, "unit.") is not None
    if (
        scan.language in {"en", "de"}
        and not is_measured
        and (scan.at(end, "clock.am") or scan.at(end, "clock.pm"))
    ):
        return True
    if number.weak:
        return sure and number.value == 1 and scan.language in _ONE_OCLOCK
    # French says "heures" with every hour: "à 7" is a price or a place.
    is_bare = not scan.is_content(end) and not is_measured and not scan.at(end, "month.")
    return sure and is_bare and scan.language != "fr" and scan.fold(end) not in _NO_HOUR


def _marked(scan: Scan, index: int, hour: int, end: int, *, sure: bool) -> Amount | None:
    """An hour with "h", "Uhr" or "heures"; where the mark may mean a duration, a preposition must tell."""
    minute = 0
    following = scan.fold(end)
    has_minutes = following.isdigit() and len(following) == 2 and int(following) < 60
    spoken = scan.numeral(end) if scan.language == "de" else None
    if has_minutes:
        minute, end = int(following), end + 1
    elif spoken is not None and not spoken.weak and 5 <= spoken.value < 60:
        minute, end = int(spoken.value), spoken.end
    else:
        half = _after_the_hour(scan, end)
        if half is not None:
            minute, end = half
    only_time = scan.language in {"en", "de"}
    leading_zero = scan.fold(index).startswith("0")
    late = hour >= 13 and (has_minutes or scan.before(index, "clock.prep") is not None)
    if only_time or sure or leading_zero or late:
        return _finished(scan, index, end, hour * 60 + minute)
    return None


def _after_the_hour(scan: Scan, index: int) -> tuple[int, int] | None:
    for tag, minutes in (("half_after", 30), ("quarter_past_after", 15), ("quarter_to_after", -15)):
        hit = scan.at(index, f"clock.{tag}")
        if hit:
            return minutes, hit.end
    return None


def _half_or_quarter(scan: Scan, index: int) -> Amount | None:
    """ "half eleven" is 11.30 in English, "halb elf" is 10.30 in German."""
    for tag, minutes in (("half", 30), ("quarter_past", 15), ("quarter_to", -15)):
        hit = scan.at(index, f"clock.{tag}")
        if hit is None or (tag == "half" and not any(h.tag == "clock.half" for h in scan.starts[index])):
            continue
        number = scan.numeral(hit.end)
        if number is None or number.weak or not 1 <= number.value <= 12 or scan.at(number.end, "unit."):
            continue
        hour = int(number.value) - (scan.language == "de" and tag == "half")
        return _finished(scan, index, number.end, hour * 60 + minutes)
    return None


def _finished(scan: Scan, start: int, end: int, minutes: int) -> Amount:
    """The time with "in the evening" and its like counted in."""
    part_of_day = scan.at(end, "clock.pm") or scan.at(end, "clock.am")
    if part_of_day:
        end = part_of_day.end
        at_night = scan.at(part_of_day.start, "clock.night_word") is not None and minutes < _SMALL_HOURS
        if part_of_day.tag == "clock.pm" and minutes < _NOON and not at_night:
            minutes += _NOON
    return _amount(scan, AmountKind.CLOCK, float(minutes), start, end)
