"""Run `python -m dilem` like the command `dilem`."""

import sys

from dilem.cli import run


def main() -> None:
    """The command `dilem`."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
