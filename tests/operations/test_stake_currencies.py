"""Games that are played in several currencies: an account plays within the limits of its own, or not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from audit.core.records import parse_entry
from audit.operations.export import export_log
from audit.queries.records import entries
from games.core.action import Action
from games.core.family import SideBetOutOfLimits, StakeOutOfLimits
from games.core.stake_limits import StakeLimits
from games.core.variants import OFFERED, montana_red_dog, red_dog_atlantic_city
from games.operations import publish_rules as publishing
from games.operations.publish_rules import SheetChanged, publish_rules
from games.operations.void import void_round
from games.queries.rounds import round_view
from kernel.ids import RoundId
from players.tokens import session_id_of
from tables.core.definition import TableOutsideRules
from tables.core.stakes import StakeOutsideTable
from tests import house_table, live_tables, world
from tests.approving import approval
from tests.core.tables.seated import RED_DOG
from tests.verifier.auditor import audited_folder, code
from tests.world import NOW
from wallet.core.ledger import CurrencyMismatch
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from pathlib import Path

    from games.core.sheet import RuleSheet
    from tests.world import SeatedPlayer

pytestmark = [pytest.mark.clause("F16"), pytest.mark.django_db]

YEN = StakeLimits(stake_min_minor=60_000, stake_max_minor=5_000_000)
GAME, MONTANA = red_dog_atlantic_city.SHEET, montana_red_dog.SHEET


def abroad() -> dict[str, RuleSheet]:
    side_bet = replace(YEN, side_bet_min_minor=50, side_bet_max_minor=70_000)
    return {
        GAME.game: replace(GAME, stakes={"JPY": YEN}),
        MONTANA.game: replace(MONTANA, stakes={"JPY": side_bet}),
        RED_DOG.game: replace(RED_DOG, stakes={"JPY": YEN}),
    }


def offer(monkeypatch: pytest.MonkeyPatch, changed: dict[str, RuleSheet]) -> None:
    monkeypatch.setattr(publishing, "OFFERED", tuple(changed.get(sheet.game, sheet) for sheet in OFFERED))


@pytest.fixture(autouse=True)
def house(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open a house that offers some games in yen too, with limits that do not overlap those in dollars."""
    offer(monkeypatch, abroad())
    world.open_house()


@pytest.fixture
def jun() -> SeatedPlayer:
    return world.seat_player("jun", 20_000_000, currency="JPY")


def test_a_bet_is_held_to_the_limits_of_the_accounts_currency(jun: SeatedPlayer) -> None:
    ada = world.seat_player("ada", 200_000)

    # 600.00 dollars are above the highest stake, and 60,000 yen are the lowest one.
    with pytest.raises(StakeOutOfLimits):
        world.deal(ada, 60_000)
    with pytest.raises(StakeOutOfLimits) as refused:
        world.deal(jun, 59_999, currency="JPY")

    assert str(refused.value) == "Nothing was taken. red-dog-atlantic-city takes stakes of ¥60,000 to ¥5,000,000."
    assert refused.value.members == {
        "minimum": {"amount": 60_000, "currency": "JPY"},
        "maximum": {"amount": 5_000_000, "currency": "JPY"},
    }
    assert balance(jun.chain).cash_minor == 20_000_000
    world.play_round(ada, 30_000)


def test_rounds_in_every_currency_are_sound_to_the_platform_and_to_the_auditor(
    jun: SeatedPlayer, tmp_path: Path
) -> None:
    ada = world.seat_player("ada")
    for _ in range(3):
        view = world.deal(jun, 70_000, currency="JPY")
        if view.outcome is None:
            # The raise is the stake, and the answer repeats what it cost, in yen.
            view = world.decide(jun, view, Action.RAISE)
        assert view.currency == "JPY"
        world.play_round(ada)
    open_round = next(view for _ in range(50) if (view := world.deal(jun, 60_000, currency="JPY")).outcome is None)
    world.decide(jun, open_round)
    world.run_sequencer()
    export_log(tmp_path / "export")

    world.assert_world_sound()
    assert code(audited_folder(tmp_path / "export")) == "OK"


def test_a_round_is_read_again_and_decided_in_its_currency(jun: SeatedPlayer) -> None:
    view = next(view for _ in range(50) if (view := world.deal(jun, 60_000, currency="JPY")).outcome is None)

    # Another session has nothing in the cache: it reads the open round, and with the raise the whole answer.
    begun = world.log_in_player("jun")
    raised = world.decide(replace(jun, session_id=session_id_of(begun.token), token=begun.token), view, Action.RAISE)

    assert round_view(jun.chain, RoundId.parse(view.round_id)).currency == raised.currency == "JPY"
    world.assert_world_sound()


def test_a_side_bet_is_held_to_the_limits_of_the_accounts_currency(jun: SeatedPlayer) -> None:
    with pytest.raises(SideBetOutOfLimits, match="¥50 to ¥70,000"):
        world.deal(jun, 60_000, side_bet_minor=70_001, game=MONTANA.game, currency="JPY")

    view = world.deal(jun, 60_000, side_bet_minor=70_000, game=MONTANA.game, currency="JPY")

    world.decide(jun, view, Action.PLAY)
    world.assert_world_sound()


def test_a_currency_that_the_sheet_does_not_name_is_refused() -> None:
    eva = world.seat_player("eva", 100_000, currency="EUR")

    with pytest.raises(CurrencyMismatch) as refused:
        world.deal(eva, 1_000, currency="EUR")

    assert str(refused.value) == ("Nothing was taken. The bet is in EUR, the account in EUR, the game in USD, JPY.")
    assert balance(eva.chain).cash_minor == 100_000


def test_a_bet_in_another_currency_than_the_accounts_is_refused_though_the_game_takes_both(jun: SeatedPlayer) -> None:
    with pytest.raises(CurrencyMismatch):
        world.deal(jun, 60_000, currency="USD")


def test_a_table_is_opened_in_one_of_the_currencies_and_within_its_limits(jun: SeatedPlayer) -> None:
    asked = replace(house_table.table_of(), currency="JPY", stake_min_minor=60_000, stake_max_minor=80_000)
    with pytest.raises(TableOutsideRules, match="¥60,000"):
        house_table.announced_table(replace(asked, stake_min_minor=59_999))
    with pytest.raises(CurrencyMismatch, match="the game in USD, JPY"):
        house_table.announced_table(replace(asked, currency="EUR"))

    table = house_table.announced_table(asked)

    with pytest.raises(StakeOutsideTable, match="¥80,000"):
        live_tables.stake(jun, table, stake_minor=80_001, currency="JPY")
    live_tables.stake(jun, table, stake_minor=80_000, currency="JPY")
    assert balance(jun.chain).in_play_minor == 80_000
    opened = parse_entry(entries(table, from_seq=0, to_seq=1)[0])
    assert (opened["cur"], opened["exp"], opened["stake"]) == ("JPY", 0, [60_000, 80_000])
    world.assert_world_sound()


def test_a_voided_round_gives_back_what_was_staked_in_its_currency(jun: SeatedPlayer) -> None:
    view = next(view for _ in range(50) if (view := world.deal(jun, 60_000, currency="JPY")).outcome is None)
    before = balance(jun.chain)

    void_round(RoundId.parse(view.round_id), by=approval(), now=NOW)

    assert balance(jun.chain).cash_minor == before.cash_minor + 60_000


def test_limits_of_a_published_version_never_change(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, abroad() | {GAME.game: replace(GAME, stakes={"JPY": replace(YEN, stake_min_minor=1)})})

    with pytest.raises(SheetChanged, match="with another stakes"):
        publish_rules(now=NOW)
