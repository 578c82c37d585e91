"""Log-ins, challenges and factors of Ann, a member of the staff, over HTTP."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from audit.queries.events import events
from tests import totp_program, world
from tests.api.caller import Caller, now, problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpResponse


NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
STEP = timedelta(seconds=30)
WHY = {"reason": "a test"}


def told(answer: HttpResponse, status: int = 201) -> Any:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content) if answer.content else None


def log_in(password: str = world.PASSWORD, *, name: str = "ann") -> HttpResponse:
    return Caller().post("/ops/sessions", {"username": name, "password": password})


def challenged(password: str = world.PASSWORD) -> dict[str, Any]:
    return problem(log_in(password), 401, "second-factor-required")


def meet(challenge: Mapping[str, Any], **factor: Any) -> HttpResponse:
    return Caller().post("/ops/sessions/second-factor", {"challenge": challenge["challenge"], **factor})


def enrolling(password: str = world.PASSWORD) -> Caller:
    begun = told(Caller().post("/ops/enrolments", {"username": "ann", "password": password}))
    return Caller(f"Enrolment {begun['token']}")


def totp_enrolled() -> str:
    """Let Ann enrol TOTP, and return the secret; the next step's code is the first that is not used."""
    ann = enrolling()
    secret: str = told(ann.post("/ops/factors/totp"))["secret"]
    told(ann.send("PUT", "/ops/factors/totp", {"code": totp_program.code(secret, now())}), 200)
    return secret


def noted(kind: str) -> list[Any]:
    return [event for event in events(subject=None, before=None, limit=200) if event.kind == kind]
