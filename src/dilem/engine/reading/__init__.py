"""From words to a grid, in six languages, without a model.

One algorithm; what differs between languages is data.
"""

from dilem.engine.reading.reader import prepare, read

__all__ = ["prepare", "read"]
