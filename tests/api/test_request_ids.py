"""Every request has an id, in its answer, its problem, its log lines and its events."""

from __future__ import annotations

import io
import json
import logging
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.contrib.auth import get_user_model
from django.test import Client, override_settings

from audit.queries.events import events
from reddog_platform import log_lines
from reddog_platform.environment import proxies
from reddog_platform.wsgi import application as platform
from telemetry.request_ids import CURRENT, new_request_id
from tests import world
from tests.api.caller import V1, Auditor
from tests.api.test_step_views import DEAL, STAKE, environ, know_the_headers
from tests.both_ways import take_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.world import SeatedPlayer

OURS: Final = re.compile(r"[0-9a-f]{12}7[0-9a-f]{3}8[0-9a-f]{15}")
GUESS: Final = json.dumps({"username": "ada", "password": "not the one that she has"})


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What a production process would write."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    # The shape of production: configuring structlog again changes nothing, as all log lines pass the same processors.
    formatter = log_lines.configure(json=True, level="INFO")["formatters"]["line"]
    handler.setFormatter(formatter.pop("()")(**formatter))
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


def guess(**headers: str) -> Any:
    return Client().post(f"{V1}/sessions", GUESS, content_type="application/json", headers=headers)


def test_ids_sort_by_time_and_are_never_the_same() -> None:
    ids = [new_request_id() for _ in range(1_000)]

    assert all(OURS.fullmatch(each) for each in ids)
    assert len(set(ids)) == 1_000
    assert [each[:12] for each in ids] == sorted(each[:12] for each in ids)


@pytest.mark.django_db
def test_a_refused_log_in_has_one_id_in_answer_problem_log_and_event(lines: io.StringIO) -> None:
    world.sign_up("ada", now=datetime.now(UTC))

    answer = guess()

    request_id = answer["X-Request-ID"]
    assert OURS.fullmatch(request_id)
    assert answer.json()["request_id"] == request_id
    written = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [line["request_id"] for line in written if line["event"] == "refused"] == [request_id]
    newest, *_ = events(subject=None, before=None, limit=1)
    assert (newest.kind, newest.request_id) == ("failed-access", request_id)
    assert CURRENT.get() is None, "what is no request has no id"


@pytest.mark.django_db
def test_a_line_names_whom_a_role_did_not_permit_to_do_it(lines: io.StringIO) -> None:
    auditor = Auditor("una")

    answer = auditor.post("/ops/player-searches", {"email": "ada@example.com"})

    (line,) = [json.loads(each) for each in lines.getvalue().splitlines() if '"refused"' in each]
    number = get_user_model().objects.get(username="una").pk
    assert (line["code"], line["path"], line["caller"]) == ("forbidden", f"{V1}/ops/player-searches", f"staff:{number}")
    assert line["request_id"] == answer["X-Request-ID"]
    assert "ada@example.com" not in lines.getvalue()


@pytest.mark.django_db
def test_nobody_but_our_proxy_names_a_request() -> None:
    chosen = "0123456789abcdef"
    assert guess(**{"X-Request-ID": chosen})["X-Request-ID"] != chosen
    with override_settings(REDDOG_PROXIES=proxies("", behind_proxy=True)):
        assert guess(**{"X-Request-ID": chosen})["X-Request-ID"] == chosen
        for malformed in ("short", "a" * 65, 'quote"quote', "a b c d e f", "line\\nline-line"):
            assert OURS.fullmatch(guess(**{"X-Request-ID": malformed})["X-Request-ID"])


@pytest.mark.django_db
def test_the_staff_reads_which_request_caused_an_event() -> None:
    caused_by = guess()["X-Request-ID"]
    now = datetime.now(UTC)
    token = world.log_in_staff(now=now).token

    listed = Client().get(f"{V1}/ops/events", headers={"Authorization": f"Token {token}"}).json()

    assert caused_by in [event["request_id"] for event in listed["items"]]
    assert None in [event["request_id"] for event in listed["items"]], "no request created the staff"


@pytest.fixture
def player() -> SeatedPlayer:
    now = datetime.now(UTC)
    world.open_house(now=now)
    know_the_headers(world.seat_player("bob", now=now))
    return world.seat_player(amount_minor=100_000, now=now)


@pytest.mark.django_db(transaction=True)
def test_steps_by_the_short_way_have_ids_of_their_own(player: SeatedPlayer) -> None:
    # Where no decision is left the round ends at once; else it is refused as another one is open. Both have an id.
    taken = [take_once(platform, environ(player, DEAL, STAKE), STAKE) for _ in range(3)]

    ids = [each.headers["X-Request-ID"] for each in taken]
    assert len(set(ids)) == 3
    assert all(OURS.fullmatch(each) for each in ids)
    assert taken[0].status == "201 Created"
    # The headers that were learned of another answer are sent beside those of this one.
    assert platform._headers
    assert all("X-Request-ID" not in dict(learned) for learned in platform._headers.values())
    refused = take_once(platform, environ(player, DEAL, b"{}"), b"{}")
    assert json.loads(refused.body)["request_id"] == refused.headers["X-Request-ID"]
    assert CURRENT.get() is None
