"""The six catalogs say the same things, in six languages."""

import json
import re
import string
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from babel import Locale

from dilem.engine.grid import LANGUAGES

Entry = str | dict[str, str]
SOURCE = "en"


@cache
def topics(language: str) -> Mapping[str, str]:
    """The texts of a language's catalogs by the name of their file."""
    folder = files("dilem.locales").joinpath(language)
    return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}


def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that is there twice."""
    assert len(dict(pairs)) == len(pairs), [key for key, _ in pairs]
    return dict(pairs)


def entries(language: str) -> dict[str, Entry]:
    """All entries of a language, each key once over all files."""
    pairs = [
        pair
        for text in topics(language).values()
        for pair in json.loads(text, object_pairs_hook=members).items()
    ]
    return members(pairs)


def sentences(entry: Entry) -> Iterator[str]:
    yield from [entry] if isinstance(entry, str) else entry.values()


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
KEYS = sorted(entries(SOURCE))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_has_the_same_files_and_keys(language: str) -> None:
    assert set(topics(language)) == set(topics(SOURCE))
    assert set(entries(language)) == set(KEYS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_are_sorted_and_those_of_one_place_lie_in_one_file(language: str) -> None:
    places: dict[str, str] = {}
    for name, text in topics(language).items():
        keys = list(json.loads(text))
        assert keys == sorted(keys), name
        for key in keys:
            assert places.setdefault(key.partition(".")[0], name) == name, key


@pytest.mark.parametrize("language", TRANSLATED)
def test_an_entry_has_the_same_placeholders_in_every_language(language: str) -> None:
    translated = entries(language)
    for key, entry in entries(SOURCE).items():
        expected = set().union(*map(placeholders, sentences(entry)))
        assert set().union(*map(placeholders, sentences(translated[key]))) == expected, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_has_the_plural_forms_of_its_language(language: str) -> None:
    forms = set(Locale(language).plural_form.tags) | {"other"}
    for key, entry in entries(language).items():
        if isinstance(entry, dict):
            assert set(entry) == forms, key
            assert "n" in placeholders(entry["other"]), key


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_counted_in_one_language_is_counted_in_all(language: str) -> None:
    translated = entries(language)

    assert [key for key in KEYS if type(translated[key]) is not type(entries(SOURCE)[key])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_is_empty_unfinished_or_badly_spaced(language: str) -> None:
    for key, entry in entries(language).items():
        for sentence in sentences(entry):
            assert sentence.strip() == sentence != "", key
            assert not re.search(r"TODO|XXX|\n|  | [.,]", sentence), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogs_are_written_as_a_tool_would(language: str) -> None:
    for name, text in topics(language).items():
        assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n", name


def test_no_sentence_of_a_problem_is_left_in_english() -> None:
    english = {key: entry for key, entry in entries(SOURCE).items() if key.startswith("problem.")}
    for language in TRANSLATED:
        assert [key for key, entry in english.items() if entries(language)[key] == entry] == []


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        ("fr", r"(?<=\w)[?!:;](?=\s|$)|\b(tu|ton|ta|tes|toi)\b"),
        ("de", r"\b([Dd]u|[Dd]ein\w*|[Dd]ich|[Dd]ir)\b"),
        ("it", r"\b(Lei|Suo|Sua)\b"),
        ("es", r"\b(usted|ustedes|vosotros)\b"),
        ("pt", r"\b(você|vocês|o senhor)\b"),
    ],
)
def test_each_language_keeps_its_register(language: str, wrong: str) -> None:
    found = {
        key: sentence
        for key, entry in entries(language).items()
        for sentence in sentences(entry)
        if re.search(wrong, sentence)
    }

    assert found == {}
