"""The document that callers generate their clients from."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from openapi_spec_validator import validate

from dilem import contract
from dilem.operations import COMMON_STATUSES, OPERATIONS, SHARED_PROBLEMS, Card, Operation
from dilem.surfaces.openapi import openapi
from dilem.surfaces.problems import STATUSES

COMMITTED = Path(__file__).with_name("openapi.json")
DOCUMENT = openapi(OPERATIONS, "/")

# The statuses that the contract lists beside 200, written down once more by hand.
COMMON = {403, 408, 409, 413, 422, 429, 503}
DECLARED = {
    "start_session": COMMON,
    "get_usage": COMMON,
    "decide": COMMON,
    "export_result_card": COMMON | {415},
    "get_result_feedback": COMMON | {404},
    "set_result_feedback": COMMON | {404, 415},
    "send_user_feedback": COMMON | {415},
}


def described(operation: Operation) -> dict[str, Any]:
    row: dict[str, Any] = DOCUMENT["paths"][operation.path][operation.method.lower()]
    return row


def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = DOCUMENT["components"]["schemas"][name]
    return found


def validator(reference: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**reference, "components": DOCUMENT["components"]})


def references(node: object) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return own.union(*map(references, node.values())) if node else own
    if isinstance(node, list):
        return set().union(*map(references, node))
    return {node} if isinstance(node, str) and node.startswith("#/components/") else set()


def test_the_document_is_openapi() -> None:
    validate(DOCUMENT)


def test_a_change_of_the_document_shows_in_review() -> None:
    """Where it is wanted: `python -m surfaces.test_openapi` from tests/ writes the new one."""
    assert json.loads(COMMITTED.read_text(encoding="utf-8")) == DOCUMENT


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_an_operation_declares_the_statuses_of_the_contract(operation: Operation) -> None:
    assert {int(status) for status in described(operation)["responses"]} == DECLARED[operation.name] | {200}
    assert set(COMMON_STATUSES) == COMMON


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_problem_of_an_operation_has_a_declared_status(operation: Operation) -> None:
    statuses = {STATUSES[problem] for problem in (*operation.problems, *SHARED_PROBLEMS)}

    assert statuses <= DECLARED[operation.name] | {200}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_an_operation_is_described_for_people_and_tools(operation: Operation) -> None:
    row = described(operation)

    assert row["operationId"] == operation.name
    assert row["summary"]
    assert row["description"].endswith(".")
    assert row["tags"][0] in {tag["name"] for tag in DOCUMENT["tags"]}
    assert row["security"][-1] == {"session": []}
    assert ({} in row["security"]) is not operation.needs_session


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_example_is_valid(operation: Operation) -> None:
    row = described(operation)
    if operation.body is not None:
        content = row["requestBody"]["content"]["application/json"]
        validator(content["schema"]).validate(content["example"])
        operation.body.model_validate(content["example"])
    if operation.reply is not Card:
        content = row["responses"]["200"]["content"]["application/json"]
        assert content["examples"]
        for example in content["examples"].values():
            validator(content["schema"]).validate(example["value"])
    for parameter in row.get("parameters", []):
        assert re.fullmatch(parameter["schema"]["pattern"], parameter["example"])


def test_the_replies_of_decide_are_told_apart_by_type() -> None:
    discriminator = schema("DecisionResponse")["discriminator"]

    assert discriminator["propertyName"] == "type"
    for kind, reference in discriminator["mapping"].items():
        variant = schema(reference.rpartition("/")[2])
        assert variant["properties"]["type"]["const"] == kind
        assert "type" in variant["required"]


def test_required_fields_of_replies_are_those_of_the_contract() -> None:
    required = {
        name: set(schema(name)["required"]) for name in ("Clarification", "Result", "Error", "Feedback")
    }

    assert required == {
        "Clarification": {"type", "question", "choices", "format", "unit", "summary"},
        "Result": {"type", "summary", "options", "selected", "sources"},
        "Error": {"type", "code"},
        "Feedback": {"result_id", "helpful", "reason"},
    }
    assert schema("FeedbackAck")["required"] == ["ok"]
    assert set(schema("Session")["required"]) == {"session", "expires_in"}


def test_bounds_and_defaults_of_requests_are_those_of_the_contract() -> None:
    decide = schema("DecideRequest")["properties"]

    assert (decide["text"]["minLength"], decide["text"]["maxLength"]) == (1, 6000)
    assert (decide["refinements"]["maxItems"], decide["refinements"]["items"]["maxLength"]) == (40, 6000)
    count = decide["clarification_count"]
    assert (count["minimum"], count["maximum"], count["default"]) == (0, 20, 0)
    assert (decide["clarification_version"]["const"], decide["clarification_version"]["default"]) == (2, 2)
    assert decide["force_decision"]["default"] is False
    assert schema("DecideRequest")["required"] == ["text", "language"]
    assert schema("DecideRequest")["additionalProperties"] is False
    card = schema("CardRequest")["properties"]
    assert (card["language"]["default"], card["theme"]["default"]) == ("fr", "light")


def test_the_codes_are_a_closed_list() -> None:
    assert set(schema("Error")["properties"]["code"]["enum"]) == {error.code for error in STATUSES} | {
        "internal_error"
    }


def test_no_component_is_unused_and_no_reference_is_loose() -> None:
    used = references({key: value for key, value in DOCUMENT.items() if key != "components"})
    while found := references([at(reference) for reference in used]) - used:
        used |= found
    present = {
        f"#/components/{kind}/{name}"
        for kind, named in DOCUMENT["components"].items()
        if kind != "securitySchemes"
        for name in named
    }

    assert used == present


def at(reference: str) -> Any:
    node: Any = DOCUMENT
    for part in reference.removeprefix("#/").split("/"):
        node = node[part]
    return node


def test_the_version_is_that_of_the_contract() -> None:
    assert (
        (DOCUMENT["openapi"], DOCUMENT["info"]["version"])
        == ("3.1.0", contract.API_VERSION)
        == ("3.1.0", "1.1.0")
    )


def test_the_address_of_the_service_is_the_one_given() -> None:
    assert openapi(OPERATIONS, "https://dilem.example")["servers"][0]["url"] == "https://dilem.example"


if __name__ == "__main__":
    COMMITTED.write_text(json.dumps(DOCUMENT, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
