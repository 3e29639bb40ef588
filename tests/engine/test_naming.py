"""Ids of options: of the contract's form, speaking, unique, and free of the options' order."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dilem.engine.grid import Option, OptionKind
from dilem.engine.naming import option_ids


def ids(*labels: str) -> list[str]:
    return list(option_ids([Option(label) for label in labels]))


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Train", "train"),
        ("Straße nach Köln", "strasse_nach_koln"),
        ("l’été à la mer", "l_ete_a_la_mer"),
        ("não ir", "nao_ir"),
        ("2 Zimmer", "option_2_zimmer"),
        ("🍕", "option"),
        ("a very long name of an option that goes on", "a_very_long_name_of_an_optio"),
    ],
)
def test_an_id_speaks_of_its_label(label: str, expected: str) -> None:
    assert ids(label) == [expected]


def test_labels_that_would_share_an_id_are_numbered_in_an_order_of_their_own() -> None:
    assert ids("Café", "cafe") == ["cafe", "cafe_2"]
    assert ids("cafe", "Café") == ["cafe_2", "cafe"]


def test_a_side_without_a_label_is_named_by_its_kind() -> None:
    assert option_ids([Option("", OptionKind.DO), Option("", OptionKind.DONT)]) == ("do", "dont")


@given(st.lists(st.text(max_size=60), min_size=2, max_size=8, unique=True))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_ids_have_the_form_of_the_contract_and_follow_their_labels(labels: list[str]) -> None:
    given_order, reversed_order = ids(*labels), ids(*reversed(labels))

    assert len(set(given_order)) == len(labels)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]{0,31}", identifier) for identifier in given_order)
    assert given_order == reversed_order[::-1]
