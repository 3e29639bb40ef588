"""One file per thing a caller can ask for.

A use case is a short story over the ports; it knows no HTTP and no SQL.
"""
