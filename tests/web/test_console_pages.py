"""What the console's pages show, and what their actions send."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any, Final

import pytest

from audit.queries.events import events
from players.queries.accounts import player
from staff.core.roles import Role
from tests import totp_program, world
from tests.api.caller import Operator, now
from tests.api.staff_log_in import STEP, noted
from tests.authenticator import staff_with_totp
from tests.web.test_console_doors import browser
from web.console.player_actions import ACTIONS
from web.console.player_parts import PARTS

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db

PLAYERS: Final = "/console/players"


def text_of(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.content.decode()
    return answer.content.decode()


def sent(client: Client, address: str, **form: str) -> Any:
    return client.post(address, form)


@pytest.fixture
def ada() -> world.SeatedPlayer:
    world.open_house(now=now())
    return world.seat_player("ada", now=now())


@pytest.mark.usefixtures("ada")
@pytest.mark.parametrize(
    ("text", "leads_to"),
    [
        ("ad", f"{PLAYERS}?username_prefix=ad"),
        ("dam", f"{PLAYERS}?username_part=dam"),
        ("", PLAYERS),
        ("ADA@example.test", f"{PLAYERS}/{{ada}}"),
        ("{ada}", f"{PLAYERS}/{{ada}}"),
    ],
)
def test_the_box_finds_by_name_address_and_id(ada: world.SeatedPlayer, text: str, leads_to: str) -> None:
    client = browser()

    found = sent(client, "/console/find", find=text.format(ada=ada.chain.hex))

    assert (found.status_code, found.headers["Location"]) == (302, leads_to.format(ada=ada.chain.hex))


@pytest.mark.usefixtures("ada")
def test_an_address_that_nobody_has_is_said_so_and_stands_in_no_address_of_a_page() -> None:
    client = browser()

    answer = sent(client, "/console/find", find="eve@example.test")

    assert (
        answer.status_code,
        "No open account has the e-mail address eve@example.test" in answer.content.decode(),
    ) == (
        200,
        True,
    )


@pytest.mark.usefixtures("ada")
@pytest.mark.parametrize(
    ("born", "status", "said"),
    [
        ("1990-01-01", 200, f"{PLAYERS}/{{ada}}"),
        ("1990-01-02", 404, "No account is of a person of this name and birth date"),
        ("yesterday", 400, "Nothing was looked for"),
    ],
)
def test_a_person_is_found_by_the_whole_name_with_the_birth_date(
    ada: world.SeatedPlayer, born: str, status: int, said: str
) -> None:
    answer = sent(browser(), "/console/find-person", given_name="Ada", family_name="Ada", birth_date=born)

    page = answer.content.decode()
    assert (answer.status_code, said.format(ada=ada.chain.hex) in page) == (status, True), page
    assert (f"{PLAYERS}/{ada.chain.hex}" in page) is (born == "1990-01-01")


def test_who_may_not_look_for_persons_is_not_offered_it() -> None:
    world.open_house(now=now())

    assert "/console/find-person" in browser().get(PLAYERS).content.decode()
    assert "/console/find-person" not in browser("aud", Role.AUDITORS).get(PLAYERS).content.decode()


def test_a_list_goes_on_page_by_page_and_is_exported_as_it_is_shown() -> None:
    world.open_house(now=now())
    for name in ("ada", "bob", "carl"):
        world.sign_up(name, now=now())
    client = browser()

    first = text_of(client, f"{PLAYERS}?limit=2")
    assert ("carl" in first, "bob" in first, ">ada<" in first) == (True, True, False)
    following = re.search('href="([^"]+)">Next page', first)
    assert following is not None
    second = text_of(client, following[1].replace("&amp;", "&"))
    assert (">ada<" in second, "Next page" in second, "First page" in second) == (True, True, True) or ">ada<" in second

    answer = client.get(f"{PLAYERS}?username_prefix=b&csv=1")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/csv; charset=utf-8")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [row[:2] for row in rows] == [["Player", "State"], ["bob", "active"]]


def test_every_part_of_a_player_has_a_page_and_a_file(ada: world.SeatedPlayer) -> None:
    client = browser()

    page = text_of(client, f"{PLAYERS}/{ada.chain.hex}")

    assert "Ocean Avenue" not in page
    for name in PARTS:
        address = f"{PLAYERS}/{ada.chain.hex}/{name}"
        assert "ada" in text_of(client, address)
        assert client.get(f"{address}?csv=1").headers["Content-Type"] == "text/csv; charset=utf-8"
    assert client.get(f"{PLAYERS}/{ada.chain.hex}/nothing").status_code == 404
    assert client.get(f"{PLAYERS}/{'0' * 32}").status_code == 404


def test_an_action_is_refused_in_words_and_what_was_typed_stays(ada: world.SeatedPlayer) -> None:
    client = browser()
    address = f"{PLAYERS}/{ada.chain.hex}/do/suspend"

    refused = sent(client, address, reason="")
    page = refused.content.decode()
    assert (refused.status_code, "invalid-request" in page) == (400, True)

    wrong = sent(client, f"{PLAYERS}/{ada.chain.hex}/do/grant", amount="much", reason="a bonus")
    page = wrong.content.decode()
    assert (wrong.status_code, "Write an amount such as 12.50." in page, "a bonus" in page) == (422, True, True)
    assert player(ada.chain).status == "active"


def test_an_action_is_done_with_its_reason_and_the_same_form_twice_once(ada: world.SeatedPlayer) -> None:
    client = browser()
    address = f"{PLAYERS}/{ada.chain.hex}/do/grant"
    key = re.search('name="idempotency_key" value="([0-9a-f]{32})"', text_of(client, address))
    assert key is not None

    answers = [sent(client, address, amount="12.50", reason="a bonus", idempotency_key=key[1]) for _ in range(2)]

    shown = f"{PLAYERS}/{ada.chain.hex}?done=done"
    assert [(answer.status_code, answer.headers["Location"]) for answer in answers] == [(302, shown)] * 2

    assert [event.reason for event in noted("balance-adjusted")].count("a bonus") == 1
    assert "Done, and kept as an event." in text_of(client, shown)


_FORMS: Final[dict[str, dict[str, str]]] = {
    "limit": {"name": "loss_day", "value": "50"},
    "time-limit": {"name": "daily_time", "value": "60"},
    "exclude": {"days": ""},
    "suspend": {},
    "assess": {},
    "adjust": {"cause": "other", "direction": "take", "amount": "1.00", "idempotency_key": "0" * 32},
    "grant": {"amount": "1.00", "idempotency_key": "0" * 32},
    "identity": {},
    "refuse-identity": {"method": "passport"},
    "data": {},
    "end-sessions": {},
    "note": {"text": "a word"},
    "close": {},
    # An open account is not erased.
    "erase": {"basis": "legal_obligation"},
    "adjust-more": {"cause": "other", "direction": "take", "amount": "1.00"},
    "grant-more": {"amount": "9000.00"},
    "verify-identity": {"method": "passport"},
    "correct-identity": {"given_name": "Adah", "address.city": "", "phone": "+12025550123"},
    "reset-token": {},
}
# Who proposes a token is shown half of it.
_ANSWERS: Final = {"identity": 200, "data": 200, "erase": 409, "reset-token": 200}


@pytest.mark.parametrize("slug", _FORMS)
def test_an_action_sends_what_the_interface_takes(ada: world.SeatedPlayer, slug: str) -> None:
    client = browser()
    address = f"{PLAYERS}/{ada.chain.hex}/do/{slug}"
    assert "/api/v1/ops/" in text_of(client, address)

    done = sent(client, address, reason="a test", **_FORMS[slug])

    assert done.status_code == _ANSWERS.get(slug, 302), done.content.decode()
    if ACTIONS[slug].needs_two:
        (proposal,) = json.loads(Operator("ben").get("/ops/proposals").content)["items"]
        assert (proposal["proposer"], proposal["act"]) == ("op", ACTIONS[slug].act)


# What is lifted, loosened or ended has to be there first: the interface says that it is not.
@pytest.mark.parametrize(
    ("slug", "form", "code"),
    [
        ("loosen-limit", {"name": "loss_day", "value": "500"}, ""),
        ("loosen-time-limit", {"name": "daily_time", "value": "90"}, ""),
        ("end-limit", {"name": "loss_day"}, ""),
        ("lift-exclusion", {}, ""),
        ("allow-deposits", {}, ""),
        ("remove-factor", {}, ""),
        ("reactivate", {}, ""),
        ("end-key", {"kid": "0" * 16, "why": "lost"}, ""),
    ],
)
def test_what_is_not_there_is_not_proposed(ada: world.SeatedPlayer, slug: str, form: dict[str, str], code: str) -> None:
    client = browser()

    refused = sent(client, f"{PLAYERS}/{ada.chain.hex}/do/{slug}", reason="a test", **form)

    found = re.search("<code>([a-z-]+)</code>", refused.content.decode())
    assert found is not None
    assert (refused.status_code in {404, 409, 422}, found[1] != "invalid-request") == (True, True), (found[1], code)


def test_every_action_is_tried_here() -> None:
    others = {
        *("loosen-limit", "loosen-time-limit", "end-limit", "lift-exclusion", "allow-deposits", "remove-factor"),
        *("reactivate", "end-key"),
    }
    assert set(ACTIONS) == set(_FORMS) | others


def test_who_a_player_is_is_shown_to_an_operator_for_a_reason_that_is_kept(ada: world.SeatedPlayer) -> None:
    client = browser()

    shown = sent(client, f"{PLAYERS}/{ada.chain.hex}/do/identity", reason="a complaint")

    assert (shown.status_code, "Ocean Avenue" in shown.content.decode()) == (200, True)
    assert shown.headers["Cache-Control"] == "no-store"
    (event,) = noted("identity-viewed")
    assert (event.actor, event.reason) == ("operator:op", "a complaint")


def test_an_auditor_sees_no_action_and_may_do_none(ada: world.SeatedPlayer) -> None:
    client = browser("aud", Role.AUDITORS)
    page = text_of(client, f"{PLAYERS}/{ada.chain.hex}")
    before = len(events(subject=None, before=None, limit=50))

    assert "Your role reads here" in page
    assert "/do/" not in page
    for slug in _FORMS:
        refused = sent(client, f"{PLAYERS}/{ada.chain.hex}/do/{slug}", reason="a test", **_FORMS[slug])
        assert (refused.status_code, "problem" in refused.content.decode()) == (403, True), slug
    assert len(events(subject=None, before=None, limit=50)) == before


def test_a_proposal_takes_a_fresh_second_factor(ada: world.SeatedPlayer) -> None:
    secret = staff_with_totp("op", now=now() - 3 * STEP).text
    client = browser_with_factor(secret)
    address = f"{PLAYERS}/{ada.chain.hex}/do/reset-token"

    asked = sent(client, address, reason="she called")
    page = asked.content.decode()
    challenge = re.search('name="challenge" value="([^"]+)"', page)
    assert challenge is not None
    assert 'name="reason" value="she called"' in page
    refused = sent(client, address, reason="she called", challenge=challenge[1], totp="000000")
    assert (refused.status_code, "presence-not-proved" in refused.content.decode()) == (403, True)

    challenge = re.search(
        'name="challenge" value="([^"]+)"', sent(client, address, reason="she called").content.decode()
    )
    assert challenge is not None
    code = totp_program.code(secret, now() + STEP)
    done = sent(client, address, reason="she called", challenge=challenge[1], totp=code)
    assert (done.status_code, "first_half" in done.content.decode()) == (200, True)
    (event,) = noted("proposal-made")
    assert (event.actor, event.reason) == ("operator:op", "she called")


def browser_with_factor(secret: str) -> Client:
    """Return a browser in which `op` has logged in with the code of now."""
    from django.test import Client

    client = Client()
    asked = client.post("/console/log-in", {"username": "op", "password": world.PASSWORD}).content.decode()
    challenge = re.search('name="challenge" value="([^"]+)"', asked)
    assert challenge is not None
    begun = client.post("/console/second-factor", {"challenge": challenge[1], "totp": totp_program.code(secret, now())})
    assert begun.status_code == 302
    return client


def test_what_waits_stands_on_the_first_page_with_its_age(ada: world.SeatedPlayer) -> None:
    world.make_deposit(ada.chain, 5000, method="bank-transfer", now=now())
    client = browser()

    page = text_of(client, "/console/")

    assert "Deposit of 50.00 USD is pending" in page
    assert "0 minutes" in page
    # An administrator touches no player.
    assert "is pending" not in text_of(browser("adm", Role.ADMINISTRATORS), "/console/")
