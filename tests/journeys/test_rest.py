"""One person's way through the service, over HTTP, with the real engine and a real database."""

from pathlib import Path

from dilem.usecases.answer import EmbeddedCalculator
from surfaces.calling import BY_NAME, Caller
from surfaces.running import running

TEXT = "Train or car for the weekend? The train is cheaper, the car is faster. Cost matters most to me."
MAX_QUESTIONS = 20


def test_from_a_first_word_to_a_recommendation_a_vote_and_a_message(tmp_path: Path) -> None:
    with running(tmp_path, calculator=EmbeddedCalculator()) as service:
        ana = Caller(service).opened()
        assert ana.call("get_usage", case_id="weekend").json["case"]["admitted"] is False

        refinements: list[str] = []
        reply = ana.decide(TEXT, "weekend").json
        while reply["type"] == "clarification":
            assert len(refinements) < MAX_QUESTIONS
            refinements.append(f"{reply['question']} I don’t know")
            reply = ana.decide(
                TEXT,
                "weekend",
                refinements=refinements,
                clarification_count=len(refinements),
                force_decision=len(refinements) > 2,
            ).json

        assert reply["type"] == "result"
        assert reply["selected"] == "train"
        assert sum(option["probability"] for option in reply["options"]) == 1
        usage = ana.call("get_usage", case_id="weekend").json
        assert usage["dilemmas"]["used"] == 1
        assert usage["case"] == {"id": "weekend", "admitted": True, "completed": True}

        vote = {"result_id": reply["result_id"], "helpful": False, "reason": "missing_constraint"}
        assert ana.call("set_result_feedback", vote).json == vote
        report = {
            **BY_NAME["send_user_feedback"].request_example,
            "kind": "response",
            "message": "The luggage was not considered.",
            "response": {
                "kind": "recommendation",
                "text": reply["summary"],
                "reference": reply["result_id"],
            },
        }
        assert ana.call("send_user_feedback", report).json == {"ok": True}
        assert ana.decide(TEXT, "weekend").code == "case_completed"
        assert ana.call("get_usage").json["dilemmas"]["used"] == 1
