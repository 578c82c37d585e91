"""Cases, disputes, reviews, the staff, switches and health on the console: what is shown, sent and refused."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from audit.operations.set_switch import set_off
from casework.operations.find_cases import find_cases
from casework.operations.settle_dispute import open_dispute
from casework.queries.act_reviews import act_reviews
from casework.queries.cases import cases
from games.core.variants import red_dog_table
from kernel.ids import RoundId
from staff.core.roles import Role
from tables.core.epoch import TableEpoch
from tests import world
from tests.api.caller import Player, now
from tests.api.staff_log_in import noted
from tests.house_table import announced_table, play_hand, table_of
from tests.web.house_scene import asked, settled_round, text_of
from tests.web.test_console_doors import browser

pytestmark = pytest.mark.django_db

CONSOLE: Final = "/console"


def case_of(name: str = "ada") -> str:
    """Let a player deposit more than may pass unseen, and return the id of the case."""
    chain = world.seat_player(name, now=now()).chain
    world.make_deposit(chain, world.DEMO.amounts["USD"].cases.payments_day_minor + 1, now=now())
    find_cases(jurisdiction=world.DEMO, clock=now)
    (case,) = cases(is_open=True, chain=chain, before=None, limit=2)
    return case.id.hex


def test_a_case_is_given_to_somebody_and_closed_for_a_reason() -> None:
    world.open_house(now=now())
    case = case_of()
    client = browser()
    address = f"{CONSOLE}/cases/{case}"
    assert case in text_of(client.get(f"{CONSOLE}/cases?status=open"))

    client.post(f"{address}/do/assign", {"assigned_to": "op"})
    assert "op" in text_of(client.get(address))
    client.post(f"{address}/do/close", {"outcome": "unfounded", "reason": "a house was sold"})

    page = text_of(client.get(address))
    assert "a house was sold" in page
    assert "/do/close" not in page
    assert client.post(f"{address}/do/close", {"outcome": "unfounded", "reason": "again"}).status_code == 409


def test_what_one_person_did_alone_to_the_house_is_reviewed_by_another_one() -> None:
    world.open_house(now=now())
    set_off("game:yablon", message="", reason="payouts do not add up", actor="operator:vic", now=now())
    find_cases(jurisdiction=world.DEMO, clock=now)
    (review,) = act_reviews(is_open=True, before=None, limit=2)
    client = browser()
    address = f"{CONSOLE}/act-reviews/{review.id.hex}"
    listed = text_of(client.get(f"{CONSOLE}/act-reviews?status=open"))
    assert "operator:vic" in listed
    assert "game:yablon" in listed

    client.post(f"{address}/do/review", {"outcome": "unjustified", "reason": "they add up"})

    page = text_of(client.get(address))
    assert "they add up" in page
    assert "/do/review" not in page
    assert client.post(f"{address}/do/review", {"outcome": "justified", "reason": "again"}).status_code == 409


def test_a_dispute_is_answered_once_with_its_evidence_at_hand() -> None:
    world.open_house(now=now())
    round_id = RoundId.parse(settled_round()["id"])
    dispute = open_dispute(round_id.chain, round_id, "the card was another one", answer_days=5, now=now()).id.hex
    world.run_sequencer(now=now())
    client = browser()
    address = f"{CONSOLE}/disputes/{dispute}"

    assert "the card was another one" in text_of(client.get(address))
    evidence = client.get(f"{address}/evidence")
    assert evidence.headers["Content-Disposition"] == f'attachment; filename="dispute-{dispute}.json"'
    client.post(f"{address}/do/answer", {"outcome": "rejected", "text": "the seed gives these cards"})

    assert "the seed gives these cards" in text_of(client.get(address))
    assert dispute in text_of(client.get(f"{CONSOLE}/disputes?status=answered"))
    assert client.post(f"{address}/do/answer", {"outcome": "upheld", "text": "again"}).status_code == 409


def test_a_dispute_about_a_hand_leads_to_the_hand_as_it_ended() -> None:
    world.open_house(now=now())
    player, table = world.seat_player("ada", now=now()), announced_table(table_of(seats=1), now=now())
    play_hand(table, player, now=now())
    dispute = open_dispute(player.chain, TableEpoch(table, 0), "I stood", answer_days=5, now=now()).id.hex
    client = browser()
    hand = f"{CONSOLE}/tables/{table.hex}/hands/0"

    shown = text_of(client.get(f"{CONSOLE}/disputes/{dispute}"))
    assert "Dispute about a hand at a table" in shown
    assert hand in shown
    assert hand in text_of(client.get(f"{CONSOLE}/disputes"))
    assert "A player disputes a hand at a table" in text_of(client.get(f"{CONSOLE}/"))
    page = client.get(hand)
    public = json.loads(client.get(f"/api/v1/tables/{table.hex}/hands/0").content)
    assert page.status_code == 200
    assert public["seed"] in text_of(page)
    assert public["records"][-1]["leaf"] in text_of(page)
    assert client.get(f"{CONSOLE}/tables/{table.hex}/hands/2").status_code == 404


def test_an_auditor_is_offered_nothing_that_changes_and_is_refused_it_besides() -> None:
    world.open_house(now=now())
    case = case_of()
    client = browser("aud", Role.AUDITORS)

    assert "/do/" not in text_of(client.get(f"{CONSOLE}/cases/{case}"))
    refused = client.post(f"{CONSOLE}/cases/{case}/do/close", {"outcome": "unfounded", "reason": "a test"})

    assert (refused.status_code, "forbidden" in refused.content.decode()) == (403, True)


def test_a_game_is_switched_off_by_one_and_proposed_back_on() -> None:
    world.open_house(now=now())
    client = browser()
    game = f"{CONSOLE}/games/yablon"

    client.post(f"{game}/do/switch-off", {"reason": "payouts do not add up", "message": "Back soon."})

    assert "switched off" in text_of(client.get(game))
    switches = text_of(client.get(f"{CONSOLE}/switches"))
    assert ("game:yablon" in switches, "payouts do not add up" in switches, "Back soon." in switches) == (True,) * 3
    proposed = client.post(f"{CONSOLE}/switches/game:yablon/do/switch-on", {"reason": "they do"})
    assert proposed.headers["Location"] == f"{CONSOLE}/switches?done=proposed"
    assert "game:yablon" in text_of(client.get(f"{CONSOLE}/proposals?act=switch-on"))


@pytest.mark.parametrize(
    ("address", "switch"),
    [("switches/do/switch-off", "everything"), ("games/yablon/do/switch-off-version", "version:yablon@2")],
)
def test_everything_or_a_version_is_switched_off(address: str, switch: str) -> None:
    world.open_house(now=now())
    client = browser()

    client.post(f"{CONSOLE}/{address}", {"reason": "a test"})

    assert [each["switch"] for each in asked("/ops/switches")["items"]] == [switch]


def test_the_open_rounds_of_a_version_are_proposed_to_be_voided_on_its_game() -> None:
    world.open_house(now=now())
    round_id = Player().open_round_of()["id"]
    client, game = browser(), f"{CONSOLE}/games/{world.GAME}"
    refused = client.post(f"{game}/do/void-version", {"reason": "payouts do not add up"})
    client.post(f"{game}/do/switch-off-version", {"reason": "payouts do not add up"})

    proposed = client.post(f"{game}/do/void-version", {"reason": "payouts do not add up"})

    assert (refused.status_code, "Nothing was voided" in refused.content.decode()) == (409, True)
    assert proposed.headers["Location"] == f"{game}?done=proposed"
    (proposal,) = asked("/ops/proposals?act=void-version")["items"]
    assert round_id in text_of(client.get(f"{CONSOLE}/proposals/{proposal['id']}"))


def new_table(client: Any) -> str:
    """Open a table by the form, and return its address."""
    form = {
        "game": "red-dog-table",
        "seats": "3",
        "currency": "USD",
        "stake_min": "5",
        "stake_max": "50.00",
        "admission": "invited",
        "betting_seconds": "8",
        "revealing_seconds": "10",
        "game_seconds": "",
        "test": "false",
        "reason": "an evening",
        "idempotency_key": "0" * 32,
    }
    client.post(f"{CONSOLE}/tables/do/open", form)
    # A double click opens one table.
    opened = client.post(f"{CONSOLE}/tables/do/open", form)
    assert opened.status_code == 302, opened.content.decode()
    (table,) = asked("/ops/tables")["items"]
    return f"{CONSOLE}/tables/{table['id']}"


def test_a_table_is_opened_in_one_of_the_currencies_of_accounts() -> None:
    world.open_house(now=now())
    client = browser()
    form = {
        "game": "red-dog-table",
        "seats": "3",
        "currency": "JPY",
        "stake_min": "500",
        "stake_max": "5000",
        "admission": "public",
        "betting_seconds": "8",
        "revealing_seconds": "10",
        "game_seconds": "",
        "test": "false",
        "reason": "an evening",
        "idempotency_key": "0" * 32,
    }

    shown = text_of(client.get(f"{CONSOLE}/tables/do/open"))
    without_decimals = client.post(f"{CONSOLE}/tables/do/open", {**form, "stake_min": "5.50"})
    without_currency = client.post(f"{CONSOLE}/tables/do/open", {**form, "currency": ""})
    of_other_rules = client.post(f"{CONSOLE}/tables/do/open", {**form, "rules_version": "1"})
    opened = client.post(f"{CONSOLE}/tables/do/open", {**form, "rules_version": str(red_dog_table.SHEET.version)})

    assert "are of version" in text_of(of_other_rules, 409)
    assert all(f">{code}</option>" in shown for code in ("USD", "EUR", "GBP", "JPY"))
    assert "Write an amount" in text_of(without_decimals, 422)
    assert "Choose a currency." in text_of(without_currency, 422)
    assert opened.status_code == 302
    (table,) = asked("/ops/tables")["items"]
    assert table["stake_min"] == {"amount": 500, "currency": "JPY"}
    assert "500\N{EN DASH}5,000" in text_of(client.get(f"{CONSOLE}/tables/{table['id']}"))


def test_a_table_is_opened_paused_and_closed_and_players_are_invited() -> None:
    world.open_house(now=now())
    player = Player("ada").seat.chain.hex
    client = browser()
    table = new_table(client)
    assert "5.00\N{EN DASH}50.00" in text_of(client.get(table))

    client.post(f"{table}/do/invite", {"player_id": player, "reason": "a regular"})
    assert f"{table}/invitations/{player}" in text_of(client.get(table))
    client.post(f"{table}/invitations/{player}", {"reason": "she asked"})
    assert "Nobody is invited yet." in text_of(client.get(table))
    client.post(f"{table}/do/pause", {"reason": "an upgrade"})
    page = text_of(client.get(table))
    assert ("/do/go-on" in page, "/do/pause" in page) == (True, False)
    client.post(f"{table}/do/close", {"reason": "the evening is over"})
    assert "/do/go-on" not in text_of(client.get(table))
    # What is not a number is said beside its field, and nothing is sent.
    wrong = client.post(f"{table}/do/void", {"epoch": "x", "seed_lost": "false", "reason": "a test"})
    assert "Write a whole number." in text_of(wrong, 422)


def test_an_account_of_the_staff_is_deactivated_by_one_and_opened_by_two() -> None:
    client = browser("adm", Role.ADMINISTRATORS)
    world.create_staff("zoe", now=now())
    member = f"{CONSOLE}/staff/zoe"
    assert "not enrolled" in text_of(client.get(member))

    client.post(f"{member}/do/deactivate", {"reason": "left the house"})
    assert "/do/reactivate" in text_of(client.get(member))
    form = {"username": "yan", "roles": "operators, auditors", "reason": "new here"}
    client.post(f"{CONSOLE}/staff/do/create", form)
    (made,) = noted("proposal-made")
    address = f"{CONSOLE}/proposals/{made.after['proposal']}/do/approve"
    second = browser("bea", Role.ADMINISTRATORS)
    digest = text_of(second.get(address)).partition('name="digest" value="')[2][:64]
    approved = text_of(second.post(address, {"digest": digest}))

    # The one-time password is shown this once, to whoever approved.
    assert "It is shown this once." in approved
    assert "yan" in text_of(client.get(f"{CONSOLE}/staff"))


def test_events_are_found_by_kind_and_a_kind_that_there_is_not_is_refused() -> None:
    world.open_house(now=now())
    client = browser()

    page = text_of(client.get(f"{CONSOLE}/events?kind=staff-log-in"))
    assert ("staff-log-in" in page, "rules-published" in page) == (True, False)
    assert client.get(f"{CONSOLE}/events?kind=no-such-kind").status_code == 400


def test_a_verification_of_the_software_is_refused_in_words_where_there_is_nothing_to_compare() -> None:
    world.open_house(now=now())

    refused = browser().post(f"{CONSOLE}/health/do/verify", {"reason": "a test"})

    assert "release-not-verified" in text_of(refused, 409)
