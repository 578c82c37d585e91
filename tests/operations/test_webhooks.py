"""Alarms reach every webhook, signed, until it says that it has them; none holds up another, or the act."""

from __future__ import annotations

import base64
import contextlib
import re
import socket
import threading
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction

from audit.alert_webhooks import configured_webhooks, least_severity, signature
from audit.event_catalogue.kind import Severity
from audit.models.outgoing import Alert, OutgoingEvent
from audit.operations.save_event import NewEvent, save_event
from audit.operations.send_alerts import send_alerts
from audit.outbox import ATTEMPTS_MAX
from tests import world
from tests.webhook_server import SECRET, Receiver, receiving
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from pytest_django.fixtures import Settings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.clause("F39")]

MINUTE: Final = timedelta(minutes=1)
OTHER: Final = "whsec_" + base64.b64encode(b"x" * 24).decode()


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    world.open_house(now=NOW)
    OutgoingEvent.objects.all().delete()
    with receiving() as running:
        settings.REDDOG_ALERT_WEBHOOKS = [running.url()]
        settings.REDDOG_ALERT_WEBHOOK_SECRETS = [SECRET]
        yield running


def saved(kind: str = "report-failed", **fields: Any) -> None:
    save_event(NewEvent(kind=kind, actor="platform", **fields), now=NOW)


def sent(now: datetime = NOW) -> int:
    return send_alerts(configured_webhooks(), least=least_severity(), now=now)


def statuses() -> list[tuple[str, int, str]]:
    return list(Alert.objects.order_by("id").values_list("status", "attempts", "problem"))


def test_an_alarm_arrives_once_signed_and_says_nothing_private(receiver: Receiver) -> None:
    ada = world.sign_up("ada", now=NOW)
    OutgoingEvent.objects.all().delete()
    saved("deposit-large", subject=ada, reason="Mr Miller", after={"amount_minor": 5, "name": "Miller"})

    assert [sent(NOW + n * MINUTE) for n in range(3)] == [1, 0, 0]

    (got,) = receiver.got
    assert got.path == "/hook?key=abc"
    assert got.is_signed_with(SECRET)
    assert not got.is_signed_with(OTHER)
    assert int(got.headers["webhook-timestamp"]) == int(NOW.timestamp())
    assert got.headers["content-type"] == "application/json"
    assert got.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert got.document == {
        "type": "deposit-large",
        "timestamp": "2026-11-21T12:00:00.000Z",
        "data": {
            "id": got.headers["webhook-id"],
            "severity": "alarm",
            "meaning": "A deposit was posted that the jurisdiction calls large.",
            "actor": "platform",
            "values": {"amount_minor": 5},
            "player_id": ada.hex,
        },
    }
    assert statuses() == [("sent", 1, "")]


def test_an_event_that_is_rolled_back_alarms_nobody(receiver: Receiver) -> None:
    with transaction.atomic():
        saved()
        transaction.set_rollback(True)

    assert sent() == 0
    assert receiver.got == []


@pytest.mark.parametrize(
    ("least", "kinds"), [("alarm", ["report-failed"]), ("warning", ["report-failed", "staff-made"])]
)
def test_what_is_less_severe_than_was_asked_for_is_not_sent(
    receiver: Receiver, settings: Settings, least: str, kinds: list[str]
) -> None:
    settings.REDDOG_ALERT_SEVERITY = least
    for kind in ("report-failed", "staff-made", "rules-published", "staff-log-in"):
        saved(kind)

    assert sent() == len(kinds)
    assert sorted(got.document["type"] for got in receiver.got) == kinds
    assert not OutgoingEvent.objects.exists(), "what is not sent does not wait"


