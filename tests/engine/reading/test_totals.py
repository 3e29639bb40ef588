"""What options cost or bring in the end, and how they compare."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dilem.engine.grid import OptionKind, Source, Statement
from dilem.engine.reading.amounts import find_amounts
from dilem.engine.reading.focus import focus
from dilem.engine.reading.options import Candidate, Found
from dilem.engine.reading.totals import compare, find_totals
from engine.reading.naming import read_in
from engine.reading.price_stories import PRICED


def _compared(language: str, text: str, names: tuple[str, ...], *refinements: str) -> tuple[Statement, ...]:
    document, found, attention = read_in(language, text, names, *refinements)
    return compare(document, found, attention, find_amounts(document))


@pytest.mark.parametrize(("language", "text", "names", "expected"), PRICED)
def test_prices_and_pay_are_added_up_as_a_careful_person_does(
    language: str, text: str, names: tuple[str, ...], expected: tuple[float, ...]
) -> None:
    document, found, attention = read_in(language, text, names)

    totals = find_totals(document, found, attention, find_amounts(document))

    assert [total.option for total in totals] == [0, 1]
    assert len({total.per for total in totals}) == 1
    # By which measure does not matter, month or year: the ratio does.
    assert totals[0].value / totals[1].value == pytest.approx(expected[0] / expected[1], rel=1e-6)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Alba costs £25 a visit, Brio £180 a year."),
        ("fr", "Alba coûte 25 € par visite, Brio 180 € l'année."),
        ("de", "Alba kostet 25 € pro Besuch, Brio 180 € im Jahr."),
        ("it", "Alba costa 25 € a visita, Brio 180 € all'anno."),
        ("es", "Alba cuesta 25 € por visita, Brio 180 € al año."),
        ("pt", "A Alba custa 25 € por visita, a Brio 180 € por ano."),
    ],
)
def test_prices_by_different_measures_are_not_compared(language: str, text: str) -> None:
    assert _compared(language, text, ("Alba", "Brio")) == ()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Alba costs £80, Brio €90."),
        ("en", "Alba costs £80 and £120, Brio costs £90."),
        ("fr", "Alba coûte 80 €, Brio 90 $."),
        ("de", "Alba kostet 80 €, Brio 90 $."),
        ("it", "Alba costa 80 €, Brio 90 $."),
        ("es", "Alba cuesta 80 €, Brio 90 $."),
        ("pt", "A Alba custa 80 €, a Brio R$ 90."),
    ],
)
def test_nothing_is_said_where_currencies_differ_or_a_price_is_unclear(language: str, text: str) -> None:
    assert _compared(language, text, ("Alba", "Brio")) == ()


def test_the_cheaper_option_lies_as_far_above_the_middle_as_the_dearer_below() -> None:
    cheap, dear = _compared("en", "Alba costs £40, Brio £80.", ("Alba", "Brio"))

    assert cheap.criterion == dear.criterion == "cost"
    assert cheap.effect == pytest.approx(-dear.effect)
    assert cheap.effect > 0
    assert (cheap.source, dear.source) == (Source.STATED, Source.STATED)


def test_what_was_added_up_is_computed_and_quotes_the_words() -> None:
    with_delivery, _ = _compared("en", "Alba costs £40 plus £12 delivery, Brio £50.", ("Alba", "Brio"))

    assert with_delivery.source is Source.COMPUTED
    assert with_delivery.quote is not None
    assert "£40 plus £12" in with_delivery.quote.words


def test_pay_is_income_and_more_of_it_is_better() -> None:
    less, more = _compared(
        "fr", "Le musée paie 1 750 € par mois, la mairie 2 050 € par mois.", ("Le musée", "la mairie")
    )

    assert less.criterion == "income"
    assert more.effect > 0 > less.effect


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("en", "The train takes 4 hours, the coach 6 hours.", ("The train", "the coach")),
        ("fr", "Le train met 4 heures, le car 6 heures.", ("Le train", "le car")),
        ("de", "Der Zug braucht 4 Stunden, der Bus 6 Stunden.", ("Der Zug", "der Bus")),
        ("it", "Il treno ci mette 4 ore, il pullman 6 ore.", ("Il treno", "il pullman")),
        ("es", "El tren tarda 4 horas, el autobús 6 horas.", ("El tren", "el autobús")),
        ("pt", "O comboio demora 4 horas, o autocarro 6 horas.", ("O comboio", "o autocarro")),
    ],
)
def test_less_time_is_better(language: str, text: str, names: tuple[str, ...]) -> None:
    faster, slower = _compared(language, text, names)

    assert (faster.option, faster.criterion) == (0, "time")
    assert faster.effect == pytest.approx(-slower.effect)
    assert faster.effect > 0


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Alba is direct but £40 more, Brio stops twice."),
        ("fr", "Alba est direct mais coûte 40 € de plus, Brio s'arrête deux fois."),
        ("de", "Alba fährt direkt, kostet aber 40 € mehr, Brio hält zweimal."),
        ("it", "Alba è diretto ma costa 40 € in più, Brio si ferma due volte."),
        ("es", "Alba es directo pero cuesta 40 € más, Brio para dos veces."),
        ("pt", "O Alba é direto mas custa 40 € a mais, o Brio para duas vezes."),
    ],
)
def test_a_stated_difference_tells_which_is_dearer(language: str, text: str) -> None:
    dear, cheap = _compared(language, text, ("Alba", "Brio"))

    assert (dear.option, dear.criterion, cheap.option) == (0, "cost", 1)
    assert cheap.effect == pytest.approx(-dear.effect)
    assert cheap.effect > 0


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Alba is half the price, Brio is nearer."),
        ("fr", "Alba est à moitié prix, Brio est plus près."),
        ("de", "Alba ist halb so teuer, Brio ist näher."),
        ("it", "Alba costa la metà, Brio è più vicino."),
        ("es", "Alba cuesta la mitad, Brio está más cerca."),
        ("pt", "O Alba custa metade, o Brio fica mais perto."),
    ],
)
def test_half_the_price_counts_as_a_ratio_of_two(language: str, text: str) -> None:
    halves = _compared(language, text, ("Alba", "Brio"))
    prices = _compared("en", "Alba costs £40, Brio £80.", ("Alba", "Brio"))

    assert [(s.option, round(s.effect, 9)) for s in halves] == [
        (s.option, round(s.effect, 9)) for s in prices
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Alba is not half the price, Brio is nearer."),
        ("en", "Alba is new, half the price of Brio."),
        ("en", "Alba or Brio? Alba is nice and costs half my pay."),
        ("en", "Is Alba half the price of Brio?"),
        ("en", "Alba or Brio? Alba costs 40 €, which is half the price we paid last year."),
        ("fr", "Alba ou Brio ? Alba n'est pas à moitié prix."),
        ("de", "Alba oder Brio? Alba ist nicht halb so teuer."),
        ("es", "Alba o Brio? Alba no cuesta la mitad."),
    ],
)
def test_half_the_price_of_something_else_compares_nothing(language: str, text: str) -> None:
    assert _compared(language, text, ("Alba", "Brio")) == ()


def test_a_yes_or_no_question_compares_nothing() -> None:
    document, found, _ = read_in("en", "Renew for £180? It was £150 before.", ("Renew",))
    doing = found.options[0]
    both = Found(
        (
            Candidate(doing.label, doing.keys, 0, doing.span, OptionKind.DO),
            Candidate("", frozenset(), 0, doing.span, OptionKind.DONT),
        ),
        "yes_no",
    )

    assert compare(document, both, focus(document, both), find_amounts(document)) == ()


@settings(max_examples=30, deadline=None)
@given(
    factor=st.sampled_from([2, 3, 5, 10, 100]),
    prices=st.tuples(st.integers(11, 899), st.integers(11, 899), st.integers(1, 9)),
    language=st.sampled_from(["en", "fr", "de", "it", "es", "pt"]),
)
def test_scaling_all_prices_keeps_the_comparison(
    factor: int, prices: tuple[int, int, int], language: str
) -> None:
    def effects(by: int) -> list[float]:
        first, second, delivery = (price * by for price in prices)
        text = f"Alba: {first} € + {delivery} €. Brio: {second} €."
        return [statement.effect for statement in _compared(language, text, ("Alba", "Brio"))]

    assert effects(factor) == pytest.approx(effects(1))
    assert len(effects(1)) == 2


@settings(max_examples=40, deadline=None)
@given(tail=st.text(max_size=200), language=st.sampled_from(["en", "fr", "de", "it", "es", "pt"]))
def test_no_text_makes_a_comparison_raise(tail: str, language: str) -> None:
    statements = _compared(language, f"Alba 30 € Brio 40 € {tail}", ("Alba", "Brio"))

    assert all(-1 <= statement.effect <= 1 for statement in statements)
