"""What everybody knows: names in six languages, ratings that a sensible person accepts, silence elsewhere."""

from collections import defaultdict
from itertools import combinations

import pytest

from dilem.engine.grid import LANGUAGES, Language
from dilem.engine.reading.aspects import CRITERION_OF
from dilem.engine.reading.knowledge import compare, names, rating, references, things, things_named
from dilem.engine.reading.words import fold, tokenize

MARKS = {"mask", "without", "refused"}


def preferred(language: str, options: tuple[str, ...], aspect: str) -> str | None:
    """The option that common knowledge puts first on an aspect; None where it puts no single one first."""
    row = compare(Language(language), [tokenize(option) for option in options], aspect)
    if row is None:
        return None
    best = max(entry.value for entry in row)
    first = [option for option, entry in zip(options, row, strict=True) if entry.value == best]
    return first[0] if len(first) == 1 else None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_thing_has_a_name_in_every_language(language: str) -> None:
    unnamed = [thing for thing in things() if not names(Language(language)).get(thing)]

    assert unnamed == []


def test_every_rating_is_on_a_known_aspect_with_a_known_reference() -> None:
    ratings = [(aspect, entry) for thing in things().values() for aspect, entry in thing.ratings.items()]

    assert {aspect for aspect, _ in ratings} <= set(CRITERION_OF)
    assert {entry.reference for _, entry in ratings} <= set(references())


def test_every_thing_is_chosen_in_some_field_and_rated_on_something() -> None:
    assert [thing.id for thing in things().values() if not thing.fields or not thing.ratings] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reference_has_a_title_in_every_language(language: str) -> None:
    assert all(entry.title(Language(language)) != entry.id for entry in references().values())


def test_a_published_reference_says_who_published_it_and_when() -> None:
    published = [entry for entry in references().values() if entry.id != "everyday"]

    assert all(entry.publisher and entry.year.isdigit() for entry in published)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_stands_for_things_that_contradict_each_other(language: str) -> None:
    owners: dict[str, set[str]] = defaultdict(set)
    for thing, spelled in names(Language(language)).items():
        for name in spelled:
            owners[fold(name)].add(thing)
    table = things()
    clashes = [
        (name, first, second)
        for name, found in owners.items()
        for first, second in combinations(sorted(found), 2)
        if {first, second} & MARKS
        or any(
            entry.value != table[second].ratings[aspect].value
            for aspect, entry in table[first].ratings.items()
            if aspect in table[second].ratings
        )
    ]

    assert clashes == []


@pytest.mark.parametrize(
    ("language", "better", "worse", "aspect"),
    [
        ("en", "take the train", "the flight", "green"),
        ("en", "cycle to work", "a taxi", "cheap"),
        ("en", "the bus", "a motorbike", "safe"),
        ("en", "the car", "my bike", "dry"),
        ("en", "herbal tea", "a coffee", "sleep"),
        ("en", "a hotel", "the tent", "comfort"),
        ("en", "fruit salad", "chocolate cake", "healthy"),
        ("en", "an omelette", "a beef stew", "fast"),
        ("en", "goldfish", "a puppy", "easy"),
        ("en", "a cactus", "an orchid", "upkeep"),
        ("fr", "le train", "l'avion", "green"),
        ("fr", "à vélo", "en voiture", "healthy"),
        ("fr", "une tisane", "un café", "sleep"),
        ("fr", "une colocation", "une maison individuelle", "cheap"),
        ("fr", "la bibliothèque", "le bar", "quiet"),
        ("fr", "un cdi", "un cdd", "secure"),
        ("fr", "le ventilateur", "la climatisation", "green"),
        ("fr", "un poisson rouge", "un chien", "free"),
        ("fr", "des baskets", "des talons hauts", "comfort"),
        ("fr", "des lentilles", "un steak", "green"),
        ("de", "mit der Bahn", "mit dem Flugzeug", "green"),
        ("de", "die U-Bahn", "das Fahrrad", "dry"),
        ("de", "Kräutertee", "Espresso", "sleep"),
        ("de", "ein Sparbuch", "Bitcoin", "safe"),
        ("de", "Wäscheleine", "Trockner", "cheap"),
        ("de", "Erdgeschoss", "vierter Stock ohne Aufzug", "lift"),
        ("de", "Einzelbüro", "Großraumbüro", "quiet"),
        ("de", "ein Saugroboter", "der Besen", "easy"),
        ("de", "Edelstahl", "Porzellan", "durable"),
        ("de", "Tagschicht", "Nachtschicht", "sleep"),
        ("it", "il treno", "l'aereo", "green"),
        ("it", "un panino", "un brasato", "fast"),
        ("it", "una camomilla", "un caffè", "sleep"),
        ("it", "la biblioteca", "la discoteca", "quiet"),
        ("it", "posto fisso", "partita iva", "secure"),
        ("it", "il piumino", "una maglietta", "warm"),
        ("it", "una tastiera", "il pianoforte", "roomy"),
        ("it", "lo stendino", "l'asciugatrice", "green"),
        ("it", "un pesce rosso", "un cane", "cheap"),
        ("it", "in ostello", "hotel di lusso", "cheap"),
        ("es", "el tren", "el avión", "green"),
        ("es", "en bici", "en taxi", "cheap"),
        ("es", "una manzanilla", "un café", "sleep"),
        ("es", "una ensalada", "una hamburguesa", "healthy"),
        ("es", "el museo", "la playa", "dry"),
        ("es", "contrato indefinido", "contrato temporal", "secure"),
        ("es", "media jornada", "jornada completa", "freetime"),
        ("es", "una suculenta", "un helecho", "upkeep"),
        ("es", "un correo electrónico", "una carta postal", "fast"),
        ("es", "de segunda mano", "a estrenar", "cheap"),
        ("pt", "o comboio", "o avião", "green"),
        ("pt", "ônibus", "moto", "safe"),
        ("pt", "chá de camomila", "um café", "sleep"),
        ("pt", "a biblioteca", "a discoteca", "quiet"),
        ("pt", "uma duche", "um banho de imersão", "green"),
        ("pt", "só mala de mão", "mala de porão", "fast"),
        ("pt", "sapatilhas", "saltos altos", "comfort"),
        ("pt", "um gato", "um cavalo", "cheap"),
        ("pt", "teletrabalho", "trabalhar no escritório", "near"),
        ("pt", "lâmpadas led", "lâmpada de halogéneo", "green"),
    ],
)
def test_what_nearly_everybody_knows_orders_two_options(
    language: str, better: str, worse: str, aspect: str
) -> None:
    assert preferred(language, (worse, better), aspect) == better


