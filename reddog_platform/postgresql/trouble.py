"""What an error of PostgreSQL's means to whoever sent the request: nothing was done, or nobody knows yet.

A statement that the server refused or cut has done nothing, and its transaction neither. If the connection broke while
a statement or a commit was under way, it may have been carried out all the same. Everything else is a defect.

Source: https://www.postgresql.org/docs/current/errcodes-appendix.html; docs/adr/0028-time-limits.md.
"""

from typing import Final

import psycopg
import structlog
from django.db import Error, connection
from django.http import HttpRequest

from audit.operations.append import Busy, is_too_late
from kernel.refusals import Refusal, RefusalKind
from reddog_platform.postgresql.base import CannotConnect

READING_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

LOCK_WAIT: Final = "reddog.lock_wait"
"""The member of a request's environment that says that a lock was not to be had in time."""

_log = structlog.get_logger("reddog_platform.trouble")

_REPEAT: Final = "Repeat the request, with the same Idempotency-Key if it has one."


class DatabaseUnavailable(Refusal):
    """The database cannot be reached."""

    code, kind = "database-unavailable", RefusalKind.UNAVAILABLE

    def __init__(self) -> None:
        """Say that nothing was done."""
        super().__init__(f"Nothing was changed, and no money was moved. {_REPEAT}", retry_after=1)


class DatabaseReadOnly(Refusal):
    """The database takes no changes at present."""

    code, kind = "database-read-only", RefusalKind.UNAVAILABLE

    def __init__(self) -> None:
        """Say that nothing was done."""
        super().__init__(f"Nothing was changed, and no money was moved. {_REPEAT}", retry_after=2)


class DatabaseFull(Refusal):
    """The database has no room left."""

    code, kind = "database-full", RefusalKind.UNAVAILABLE

    def __init__(self) -> None:
        """Say that nothing was done."""
        super().__init__(f"Nothing was changed, and no money was moved. {_REPEAT}", retry_after=10)


class StatementCut(Refusal):
    """The database did not answer in time."""

    code, kind = "database-too-slow", RefusalKind.UNAVAILABLE

    def __init__(self) -> None:
        """Say that nothing was done."""
        super().__init__(f"Nothing was changed, and no money was moved. {_REPEAT}", retry_after=2)


class OutcomeUnknown(Refusal):
    """The database was lost while it worked on the request."""

    code, kind = "outcome-unknown", RefusalKind.UNAVAILABLE

    def __init__(self) -> None:
        """Say that it was done or not, and how to find out."""
        super().__init__(
            "The request was carried out completely, or not at all; no money was moved twice. Repeat it with the same"
            " Idempotency-Key: if it was carried out you get its answer, and else it is carried out now.",
            retry_after=1,
        )


_LOCK_NOT_AVAILABLE: Final = "55P03"

_BY_SQLSTATE: Final[dict[str, type[Refusal]]] = {
    _LOCK_NOT_AVAILABLE: Busy,  # lock_not_available: a lock was not to be had within lock_timeout
    "40P01": Busy,  # deadlock_detected
    "40001": Busy,  # serialization_failure
    "57014": StatementCut,  # query_canceled: it ran longer than statement_timeout
    "25006": DatabaseReadOnly,  # read_only_sql_transaction
    "53000": DatabaseFull,  # insufficient_resources
    "53100": DatabaseFull,  # disk_full
    "53200": DatabaseFull,  # out_of_memory
    "53300": DatabaseUnavailable,  # too_many_connections
    "53400": DatabaseFull,  # configuration_limit_exceeded, such as temp_file_limit
    "58030": DatabaseFull,  # io_error
    "57P03": DatabaseUnavailable,  # cannot_connect_now
}

_SESSION_ENDED: Final = frozenset({"57P01", "57P02", "57P04", "57P05", "25P03", "25P04"})
"""The server has ended the session: for an administrator, a crash, a dropped database or a session left idle."""

_CONNECTION_CLASS: Final = "08"


def trouble_of(error: Error, request: HttpRequest) -> Refusal | None:
    """Return what to answer to a request in which Django raised `error`, and say it in the log; None for a defect."""
    trouble = refusal_of(error, writes=request.method not in READING_METHODS)
    if trouble is None:
        return None
    sqlstate = sqlstate_of(error)
    _log.warning("database-trouble", code=trouble.code, sqlstate=sqlstate, error=str(error), path=request.path)
    if sqlstate == _LOCK_NOT_AVAILABLE:
        request.META[LOCK_WAIT] = True
    if isinstance(trouble, DatabaseReadOnly):
        # After a fail-over this may be the server of before: of several hosts, libpq looks for the one that writes.
        connection.close()
    return trouble


def refusal_of(error: Error, *, writes: bool) -> Refusal | None:
    """Return what to answer to a request in which Django raised `error`; None if it is a defect.

    `writes` tells whether the request may have changed something. A request that only reads can be repeated without a
    second thought.
    """
    cause = error.__cause__
    if isinstance(cause, CannotConnect):
        return DatabaseUnavailable()
    if is_too_late(error):
        return StatementCut()
    sqlstate = sqlstate_of(error)
    if sqlstate in _BY_SQLSTATE:
        return _BY_SQLSTATE[sqlstate]()  # type: ignore[call-arg]  # those of the table say everything themselves
    if _is_lost(cause, sqlstate):
        return OutcomeUnknown() if writes else DatabaseUnavailable()
    return None


def _is_lost(cause: BaseException | None, sqlstate: str | None) -> bool:
    if sqlstate is not None:
        return sqlstate in _SESSION_ENDED or sqlstate.startswith(_CONNECTION_CLASS)
    # What the driver noticed itself has no code: the stream ended, or the connection is closed already.
    return isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError)


def sqlstate_of(error: Error) -> str | None:
    """Return PostgreSQL's code of an error; None where the driver noticed it itself."""
    return getattr(error.__cause__, "sqlstate", None)
