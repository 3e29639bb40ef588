from pathlib import Path

import pytest

from dilem.ports import UNLIMITED, Policy
from dilem.settings import ModelPrice, Settings, SettingsRefused, read_settings

LIMITS = {
    "DILEM_DILEMMAS_PER_DAY": "dilemmas_per_day",
    "DILEM_DILEMMAS_PER_ADDRESS": "dilemmas_per_address",
    "DILEM_SESSIONS_PER_ADDRESS": "sessions_per_address",
    "DILEM_REQUESTS_PER_MINUTE": "requests_per_minute",
    "DILEM_MAX_RUNNING": "max_running",
    "DILEM_VOICE_SECONDS_PER_DAY": "voice_seconds_per_day",
    "DILEM_VOICE_MAX_SECONDS": "voice_max_seconds",
}
SECRETS = ("DILEM_SEARCH_KEY", "DILEM_SPEECH_KEY", "DILEM_DATABASE_URL")


def read(**environ: str) -> Settings:
    settings, _ = read_settings(environ)
    return settings


def faults(**environ: str) -> list[str]:
    with pytest.raises(SettingsRefused) as refused:
        read_settings(environ)
    return refused.value.faults


def test_an_empty_environment_gives_the_documented_defaults() -> None:
    settings, warnings = read_settings({})

    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.policy == Policy()
    assert settings.data_dir.name == "dilem"
    assert settings.database_url == f"sqlite:///{settings.data_dir}/dilem.sqlite3"
    assert (settings.public_url, settings.allowed_origins, settings.trusted_proxies) == (
        None,
        frozenset(),
        (),
    )
    assert warnings == []


def test_every_setting_is_read_from_its_name(tmp_path: Path) -> None:
    settings = read(
        DILEM_HOST="::",
        DILEM_PORT="8443",
        DILEM_DATA_DIR=str(tmp_path),
        DILEM_DATABASE_URL="postgresql://dilem@db/dilem",
        DILEM_PUBLIC_URL="https://Dilem.Example/",
        DILEM_ALLOWED_ORIGINS="https://App.example:443, http://localhost:3000",
        DILEM_TRUSTED_PROXIES="127.0.0.1, 10.0.0.0/8",
        DILEM_DAILY_USD="1.25",
        DILEM_RETENTION_DAYS="7",
        DILEM_MESSAGE_RETENTION_DAYS="90",
        DILEM_LANGUAGE_MODEL="openai/gpt-6-mini",
        DILEM_LANGUAGE_MODEL_PRICE="0.15/0.60",
        DILEM_SEARCH_URL="https://search.example/api?format=json",
        DILEM_SEARCH_KEY="s3arch",
        DILEM_SPEECH_URL="http://127.0.0.1:9000/v1",
        DILEM_SPEECH_MODEL="whisper-1",
        DILEM_SPEECH_KEY="sp33ch",
    )

    assert (settings.host, settings.port, settings.data_dir) == ("::", 8443, tmp_path)
    assert settings.database_url == "postgresql://dilem@db/dilem"
    assert settings.public_url == "https://dilem.example"
    assert settings.allowed_origins == {"https://app.example", "http://localhost:3000"}
    assert [str(network) for network in settings.trusted_proxies] == ["127.0.0.1/32", "10.0.0.0/8"]
    assert settings.policy.daily_microusd == 1_250_000
    assert (settings.policy.retention_days, settings.policy.message_retention_days) == (7, 90)
    assert settings.language_model_price == ModelPrice(150_000, 600_000)
    assert (settings.search_key, settings.speech_model, settings.speech_key) == (
        "s3arch",
        "whisper-1",
        "sp33ch",
    )


@pytest.mark.parametrize(("name", "attribute"), LIMITS.items())
@pytest.mark.parametrize(
    ("text", "value"), [("0", 0), ("7", 7), ("unlimited", UNLIMITED), (" Unlimited ", UNLIMITED)]
)
def test_a_limit_takes_a_number_zero_or_the_word_unlimited(
    name: str, attribute: str, text: str, value: int
) -> None:
    assert getattr(read(**{name: text}).policy, attribute) == value


