"""The core: values in, values out; it reads no clock, no file and no environment.

From words to a grid (`reading`), from a grid to preferences (`weighing`), the question worth
asking (`clarifying`), and why (`explaining`: message keys and values, no prose).
"""
