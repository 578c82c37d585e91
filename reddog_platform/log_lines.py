"""The format of logged lines: JSON for machines, plain text for people. No line contains a request's body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import structlog

from telemetry.request_ids import CURRENT

if TYPE_CHECKING:
    from structlog.typing import EventDict, Processor


def configure(*, json: bool, level: str) -> dict[str, Any]:
    """Configure structlog, and return Django's LOGGING so that the libraries' lines look the same."""
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        _add_request_id,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    structlog.configure(
        processors=[*before, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    # A traceback never shows the values of variables: they may be seeds, undealt cards or passwords.
    without_locals = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    shape: list[Processor] = (
        [structlog.processors.ExceptionRenderer(without_locals), structlog.processors.JSONRenderer(sort_keys=True)]
        if json
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *shape],
                "foreign_pre_chain": before,
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would print each line a second time; a refused request is no warning of ours.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.request": {"level": "ERROR"},
            "httpx": {"level": "WARNING"},
            # It logs every step of every handshake.
            "asyncssh": {"level": "WARNING"},
        },
    }


def _add_request_id(_logger: object, _method: str, line: EventDict) -> EventDict:
    """Name the request or task that wrote the line."""
    request_id = CURRENT.get()
    if request_id is not None:
        line.setdefault("request_id", request_id)
    return line
