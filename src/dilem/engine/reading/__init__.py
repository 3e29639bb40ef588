"""From words to a grid, in six languages, without a model.

One algorithm; what differs between languages is data.
"""