def test_a_failure_is_tried_again_after_one_two_and_four_minutes_with_the_same_id(receiver: Receiver) -> None:
    receiver.status = 500
    saved()
    attempts = [minute for minute in range(8) if _attempted(receiver, NOW + minute * MINUTE)]
    receiver.status = 200

    # At once, and 1, 2 and 4 minutes after the one before.
    assert attempts == [0, 1, 3, 7]
    assert statuses() == [("waiting", 4, "answered 500")]
    assert sent(NOW + 14 * MINUTE) == 0
    assert sent(NOW + 15 * MINUTE) == 1
    assert len({got.headers["webhook-id"] for got in receiver.got}) == 1
    assert len({got.body for got in receiver.got}) == 1
    assert all(got.is_signed_with(SECRET) for got in receiver.got)
    assert len({got.headers["webhook-timestamp"] for got in receiver.got}) == 5


def _attempted(receiver: Receiver, now: datetime) -> bool:
    before = len(receiver.got)
    sent(now)
    return len(receiver.got) > before


def test_after_a_day_of_failures_it_is_given_up(receiver: Receiver) -> None:
    receiver.status = 503
    saved()
    attempts = [hour for hour in range(40) for _ in range(12) if _attempted(receiver, NOW + hour * timedelta(hours=1))]

    assert len(attempts) == ATTEMPTS_MAX == 29
    assert [row[:2] for row in statuses()] == [("failed", 29)]


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    with receiving() as elsewhere:
        receiver.status, receiver.location = 302, elsewhere.url()
        saved()

        assert sent() == 0
        assert elsewhere.got == []
    assert statuses() == [("waiting", 1, "answered 302")]


def test_a_slow_webhook_holds_up_neither_the_others_nor_the_next_turn(receiver: Receiver, settings: Settings) -> None:
    with _silent_server() as port, receiving() as third:
        settings.REDDOG_ALERT_WEBHOOKS = [f"http://127.0.0.1:{port}/", receiver.url(), third.url()]
        saved("report-failed")
        saved("report-late")
        began = time.monotonic()

        assert sent() == 4

        assert time.monotonic() - began < 15, "five seconds, not five for each"
        assert (len(receiver.got), len(third.got)) == (2, 2)
        saved("report-undelivered")
        assert sent(NOW + timedelta(seconds=30)) == 2
    slow = Alert.objects.filter(status="waiting").values_list("problem", flat=True)
    assert list(slow) == ["no answer within 5 seconds"] * 3


def _silent_server() -> Any:
    """Return a server that takes connections, sends a byte now and then, and never ends its first line."""

    class Silent:
        def __enter__(self) -> int:
            self.ended = threading.Event()
            self.socket = socket.create_server(("127.0.0.1", 0))
            self.thread = threading.Thread(target=self._run)
            self.thread.start()
            return int(self.socket.getsockname()[1])

        def _run(self) -> None:
            self.socket.settimeout(0.2)
            open_connections: list[socket.socket] = []
            while not self.ended.is_set():
                with contextlib.suppress(TimeoutError):
                    open_connections.append(self.socket.accept()[0])
                for each in open_connections:
                    try:
                        each.sendall(b"H")
                    except OSError:
                        open_connections.remove(each)
                        each.close()
                        break
            for each in open_connections:
                each.close()

        def __exit__(self, *_: object) -> None:
            self.ended.set()
            self.thread.join()
            self.socket.close()

    return Silent()


