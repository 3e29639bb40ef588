"""Why: the person's own words as reasons, what excludes an option, and what would change the answer."""

from dataclasses import replace

from dilem.engine.citing import MAX_QUOTE, MAX_SOURCES, Cited, SourceKind, clipped, sources_of
from dilem.engine.explaining import Explanation, Message, explain
from dilem.engine.flipping import Fact, Flip, deciding_fact, flips
from dilem.engine.grid import (
    Assumption,
    Criterion,
    Cut,
    CutKind,
    Exclusion,
    Grid,
    Language,
    OptionKind,
    Quote,
    Reading,
    Situation,
    Source,
    Statement,
    StatementKind,
)
from dilem.engine.weighing import rank
from engine.grids import BETTER, WORSE, grid, said, words

COST, TIME = Criterion("cost", Source.STATED), Criterion("time", Source.STATED)
CHEAPER, SLOWER, FASTER = (
    Statement(StatementKind.ON_PRIORITY, 0, "cost", 0.6, words("the train is cheaper")),
    Statement(StatementKind.COMPARISON, 0, "time", -0.4, words("the train is slow")),
    Statement(StatementKind.COMPARISON, 1, "time", 0.6, words("the car is faster")),
)
TRAIN_OR_CAR = grid(
    ["train", "car"],
    ["cost", "time"],
    {(0, 0): BETTER, (1, 0): WORSE, (0, 1): WORSE, (1, 1): BETTER},
    cuts=(Cut(CutKind.MOST, "cost", quote=words("money matters most")),),
    statements=(CHEAPER, SLOWER, FASTER),
    stated=("cost", "time"),
)


def explained(drawn: Grid, **reading: tuple[str, ...]) -> Explanation:
    """The explanation of a grid."""
    ranking = rank(drawn)
    read = Reading(
        Language("en"),
        Situation.DECISION,
        "train or car?",
        drawn,
        cautions=reading.get("cautions", ()),
        left_out=reading.get("left_out", ()),
    )
    return explain(read, drawn, ranking, flips(ranking), deciding_fact(ranking))


def keys(messages: tuple[Message, ...]) -> list[str]:
    return [message.key for message in messages]


def test_each_option_is_told_by_what_was_said_for_and_against_it() -> None:
    train, car = explained(TRAIN_OR_CAR).options

    assert train.reasons == (
        Message("reply.reason.said", {"criterion": COST, "words": "the train is cheaper"}),
    )
    assert train.drawback == Message("reply.drawback.said", {"criterion": TIME, "words": "the train is slow"})
    assert keys(car.reasons) == ["reply.reason.said"]
    assert car.drawback == Message(
        "reply.drawback.rival", {"criterion": COST, "option": "train", "words": "the train is cheaper"}
    )


def test_an_option_nobody_praised_leads_by_what_speaks_against_the_others() -> None:
    only_faults = replace(
        TRAIN_OR_CAR,
        statements=(Statement(StatementKind.ON_PRIORITY, 1, "cost", -0.6, words("the car costs a fortune")),),
    )

    train = explained(only_faults).options[0]

    assert train.reasons == (
        Message(
            "reply.reason.rival", {"criterion": COST, "option": "car", "words": "the car costs a fortune"}
        ),
    )


def test_what_helps_one_side_of_a_yes_no_dilemma_hurts_the_other() -> None:
    sides = replace(
        TRAIN_OR_CAR,
        options=(
            replace(TRAIN_OR_CAR.options[0], kind=OptionKind.DO),
            replace(TRAIN_OR_CAR.options[1], kind=OptionKind.DONT),
        ),
        statements=(CHEAPER,),
    )

    doing, leaving = explained(sides).options

    assert keys(doing.reasons) == ["reply.reason.said"]
    assert leaving.drawback == Message(
        "reply.drawback.said", {"criterion": COST, "words": "the train is cheaper"}
    )


def test_amounts_and_common_knowledge_are_told_as_what_they_are() -> None:
    computed = replace(
        TRAIN_OR_CAR,
        statements=(
            replace(CHEAPER, kind=StatementKind.NUMBER, source=Source.COMPUTED),
            replace(SLOWER, kind=StatementKind.COMMON, source=Source.COMMON, quote=None),
        ),
    )

    explanation = explained(computed)

    assert keys(explanation.options[0].reasons) == ["reply.reason.computed"]
    assert explanation.options[0].drawback == Message("reply.drawback.common", {"criterion": TIME})
    assert "reply.assumption.common" in keys(explanation.assumptions)
    assert explanation.sources[-1] == Cited(SourceKind.COMMON, None, ("time",))


