"""SQL: rows to values, values to rows; the same statements on SQLite and PostgreSQL."""