def test_a_worker_that_dies_while_it_sends_leaves_the_alert_to_the_next_attempt(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved()

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        # The message has arrived, and nobody has noted that it has.
        patched.setattr("audit.operations.send_alerts._save", killed)
        with pytest.raises(KeyboardInterrupt):
            sent()
    assert [sent(NOW + n * timedelta(seconds=20)) for n in range(1, 4)] == [0, 0, 1]

    first, second = receiver.got
    assert first.headers["webhook-id"] == second.headers["webhook-id"], "by which the receiver drops the second"


def test_a_webhook_that_is_taken_out_of_the_configuration_gets_nothing_more(
    receiver: Receiver, settings: Settings
) -> None:
    receiver.status = 500
    saved()
    sent()
    settings.REDDOG_ALERT_WEBHOOKS = []

    assert sent(NOW + MINUTE) == 0
    assert [row[0] for row in statuses()] == ["dropped"]
    assert len(receiver.got) == 1


def test_during_a_change_of_secrets_both_sign(receiver: Receiver, settings: Settings) -> None:
    settings.REDDOG_ALERT_WEBHOOK_SECRETS = [f"{OTHER} {SECRET}"]
    saved()

    assert sent() == 1
    assert receiver.got[0].is_signed_with(SECRET)
    assert receiver.got[0].is_signed_with(OTHER)


def test_the_signature_is_that_of_the_specification() -> None:
    # Source: the example of https://docs.svix.com/receiving/verifying-payloads/how-manual, whose form became the standard.
    key = base64.b64decode("plJ3nmyCDGBKInavdOK15jsl")
    signed = signature("msg_loFOjxBNrRLzqYUf", 1731705121, b'{"event_type":"ping","data":{"success":true}}', [key])

    assert signed == "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0="


@pytest.mark.parametrize(
    ("urls", "secrets", "complaint"),
    [
        (["http://hooks.example.org/x"], [SECRET], "must be reached by https"),
        (["https://user:pw@hooks.example.org/x"], [SECRET], "without a user"),
        (["ftp://hooks.example.org/x"], [SECRET], "must be reached by https"),
        (["https://hooks.example.org/a b"], [SECRET], "without a user"),
        (["https://hooks.example.org/x\r\nX-Evil: 1"], [SECRET], "without a user"),
        (["https://hooks.example.org/"] * 2, [SECRET], "twice"),
        (["https://hooks.example.org/"], [], "0 secrets for 1 URLs"),
        (["https://hooks.example.org/"], [SECRET, OTHER], "2 secrets for 1 URLs"),
        (["https://hooks.example.org/"], ["whsec_c2hvcnQ="], "24 to 64 bytes"),
        (["https://hooks.example.org/"], [SECRET.removeprefix("whsec_")], "must be whsec_"),
        (["https://hooks.example.org/"], ["whsec_%%%"], "must be whsec_"),
    ],
)
def test_a_configuration_that_cannot_be_used_is_refused_and_quotes_no_secret(
    settings: Settings, urls: list[str], secrets: list[str], complaint: str
) -> None:
    settings.REDDOG_ALERT_WEBHOOKS, settings.REDDOG_ALERT_WEBHOOK_SECRETS = urls, secrets

    with pytest.raises(ImproperlyConfigured, match=re.escape(complaint)) as refused:
        configured_webhooks()

    words = str(refused.value)
    assert "pw" not in words
    assert all(secret not in words for secret in secrets)


def test_no_webhook_needs_no_secret(settings: Settings) -> None:
    settings.REDDOG_ALERT_WEBHOOKS, settings.REDDOG_ALERT_WEBHOOK_SECRETS = [], []

    assert configured_webhooks() == ()
    assert least_severity() is Severity.ALARM
    settings.REDDOG_ALERT_SEVERITY = "info"
    with pytest.raises(ImproperlyConfigured, match="alarm, or warning"):
        least_severity()


@pytest.mark.usefixtures("receiver")
def test_what_is_stored_and_shown_of_a_webhook_is_not_its_secret_path() -> None:
    saved()
    sent()

    (webhook,) = configured_webhooks()
    assert "key=abc" not in repr(webhook)
    (stored,) = Alert.objects.values_list("destination", flat=True)
    assert re.fullmatch(r"127\.0\.0\.1#[0-9a-f]{8}", stored)


@pytest.mark.usefixtures("receiver")
def test_alerts_that_are_due_are_found_by_an_index() -> None:
    saved()
    sent()
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
        cursor.execute(
            "EXPLAIN SELECT * FROM audit_alert WHERE status = 'waiting' AND next_attempt_at <= now()"
            " ORDER BY next_attempt_at LIMIT 50"
        )
        plan = "\n".join(line for (line,) in cursor.fetchall())
        cursor.execute("RESET ALL")
    assert "audit_alert_waiting" in plan
