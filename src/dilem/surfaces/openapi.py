"""The OpenAPI 3.1 document of the REST surface, from the table of operations and the contract's types."""

import copy
from collections.abc import Iterable
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter
from pydantic.fields import FieldInfo
from pydantic.json_schema import models_json_schema

from dilem import contract
from dilem.contract import API_VERSION, DecisionResponse, Reply
from dilem.operations import SHARED_PROBLEMS, Card, Operation, Parameter
from dilem.surfaces.problems import INTERNAL_ERROR, STATUSES

Schema = dict[str, Any]

# The names that the documentation gives to types, where Python's own would be taken for another.
NAMES = {"SessionReply": "Session", "ErrorReply": "Error"}

TAGS = {
    "session": "The client's private identity, its credits and the state of its cases.",
    "decisions": "From a dilemma in plain words to a question or a recommendation.",
    "results": "What can be done with a recommendation: an image, a vote.",
    "messages": "Words to the operators.",
}

ABOUT = """Helps somebody decide: a dilemma in plain words in, a recommendation that anyone can check out.

Start a session, choose a case id, send the dilemma to `decide`, relay its questions, and keep the result.

Every error, those of unknown addresses and methods too, has the shape of `Error`. Beside the statuses that
each operation lists, any request may be answered by 400 `bad_request` or 431 `headers_too_large` before it
is told apart, and a bug by 500 `internal_error`. Bodies are JSON in UTF-8, at most 300,000 bytes, received
within 10 seconds. Lengths of texts count Unicode code points; text and refinements together have at most
24,000.
"""

STATUS_NAMES = {
    403: ("Forbidden", "Missing, invalid or expired session, refused origin or host, forbidden cookies."),
    404: ("NotFound", "Missing, expired and foreign results: one and the same answer."),
    408: ("Timeout", "The body did not arrive within 10 seconds."),
    409: ("Conflict", "The case is completed or busy, or the request_id was used for another message."),
    413: ("TooLarge", "The body is larger than 300,000 bytes."),
    415: ("UnsupportedMediaType", "The body is not application/json, or it is compressed."),
    422: ("Invalid", "The input breaks the contract."),
    429: (
        "TooMany",
        "Credits, budget, rate or capacity are used up. `resets_at` tells when, where something resets.",
    ),
    503: ("Unavailable", "The service cannot answer now."),
}
RETRY_STATUSES = {409, 429, 503}


def openapi(operations: Iterable[Operation], server_url: str) -> Schema:
    """Build the document. `server_url` is the service's own address."""
    rows = list(operations)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dilem",
            "version": API_VERSION,
            "summary": "A decision service.",
            "description": ABOUT,
            "contact": {"name": "The operators of this service", "url": server_url},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": server_url, "description": "This service."}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "security": [{"session": []}],
        "paths": _paths(rows),
        "components": {
            "securitySchemes": {
                "session": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token that `start_session` gave. There are no cookies.",
                }
            },
            "headers": _headers(),
            "responses": _responses(rows),
            "schemas": _schemas(rows),
        },
    }


def _paths(operations: list[Operation]) -> Schema:
    paths: Schema = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    return paths


def _operation(operation: Operation) -> Schema:
    described: Schema = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": operation.title,
        "description": operation.description,
        "security": [{"session": []}] if operation.needs_session else [{}, {"session": []}],
    }
    if operation.parameters:
        described["parameters"] = [_parameter(parameter) for parameter in operation.parameters]
    if operation.body is not None:
        content = {"schema": _ref(operation.body.__name__), "example": dict(operation.request_example)}
        described["requestBody"] = {"required": True, "content": {"application/json": content}}
    described["responses"] = {"200": _success(operation)}
    for status in sorted(operation.statuses):
        described["responses"][str(status)] = {"$ref": f"#/components/responses/{STATUS_NAMES[status][0]}"}
    return described


def _parameter(parameter: Parameter) -> Schema:
    return {
        "name": parameter.wire_name,
        "in": parameter.place,
        "required": parameter.required,
        "description": parameter.description,
        "schema": {"type": "string", "pattern": parameter.pattern},
        "example": parameter.example,
    }


def _success(operation: Operation) -> Schema:
    headers = {name: {"$ref": f"#/components/headers/{name}"} for name in ("X-Request-ID", "Cache-Control")}
    if operation.reply is Card:
        headers["Content-Disposition"] = {"$ref": "#/components/headers/Content-Disposition"}
        content: Schema = {"image/png": {"schema": {"type": "string", "contentMediaType": "image/png"}}}
    else:
        examples = {name: {"value": value} for name, value in operation.reply_examples.items()}
        content = {"application/json": {"schema": _ref(_reply_name(operation)), "examples": examples}}
    return {"description": operation.reply_description, "headers": headers, "content": content}