def test_money_takes_decimals_zero_or_the_word_unlimited() -> None:
    assert read(DILEM_DAILY_USD="0").policy.daily_microusd == 0
    assert read(DILEM_DAILY_USD="0.000001").policy.daily_microusd == 1
    assert read(DILEM_DAILY_USD="unlimited").policy.daily_microusd == UNLIMITED * 1_000_000


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("text", ["-1", "1.5", "many", "1e3", "٣", "1000000000", "9999999999999", "none"])
def test_a_limit_that_is_not_one_refuses_to_start(name: str, text: str) -> None:
    (fault,) = faults(**{name: text})

    assert fault.startswith(name)
    assert "unlimited" in fault


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("DILEM_HOST", "http://127.0.0.1"),
        ("DILEM_PORT", "70000"),
        ("DILEM_PORT", "http"),
        ("DILEM_DATABASE_URL", "mysql://root@db/dilem"),
        ("DILEM_DATABASE_URL", "sqlite://"),
        ("DILEM_PUBLIC_URL", "dilem.example"),
        ("DILEM_PUBLIC_URL", "https://dilem.example/path"),
        ("DILEM_PUBLIC_URL", "https://me:secret@dilem.example"),
        ("DILEM_PUBLIC_URL", "https://dilem.example:99999"),
        ("DILEM_ALLOWED_ORIGINS", "*"),
        ("DILEM_ALLOWED_ORIGINS", "null"),
        ("DILEM_ALLOWED_ORIGINS", "https://*.example"),
        ("DILEM_ALLOWED_ORIGINS", "https://app.example, app2.example"),
        ("DILEM_TRUSTED_PROXIES", "proxy.local"),
        ("DILEM_TRUSTED_PROXIES", "10.0.0.1/8"),
        ("DILEM_DAILY_USD", "-5"),
        ("DILEM_DAILY_USD", "5 USD"),
        ("DILEM_DAILY_USD", "NaN"),
        ("DILEM_DAILY_USD", "0.0000001"),
        ("DILEM_DAILY_USD", "1000001"),
        ("DILEM_RETENTION_DAYS", "0"),
        ("DILEM_RETENTION_DAYS", "unlimited"),
        ("DILEM_LANGUAGE_MODEL", "gpt 6"),
        ("DILEM_LANGUAGE_MODEL_PRICE", "0.15"),
        ("DILEM_LANGUAGE_MODEL_PRICE", "0.15/free"),
        ("DILEM_SEARCH_URL", "ftp://search.example"),
        ("DILEM_SEARCH_URL", "https://search.example/#x"),
        ("DILEM_SPEECH_KEY", "two words"),
    ],
)
def test_a_bad_value_refuses_to_start_and_names_the_setting_and_what_is_allowed(name: str, text: str) -> None:
    (fault,) = faults(**{name: text})

    assert fault.startswith(f"{name} ")
    assert "; allowed: " in fault


def test_a_data_directory_that_is_a_file_refuses_to_start(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")

    (fault,) = faults(DILEM_DATA_DIR=str(file))

    assert fault.startswith("DILEM_DATA_DIR is a file")


def test_all_faults_are_told_at_once() -> None:
    assert [fault.split()[0] for fault in faults(DILEM_PORT="x", DILEM_DAILY_USD="y")] == [
        "DILEM_PORT",
        "DILEM_DAILY_USD",
    ]


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_never_repeated(name: str) -> None:
    secret = "postgresql://CANARY-7f3a@db/x" if name == "DILEM_DATABASE_URL" else "CANARY-7f3a"

    assert "CANARY-7f3a" not in repr(read(**{name: secret}))
    assert "CANARY-7f3a" not in "".join(faults(**{name: f"{secret} and white space"}))


def test_an_empty_value_counts_as_absent() -> None:
    assert read(DILEM_DAILY_USD="", DILEM_PORT="  ").policy == Policy()


def test_a_name_that_is_almost_a_setting_is_warned_about() -> None:
    _, warnings = read_settings({"DILEM_DILEMAS_PER_DAY": "5", "DILEM_X\n": "1", "HOME": "/"})

    assert warnings == [
        "DILEM_DILEMAS_PER_DAY is not a setting and has no effect. Did you mean DILEM_DILEMMAS_PER_DAY?",
        "DILEM_X? is not a setting and has no effect.",
    ]
