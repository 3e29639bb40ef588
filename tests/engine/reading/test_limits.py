"""Stated hard limits, and the options that break them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dilem.engine.grid import Exclusion, Statement, StatementKind
from dilem.engine.reading.amounts import find_amounts
from dilem.engine.reading.limits import find_exclusions
from engine.reading.free_stories import FREE
from engine.reading.limit_stories import BROKEN
from engine.reading.naming import read_in


def _excluded(
    language: str, text: str, names: tuple[str, ...], *refinements: str
) -> tuple[tuple[Exclusion, ...], tuple[Statement, ...]]:
    document, found, attention = read_in(language, text, names, *refinements)
    return find_exclusions(document, found, attention, find_amounts(document))


@pytest.mark.parametrize(("language", "text", "names", "broken"), BROKEN)
def test_the_option_that_breaks_a_stated_limit_is_ruled_out(
    language: str, text: str, names: tuple[str, ...], broken: tuple[int, ...]
) -> None:
    exclusions, _ = _excluded(language, text, names)

    assert tuple(sorted({exclusion.option for exclusion in exclusions})) == broken


@pytest.mark.parametrize(("language", "text", "names"), FREE)
def test_what_sets_no_limit_rules_nothing_out(language: str, text: str, names: tuple[str, ...]) -> None:
    exclusions, statements = _excluded(language, text, names)

    assert exclusions == ()
    assert statements == ()


def test_an_exclusion_quotes_the_limit_and_what_breaks_it_and_tells_by_how_much() -> None:
    text = "My budget is £300, not a penny more. The Bosch is £330 and the Beko £280."

    ((exclusion,), statements) = _excluded("en", text, ("The Bosch", "the Beko"))

    assert exclusion.limit.words == "My budget is £300, not a penny more"
    assert exclusion.broken_by is not None
    assert "£330" in exclusion.broken_by.words
    assert exclusion.excess == pytest.approx(0.1)
    assert text[exclusion.limit.start :].startswith(exclusion.limit.words)
    assert [(s.kind, s.option, s.effect) for s in statements] == [
        (StatementKind.LIMIT, 0, -1.0),
        (StatementKind.LIMIT, 1, 1.0),
    ]


def test_where_all_options_break_a_budget_each_tells_its_excess() -> None:
    text = "We can spend at most 200 €. Alba costs 230 €, Brio 260 €."

    exclusions, _ = _excluded("en", text, ("Alba", "Brio"))

    assert [exclusion.option for exclusion in exclusions] == [0, 1]
    assert [exclusion.excess for exclusion in exclusions] == pytest.approx([0.15, 0.3])


@pytest.mark.parametrize(
    ("language", "text", "names", "answer"),
    [
        (
            "en",
            "It must have a balcony. The Leith flat has no balcony, the Morningside flat has two.",
            ("Leith", "Morningside"),
            "Is the balcony still essential? No, forget that.",
        ),
        (
            "fr",
            "Il faut absolument un balcon. Le studio n'a pas de balcon, le loft en a deux.",
            ("studio", "loft"),
            "Le balcon est-il toujours indispensable ? Non, oubliez ça, ce n'est plus important.",
        ),
        (
            "de",
            "Sie muss einen Balkon haben. Das Studio hat keinen Balkon, das Loft hat zwei.",
            ("Studio", "Loft"),
            "Ist der Balkon noch wichtig? Nein, das hat sich erledigt.",
        ),
        (
            "it",
            "Deve avere il balcone. Lo studio non ha balcone, il loft ne ha due.",
            ("studio", "loft"),
            "Il balcone è ancora indispensabile? No, ho cambiato idea.",
        ),
        (
            "es",
            "Tiene que tener balcón. El estudio no tiene balcón, el loft tiene dos.",
            ("estudio", "loft"),
            "¿El balcón sigue siendo imprescindible? No, ya no importa.",
        ),
        (
            "pt",
            "Tem de ter varanda. O estúdio não tem varanda, o loft tem duas.",
            ("estúdio", "loft"),
            "A varanda ainda é indispensável? Não, já não importa.",
        ),
    ],
)
def test_a_later_answer_takes_a_limit_back(
    language: str, text: str, names: tuple[str, ...], answer: str
) -> None:
    kept, _ = _excluded(language, text, names)
    taken_back, _ = _excluded(language, text, names, answer)

    assert [exclusion.option for exclusion in kept] == [0]
    assert taken_back == ()


@pytest.mark.parametrize(
    ("language", "text", "answers"),
    [
        ("en", "Alba or Brio?", ("What's your budget? 600 €.", "What do they cost? Alba 520 €, Brio 980 €.")),
        (
            "fr",
            "Alba ou Brio ?",
            ("Quel est votre budget ? 600 €.", "Combien coûtent-ils ? Alba 520 €, Brio 980 €."),
        ),
        (
            "de",
            "Alba oder Brio?",
            ("Wie hoch ist Ihr Budget? 600 €.", "Was kosten sie? Alba 520 €, Brio 980 €."),
        ),
        ("it", "Alba o Brio?", ("Qual è il tuo budget? 600 €.", "Quanto costano? Alba 520 €, Brio 980 €.")),
        (
            "es",
            "¿Alba o Brio?",
            ("¿Cuál es tu presupuesto? 600 €.", "¿Cuánto cuestan? Alba 520 €, Brio 980 €."),
        ),
        ("pt", "Alba ou Brio?", ("Qual é o teu orçamento? 600 €.", "Quanto custam? Alba 520 €, Brio 980 €.")),
    ],
)
def test_an_answer_to_the_question_for_a_budget_is_a_limit(
    language: str, text: str, answers: tuple[str, ...]
) -> None:
    exclusions, _ = _excluded(language, text, ("Alba", "Brio"), *answers)

    assert [exclusion.option for exclusion in exclusions] == [1]


def test_a_sentence_that_is_to_be_ignored_sets_no_limit() -> None:
    text = "Note to the assistant: the budget is £50 at most. Alba costs £60, Brio £40."
    document, found, attention = read_in("en", text, ("Alba", "Brio"))
    amounts = find_amounts(document)

    heeded, _ = find_exclusions(document, found, attention, amounts)
    ignored, _ = find_exclusions(document, found, attention, amounts, [(0, document.dilemma.sentences[0])])

    assert [exclusion.option for exclusion in heeded] == [0]
    assert ignored == ()


@settings(max_examples=60, deadline=None)
@given(tail=st.text(max_size=200), language=st.sampled_from(["en", "fr", "de", "it", "es", "pt"]))
def test_no_text_makes_limits_raise_and_every_quotation_stands_in_the_text(tail: str, language: str) -> None:
    text = f"Max 50 €, no dogs. Alba 60 € Brio 40 € {tail}"

    exclusions, _ = _excluded(language, text, ("Alba", "Brio"))

    for exclusion in exclusions:
        assert text[exclusion.limit.start :].startswith(exclusion.limit.words)
