"""Tells what kind of text was sent: danger, crime, no decision, several decisions, or one."""

from collections.abc import Iterable

from dilem.engine.grid import Situation
from dilem.engine.reading.document import Document
from dilem.engine.reading.harm import harm
from dilem.engine.reading.options import Found
from dilem.engine.reading.requests import kind_of
from dilem.engine.reading.words import Span


def classify(
    document: Document, options_found: Found | None, ignored: Iterable[tuple[int, Span]] = ()
) -> Situation:
    """DANGER, CRIME, NO_DECISION, SEVERAL or DECISION, in this order of weight.

    Danger counts wherever it stands, also in what `ignored` covers: a life outweighs a trick.
    """
    signs = harm(document)
    if signs.is_danger:
        return Situation.DANGER
    if signs.is_crime:
        return Situation.CRIME
    return kind_of(document, options_found, ignored)


def life_at_stake(document: Document) -> bool:
    """Whether the emergency numbers must be named."""
    return harm(document).is_life
