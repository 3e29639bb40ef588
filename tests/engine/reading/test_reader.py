"""Plain dilemmas in six languages: what is read, what is recommended, and what never changes it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dilem.contract import Clarification, DecideRequest, LanguageCode, Result
from dilem.engine.grid import LANGUAGES, Dilemma, Language, Situation
from dilem.engine.reading import read
from dilem.usecases.answer import EmbeddedCalculator

CALCULATOR = EmbeddedCalculator()

BUDGETS: list[tuple[LanguageCode, str, str]] = [
    ("en", "The hotel costs £120, the guesthouse costs £70. My budget is £90 at most. Which one?", "guesthouse"),
    ("fr", "L’hôtel coûte 120 €, la pension coûte 70 €. Mon budget est de 90 € maximum. Hôtel ou pension ?", "pension"),
    ("de", "Das Hotel kostet 120 €, die Pension kostet 70 €. Mein Budget ist höchstens 90 €. Hotel oder Pension?", "Pension"),
    ("it", "L’albergo costa 120 €, la pensione costa 70 €. Il mio budget è al massimo 90 €. Albergo o pensione?", "pensione"),
    ("es", "El hotel cuesta 120 €, la pensión cuesta 70 €. Mi presupuesto es de 90 € como máximo. ¿Hotel o pensión?", "pensión"),
    ("pt", "O hotel custa 120 €, a pensão custa 70 €. O meu orçamento é no máximo 90 €. Hotel ou pensão?", "pensão"),
]  # fmt: skip

PRICES: list[tuple[LanguageCode, str, str]] = [
    ("en", "Train or car? The train is cheaper, the car is expensive. What matters most to me is the price.", "train"),
    ("fr", "Train ou voiture ? Le train est moins cher, la voiture est chère. Ce qui compte le plus, c’est le prix.", "train"),
    ("de", "Zug oder Auto? Der Zug ist billiger, das Auto ist teuer. Am wichtigsten ist mir der Preis.", "Zug"),
    ("it", "Treno o auto? Il treno è economico, l’auto è cara. Per me la cosa più importante è il prezzo.", "Treno"),
    ("es", "¿Tren o coche? El tren es barato, el coche es caro. Lo más importante para mí es el precio.", "Tren"),
    ("pt", "Comboio ou carro? O comboio é barato, o carro é caro. O mais importante para mim é o preço.", "Comboio"),
]  # fmt: skip

NOTHING_SAID: list[tuple[LanguageCode, str]] = [
    ("en", "Green or grey for the hallway?"),
    ("fr", "Julie ou Margaux pour être ma témoin ?"),
    ("de", "Blau oder Grün für die Küche?"),
    ("it", "Busta uno o busta due?"),
    ("es", "¿Playa o montaña?"),
    ("pt", "Paçoca ou Chico para o nome do gato?"),
]


def decide(
    text: str, language: LanguageCode, *refinements: str, force: bool = True
) -> Result | Clarification:
    """The reply of the embedded engine."""
    return CALCULATOR.work_out(
        DecideRequest(text=text, language=language, refinements=list(refinements), force_decision=force)
    )


def recommended(reply: Result | Clarification) -> str:
    """The label of the recommended option."""
    assert isinstance(reply, Result), reply
    return next(option.label for option in reply.options if option.id == reply.selected)


@pytest.mark.parametrize(("language", "text", "expected"), BUDGETS)
def test_a_budget_rules_out_what_is_beyond_it(language: LanguageCode, text: str, expected: str) -> None:
    reply = decide(text, language)

    assert expected.lower() in recommended(reply).lower()
    assert isinstance(reply, Result)
    assert any(option.excluded_by for option in reply.options)


@pytest.mark.parametrize(("language", "text", "expected"), PRICES)
def test_what_matters_most_decides(language: LanguageCode, text: str, expected: str) -> None:
    reply = decide(text, language)

    assert recommended(reply).lower() == expected.lower()
    assert isinstance(reply, Result)
    assert reply.sources[0].kind == "said"


@pytest.mark.parametrize(("language", "text"), NOTHING_SAID)
def test_where_nothing_is_said_nothing_is_recommended(language: LanguageCode, text: str) -> None:
    forced = decide(text, language)
    asked = decide(text, language, force=False)

    assert isinstance(forced, Clarification)
    assert forced.purpose == "insufficient_evidence"
    assert isinstance(asked, Clarification)
    assert asked.purpose is None
    assert asked.choices


@pytest.mark.parametrize(("language", "text", "expected"), PRICES)
@pytest.mark.parametrize("interface", LANGUAGES)
def test_the_interface_language_changes_nothing(
    language: LanguageCode, text: str, expected: str, interface: LanguageCode
) -> None:
    assert recommended(decide(text, interface)) == recommended(decide(text, language))
    assert expected


@pytest.mark.parametrize(("language", "text", "expected"), PRICES)
def test_an_irrelevant_sentence_changes_nothing(language: LanguageCode, text: str, expected: str) -> None:
    longer = f"{text} 🙂🙂🙂"

    assert recommended(decide(longer, language)).lower() == expected.lower()


def test_the_same_request_gets_the_same_reply() -> None:
    for language, text, _ in PRICES:
        first, second = decide(text, language), decide(text, language)

        assert isinstance(first, Result)
        assert isinstance(second, Result)
        assert first.model_copy(update={"timings": None}) == second.model_copy(update={"timings": None})


def test_a_threat_to_life_is_never_ranked() -> None:
    reading = read(Dilemma("I want to kill myself. Pills or the bridge?", (), Language("en")))

    assert reading.situation is Situation.DANGER
    assert reading.grid is None


@given(st.text(max_size=400), st.lists(st.text(max_size=80), max_size=3), st.sampled_from(LANGUAGES))
@settings(max_examples=150, deadline=None)
def test_any_text_can_be_read(text: str, refinements: list[str], language: str) -> None:
    reading = read(Dilemma(text, tuple(refinements), Language(language)))

    assert reading.language in LANGUAGES
    assert len(reading.summary) <= 300


def test_a_mark_that_stands_alone_behind_a_full_stop_can_be_read() -> None:
    reading = read(Dilemma("Tea.\u0301 or coffee?", (), Language("en")))

    assert reading.language in LANGUAGES
