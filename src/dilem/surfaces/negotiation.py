"""What a caller's headers ask for: a language, and the form of the body."""

import re

from starlette.datastructures import Headers

from dilem.engine.grid import LANGUAGES

DEFAULT_LANGUAGE = "en"

_JSON = re.compile(r"application/json[ \t]*(;[ \t]*charset[ \t]*=[ \t]*\"?utf-8\"?[ \t]*)?;?", re.IGNORECASE)
_QUALITY = re.compile(r"q=([01](?:\.[0-9]{0,3})?)", re.IGNORECASE)


def preferred_language(accept_language: str) -> str:
    """Choose the one of the six languages that an Accept-Language header likes best, else English."""
    best, best_quality = DEFAULT_LANGUAGE, 0.0
    for item in accept_language[:1000].split(","):
        tag, _, parameter = (part.strip() for part in item.partition(";"))
        language = tag.partition("-")[0].lower()
        match = _QUALITY.fullmatch(parameter)
        quality = float(match[1]) if match else 0.0 if parameter else 1.0
        if language in LANGUAGES and quality > best_quality:
            best, best_quality = language, quality
    return best


def is_json(content_type: str) -> bool:
    """Whether a media type is plain JSON in UTF-8."""
    return _JSON.fullmatch(content_type) is not None


def declares_body(headers: Headers) -> bool:
    """Whether a request announces a body of at least one byte, or of unknown length."""
    return "transfer-encoding" in headers or headers.get("content-length", "0").strip("0") != ""
