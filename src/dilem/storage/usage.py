"""Usage: everything a caller may know of its counters, in one statement."""

from datetime import datetime

from dilem.contract import Budget, CaseState, Collective, DilemmaCredits, Usage, VoiceSeconds
from dilem.ports import CaseId, Policy, Session
from dilem.storage.connection import Connection, Row, Statement
from dilem.storage.database import Database
from dilem.storage.days import TODAY, day_values, end_of

_USAGE = Statement(
    TODAY,
    """
    SELECT
        today.day,
        (SELECT value FROM counters WHERE name = 'completed'),
        (SELECT count(*) FROM credits WHERE credits.session_id = :session_id AND credits.day = today.day),
        (SELECT state FROM cases WHERE cases.session_id = :session_id AND case_hash = :case_hash),
        voice.used,
        voice.held,
        money.used + money.held
    FROM today
    LEFT JOIN totals AS voice
        ON voice.unit = 'voice_ms' AND voice.session_id = :session_id AND voice.day = today.day
    LEFT JOIN totals AS money ON money.unit = 'microusd' AND money.session_id = 0 AND money.day = today.day
    """,
)


async def read_usage(
    database: Database,
    policy: Policy,
    now: datetime,
    session: Session,
    case_id: CaseId | None,
    *,
    paid: bool,
) -> Usage:
    """Read the counters of the day that counts, and the state of a case if one is named."""
    case_hash = None if case_id is None else database.keys.of_case(session.id, case_id)

    def read(connection: Connection) -> Row:
        return connection.only(_USAGE, session_id=session.id, case_hash=case_hash, **day_values(now))

    row = await database.read(read)
    day, completed, used, state, voice_used_ms, voice_held_ms, booked_microusd = row
    return Usage(
        day=day,
        resets_at=end_of(day).strftime("%Y-%m-%dT%H:%M:%SZ"),
        collective=Collective(completed=completed or 0),
        dilemmas=DilemmaCredits(
            used=used, limit=policy.dilemmas_per_day, remaining=max(0, policy.dilemmas_per_day - used)
        ),
        case=CaseState(id=case_id, admitted=state is not None, completed=state == "completed"),
        voice=_voice(policy, voice_used_ms or 0, voice_held_ms or 0),
        budget=Budget(
            daily_usd=policy.daily_microusd / 1_000_000,
            available=not paid or (booked_microusd or 0) < policy.daily_microusd,
        ),
    )


def _voice(policy: Policy, used_ms: int, held_ms: int) -> VoiceSeconds:
    limit_ms = policy.voice_seconds_per_day * 1000
    return VoiceSeconds(
        seconds_used=used_ms / 1000,
        seconds_reserved=held_ms / 1000,
        seconds_remaining=max(0, limit_ms - used_ms - held_ms) / 1000,
        seconds_limit=policy.voice_seconds_per_day,
        max_seconds=policy.voice_max_seconds,
    )
