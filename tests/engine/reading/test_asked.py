"""What an earlier question was about, and answers that mean "I don't know"."""

import pytest

from dilem.engine.grid import CRITERIA, LANGUAGES, Asked, Language
from dilem.engine.reading.asked import UNSURE, asked, is_unsure, topic
from dilem.engine.reading.document import build_document
from dilem.wording import say

OWN = [
    ("question.most", "most"),
    ("question.limit", "limit"),
    ("question.scope.none", "options"),
    ("question.scope.options", "options"),
    ("question.scope.several", "options"),
    ("question.scope.too_many", "options"),
]

DONT_KNOW = {
    "en": [
        "I don't know",
        "dunno",
        "No idea.",
        "not sure",
        "idk",
        "Hard to say",
        "I don’t know, sorry",
        "can't say",
    ],
    "fr": [
        "Je ne sais pas",
        "aucune idée",
        "jsp",
        "difficile à dire",
        "pas sûre",
        "J’en sais rien",
        "ça dépend",
    ],
    "de": [
        "Weiß ich nicht",
        "keine Ahnung",
        "kp",
        "schwer zu sagen",
        "bin mir nicht sicher",
        "egal",
        "weiss nicht",
    ],
    "it": ["Non lo so", "boh", "nessuna idea", "non saprei", "nn so", "difficile dirlo", "per me è uguale"],
    "es": ["No lo sé", "ni idea", "no se", "no estoy segura", "me da igual", "difícil de decir", "depende"],
    "pt": [
        "Não sei",
        "nao sei",
        "sei lá",
        "não faço ideia",
        "tanto faz",
        "difícil dizer",
        "não tenho a certeza",
    ],
}

KNOWN = {
    "en": [
        "The red one, I think",
        "No idea about the price, but the train is faster",
        "£300",
        "Health, then money",
    ],
    "fr": [
        "La rouge",
        "Aucune idée du prix, mais le train est plus rapide",
        "300 €",
        "La santé, puis l’argent",
    ],
    "de": [
        "Das rote",
        "Keine Ahnung vom Preis, aber der Zug ist schneller",
        "300 €",
        "Gesundheit, dann Geld",
    ],
    "it": [
        "Quella rossa",
        "Nessuna idea del prezzo, ma il treno è più veloce",
        "300 €",
        "La salute, poi i soldi",
    ],
    "es": ["La roja", "Ni idea del precio, pero el tren es más rápido", "300 €", "La salud, luego el dinero"],
    "pt": [
        "A vermelha",
        "Nem ideia do preço, mas o comboio é mais rápido",
        "300 €",
        "A saúde, depois o dinheiro",
    ],
}

OTHERS_WORDS = [
    ("en", "What do the two cost?", "cost"),
    ("en", "How long would the journey take?", "time"),
    ("en", "Does anyone have an allergy?", "limit"),
    ("en", "Why now?", None),
    ("fr", "Quel est votre budget ?", "limit"),
    ("fr", "Qu’est-ce qui est le plus important ?", "most"),
    ("fr", "Combien coûtent-ils ?", "cost"),
    ("fr", "Pourquoi maintenant ?", None),
    ("de", "Wie hoch ist Ihr Budget?", "limit"),
    ("de", "Worauf kommt es Ihnen an?", "most"),
    ("de", "Wie weit ist es jeweils?", "location"),
    ("de", "Warum gerade jetzt?", None),
    ("it", "Quanto ti chiedono?", "cost"),
    ("it", "Che cosa conta di più?", "most"),
    ("it", "C’è una scadenza?", "limit"),
    ("it", "Perché adesso?", None),
    ("es", "¿Cuánto cuestan?", "cost"),
    ("es", "¿Qué es lo más importante?", "most"),
    ("es", "¿Cómo estás de salud?", "health"),
    ("es", "¿Por qué ahora?", None),
    ("pt", "Quanto custam?", "cost"),
    ("pt", "O que é mais importante?", "most"),
    ("pt", "Tem algum limite?", "limit"),
    ("pt", "Porquê agora?", None),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "about"), OWN)
def test_a_question_of_ours_is_known_again(language: str, key: str, about: str) -> None:
    assert topic(say(language, key), Language(language)) == about


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_of_ours_about_a_criterion_is_known_again(language: str) -> None:
    def ask(criterion: str) -> str:
        return say(language, "question.fact", criterion=say(language, f"criterion.{criterion}"))

    assert {name: topic(ask(name), Language(language)) for name in CRITERIA} == {
        name: name for name in CRITERIA
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_of_ours_about_two_criteria_is_a_pair(language: str) -> None:
    names = {"first": say(language, "criterion.cost"), "second": say(language, "criterion.time")}

    assert topic(say(language, "question.pair", **names), Language(language)) == "pair"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_of_ours_about_a_price_is_known_again(language: str) -> None:
    question = say(language, "question.amount", option="Larkspur", unit="€")

    assert topic(question, Language(language)) == "amount"


@pytest.mark.parametrize(("language", "question", "about"), OTHERS_WORDS)
def test_a_question_in_other_words_is_known_where_it_is_clear(
    language: str, question: str, about: str | None
) -> None:
    assert topic(question, Language(language)) == about


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_does_not_know_is_understood(language: str) -> None:
    answers = [UNSURE[Language(language)], *DONT_KNOW[language]]

    assert [answer for answer in answers if not is_unsure(answer, Language(language))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_that_tells_something_is_no_shrug(language: str) -> None:
    assert [answer for answer in KNOWN[language] if is_unsure(answer, Language(language))] == []


def test_every_refinement_is_listed_in_order() -> None:
    refinements = (
        "What matters most to you here? Price.",
        "How long does it take? I don't know.",
        "Just the price.",
    )

    found = asked(build_document("Train or bus?", refinements, Language("en")))

    assert found == (Asked("most", unsure=False), Asked("time", unsure=True), Asked(None, unsure=False))
