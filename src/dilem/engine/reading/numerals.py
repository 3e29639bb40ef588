"""Reads a number in figures or in words, as each language writes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from dilem.engine.grid import Language
from dilem.engine.reading.phrases import Hit, Phrases, load
from dilem.engine.reading.words import Token, fold

_THOUSANDS = frozenset("'’\u00a0\u202f ")
_HUNDRED: Mapping[str, str] = {"de": "hundert", "it": "cento"}
_THOUSAND: Mapping[str, tuple[str, ...]] = {"de": ("tausend",), "it": ("mila", "mille")}
_MAX_DIGITS = 15
_MAX_WORD = 40


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number at tokens up to `end` (exclusive); `weak` where the word may be a mere article."""

    value: float
    end: int
    weak: bool = False
    in_figures: bool = False


@dataclass(frozen=True)
class Units:
    """What a language says of numbers, units and times.

    "a week" is found twice, as what a price is by and as a length of time. `words` are single words that
    are numbers; `accented` words mean something else without their accent; `elided` ones end in an
    apostrophe and are found by themselves, with their tags.
    """

    language: Language
    phrases: tuple[Phrases, ...]
    words: Mapping[str, float]
    accented: Mapping[str, str]
    elided: Mapping[str, Sequence[str]]
    tags: frozenset[str]


@cache
def units(language: Language) -> Units:
    """The units of a language, read once."""
    entries = load("dilem.engine.reading", f"vocabulary/{language}/units.txt")
    words = {
        fold(phrase): float(tag.removeprefix("number."))
        for tag, phrases in entries.items()
        if tag.startswith("number.")
        for phrase in phrases
    }
    accented = {fold(word): word for word in entries.get("accent.words", ())}
    per = Phrases((tag, p) for tag, phrases in entries.items() if tag.startswith("per.") for p in phrases)
    rest = Phrases(
        (tag, p)
        for tag, phrases in entries.items()
        if not tag.startswith(("per.", "accent."))
        for p in phrases
    )
    elided: dict[str, list[str]] = {}
    for tag, phrases in entries.items():
        for phrase in phrases:
            if phrase.endswith("'") and " " not in phrase:
                elided.setdefault(fold(phrase), []).append(tag)
    return Units(language, (per, rest), words, accented, elided, frozenset(entries))


def numeral_at(
    tokens: Sequence[Token], index: int, hits: Mapping[int, Sequence[Hit]], language: Language
) -> Numeral | None:
    """The number that begins at a token, or None."""
    if index >= len(tokens):
        return None
    token = tokens[index]
    if token.fold[:1].isdigit():
        value = decimal(token.text, language)
        if value is None:
            return None
        end = index + 1
        for hit in hits.get(end, ()):
            if hit.tag in {"number.1000", "number.1000000"}:
                value *= float(hit.tag.removeprefix("number."))
                end = hit.end
                break
        half, end = _half(tokens, end, hits)
        return Numeral(value + half, end, in_figures=True)
    return _in_words(tokens, index, hits, language)


def _in_words(
    tokens: Sequence[Token], index: int, hits: Mapping[int, Sequence[Hit]], language: Language
) -> Numeral | None:
    total, current, limit = 0.0, 0.0, float("inf")
    position, end = index, index
    weak = False
    while position < len(tokens):
        found = _number_word(tokens, position, hits, language)
        if found is None:
            break
        value, after, is_weak = found
        taken = _add(current, value, limit, language)
        if taken is None or (is_weak and end > index and position == end):
            break
        weak = is_weak if end == index else False
        if value >= 1000:
            total, current, limit = total + max(current, 1.0) * value, 0.0, value
        else:
            current, limit = taken
        end = position = after
        position = _over_join(tokens, position, hits)
    if end == index:
        return None
    half, end = _half(tokens, end, hits)
    return Numeral(total + current + half, end, weak and not half)


def _number_word(
    tokens: Sequence[Token], index: int, hits: Mapping[int, Sequence[Hit]], language: Language
) -> tuple[float, int, bool] | None:
    best: Hit | None = None
    weak = False
    for hit in hits.get(index, ()):
        if hit.tag.startswith("number.") and (best is None or hit.end > best.end):
            best = hit
        weak = weak or hit.tag.startswith("number_weak.")
    if best is not None:
        return float(best.tag.removeprefix("number.")), best.end, weak and best.end == index + 1
    if weak:
        hit = next(h for h in hits[index] if h.tag.startswith("number_weak."))
        return float(hit.tag.removeprefix("number_weak.")), hit.end, True
    value = compound(tokens[index].fold, language)
    return (value, index + 1, False) if value is not None else None


