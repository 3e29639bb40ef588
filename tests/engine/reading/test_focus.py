"""Which option each part of the text speaks of."""

import pytest

from dilem.engine.reading.focus import ALL, NOBODY
from engine.reading.naming import read_in


def _of_word(language: str, text: str, names: tuple[str, ...], word: str) -> int:
    document, _, attention = read_in(language, text, names)
    token = next(i for i, token in enumerate(document.dilemma.tokens) if token.text == word)
    return attention.of(0, token)


@pytest.mark.parametrize(
    ("language", "text", "names", "word", "option"),
    [
        ("en", "Alba is quiet. It has a pool. Brio is loud.", ("Alba", "Brio"), "pool", 0),
        ("en", "Alba or Brio? I have 50 euros.", ("Alba", "Brio"), "50", NOBODY),
        ("en", "Alba is near. Both have gardens.", ("Alba", "Both"), "near", 0),
        ("en", "The 2 kg box is red, the 5 kg box blue.", ("2 kg box", "5 kg box"), "blue", 1),
        ("en", "Alba is cheaper than Brio and quiet.", ("Alba", "Brio"), "quiet", 0),
        ("en", "Take the plane or the boat? The flight is short.", ("plane", "boat"), "short", 0),
        ("fr", "Sans noix, merci : gaufre ou sorbet ?", ("gaufre", "sorbet"), "noix", NOBODY),
        ("fr", "Huit heures pour la mer, deux pour la montagne.", ("la mer", "la montagne"), "deux", 1),
        ("de", "Beide sind nah. Der Wald ist still.", ("Wald", "nah"), "still", 0),
        (
            "de",
            "Waldkindergarten oder Büro? Im Wald gibt es 1.990 €.",
            ("Waldkindergarten", "Büro"),
            "1.990",
            0,
        ),
        ("it", "Prima del 14 marzo decido. Alba è vicina.", ("Alba", "vicina"), "14", NOBODY),
        ("it", "La tenda costa 89 € più 12 € di spedizione, il telo 95 €.", ("tenda", "telo"), "95", 1),
        ("es", "El tren o el coche. El primero es lento.", ("El tren", "el coche"), "lento", 0),
        ("pt", "O comboio é caro, o carro é lento.", ("comboio", "carro"), "lento", 1),
    ],
)
def test_words_belong_to_the_option_that_is_spoken_of(
    language: str, text: str, names: tuple[str, ...], word: str, option: int
) -> None:
    assert _of_word(language, text, names, word) == option


def test_what_is_said_of_both_belongs_to_all() -> None:
    assert _of_word("en", "Alba is near. Brio is far. Both are quiet.", ("Alba", "Brio"), "quiet") == ALL
