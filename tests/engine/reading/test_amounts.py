"""Amounts in the formats of six languages."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dilem.engine.reading.amounts import MOST_AMOUNTS, Amount, AmountKind, Bound, find_amounts
from engine.reading.amount_phrases import LANGUAGES, PHRASES
from engine.reading.naming import document_of

_BOUNDS = {Bound.AT_MOST: "<= ", Bound.AT_LEAST: ">= ", Bound.ABOUT: "~ ", Bound.EXACT: ""}


def _meaning(amount: Amount) -> str:
    upper = f"-{amount.upper:.10g}" if amount.upper is not None else ""
    per = "".join(f"/{name}" for name in amount.per)
    return f"{_BOUNDS[amount.bound]}{amount.kind} {amount.value:.10g}{upper}{per}"


@pytest.mark.parametrize(
    ("language", "phrase", "meaning"),
    [(language, phrases[i], meaning) for meaning, phrases in PHRASES for i, language in enumerate(LANGUAGES)],
)
def test_a_phrase_is_read_as_the_one_amount_it_means(language: str, phrase: str, meaning: str) -> None:
    amounts = find_amounts(document_of(language, phrase))

    assert [_meaning(amount) for amount in amounts] == [meaning]


@pytest.mark.parametrize(("meaning", "phrases"), PHRASES)
def test_the_words_of_an_amount_are_found_inside_a_sentence_too(
    meaning: str, phrases: tuple[str, ...]
) -> None:
    kind = meaning.removeprefix("<= ").removeprefix(">= ").removeprefix("~ ").split(" ")[0]

    for language, phrase in zip(LANGUAGES, phrases, strict=True):
        found = find_amounts(document_of(language, f"Lisa, {phrase}, Bob."))
        assert [amount.kind for amount in found] == [kind]


@pytest.mark.parametrize(
    ("language", "text", "currency"),
    [
        ("en", "£38.20", "GBP"),
        ("en", "15 quid", "GBP"),
        ("en", "$18,000", "$"),
        ("fr", "12 euros", "EUR"),
        ("fr", "90 $", "$"),
        ("de", "1'200 Fr.", "CHF"),
        ("it", "80 €", "EUR"),
        ("es", "180 pavos", "EUR"),
        ("es", "$96", "$"),
        ("pt", "R$ 4.500", "BRL"),
        ("pt", "400 conto", "BRL"),
    ],
)
def test_money_keeps_its_currency(language: str, text: str, currency: str) -> None:
    (amount,) = find_amounts(document_of(language, text))

    assert (amount.kind, amount.currency) == (AmountKind.MONEY, currency)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "One day I'll know. In 2019 we moved. First of all, feel free to ask."),
        ("fr", "Un jour je saurai. En 2019 nous avons déménagé. À la fois oui et non."),
        ("de", "Eines Tages weiß ich es. Seit 2019 wohnen wir hier. Noch einmal: nein."),
        ("it", "Un giorno lo saprò. Nel 2019 abbiamo traslocato. A volte sì."),
        ("es", "Algún día lo sabré. En 2019 nos mudamos. Tal vez sí."),
        ("pt", "Algum dia saberei. Em 2019 mudámos de casa. Talvez sim."),
    ],
)
def test_what_only_looks_like_a_number_is_no_amount_of_money_or_count(language: str, text: str) -> None:
    kinds = {amount.kind for amount in find_amounts(document_of(language, text))}

    assert not kinds & {AmountKind.MONEY, AmountKind.COUNT, AmountKind.NUMBER, AmountKind.TIMES}


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=300), language=st.sampled_from(LANGUAGES))
def test_no_text_makes_amounts_raise_and_their_spans_lie_in_order_in_the_text(
    text: str, language: str
) -> None:
    document = document_of(language, text)

    amounts = find_amounts(document)

    assert all(0 <= a.span.start < a.span.end <= len(document.dilemma.tokens) for a in amounts)
    assert all(first.span.end <= second.span.start for first, second in pairwise(amounts))


def test_a_text_of_nothing_but_amounts_is_read_only_so_far() -> None:
    amounts = find_amounts(document_of("en", "12 € a month, " * 800))

    assert len(amounts) == MOST_AMOUNTS
