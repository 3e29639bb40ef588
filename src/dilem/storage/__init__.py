"""SQL: rows to values, values to rows; the same statements on SQLite and PostgreSQL.

One file per table family, each with all its statements. Every write goes through the one writer
thread of `database.py`; what only one of the two databases has stands in `dialects.py`.
"""
