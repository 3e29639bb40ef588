"""All tables. A change here needs a revision in migrations/, and a test compares the two.

Instants are microseconds since 1970 in UTC, days are ISO dates of UTC, money is in micro-dollars:
integers and text that both databases compare alike. Tokens, addresses and case ids stand here only
as hashes; the words of a person stand only in `exchanges` and `messages`.
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)

# SQLite counts rows by itself only in a column that is called INTEGER.
Number = BigInteger().with_variant(Integer, "sqlite")

# What this installation made at its first start: the secret of its keyed hashes.
Table(
    "instance",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

# Identities.
Table(
    "sessions",
    metadata,
    Column("id", Number, primary_key=True),
    # Null once the expired session is forgotten.
    Column("token_hash", LargeBinary, unique=True),
    Column("opened_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
)

# New sessions of the last hours by address; erased after them.
Table(
    "openings",
    metadata,
    Column("id", Number, primary_key=True),
    Column("address_hash", LargeBinary, nullable=False),
    Column("opened_at", BigInteger, nullable=False, index=True),
    Index(None, "address_hash", "opened_at"),
)

# Dilemmas followed from first words to recommendation.
Table(
    "cases",
    metadata,
    Column("id", Number, primary_key=True),
    Column("session_id", ForeignKey("sessions.id"), nullable=False),
    Column("case_hash", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    # The process that calculates.
    Column("owner", Text),
    # Drawn anew for each turn: what only the turn that runs can show.
    Column("claim", LargeBinary),
    UniqueConstraint("session_id", "case_hash"),
    CheckConstraint("state IN ('open', 'running', 'completed')", name="state"),
    CheckConstraint("(state = 'running') = (claim IS NOT NULL)", name="claim"),
    Index(
        "ix_cases_running",
        "owner",
        sqlite_where=text("state = 'running'"),
        postgresql_where=text("state = 'running'"),
    ),
)

# One row for each admitted case; rows are only added.
Table(
    "credits",
    metadata,
    Column("case_id", ForeignKey("cases.id"), primary_key=True, autoincrement=False),
    Column("session_id", ForeignKey("sessions.id"), nullable=False),
    Column("day", Text, nullable=False),
    Column("charged_at", BigInteger, nullable=False),
    Index(None, "session_id", "day"),
)

# Days on which something was counted: none before the last of them counts any more.
Table(
    "days",
    metadata,
    Column("day", Text, primary_key=True),
)

# Admitted cases by address; erased after the day.
Table(
    "address_days",
    metadata,
    Column("address_hash", LargeBinary, nullable=False),
    Column("day", Text, nullable=False, index=True),
    Column("admitted", BigInteger, nullable=False),
    PrimaryKeyConstraint("address_hash", "day"),
)

# Sums over all time.
Table(
    "counters",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", BigInteger, nullable=False),
)

# Processes that live: each counts its beat on, and whose beat stands still is dead.
Table(
    "owners",
    metadata,
    Column("id", Text, primary_key=True),
    Column("beat", BigInteger, nullable=False),
)

# What was asked and answered, in words.
Table(
    "exchanges",
    metadata,
    Column("id", Number, primary_key=True),
    Column("case_id", ForeignKey("cases.id"), nullable=False),
    Column("written_at", BigInteger, nullable=False),
    # 1 once the words were overwritten; the row goes later (retention.py).
    Column("erased", Integer, nullable=False),
    Column("request", Text, nullable=False),
    Column("reply", Text, nullable=False),
    Index(None, "erased", "written_at"),
)

# Recommendations as their owners name them, with the vote; erased with their words.
Table(
    "results",
    metadata,
    Column("id", Text, primary_key=True),
    Column("case_id", ForeignKey("cases.id"), nullable=False, unique=True),
    Column("session_id", ForeignKey("sessions.id"), nullable=False),
    Column("written_at", BigInteger, nullable=False, index=True),
    Column("helpful", Integer),
    Column("reason", Text),
)

# Words to the operators.
Table(
    "messages",
    metadata,
    Column("id", Number, primary_key=True),
    Column("session_id", ForeignKey("sessions.id"), nullable=False),
    Column("request_id", Text, nullable=False),
    Column("content_hash", LargeBinary, nullable=False),
    Column("written_at", BigInteger, nullable=False),
    Column("erased", Integer, nullable=False),
    # The message as JSON.
    Column("content", Text, nullable=False),
    UniqueConstraint("session_id", "request_id"),
    Index(None, "erased", "written_at"),
)

# Amounts that are held now.
Table(
    "reservations",
    metadata,
    Column("id", Text, primary_key=True),
    Column("unit", Text, nullable=False),
    # 0 for money, which all sessions share.
    Column("session_id", BigInteger, nullable=False),
    Column("day", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("owner", Text, nullable=False, index=True),
    Column("held_at", BigInteger, nullable=False),
    CheckConstraint("unit IN ('microusd', 'voice_ms')", name="unit"),
    CheckConstraint("amount >= 0", name="amount"),
)

# The ledger of money and dictation; rows are only added.
Table(
    "entries",
    metadata,
    Column("id", Number, primary_key=True),
    Column("reservation_id", Text, nullable=False),
    Column("step", Text, nullable=False),
    Column("unit", Text, nullable=False),
    Column("session_id", BigInteger, nullable=False),
    Column("day", Text, nullable=False),
    # Change of what is held.
    Column("held", BigInteger, nullable=False),
    # Change of what was used.
    Column("used", BigInteger, nullable=False),
    Column("written_at", BigInteger, nullable=False),
    CheckConstraint("step IN ('reserved', 'settled', 'released', 'left')", name="step"),
    Index(None, "reservation_id"),
)

# Sums of the entries, written with them.
Table(
    "totals",
    metadata,
    Column("unit", Text, nullable=False),
    Column("session_id", BigInteger, nullable=False),
    Column("day", Text, nullable=False),
    Column("held", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    PrimaryKeyConstraint("unit", "session_id", "day"),
    CheckConstraint("held >= 0", name="held"),
    CheckConstraint("used >= 0", name="used"),
)

# What was erased and when, without a word of it.
Table(
    "purges",
    metadata,
    Column("id", Number, primary_key=True),
    Column("started_at", BigInteger, nullable=False),
    # Null: it was interrupted before all bytes were gone.
    Column("finished_at", BigInteger),
    Column("exchanges", BigInteger, nullable=False),
    Column("results", BigInteger, nullable=False),
    Column("messages", BigInteger, nullable=False),
    # What remained oldest.
    Column("oldest_exchange_at", BigInteger),
    Column("oldest_message_at", BigInteger),
)
