"""From a message key and values to a whole sentence in the person's language.

Catalogs lie in dilem/locales/<language>/<topic>.json; a key is named by its place, as in
"problem.credits_exhausted". An entry is a sentence with {placeholders}, or, where something is
counted, one sentence per plural category of the language, chosen by the value `n`.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from babel import Locale
from babel.numbers import format_decimal

Entry = str | Mapping[str, str]
Value = str | int | float


def say(language: str, key: str, **values: Value) -> str:
    """Word the message `key` in `language`; numbers are written as that language writes them.

    Raises:
        KeyError: the catalogs have no such key, or the entry needs a value that was not given.
    """
    entry = catalog(language)[key]
    sentence = entry if isinstance(entry, str) else entry[_plural(language, values["n"])]
    return sentence.format_map({name: _written(language, value) for name, value in values.items()})


@cache
def catalog(language: str) -> Mapping[str, Entry]:
    """All messages of a language, by key."""
    entries: dict[str, Entry] = {}
    for topic in files("dilem.locales").joinpath(language).iterdir():
        if topic.name.endswith(".json"):
            entries.update(json.loads(topic.read_text(encoding="utf-8")))
    return entries


def _plural(language: str, count: Value) -> str:
    category: str = _locale(language).plural_form(float(count))
    return category


def _written(language: str, value: Value) -> str:
    return value if isinstance(value, str) else format_decimal(value, locale=_locale(language))


@cache
def _locale(language: str) -> Locale:
    return Locale(language)
