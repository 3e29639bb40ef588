"""The language of a text is that of its words; the interface decides only where they tell nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dilem.engine.grid import LANGUAGES, Language
from dilem.engine.reading.language import identify
from dilem.engine.reading.words import tokenize
from engine.reading.situations import texts

SENTENCES = [
    (language, text)
    for language in LANGUAGES
    for file in ("harm", "kinds")
    for _, text in texts(f"{file}.{language}.txt")
    if len(text.split()) >= 9 and "lorem" not in text
]


def language_of(text: str, interface: str) -> str:
    return identify(tokenize(text), Language(interface))


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_words_are_told_where_the_interface_agrees(language: str) -> None:
    short = [text for code, text in texts("short.txt") if code == language]

    right = [text for text in short if language_of(text, language) == language]

    assert len(short) == 40
    assert len(right) >= 39


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_few_words_are_told_whatever_the_interface(language: str) -> None:
    short = [text for code, text in texts("short.txt") if code == language]

    right = [text for text in short for other in LANGUAGES if language_of(text, other) == language]

    assert len(right) / (len(short) * len(LANGUAGES)) >= 0.83


def test_sentences_are_told_whatever_the_interface() -> None:
    wrong = [
        (language, text)
        for language, text in SENTENCES
        for other in LANGUAGES
        if language_of(text, other) != language
    ]

    assert len(SENTENCES) > 1000
    assert len(wrong) / (len(SENTENCES) * len(LANGUAGES)) < 0.002


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("je ne sais pas si je prends le train ou la voiture, help", "fr"),
        ("Soll ich den Job bei Smart Home Solutions Ltd annehmen oder nicht?", "de"),
        ("no se si comprar el iPhone Pro o el Galaxy Ultra", "es"),
        ("devo andare al meeting o al workshop? boh", "it"),
        ("to em duvida entre o notebook e o tablet, me ajuda", "pt"),
        ("shall I take the croissant or the pain au chocolat", "en"),
    ],
)
def test_a_mixed_text_is_in_the_language_of_most_of_its_words(text: str, language: str) -> None:
    assert {language_of(text, other) for other in LANGUAGES} == {language}


@pytest.mark.parametrize("text", ["", "???", "12 / 34", "👍"])
def test_a_text_that_tells_nothing_is_in_the_language_of_the_interface(text: str) -> None:
    assert [language_of(text, interface) for interface in LANGUAGES] == list(LANGUAGES)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.text(max_size=200), st.sampled_from(LANGUAGES))
def test_any_text_has_one_of_the_six_languages(text: str, interface: str) -> None:
    assert language_of(text, interface) in LANGUAGES
