"""Which recommendations get a line of caution."""

import pytest

from dilem.engine.grid import LANGUAGES, Language
from dilem.engine.reading.cautions import cautions
from dilem.engine.reading.document import build_document

CAREFUL = [
    ("en", "Knee surgery in March or physio first?", ("health",)),
    ("en", "Sign the settlement or go to court?", ("law",)),
    ("en", "Pay off the mortgage or invest in an index fund?", ("money",)),
    ("en", "Rewire the kitchen myself or hire someone?", ("safety",)),
    ("en", "Quit my job or sue my boss?", ("law", "money")),
    ("fr", "Opération en mars ou kiné d’abord ?", ("health",)),
    ("fr", "Rupture conventionnelle ou prud’hommes ?", ("law", "money")),
    ("fr", "Rembourser le prêt ou placer mes économies ?", ("money",)),
    ("fr", "Traverser le glacier ou rester au refuge ?", ("safety",)),
    ("de", "Knie-OP im März oder erst Physio?", ("health",)),
    ("de", "Vor Gericht gehen oder den Vergleich annehmen?", ("law",)),
    ("de", "Kredit tilgen oder in einen ETF stecken?", ("money",)),
    ("de", "Mit Sommerreifen über den Pass oder Zug?", ("safety",)),
    ("it", "Operazione a marzo o prima la fisioterapia?", ("health",)),
    ("it", "Faccio causa o accetto?", ("law",)),
    ("it", "Estinguo il mutuo o compro azioni?", ("money",)),
    ("it", "Moto senza casco sotto casa o a piedi?", ("safety",)),
    ("es", "¿Operación en marzo o primero fisio?", ("health",)),
    ("es", "¿Demanda o acuerdo?", ("law",)),
    ("es", "¿Amortizo la hipoteca o invierto en bolsa?", ("money",)),
    ("es", "¿Manejar de noche o esperar al bus?", ("safety",)),
    ("pt", "Cirurgia em março ou fisioterapia primeiro?", ("health",)),
    ("pt", "Processar ou fazer um acordo?", ("law",)),
    ("pt", "Quito o financiamento ou invisto em ações?", ("money",)),
    ("pt", "Mergulho ou praia com as crianças?", ("safety",)),
]

CAREFREE = [
    ("en", "Pizza or sushi tonight? I want the cheapest."),
    ("fr", "Thé ou café ? Le café m’empêche de dormir."),
    ("de", "Rhön oder Ostsee? Uns gefällt beides."),
    ("it", "Gatto o cane? Siamo fuori tutto il giorno."),
    ("es", "¿Sofá verde o gris? El gris se mancha menos."),
    ("pt", "Praia ou serra? Na serra só há piscina."),
]


def cautioned(language: str, text: str) -> tuple[str, ...]:
    return cautions(build_document(text, (), Language(language)))


@pytest.mark.parametrize(("language", "text", "expected"), CAREFUL)
def test_what_can_go_badly_wrong_gets_a_line_of_caution(
    language: str, text: str, expected: tuple[str, ...]
) -> None:
    assert cautioned(language, text) == expected


@pytest.mark.parametrize(("language", "text"), CAREFREE)
def test_everyday_decisions_get_none(language: str, text: str) -> None:
    assert cautioned(language, text) == ()


@pytest.mark.parametrize("amount", ["€ 45.000", "45'000 CHF", "£45,000", "45 000 €"])
def test_a_big_amount_counts_with_two_more_signs_of_money(amount: str) -> None:
    text = f"The roof for {amount}, and the interest rate is high. Now or in spring?"

    assert cautioned("en", text) == ("money",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_text_needs_no_caution(language: str) -> None:
    assert cautioned(language, "?") == ()
