"""Rounds on the console: found, replayed, stuck ones, and the void that two agree on."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games.queries.rounds import round_view
from kernel.ids import RoundId
from tests import world
from tests.api.caller import Player, now
from tests.api.staff_log_in import noted
from tests.web.house_scene import settled_round, text_of
from tests.web.test_console_doors import browser

pytestmark = pytest.mark.django_db

ROUNDS = "/console/rounds"


def test_a_settled_round_is_replayed_from_its_records() -> None:
    world.open_house(now=now())
    played = settled_round()

    page = text_of(browser().get(f"{ROUNDS}/{played['id']}"))

    assert played["seed"] in page
    assert all(receipt["leaf"] in page for receipt in played["receipts"])
    assert "Dealt, record" in page
    assert "Settled, record" in page
    # The action is for open rounds alone.
    assert "Void the round" not in page


def test_an_open_round_keeps_its_seed_to_itself() -> None:
    world.open_house(now=now())
    played = Player("ada").open_round_of()

    page = text_of(browser().get(f"{ROUNDS}/{played['id']}"))

    assert "revealed when the round ends" in page
    assert "Void the round" in page


def test_a_round_is_found_by_its_id_and_a_players_by_theirs() -> None:
    world.open_house(now=now())
    played = settled_round()
    player = played["id"].partition("-")[0]
    client = browser()

    found = [client.get(f"{ROUNDS}/find?round={text}") for text in (played["id"].upper(), player, "")]

    assert [answer.headers["Location"] for answer in found] == [
        f"{ROUNDS}/{played['id']}",
        f"/console/players/{player}/rounds",
        ROUNDS,
    ]
    assert "not-found" in text_of(client.get(f"{ROUNDS}/find?round=a/b"), 404)


def test_a_round_past_its_time_out_is_listed_as_stuck() -> None:
    # The sheet leaves 24 hours for the decision.
    then = now() - timedelta(hours=25)
    world.open_house(now=then)
    stuck = world.deal_open_round(world.seat_player("ada", now=then), now=then)
    fresh = Player("bea").open_round_of()["id"]
    client = browser()

    page = text_of(client.get(f"{ROUNDS}?overdue=true"))

    assert (str(stuck.round_id) in page, fresh in page) == (True, False)
    assert fresh in text_of(client.get(ROUNDS))


def test_rounds_are_searched_by_game_player_state_and_days() -> None:
    world.open_house(now=now())
    ada, bea = settled_round("ada"), Player("bea").open_round_of()
    client = browser()
    today = f"{now():%Y-%m-%d}"
    ids = [ada["id"], bea["id"]]

    def shown(query: str) -> list[bool]:
        page = text_of(client.get(f"{ROUNDS}?{query}"))
        return [f"{ROUNDS}/{each}" in page for each in ids]

    assert shown("") == [True, True]
    assert shown(f"game={world.GAME}&player_id=&status=&overdue=&from={today}&to=") == [True, True]
    assert shown("game=red-dog-2-decks") == [False, False]
    assert shown(f"player_id={ids[0].partition('-')[0]}") == [True, False]
    assert shown("status=open") == [False, True]
    assert shown("status=settled") == [True, False]
    assert shown(f"to={today}") == [False, False]
    page = text_of(client.get(f"{ROUNDS}?game={world.GAME}&from={today}"))
    assert f'<option value="{world.GAME}" selected>' in page
    assert f'name="from" type="date" value="{today}"' in page
    assert "invalid-request" in text_of(client.get(f"{ROUNDS}?day={today}"), 400)


def test_a_page_of_rounds_is_exported_as_it_is_narrowed() -> None:
    world.open_house(now=now())
    settled, still_open = settled_round("ada"), Player("bea").open_round_of()

    exported = browser().get(f"{ROUNDS}?status=settled&csv=1")

    assert exported.headers["Content-Disposition"] == 'attachment; filename="rounds.csv"'
    head, *rows = exported.content.decode("utf-8-sig").splitlines()
    assert head == "Dealt,Round,Player,Game,First bet,Staked in all,Returned,Outcome"
    # Before one waits for a decision, deals may end at once.
    assert "open" not in {row.rpartition(",")[2] for row in rows}
    texts = [
        ",".join((f"{played['id'][:8]}…{played['id'][32:]}", f"{played['id'][:8]}…"))
        for played in (settled, still_open)
    ]
    assert [any(f",{text}," in row for row in rows) for text in texts] == [True, False]


def test_two_void_a_round_and_one_does_not() -> None:
    world.open_house(now=now())
    played = Player("ada").open_round_of()
    round_id = RoundId.parse(played["id"])
    proposer = browser("ann")

    proposed = proposer.post(f"{ROUNDS}/{played['id']}/do/void", {"reason": "the rules were wrong"})

    assert proposed.headers["Location"] == f"{ROUNDS}/{played['id']}?done=proposed"
    assert round_view(round_id.chain, round_id).outcome is None
    (made,) = noted("proposal-made")
    address = f"/console/proposals/{made.after['proposal']}"
    # Her own she can only withdraw; the interface would refuse the rest.
    own = text_of(proposer.get(address))
    assert ("Withdraw" in own, "/do/approve" in own) == (True, False)
    refused = proposer.post(f"{address}/do/approve", {"digest": _digest(own)})
    assert "proposal-own" in text_of(refused, 403)

    second = browser("ben")
    looked = text_of(second.get(f"{address}/do/approve"))
    assert "the rules were wrong" in looked
    approved = second.post(f"{address}/do/approve", {"digest": _digest(looked)})

    assert approved.headers["Location"] == f"{address}?done=done"
    page = text_of(second.get(f"{ROUNDS}/{played['id']}"))
    assert "Voided, record" in page
    assert "the rules were wrong" in page
    assert "operator:ann+ben" in text_of(second.get("/console/events?kind=proposal-applied")) or noted(
        "proposal-applied"
    )


def test_a_proposal_that_was_not_looked_at_as_it_is_changes_nothing() -> None:
    world.open_house(now=now())
    played = Player("ada").open_round_of()
    browser("ann").post(f"{ROUNDS}/{played['id']}/do/void", {"reason": "a test"})
    (made,) = noted("proposal-made")

    refused = browser("ben").post(f"/console/proposals/{made.after['proposal']}/do/approve", {"digest": "0" * 64})

    assert "proposal-outdated" in text_of(refused, 409)
    assert round_view(RoundId.parse(played["id"]).chain, RoundId.parse(played["id"])).outcome is None


def _digest(page: str) -> str:
    return page.partition('name="digest" value="')[2][:64] or "0" * 64


def test_the_replay_of_a_round_is_in_the_pages_language_throughout() -> None:
    world.open_house(now=now())
    round_id = settled_round()["id"]

    page = text_of(browser().get(f"/console/rounds/{round_id}", HTTP_ACCEPT_LANGUAGE="ja"))

    (lines,) = re.findall(r'<ul class="line">(.*?)</ul>', page, re.DOTALL)
    words = set(re.findall(r"[a-z-]{3,}", re.sub(r"<[^>]*>", "", lines)))
    assert words == set(), "codes of the interface's"
    assert re.search(r'<span class="tag[^>]*>\s*settled', page) is None
