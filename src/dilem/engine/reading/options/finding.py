"""Finds the options, as the person would list them."""

from collections.abc import Iterator

from dilem.engine.reading.document import Document
from dilem.engine.reading.options.choosing import choose
from dilem.engine.reading.options.compared import compared
from dilem.engine.reading.options.cued import answered, cued
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
    chosen = _chosen(document, 0)
    for index in range(len(document.parts) - 1, 0, -1):
        if chosen is None:
            chosen = _chosen(document, index)
    return chosen


def hypotheses(scene: Scene) -> Iterator[Hypothesis]:
    """Every set of options that some way of finding sees.

    An answer names options outright or not at all: it is no story, and its question is not the person's.
    """
    yield from marked(scene)
    yield from joined(scene)
    yield from cued(scene)
    if scene.part.index:
        yield from answered(scene)
        return
    yield from sides(scene)
    yield from wanted(scene)
    yield from compared(scene)
    yield from told(scene)


def _chosen(document: Document, index: int) -> Found | None:
    scene = build_scene(document, document.parts[index])
    if not scene.sentences:
        return None
    chosen = choose(scene, hypotheses(scene))
    if chosen is None:
        return None
    best, likely = chosen
    return Found(best.options, best.how, scene.sentences[best.sentence].span, likely)