def _reply_name(operation: Operation) -> str:
    return "DecisionResponse" if operation.reply is DecisionResponse else operation.reply.__name__


def _headers() -> Schema:
    text = {"type": "string"}
    return {
        "X-Request-ID": {"description": "Names this answer in the service's log.", "schema": text},
        "Cache-Control": {
            "description": "Nothing is to be stored on the way.",
            "schema": {"const": "no-store"},
        },
        "Content-Disposition": {"description": "An attachment with the name of a PNG file.", "schema": text},
        "Retry-After": {
            "description": "Seconds to wait, where another attempt may help.",
            "schema": {"type": "integer", "minimum": 1},
        },
    }


def _responses(operations: list[Operation]) -> Schema:
    used = sorted({status for operation in operations for status in operation.statuses})
    return {STATUS_NAMES[status][0]: _response(status, operations) for status in used}


def _response(status: int, operations: list[Operation]) -> Schema:
    _, description = STATUS_NAMES[status]
    headers = {"X-Request-ID": {"$ref": "#/components/headers/X-Request-ID"}}
    if status in RETRY_STATUSES:
        headers["Retry-After"] = {"$ref": "#/components/headers/Retry-After"}
    raised = {problem for operation in operations for problem in (*operation.problems, *SHARED_PROBLEMS)}
    examples = {
        problem.code: {"value": {"type": "error", "code": problem.code, "retryable": problem.retryable}}
        for problem in sorted(raised, key=lambda problem: problem.code)
        if STATUSES[problem] == status
    }
    content = {"application/json": {"schema": _ref("ErrorReply"), "examples": examples}}
    return {"description": description, "headers": headers, "content": content}


def _schemas(operations: list[Operation]) -> Schema:
    bodies = [operation.body for operation in operations if operation.body is not None]
    replies = [operation.reply for operation in operations if _is_model(operation.reply)]
    turns = get_args(get_args(DecisionResponse)[0])
    models: list[type[BaseModel]] = [*bodies, *replies, *turns]
    _, top = models_json_schema(
        [(model, "validation") for model in models], ref_template="#/components/schemas/{model}"
    )
    schemas = copy.deepcopy(top["$defs"])
    response = TypeAdapter(DecisionResponse).json_schema(ref_template="#/components/schemas/{model}")
    schemas["DecisionResponse"] = {
        "description": "Told apart by `type`; look at it even on 200.",
        "oneOf": response["oneOf"],
        "discriminator": response["discriminator"],
    }
    for name, schema in schemas.items():
        _tidy(schema, getattr(contract, name, None))
    schemas["ErrorReply"]["properties"]["code"]["enum"] = _codes()
    renamed = _renamed(schemas)
    return {name: renamed[name] for name in sorted(renamed)}


def _is_model(reply: Any) -> bool:
    return isinstance(reply, type) and issubclass(reply, Reply)


def _tidy(schema: Schema, model: Any) -> None:
    for described in schema.get("properties", {}).values():
        described.pop("title", None)
    schema.pop("title", None)
    if not _is_model(model):
        return
    # A reply may grow, and what it always says is required, whatever Python's constructor lets out.
    schema.pop("additionalProperties", None)
    always = [name for name, field in model.model_fields.items() if _is_always_said(field)]
    schema["required"] = always
    for name, described in schema["properties"].items():
        described.pop("default", None)
        if name not in always:
            _drop_null(described)


def _is_always_said(field: FieldInfo) -> bool:
    return field.is_required() or (field.default is not None and field.default_factory is None)


def _drop_null(described: Schema) -> None:
    kinds = [kind for kind in described.get("anyOf", []) if kind != {"type": "null"}]
    if len(kinds) == 1:
        # An absent field is left out, never null.
        del described["anyOf"]
        described.update(kinds[0])


def _codes() -> list[str]:
    return sorted({error.code for error in STATUSES} | {INTERNAL_ERROR})


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{NAMES.get(name, name)}"}


def _renamed(node: Any) -> Any:
    """Copy `node` with the documentation's names in keys and references."""
    if isinstance(node, dict):
        return {NAMES.get(key, key): _renamed(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_renamed(item) for item in node]
    if isinstance(node, str) and node.startswith("#/components/schemas/"):
        name = node.rpartition("/")[2]
        return f"#/components/schemas/{NAMES.get(name, name)}"
    return node
