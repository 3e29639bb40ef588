"""The first tables."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "address_days",
        sa.Column("address_hash", sa.LargeBinary(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("admitted", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("address_hash", "day", name=op.f("pk_address_days")),
    )
    op.create_index(op.f("ix_address_days_day"), "address_days", ["day"])
    op.create_table(
        "counters",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_counters")),
    )
    op.create_table(
        "days",
        sa.Column("day", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_days")),
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("reservation_id", sa.Text(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("session_id", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("held", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "step IN ('reserved', 'settled', 'released', 'left')", name=op.f("ck_entries_step")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
    )
    op.create_index(op.f("ix_entries_reservation_id"), "entries", ["reservation_id"])
    op.create_table(
        "instance",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_instance")),
    )
    op.create_table(
        "openings",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("address_hash", sa.LargeBinary(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_openings")),
    )
    op.create_index(op.f("ix_openings_address_hash_opened_at"), "openings", ["address_hash", "opened_at"])
    op.create_index(op.f("ix_openings_opened_at"), "openings", ["opened_at"])
    op.create_table(
        "owners",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_owners")),
    )
    op.create_table(
        "purges",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.Column("exchanges", sa.BigInteger(), nullable=False),
        sa.Column("results", sa.BigInteger(), nullable=False),
        sa.Column("messages", sa.BigInteger(), nullable=False),
        sa.Column("oldest_exchange_at", sa.BigInteger(), nullable=True),
        sa.Column("oldest_message_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_purges")),
    )
    op.create_table(
        "reservations",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("session_id", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("held_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("unit IN ('microusd', 'voice_ms')", name=op.f("ck_reservations_unit")),
        sa.CheckConstraint("amount >= 0", name=op.f("ck_reservations_amount")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reservations")),
    )
    op.create_index(op.f("ix_reservations_owner"), "reservations", ["owner"])
    op.create_table(
        "sessions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sessions_token_hash")),
    )
    op.create_index(op.f("ix_sessions_expires_at"), "sessions", ["expires_at"])
    op.create_table(
        "totals",
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("session_id", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("held", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("held >= 0", name=op.f("ck_totals_held")),
        sa.CheckConstraint("used >= 0", name=op.f("ck_totals_used")),
        sa.PrimaryKeyConstraint("unit", "session_id", "day", name=op.f("pk_totals")),
    )
    op.create_table(
        "cases",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("session_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("case_hash", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("claim", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("(state = 'running') = (claim IS NOT NULL)", name=op.f("ck_cases_claim")),
        sa.CheckConstraint("state IN ('open', 'running', 'completed')", name=op.f("ck_cases_state")),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_cases_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cases")),
        sa.UniqueConstraint("session_id", "case_hash", name=op.f("uq_cases_session_id_case_hash")),
    )
    op.create_index(
        "ix_cases_running",
        "cases",
        ["owner"],
        sqlite_where=sa.text("state = 'running'"),
        postgresql_where=sa.text("state = 'running'"),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("session_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("request_id", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.LargeBinary(), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.Column("erased", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_messages_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        sa.UniqueConstraint("session_id", "request_id", name=op.f("uq_messages_session_id_request_id")),
    )
    op.create_index(op.f("ix_messages_erased_written_at"), "messages", ["erased", "written_at"])
    op.create_table(
        "credits",
        sa.Column(
            "case_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("session_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("charged_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name=op.f("fk_credits_case_id")),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_credits_session_id")),
        sa.PrimaryKeyConstraint("case_id", name=op.f("pk_credits")),
    )
    op.create_index(op.f("ix_credits_session_id_day"), "credits", ["session_id", "day"])
    op.create_table(
        "exchanges",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("case_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.Column("erased", sa.Integer(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name=op.f("fk_exchanges_case_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exchanges")),
    )
    op.create_index(op.f("ix_exchanges_erased_written_at"), "exchanges", ["erased", "written_at"])
    op.create_table(
        "results",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("case_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("session_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.Column("helpful", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["case_id"], ["cases.id"], name=op.f("fk_results_case_id")),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=op.f("fk_results_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_results")),
        sa.UniqueConstraint("case_id", name=op.f("uq_results_case_id")),
    )
    op.create_index(op.f("ix_results_written_at"), "results", ["written_at"])
    # Made once for each installation: the key of its keyed hashes.
    instance = sa.table("instance", sa.column("name", sa.Text()), sa.column("value", sa.LargeBinary()))
    op.bulk_insert(instance, [{"name": "secret", "value": secrets.token_bytes(32)}])
