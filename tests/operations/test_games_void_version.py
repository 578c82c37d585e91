"""Voiding the open rounds of a faulty version: what two people saw, and nothing else, all of it or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from approvals.acts import ACTS, void_version
from approvals.acts.void_version import VersionNotOff
from approvals.core.proposal import ProposalOutdated
from audit.core.records import parse_entry
from audit.operations.export import export_log
from audit.queries.events import events
from games.operations.open_round import RoundClosed
from games.operations.void import void_rounds
from games.queries.open_rounds import open_rounds_of_sheets
from games.queries.rounds import RoundNotFound, round_view
from games.queries.sheets import current_sheet, leaves_of_version
from kernel.ids import RoundId
from tables.operations.switch_off import SwitchOffOrder, switch_off
from tables.queries.known_switch import SwitchNotFound
from tests import world
from tests.api.test_filters import plans
from tests.approving import approval
from tests.two_people import CONTEXT, apply_together, approved_by, proposed_by
from tests.world import NOW, STAKE_MINOR
from verifier.__main__ import main as verify
from wallet.core.ledger import Balance
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from pathlib import Path

    from games.core.round_view import RoundView

pytestmark = [pytest.mark.clause("F19"), pytest.mark.clause("F45"), pytest.mark.django_db]

ACT = "void-version"


@pytest.fixture
def players() -> list[world.SeatedPlayer]:
    world.open_house()
    return [world.seat_player(name) for name in ("ada", "bob", "cyd")]


def version_of(game: str = world.GAME) -> str:
    return f"{game}@{current_sheet(game).sheet.version}"


def stopped(version: str) -> dict[str, str]:
    switch_off(SwitchOffOrder(switch=f"version:{version}", reason="a test", actor="operator:test"), now=NOW)
    return {"version": version}


def dealt(players: list[world.SeatedPlayer]) -> list[RoundView]:
    """Deal a round to each that waits, and return them in the order of their players."""
    return sorted((world.deal_open_round(player) for player in players), key=lambda view: view.round_id)


def chain_of(view: RoundView) -> Any:
    return RoundId.parse(view.round_id).chain


def outcomes(views: list[RoundView]) -> list[str | None]:
    return [round_view(chain_of(view), RoundId.parse(view.round_id)).outcome for view in views]


def test_every_open_round_of_the_version_is_voided_and_every_stake_goes_back(
    players: list[world.SeatedPlayer], tmp_path: Path
) -> None:
    views = dealt(players)
    before = [balance(chain_of(view)) for view in views]

    approved = apply_together(ACT, stopped(version_of()))

    assert approved.proposal.outcome == {"result": "void", "voided": 3}
    assert outcomes(views) == ["void"] * 3
    assert [balance(chain_of(view)) for view in views] == [
        Balance(each.cash_minor + STAKE_MINOR, each.in_play_minor - STAKE_MINOR) for each in before
    ]
    for view in views:
        (event,) = events(subject=chain_of(view), before=None, limit=1)
        assert (event.kind, event.actor) == ("round-voided", "operator:vic+wes")
        record = parse_entry(round_view(chain_of(view), RoundId.parse(view.round_id)).receipts[1][1].entry)
        assert (record["reason"], record["by"]) == ("a test", ["vic", "wes"])
    world.run_sequencer()
    export_log(tmp_path / "log")
    assert verify([str(tmp_path / "log")]) == 0


def test_both_see_every_round_with_its_deal_and_its_stake(players: list[world.SeatedPlayer]) -> None:
    views = dealt(players)

    seen = proposed_by("vic", ACT, stopped(version_of())).before

    assert seen["open_rounds"] == [
        {
            "round_id": view.round_id,
            "deal_leaf": round_view(chain_of(view), RoundId.parse(view.round_id)).receipts[0][1].leaf.hex(),
            "returned": {"amount": STAKE_MINOR, "currency": "USD"},
        }
        for view in views
    ]
    assert seen["left_for_next_proposal"] == 0


def test_a_version_that_is_on_is_not_voided(players: list[world.SeatedPlayer]) -> None:
    dealt(players)
    switch_off(SwitchOffOrder(switch=f"game:{world.GAME}", reason="a test", actor="operator:test"), now=NOW)
    before = world.everything_stored()

    with pytest.raises(VersionNotOff, match="Nothing was voided"):
        ACTS[ACT].view({"version": version_of()}, CONTEXT, NOW)

    assert world.everything_stored() == before


def test_rounds_of_other_versions_stay_open(players: list[world.SeatedPlayer]) -> None:
    views = dealt(players)

    with pytest.raises(RoundNotFound, match="Nothing was voided"):
        proposed_by("vic", ACT, stopped(version_of("yablon")))

    assert outcomes(views) == [None] * 3


@pytest.mark.parametrize(
    "name", ["", "@1", world.GAME, f"{world.GAME}@0", f"{world.GAME}@999", "no-such-game@1", "a@1@1"]
)
@pytest.mark.usefixtures("players")
def test_a_version_that_was_never_published_is_refused(name: str) -> None:
    with pytest.raises(SwitchNotFound):
        proposed_by("vic", ACT, {"version": name})


def test_what_one_proposal_does_not_void_the_next_one_does(
    players: list[world.SeatedPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(void_version, "MOST_ROUNDS", 2)
    views, arguments = dealt(players), stopped(version_of())

    first = proposed_by("vic", ACT, arguments)
    world.create_staff("wes", now=NOW)
    approved_by("wes", first)
    assert (first.before["left_for_next_proposal"], outcomes(views)) == (1, ["void", "void", None])

    second = proposed_by("xia", ACT, arguments)
    approved_by("wes", second)
    assert (second.before["left_for_next_proposal"], outcomes(views)) == (0, ["void"] * 3)


def test_a_round_that_ended_meanwhile_makes_the_proposal_outdated(players: list[world.SeatedPlayer]) -> None:
    views = dealt(players)
    proposal = proposed_by("vic", ACT, stopped(version_of()))
    world.create_staff("wes", now=NOW)
    ended = next(player for player in players if player.chain == chain_of(views[1]))
    world.decide(ended, views[1])
    before = world.everything_stored()

    with pytest.raises(ProposalOutdated):
        approved_by("wes", proposal)

    assert world.everything_stored() == before


def test_where_one_of_them_cannot_be_voided_none_is(players: list[world.SeatedPlayer]) -> None:
    views = dealt(players)
    ended = next(player for player in players if player.chain == chain_of(views[2]))
    world.decide(ended, views[2])
    before = world.everything_stored()

    with pytest.raises(RoundClosed):
        void_rounds([RoundId.parse(view.round_id) for view in views], by=approval(), now=NOW)

    assert world.everything_stored() == before


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_open_rounds_of_a_version_are_found_by_the_index_of_open_rounds(players: list[world.SeatedPlayer]) -> None:
    dealt(players)
    leaves = leaves_of_version(world.GAME, current_sheet(world.GAME).sheet.version)

    with plans() as explained:
        assert len(open_rounds_of_sheets(leaves)) == 3

    assert any("games_round_one_open" in plan for plan in explained), explained
    assert all("Seq Scan" not in plan for plan in explained), explained
