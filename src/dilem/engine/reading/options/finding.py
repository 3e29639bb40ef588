"""Finds the options, as the person would list them."""

from collections.abc import Iterator

from dilem.engine.reading.document import Document
from dilem.engine.reading.options.choosing import choose
from dilem.engine.reading.options.cued import cued
from dilem.engine.reading.options.joined import joined
from dilem.engine.reading.options.marked import marked
from dilem.engine.reading.options.names import Found, Hypothesis
from dilem.engine.reading.options.scene import Scene, build_scene
from dilem.engine.reading.options.sides import sides
from dilem.engine.reading.options.told import told
from dilem.engine.reading.options.wanted import wanted


def find_options(document: Document) -> Found | None:
    """The options of the dilemma, or None where they cannot be told.

    Where the dilemma itself names none, the answers to earlier questions are looked at, the latest first.
    """
    for part in (document.dilemma, *reversed(document.parts[1:])):
        if not part.tokens:
            continue
        scene = build_scene(document, part)
        chosen = choose(scene, hypotheses(scene))
        if chosen is not None:
            question = scene.sentences[chosen.sentence].span if scene.sentences else None
            return Found(chosen.options, chosen.how, question)
    return None


def hypotheses(scene: Scene) -> Iterator[Hypothesis]:
    """Every set of options that some way of finding sees."""
    yield from marked(scene)
    yield from joined(scene)
    yield from cued(scene)
    yield from sides(scene)
    yield from wanted(scene)
    yield from told(scene)
