"""Judging replies: right, wrong or undecided, and how well preferences are calibrated."""

import pytest

from dilem.contract import Clarification, Purpose, Result, ResultOption
from dilem.usecases.evaluate import (
    Item,
    Verdict,
    brier,
    calibration_error,
    judge,
    matched,
    similarity,
    tallies,
)


def item(**changes: object) -> Item:
    """A labelled dilemma of two options whose first is right."""
    label = {
        "id": "x",
        "language": "en",
        "ui_language": "en",
        "text": "Train or car?",
        "refinements": [],
        "force": True,
        "skill": "priority",
        "options": ["take the train", "drive"],
        "expect": {"type": "result", "selected": 0},
    }
    return Item.model_validate({**label, **changes})


def result(labels: list[str], selected: int, weights: list[float] | None = None) -> Result:
    """A recommendation of one of some options."""
    shares = weights or [0.8 if i == selected else 0.2 / (len(labels) - 1) for i in range(len(labels))]
    options = [
        ResultOption(id=f"o{i}", label=label, description="", probability=share)
        for i, (label, share) in enumerate(zip(labels, shares, strict=True))
    ]
    return Result(summary="s", options=options, selected=f"o{selected}", sources=[])


def notice(purpose: Purpose | None) -> Clarification:
    """A clarification with or without a purpose."""
    return Clarification(question="?", choices=[], format="text", unit=None, summary="s", purpose=purpose)


def test_the_labelled_option_is_right() -> None:
    judged = judge(item(), result(["train", "drive"], 0))

    assert judged.verdict is Verdict.RIGHT
    assert judged.options_exact


def test_another_option_is_wrong() -> None:
    assert judge(item(), result(["train", "drive"], 1)).verdict is Verdict.WRONG


def test_a_question_where_a_recommendation_was_due_is_undecided() -> None:
    assert judge(item(), notice(None)).verdict is Verdict.UNDECIDED


def test_a_recommendation_where_none_can_be_defended_is_wrong() -> None:
    undecidable = item(expect={"type": "clarification", "purpose": "insufficient_evidence"})

    assert judge(undecidable, result(["train", "drive"], 0)).verdict is Verdict.WRONG
    assert judge(undecidable, notice("insufficient_evidence")).verdict is Verdict.RIGHT
    assert judge(undecidable, notice("scope_notice")).verdict is Verdict.UNDECIDED


def test_an_excluded_option_may_not_outweigh_an_allowed_one() -> None:
    limited = item(options=["a", "b", "c"], excluded=[2])

    assert judge(limited, result(["a", "b", "c"], 0, [0.6, 0.1, 0.3])).verdict is Verdict.UNDECIDED
    assert judge(limited, result(["a", "b", "c"], 0, [0.7, 0.3, 0.0])).verdict is Verdict.RIGHT


def test_labels_are_matched_to_options_wherever_they_stand() -> None:
    assert matched(["take the train", "drive", "walk"], ["walk", "the train", "drive"]) == [2, 0, 1]


def test_doing_and_not_doing_something_are_told_apart() -> None:
    assert similarity("adopt the dog", "adopt a dog") > similarity("adopt the dog", "don't adopt the dog")


def test_calibration_compares_confidence_with_how_often_it_was_right() -> None:
    half_right = [judge(item(), result(["train", "drive"], chosen)) for chosen in (0, 1)]

    assert brier(half_right) == pytest.approx((0.2**2 + 0.8**2) / 2)
    assert calibration_error(half_right) == pytest.approx(0.3)
    assert brier([]) is None


def test_tallies_are_kept_by_skill_and_language() -> None:
    table = tallies([judge(item(), result(["train", "drive"], 0)), judge(item(), notice(None))])

    assert table["ALL"].items == 2
    assert table["priority"].verdicts[Verdict.RIGHT] == 1
    assert table["lang en"].questions == 1