def test_an_excluded_option_is_told_by_the_words_that_exclude_it() -> None:
    drawn = grid(["acer", "dell"], ["cost"], {(0, 0): WORSE, (1, 0): BETTER})
    limit, price = words("500 € at most"), words("the Dell is 649 €")
    excluded = replace(
        drawn,
        exclusions=(Exclusion(1, limit, price, 0.3),),
        statements=(Statement(StatementKind.LIMIT, 1, "other", -1.0, words("649 €")),),
    )

    explanation = explained(excluded)

    assert explanation.options[1].excluded_by == Message(
        "reply.excluded_because", {"limit": "500 € at most", "words": "the Dell is 649 €"}
    )
    assert explanation.options[1].drawback is None
    assert explanation.options[0].reasons == (Message("reply.reason.only_one_left"),)
    assert keys(explanation.context) == ["reply.context.one_left"]
    assert [source.quote for source in explanation.sources] == ["500 € at most", "the Dell is 649 €"]


def test_the_person_hears_their_own_priority_and_what_would_change_the_answer() -> None:
    explanation = explained(TRAIN_OR_CAR)

    assert Message("reply.context.priority", {"criterion": COST}) in explanation.context
    assert keys(explanation.changes)[0] in {"reply.change.more", "reply.change.less"}
    assert keys(explanation.criteria) == ["reply.criterion.first", "reply.criterion.stated"]


def test_the_nearest_of_all_flips_is_told_with_the_fact() -> None:
    ranking = rank(TRAIN_OR_CAR)
    reading = Reading(Language("en"), Situation.DECISION, "train or car?", TRAIN_OR_CAR)
    near, far = Flip("time", 0.3, 1), Flip("cost", -1.2, 1)

    worse = explain(reading, TRAIN_OR_CAR, ranking, (far, near), Fact(0, "cost", -0.2, 1))
    better = explain(reading, TRAIN_OR_CAR, ranking, (), Fact(1, "cost", 0.2, 1))

    assert worse.changes == (
        Message("reply.change.more", {"criterion": TIME, "option": "car"}),
        Message("reply.change.worse", {"criterion": COST, "option": "train", "rival": "car"}),
    )
    assert better.changes == (Message("reply.change.better", {"criterion": COST, "option": "car"}),)


def test_what_was_taken_for_granted_is_told() -> None:
    drawn = replace(
        grid(
            ["a", "b"],
            ["cost", "time"],
            {(0, 0): BETTER, (1, 0): WORSE, (0, 1): BETTER},
            statements=(said(0, "cost", 0.6),),
        ),
        assumptions=(Assumption("reply.assumption.common"),),
    )

    assert keys(explained(drawn).assumptions) == [
        "reply.assumption.common",
        "reply.assumption.equal_weights",
        "reply.assumption.unknown",
    ]


def test_a_wish_that_was_taken_back_is_told() -> None:
    taken_back = replace(
        TRAIN_OR_CAR,
        cuts=(
            Cut(CutKind.OVER, "time", "cost", quote=words("time over money")),
            Cut(CutKind.OVER, "cost", "time", quote=words("no, money over time")),
        ),
    )

    assert (
        Message("reply.assumption.dropped", {"quote": "time over money"}) in explained(taken_back).assumptions
    )


def test_cautions_and_options_left_out_are_passed_on() -> None:
    explanation = explained(TRAIN_OR_CAR, cautions=("money", "health"), left_out=("plane", "bus"))

    assert keys(explanation.cautions) == ["caution.money", "caution.health"]
    assert Message("reply.context.left_out", {"options": "plane, bus"}) in explanation.context


def test_sources_begin_with_what_matters_and_hold_each_quotation_once() -> None:
    twice = replace(
        TRAIN_OR_CAR,
        statements=(CHEAPER, replace(CHEAPER, criterion="time", quote=words("is cheaper")), SLOWER),
    )

    sources = sources_of(twice, rank(twice))

    assert [(source.quote, source.supports) for source in sources] == [
        ("money matters most", ("cost",)),
        ("the train is cheaper", ("cost", "time")),
        ("the train is slow", ("time",)),
    ]


def test_a_long_story_is_cited_in_part() -> None:
    many = tuple(replace(said(0, "cost", 0.6), quote=words(f"point {number}")) for number in range(20))

    assert len(sources_of(replace(TRAIN_OR_CAR, statements=many), rank(TRAIN_OR_CAR))) == MAX_SOURCES


def test_a_quotation_is_one_line_and_ends_at_a_word() -> None:
    long = "word " * 80

    cut = clipped(long)

    assert clipped("two\n lines") == "two lines"
    assert len(cut) <= MAX_QUOTE
    assert cut.endswith("word…")
    assert len(clipped("x" * 400)) == MAX_QUOTE


def test_a_reason_is_told_once_though_it_speaks_of_two_criteria() -> None:
    quote = Quote(0, 5, "cheap and quick")
    drawn = replace(
        TRAIN_OR_CAR,
        statements=(replace(CHEAPER, quote=quote), replace(FASTER, option=0, quote=quote)),
    )

    assert len(explained(drawn).options[0].reasons) == 1
