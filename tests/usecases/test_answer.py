"""The embedded calculator: a question, a notice or a recommendation, whatever was read."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dilem.contract import CardRequest, Clarification, DecideRequest, Result, Turn
from dilem.engine.grid import (
    LANGUAGES,
    Criterion,
    Cut,
    CutKind,
    Grid,
    Language,
    Option,
    Quote,
    Reading,
    Situation,
    Source,
    StatementKind,
)
from dilem.usecases.answer import EmbeddedCalculator, without_notice
from dilem.wording import say
from engine.grids import BETTER, WORSE, grid, grids, said

CALCULATOR = EmbeddedCalculator()
CHEAPER = grid(
    ["train", "drive"],
    ["cost"],
    {(0, 0): BETTER, (1, 0): WORSE},
    cuts=(Cut(CutKind.MOST, "cost", quote=Quote(0, 0, "money matters most")),),
    statements=(said(0, "cost", 0.6, StatementKind.ON_PRIORITY),),
    stated=("cost",),
)
NOTHING_KNOWN = grid(["cat", "dog"], [], {})
ONE_REMARK = grid(
    ["cat", "dog"], ["effort"], {(0, 0): BETTER, (1, 0): WORSE}, statements=(said(0, "effort", 0.6),)
)


def request(*refinements: str, force: bool = False, count: int = 0, text: str = "A or B?") -> DecideRequest:
    return DecideRequest(
        text=text,
        language="en",
        refinements=list(refinements),
        force_decision=force,
        clarification_count=count,
    )


def read_as(drawn: Grid | None, situation: Situation = Situation.DECISION, language: str = "en") -> Reading:
    """What was read, made by hand."""
    return Reading(Language(language), situation, "a dilemma in one line", drawn)


def reply(drawn: Grid, sent: DecideRequest) -> Turn:
    return CALCULATOR.reply_to(read_as(drawn), sent)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("situation", "purpose"),
    [
        (Situation.DANGER, "scope_notice"),
        (Situation.CRIME, "scope_notice"),
        (Situation.NO_DECISION, "decision_scope"),
        (Situation.SEVERAL, "decision_scope"),
        (Situation.NO_OPTIONS, "decision_scope"),
        (Situation.TOO_MANY, "decision_scope"),
    ],
)
@pytest.mark.parametrize("force", [False, True])
def test_what_cannot_or_must_not_be_ranked_gets_its_notice(
    situation: Situation, purpose: str, language: str, force: bool
) -> None:
    answer = CALCULATOR.reply_to(read_as(None, situation, language), request(force=force))

    assert isinstance(answer, Clarification)
    assert (answer.purpose, answer.format, answer.choices, answer.unit) == (purpose, "text", [], None)
    assert answer.summary == "a dilemma in one line"
    assert (answer.why is not None) == (purpose == "decision_scope")


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_a_life_is_at_stake_the_notice_names_who_helps(language: str) -> None:
    danger = read_as(None, Situation.DANGER, language)

    calm = CALCULATOR.reply_to(danger, request())
    urgent = CALCULATOR.reply_to(replace(danger, life_at_stake=True), request())

    assert isinstance(urgent, Clarification)
    assert isinstance(calm, Clarification)
    assert "112" in urgent.question
    assert "112" not in calm.question


def test_a_reading_whose_options_cannot_be_compared_asks_for_them() -> None:
    single = CALCULATOR.reply_to(read_as(grid(["stay"], [], {})), request(force=True))
    crowd = CALCULATOR.reply_to(
        read_as(grid([f"option {number}" for number in range(9)], [], {})), request(force=True)
    )

    assert isinstance(single, Clarification)
    assert isinstance(crowd, Clarification)
    assert single.purpose == crowd.purpose == "decision_scope"
    assert crowd == CALCULATOR.reply_to(read_as(None, Situation.TOO_MANY), request())


def test_a_question_is_asked_before_anything_is_recommended() -> None:
    answer = reply(NOTHING_KNOWN, request())

    assert isinstance(answer, Clarification)
    assert answer.purpose is None
    assert answer.format == "single"
    assert 2 <= len(answer.choices) <= 6
    assert answer.why is not None


def test_who_wants_no_question_gets_an_honest_notice() -> None:
    nothing, weak = reply(NOTHING_KNOWN, request(force=True)), reply(ONE_REMARK, request(force=True))

    assert isinstance(nothing, Clarification)
    assert isinstance(weak, Clarification)
    assert nothing.purpose == weak.purpose == "insufficient_evidence"
    assert nothing.choices == weak.choices == []
    assert nothing.question != weak.question


@pytest.mark.parametrize("sent", [request(count=4), request("Q? A", "Q? A", "Q? A", "Q? A")])
def test_after_four_answers_no_question_is_left(sent: DecideRequest) -> None:
    answer = reply(NOTHING_KNOWN, sent)

    assert isinstance(answer, Clarification)
    assert answer.purpose == "insufficient_evidence"


def test_a_question_that_came_back_with_its_answer_is_not_asked_again() -> None:
    heard: list[str] = []
    answers: list[str] = []
    for _ in range(6):
        answer = reply(NOTHING_KNOWN, request(*answers))
        assert isinstance(answer, Clarification)
        if answer.purpose is not None:
            break
        heard.append(answer.question)
        answers.append(f"{answer.question}\n I don’t know")

    assert 1 <= len(set(heard)) == len(heard) <= 4


def test_limits_that_exclude_everything_are_asked_about_or_told() -> None:
    excluded = grid(["a", "b"], ["cost"], {}, excluded=(0, 1))

    asked, told = reply(excluded, request()), reply(excluded, request(force=True))

    assert isinstance(asked, Clarification)
    assert isinstance(told, Clarification)
    assert (asked.purpose, told.purpose) == (None, "insufficient_evidence")
    assert "at most 100" in asked.question
    assert "at most 100" in told.question
    assert reply(excluded, request(f"{asked.question} None.")) == told
    assert reply(excluded, request(count=4)) == told


def test_a_recommendation_rests_on_the_persons_own_words() -> None:
    answer = reply(CHEAPER, request())

    assert isinstance(answer, Result)
    assert answer.selected == "train"
    assert [option.id for option in answer.options] == ["train", "drive"]
    assert [option.probability for option in answer.options] == [0.9, 0.1]
    assert [(source.kind, source.quote) for source in answer.sources] == [
        ("said", "money matters most"),
        ("said", "about cost of 0"),
    ]
    assert answer.models == {"reader": "embedded"}
    assert answer.analysis is not None
    assert answer.analysis.clarity == "clear"


def sentences(answer: Turn) -> list[str]:
    """All that a reply says in words of our own."""
    if isinstance(answer, Clarification):
        return [answer.question, *answer.choices, *filter(None, [answer.why])]
    told = [*(answer.assumptions or []), *(answer.criteria or []), *(s.title for s in answer.sources)]
    for option in answer.options:
        told.extend([option.label, *option.reasons])
        told.extend(filter(None, [option.drawback, option.excluded_by]))
    return [*told, *filter(None, [answer.context, answer.caution])]


def longest(language: str) -> Reading:
    """A reading whose words are as long as they may be."""
    quote = Quote(0, 0, "so many words " * 60)
    return Reading(
        Language(language),
        Situation.DECISION,
        "x" * 300,
        replace(
            CHEAPER,
            language=Language(language),
            options=(Option("ü" * 120), Option("a label of many words " * 5)),
            cuts=(Cut(CutKind.MOST, "cost", quote=quote),),
            criteria=(*CHEAPER.criteria, Criterion("time", Source.STATED)),
            statements=tuple(
                replace(said(option, criterion, effect, StatementKind.ON_PRIORITY), quote=quote)
                for option, criterion, effect in ((0, "cost", 0.6), (1, "cost", -0.6), (1, "time", 0.4))
            ),
        ),
        cautions=("health", "law", "money", "safety"),
        left_out=("y" * 120, "z" * 120),
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_recommendation_fits_the_card_in_every_language(language: str) -> None:
    answer = CALCULATOR.reply_to(longest(language), request(force=True))

    assert isinstance(answer, Result)
    card = CardRequest.model_validate({"result": answer.model_dump(mode="json"), "language": language})
    assert [option.id for option in card.result.options] == [option.id for option in answer.options]
    assert all(0 < len(option.description) <= 240 for option in answer.options)
    assert all(option.description.endswith((".", "…")) for option in answer.options)


@given(grids(), st.sampled_from(LANGUAGES), st.booleans())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_whatever_was_read_the_reply_is_worded_and_its_preferences_sum_to_one(
    drawn: Grid, language: str, force: bool
) -> None:
    answer = CALCULATOR.reply_to(read_as(drawn, language=language), request(force=force))

    assert not [sentence for sentence in sentences(answer) if not sentence.strip() or "{" in sentence]
    if isinstance(answer, Result):
        assert sum(round(option.probability * 100) for option in answer.options) == 100
        best = max(answer.options, key=lambda option: option.probability)
        chosen = next(option for option in answer.options if option.id == answer.selected)
        assert chosen.probability == best.probability


def test_timings_are_told_by_the_clock_that_was_given() -> None:
    def ticking() -> Iterator[float]:
        now = 0.0
        while True:
            yield now
            now += 0.25

    answer = EmbeddedCalculator(ticking().__next__).work_out(
        request(text="Train or car? The train is cheaper. Money matters most to me.", force=True)
    )

    assert isinstance(answer, Result)
    assert answer.timings == {"read_ms": 250.0, "weigh_ms": 250.0, "word_ms": 250.0}


async def test_calculations_run_side_by_side_and_give_the_same_reply() -> None:
    sent = request(text="Train or car? The train is cheaper. Money matters most to me.", force=True)

    answers = await asyncio.gather(*(CALCULATOR.answer(sent) for _ in range(6)))

    plain = [answer.model_dump(exclude={"timings"}) for answer in answers]
    assert all(answer == plain[0] for answer in plain)
    assert answers[0].type == "result"


@given(st.text(min_size=1, max_size=300), st.lists(st.text(min_size=1, max_size=80), max_size=3))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_no_text_makes_the_calculation_fail(text: str, refinements: list[str]) -> None:
    sent = request().model_copy(update={"text": text, "refinements": refinements})

    assert CALCULATOR.work_out(sent).type in {"clarification", "result"}


def test_the_words_of_a_notice_are_not_taken_for_the_persons() -> None:
    notice = say("en", "notice.insufficient")

    assert without_notice(f"{notice} The train is cheaper.") == "The train is cheaper."
    assert without_notice("Which one? The train.") == "Which one? The train."
