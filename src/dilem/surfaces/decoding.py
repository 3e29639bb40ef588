"""From decoded JSON to a request of the contract; what is wrong is told by the names of known fields."""

from collections.abc import Iterator
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from dilem.contract import Request
from dilem.errors import InvalidRequest
from dilem.surfaces.problems import BODY

Body = TypeVar("Body", bound=Request)

# Where a check looks at several fields: the word it raises, and the field to name for it.
_TOGETHER = {"total": "refinements", "reason": "reason", "response": "response", "ids": "options"}


def validated(model: type[Body], value: object) -> Body:
    """Check `value` against the model.

    Raises:
        InvalidRequest: naming the first field that breaks it, or "body".
    """
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise InvalidRequest(field=_faulty_field(model, error)) from error


def _faulty_field(model: type[BaseModel], error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_input=False)[0]
    names = [str(part) for part in fault["loc"] if isinstance(part, str)]
    raised = fault.get("ctx", {}).get("error")
    if isinstance(raised, ValueError) and str(raised) in _TOGETHER:
        names.append(_TOGETHER[str(raised)])
    return ".".join(_known(model, names)) or BODY


def _known(model: type[BaseModel] | None, names: list[str]) -> Iterator[str]:
    # The name of an unknown field is the caller's own text: the walk stops before it.
    for name in names:
        if model is None or name not in model.model_fields:
            return
        yield name
        model = _model_within(model.model_fields[name].annotation)


def _model_within(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model_within, get_args(annotation))), None)
