"""The table of operations, from which REST, MCP, WebMCP and the reference follow.

A row holds plain values, and the function that runs it over the use cases given at composition.
"""

from dilem.operations.calls import Call, Card, Input, UseCases
from dilem.operations.performing import perform
from dilem.operations.row import Operation, Parameter
from dilem.operations.table import COMMON_STATUSES, OPERATIONS, SHARED_PROBLEMS

__all__ = [
    "COMMON_STATUSES", "OPERATIONS", "SHARED_PROBLEMS", "Call", "Card", "Input", "Operation", "Parameter",
    "UseCases", "perform",
]  # fmt: skip
