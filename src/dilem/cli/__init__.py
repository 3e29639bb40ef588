"""The command `dilem`: a verb per operator task.

Every verb prints one plain line of outcome, or JSON with --json, and ends with 0 (done), 1 (did not
work) or 2 (asked wrongly).
"""

from dilem.cli.command import run

__all__ = ["run"]
