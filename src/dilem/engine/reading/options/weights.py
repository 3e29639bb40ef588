"""Weights of the traits by which options are chosen, fitted on labelled dilemmas."""

WEIGHTS: dict[str, float] = {}
NOTHING = -1e9
