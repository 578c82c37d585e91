"""Players are told by mail of what was done to their accounts, and no mail server holds anything up."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest
from django.core.exceptions import ImproperlyConfigured

from audit.models.outgoing import OutgoingEvent
from audit.operations.save_event import NewEvent, save_event
from audit.outbox import ATTEMPTS_MAX
from players import vault
from players.core.erasure import Basis
from players.core.former_emails import MEMBER
from players.core.status import Status
from players.models import Mail, MessageRead
from players.operations.change_profile import change_profile
from players.operations.erase import Erasure, erase
from players.operations.issue_reset_token import issue_reset_token
from players.operations.send_mails import MailSender, send_mails
from players.operations.set_status import set_status
from reddog_platform.erasure_hooks import erasure_hooks
from reddog_platform.mail_server import mail_server
from tests import world
from tests.approving import approval
from tests.mail_server import MailServer, taking_mail
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.clause("F34")]

MINUTE: Final = timedelta(minutes=1)
SENDER: Final = MailSender(
    operator="Example Casino", address="Example Casino <no-reply@example.test>", origin="https://play.example.test"
)


@pytest.fixture
def server(settings: Settings) -> Iterator[MailServer]:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_TIMEOUT = "127.0.0.1", 1
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    with taking_mail() as running:
        settings.EMAIL_PORT = running.port
        yield running


@pytest.fixture
def ada() -> ChainId:
    world.open_house(now=NOW)
    chain = world.sign_up("ada", now=NOW)
    OutgoingEvent.objects.all().delete()
    return chain


def address_of(chain: ChainId) -> str:
    return str(vault.read(chain)["email"])


def noted(chain: ChainId, kind: str = "pin-changed") -> None:
    save_event(NewEvent(kind=kind, actor="player", subject=chain), now=NOW)


def sent(now: datetime = NOW) -> int:
    return send_mails(SENDER, now=now)


def statuses() -> list[tuple[str, int, str]]:
    return list(Mail.objects.order_by("event").values_list("status", "attempts", "problem"))


def test_a_mail_says_what_was_done_by_whom_and_nothing_secret(server: MailServer, ada: ChainId) -> None:
    issued = issue_reset_token(ada, by=approval("a call by Mr Miller", by=("mallory", "ben")), now=NOW)

    assert [sent(NOW + n * MINUTE) for n in range(3)] == [1, 0, 0]

    (mail,) = server.took
    assert server.recipients == [address_of(ada)]
    assert (mail["To"], mail["From"]) == (address_of(ada), SENDER.address)
    assert mail["Subject"] == "Example Casino: Our staff issued a token to reset your password"
    assert mail["Auto-Submitted"] == "auto-generated"
    body = mail.get_content()
    assert "When: 2026-11-21 12:00 UTC" in body
    assert "By: our staff" in body
    everything = mail.as_string()
    for secret in (issued.token, "mallory", "Miller", "ada\n"):
        assert secret not in everything
    assert statuses() == [("sent", 1, "")]


@pytest.mark.usefixtures("server")
def test_what_goes_to_the_inbox_alone_and_what_concerns_nobody_is_not_mailed(ada: ChainId) -> None:
    for kind in ("pin-set", "identity-viewed", "deposit-large", "failed-access"):
        noted(ada, kind)
    save_event(NewEvent(kind="rules-published", actor="platform"), now=NOW)

    assert sent() == 0
    assert statuses() == []


def test_a_mail_server_that_is_away_keeps_nothing_from_being_done_and_gets_the_mail_later(
    server: MailServer, ada: ChainId, settings: Settings
) -> None:
    settings.EMAIL_PORT = 1
    set_status(ada, Status.SUSPENDED, reason="a complaint", actor="operator:ann", now=NOW)
    noted(ada)

    assert sent() == 0
    assert statuses() == [("waiting", 1, "ConnectionRefusedError")] * 2
    settings.EMAIL_PORT = server.port
    assert sent(NOW + MINUTE - timedelta(seconds=1)) == 0
    assert sent(NOW + MINUTE) == 2
    assert len(server.took) == 2


def test_a_refused_address_is_no_trouble_of_the_others_and_its_words_are_not_kept(
    server: MailServer, ada: ChainId
) -> None:
    bob = world.sign_up("bob", now=NOW)
    OutgoingEvent.objects.all().delete()
    server.refused[address_of(ada)] = f"550 no {address_of(ada)} here"
    noted(ada)
    noted(bob)

    assert sent() == 1
    assert [mail["To"] for mail in server.took] == [address_of(bob)]
    assert sorted(statuses()) == [("sent", 1, ""), ("waiting", 1, "SMTPRecipientsRefused 550")]


def changed(chain: ChainId, email: str) -> str:
    """Change the address, as one of the staff, and return the one before."""
    before = address_of(chain)
    change_profile(chain, {"email": email}, reason="a call", actor="operator:mallory", now=NOW)
    return before


def test_who_had_the_address_before_is_told_of_a_new_one_and_then_forgotten(server: MailServer, ada: ChainId) -> None:
    old = changed(ada, "mallory@example.org")
    # A second change does not let the first message go astray.
    changed(ada, "mallory.two@example.org")
    assert sorted(vault.read(ada)[MEMBER].values()) == sorted(["mallory@example.org", old])

    assert sent() == 2

    to = [mail["To"] for mail in server.took]
    assert sorted(to) == sorted([old, "mallory@example.org", *["mallory.two@example.org"] * 2])
    (told,) = [mail.get_content() for mail in server.took if mail["To"] == old]
    assert "goes to the one that it had before" in told
    assert "By: our staff" in told
    assert "mallory" not in told
    assert MEMBER not in vault.read(ada)
    noted(ada)
    assert (sent(NOW + MINUTE), server.took[-1]["To"]) == (1, "mallory.two@example.org")


def test_an_old_address_that_takes_nothing_now_is_tried_again_and_a_wrong_one_is_not(
    server: MailServer, ada: ChainId
) -> None:
    old = changed(ada, "new@example.org")
    server.refused[old] = "451 later"
    assert sent() == 0
    assert statuses() == [("waiting", 1, "SMTPRecipientsRefused 451")]

    server.refused[old] = "550 unknown"
    assert sent(NOW + MINUTE) == 1

    assert [mail["To"] for mail in server.took] == ["new@example.org"]
    assert statuses() == [("sent", 2, "")]
    assert MEMBER not in vault.read(ada)


def test_after_a_day_of_failures_a_mail_is_given_up(server: MailServer, ada: ChainId, settings: Settings) -> None:
    settings.EMAIL_PORT = 1
    noted(ada)
    for minutes in (*range(0, 64, 1), *range(64, 64 + 40 * 60, 60)):
        sent(NOW + minutes * MINUTE)

    assert statuses() == [("failed", ATTEMPTS_MAX, "ConnectionRefusedError")]
    settings.EMAIL_PORT = server.port
    assert sent(NOW + timedelta(days=9)) == 0


def test_a_server_that_hangs_costs_one_time_out_and_not_one_for_each_mail(server: MailServer, ada: ChainId) -> None:
    server.delay_seconds = 3
    for _ in range(10):
        noted(ada)
    began = time.monotonic()

    assert sent() == 0

    # The time-out is one second here: ten of them would take longer, on any machine.
    assert time.monotonic() - began < 10
    assert {status for status, _, _ in statuses()} == {"waiting"}


def test_a_worker_that_dies_after_the_server_took_a_mail_sends_it_again_with_the_same_id(
    server: MailServer, ada: ChainId, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted(ada)

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("players.operations.send_mails.save_end", killed)
        with pytest.raises(KeyboardInterrupt):
            sent()
    assert sent(NOW + MINUTE) == 1

    first, second = server.took
    assert first["Message-ID"] == second["Message-ID"]
    assert first["Message-ID"].endswith("@example.test>")


def test_an_erased_player_gets_no_mail_and_nothing_of_it_stays(server: MailServer, ada: ChainId) -> None:
    noted(ada)
    set_status(ada, Status.CLOSED, reason="wish", actor="operator:ann", now=NOW)
    MessageRead.objects.create(event=ada, player_id=ada, at=NOW)
    later = NOW + timedelta(days=4000)
    order = Erasure(chain=ada, basis=Basis.CONSENT_WITHDRAWN, reason="asked", actor="operator:ann")
    erase(order, retention_days=1, hooks=erasure_hooks(later), now=later)

    assert sent(later) == 0
    assert server.took == []
    assert {status for status, _, _ in statuses()} == {"dropped"}
    assert not MessageRead.objects.filter(player=ada).exists()


def test_a_demonstration_writes_its_mails_into_files(ada: ChainId, settings: Settings, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    noted(ada)

    assert sent() == 1
    (file,) = tmp_path.iterdir()
    assert f"To: {address_of(ada)}" in file.read_text()


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("", None),
        ("smtps://u%40x:p%3Aw@mail.example.org", ("mail.example.org", 465, "u@x", "p:w", False, True)),
        ("smtp://mail.example.org", ("mail.example.org", 587, "", "", True, False)),
        ("smtp://127.0.0.1:25", ("127.0.0.1", 25, "", "", False, False)),
    ],
)
def test_a_mail_server_has_tls_unless_it_is_this_machine(url: str, address: tuple[object, ...] | None) -> None:
    assert mail_server(url) == address


@pytest.mark.parametrize(
    "url", ["mail.example.org", "https://u:hidden@mail.example.org", "smtp://", "smtp://h:x/", "smtp://h/?a"]
)
def test_what_is_no_mail_server_is_refused_without_its_words(url: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        mail_server(url)
    assert "hidden" not in str(refused.value)