def _add(current: float, value: float, limit: float, language: Language) -> tuple[float, float] | None:
    """The number after one more word, and how large the next word may be; None where it does not belong."""
    if value >= 1000:
        return (0.0, value) if limit > value or current else None
    if value == 100 and 0 < current < 10:
        return current * 100, 100.0
    if value == 12 and 0 < current < 12 and limit != float("inf"):
        return None
    if language == "fr" and value == 20 and current % 100 == 4:
        return current + 76, 20.0
    if value >= limit:
        return None
    step = 0.0
    if value >= 100:
        step = 100.0
    elif value >= 20 and value % 10 == 0:
        step = 20.0 if language == "fr" and value in {60, 80} else 10.0
    return current + value, step


def _over_join(tokens: Sequence[Token], index: int, hits: Mapping[int, Sequence[Hit]]) -> int:
    """Past a hyphen or an "and" inside a number."""
    if index + 1 < len(tokens):
        if tokens[index].fold == "-" and tokens[index].start == tokens[index - 1].end:
            index += 1
        if any(hit.tag == "number_join.and" for hit in hits.get(index, ())):
            index += 1
            if tokens[index].fold == "-" and index + 1 < len(tokens):
                index += 1
    return index


def _half(tokens: Sequence[Token], end: int, hits: Mapping[int, Sequence[Hit]]) -> tuple[float, int]:
    for hit in hits.get(end, ()):
        if hit.tag == "half.after" and tokens[end].fold != "einhalb":
            return 0.5, hit.end
    return 0.0, end


def decimal(text: str, language: Language, *, measured: bool = False) -> float | None:
    """The value of figures with the separators of a language; None for a time of day.

    A mark before exactly three figures separates thousands ("$2,000", "4.500"); where something is
    `measured` ("3,125 kg") the language's own decimal mark keeps its meaning.
    """
    plain = "".join(c for c in text if c not in _THOUSANDS)
    if ":" in plain or len(plain) > _MAX_DIGITS:
        return None
    marks = [c for c in plain if c in ".,"]
    last = max(plain.rfind("."), plain.rfind(","))
    head, tail = plain[: max(last, 0)].replace(".", "").replace(",", ""), plain[last + 1 :]
    if not (head + tail).isdigit() or not plain.isascii():
        return None
    own = "." if language == "en" else ","
    is_decimal = len(tail) != 3 or plain.startswith("0") or (measured and plain[last] == own)
    if not marks or (len(marks) > 1 and len(set(marks)) == 1) or (len(marks) == 1 and not is_decimal):
        return float(head + tail)
    return float(f"{head}.{tail}")


@lru_cache(maxsize=4096)
def compound(word: str, language: Language) -> float | None:
    """The value of a number written as one word, such as "zweihundertfünfzig" or "trentotto"."""
    if language not in _HUNDRED or not 5 <= len(word) <= _MAX_WORD:
        return None
    return _split(word, units(language).words, language, 0)


def _split(word: str, known: Mapping[str, float], language: Language, depth: int) -> float | None:
    if word in known and word not in {"k"}:
        return known[word]
    if depth > 4:
        return None
    for mark, factor in [(m, 1000.0) for m in _THOUSAND[language]] + [(_HUNDRED[language], 100.0)]:
        place = word.find(mark)
        if place < 0:
            continue
        left = _split(word[:place], known, language, depth + 1) if place else 1.0
        rest = word[place + len(mark) :]
        if language == "de" and rest.startswith("und"):
            rest = rest[3:]
        right = _split(rest, known, language, depth + 1) if rest else 0.0
        return None if left is None or right is None or right >= factor else left * factor + right
    return _tens_de(word, known) if language == "de" else _tens_it(word, known)


def _tens_de(word: str, known: Mapping[str, float]) -> float | None:
    unit, _, tens = word.partition("und")
    low, high = known.get(unit), known.get(tens)
    return low + high if low is not None and high is not None and low < 10 <= high < 100 else None


def _tens_it(word: str, known: Mapping[str, float]) -> float | None:
    for tens, high in known.items():
        if not 20 <= high < 100 or high % 10:
            continue
        for root in (tens, tens[:-1]):
            if word.startswith(root):
                low = known.get(word[len(root) :])
                if low is not None and 0 < low < 10:
                    return high + low
    return None