@pytest.mark.parametrize(
    ("language", "first", "second", "aspect"),
    [
        ("en", "the train", "the car", "fast"),
        ("en", "the train", "the flight", "cheap"),
        ("en", "a dog", "a cat", "fun"),
        ("en", "beer", "a cola", "healthy"),
        ("en", "yoga", "running", "healthy"),
        ("en", "a train set", "a flight simulator", "green"),
        ("en", "the Coach & Horses", "the Red Lion", "easy"),
        ("en", "don't take the car", "take the car", "green"),
        ("en", "a flight of stairs", "the bus", "green"),
        ("en", "a flat without a garden", "a flat", "nature"),
        ("en", "pizza", "a burger", "taste"),
        ("en", "sell my old car", "keep the bike", "green"),
        ("de", "das Auto verkaufen", "mit dem Fahrrad", "green"),
        ("en", "beef", "the plane", "green"),
        ("fr", "être en train de partir", "prendre l'avion", "green"),
        ("fr", "un chien", "un cheval", "fun"),
        ("fr", "enceinte", "casque audio", "quiet"),
        ("fr", "le bus", "le tram", "green"),
        ("fr", "dix-neuf euros", "d'occasion", "cheap"),
        ("fr", "paris", "lyon", "quiet"),
        ("fr", "la campagne publicitaire", "le centre-ville", "quiet"),
        ("fr", "sans voiture", "à vélo", "green"),
        ("de", "wohin ich fahre", "der Bus", "fast"),
        ("de", "im Zug der Reform", "mit dem Flugzeug", "green"),
        ("de", "Herr Maurer", "Herr Tietz", "tiring"),
        ("de", "die Bank", "der Stuhl", "comfort"),
        ("de", "nicht mit dem Auto", "mit dem Fahrrad", "green"),
        ("de", "ein Hund", "ein Pferd", "fun"),
        ("de", "Pizza", "Burger", "healthy"),
        ("it", "la macchina da cucire", "la bici", "green"),
        ("it", "andare al concerto", "non andare al concerto", "quiet"),
        ("it", "la salsa verde", "il pesto", "people"),
        ("it", "Villa Serena", "un monolocale", "roomy"),
        ("it", "al volo", "il treno", "green"),
        ("it", "campagna elettorale", "in centro città", "quiet"),
        ("es", "gato hidráulico", "un perro", "easy"),
        ("es", "un metro de tela", "un taxi", "green"),
        ("es", "te quiero", "un café", "sleep"),
        ("es", "el campo de fútbol", "la gran ciudad", "quiet"),
        ("es", "el sofá", "la silla", "comfort"),
        ("pt", "vendê-la", "comprar seda", "upkeep"),
        ("pt", "a manga", "a camisa", "healthy"),
        ("pt", "o controle remoto", "ir ao escritório", "near"),
        ("pt", "o café da manhã", "um chá de camomila", "sleep"),
        ("pt", "um quarto com vista", "à vista", "cheap"),
    ],
)
def test_where_people_would_disagree_or_a_word_means_something_else_nothing_is_said(
    language: str, first: str, second: str, aspect: str
) -> None:
    assert preferred(language, (first, second), aspect) is None


def test_what_both_options_name_separates_nothing() -> None:
    options = [tokenize("the hotel and the train"), tokenize("the hotel and the flight")]

    row = compare(Language("en"), options, "green")

    assert row is not None
    assert [entry.thing for entry in row] == ["train", "plane"]


def test_two_things_in_one_option_that_disagree_leave_it_unrated() -> None:
    assert rating(Language("en"), tokenize("carrots with chocolate bars"), "healthy") is None


def test_a_rating_says_which_thing_and_which_reference_it_rests_on() -> None:
    found = rating(Language("fr"), tokenize("prendre l'avion"), "green")

    assert found is not None
    assert (found.value, found.thing, found.reference) == (-2, "plane", "transport-emissions")
    assert references()[found.reference].publisher == "European Environment Agency"


def test_a_longer_name_stands_for_its_own_thing_only() -> None:
    assert [thing.id for thing in things_named(Language("en"), tokenize("an electric car"))] == [
        "electric_car"
    ]


@pytest.mark.parametrize("text", ["", "…", "\n\n", "🚲" * 50, "no " * 500, "without without car"])
def test_no_input_raises(text: str) -> None:
    for language in LANGUAGES:
        assert compare(Language(language), [tokenize(text), tokenize(text)], "green") is None
