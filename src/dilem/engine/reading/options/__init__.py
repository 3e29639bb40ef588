"""Finds the options of a dilemma: every set of options that the words may mean, and a choice among the sets.

One file for each way of naming options; `choosing` weighs the sets by traits that no language owns.
"""

from dilem.engine.reading.options.finding import find_options
from dilem.engine.reading.options.names import Candidate, Found, keys_of
from dilem.engine.reading.options.scene import stem

__all__ = ["Candidate", "Found", "find_options", "keys_of", "stem"]
