"""Reports of days with hands at tables: every figure is that of the tables' own records, of the ledger, and of the log.

The day is Saturday, 21 November 2026 in New York. Over both of its midnights run a hand with a raise, a game around a pot,
and a game that is over and that one seat has left and the other has not.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest

from audit.operations.export import export_log
from games.core.action import Action
from games.laboratory.exact_math import exact_rtp
from games.queries.sheets import sheet_by_leaf
from kernel.instants import from_epoch_ms
from players.tokens import session_id_of
from reports.operations.aggregate_log import update_rollups
from reports.operations.scheduler import order_revisions
from reports.queries.filings import get_file
from reports.queries.rollups import game_sums
from reports.soundness import faults
from tables.core.continuation import CroupierStep
from tables.operations.end_stake import end_stake
from tables.operations.void_epoch import VoidEpochRequest, void_epoch
from tables.queries.stakes_to_end import due_stakes
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.amounts import with_amounts
from tests.approving import approval
from tests.core.tables.seated import MONTANA, POT, RAKED_POT
from tests.live_tables import BETTING, SECOND
from tests.reports.making import seated_test_account
from tests.reports.way import DAY, OVER, document, filed, outdated
from tests.world import LONG_SESSIONS, SeatedPlayer
from verifier.audit import AuditRequest, audit
from verifier.export import Export
from verifier.filed.proof import judge
from verifier.judge import Depth
from verifier.verdict import Code

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F35"), pytest.mark.clause("F36")]

OPENED: Final = datetime(2026, 11, 21, 3, tzinfo=UTC)
BEGIN: Final = from_epoch_ms(DAY.start_ms)
END: Final = from_epoch_ms(DAY.end_ms)
DECIDING: Final = timedelta(milliseconds=MONTANA.timeout_ms)
BUY_IN_MINOR: Final = 20_000
KINDS: Final = (
    "game-performance",
    "taxable-revenue",
    "wagering-summary",
    "operator-liability",
    "patron-account-summary",
    "account-adjustments",
    "large-transactions",
    "voids",
    "player-sessions",
    "session-games",
)
JURISDICTION: Final = with_amounts(
    LONG_SESSIONS,
    large_round_minor=3_000,
    large_rounds_day_minor=5_000,
    large_payment_minor=1_000,
    large_payments_day_minor=1_000,
)


@dataclass(kw_only=True)
class Days:
    """Tables of each kind with their players, from the evening before the day to the morning after it."""

    players: dict[str, SeatedPlayer] = field(default_factory=dict)
    tables: dict[str, ChainId] = field(default_factory=dict)

    def open(self) -> None:
        world.open_house(now=OPENED)
        for name in ("hands", "tried"):
            asked = replace(house_table.table_of(MONTANA.game, stakes=(500, 20_000)), test=name == "tried")
            self.tables[name] = house_table.announced_table(asked, now=OPENED)
        for name in ("runs", "over"):
            self.tables[name] = house_table.announced_table(house_table.table_of(POT.game), now=OPENED)
        for name in ("ada", "bob", "runs0", "runs1", "over0", "over1"):
            seated = world.seat_player(name, 1_000_000, now=OPENED)
            self.players[name] = replace(seated, jurisdiction=JURISDICTION)
        for name in ("try0", "try1"):
            tried = seated_test_account(name, 1_000_000, now=OPENED)
            self.players[name] = replace(tried, jurisdiction=JURISDICTION)

    def at(self, name: str) -> dict[int, SeatedPlayer]:
        """Return who plays at a table, by seat."""
        pairs = {"hands": ("ada", "bob"), "tried": ("try0", "try1")}
        return {seat: self.players[who] for seat, who in enumerate(pairs.get(name, (f"{name}0", f"{name}1")))}

    def before_midnight(self, midnight: datetime) -> None:
        """Begin what goes on over midnight."""
        ended = self._game_ends("over", self._game_begins("over", midnight - timedelta(minutes=9)))
        assert ended < midnight - timedelta(minutes=1)
        first, _ = due_stakes(self.tables["over"])
        assert end_stake(*first, now=midnight - timedelta(seconds=30))
        for name in ("hands", "tried"):
            self._raised_hand(name, midnight - timedelta(seconds=20))
        self._game_begins("runs", midnight - timedelta(seconds=20))

    def after_midnight(self, midnight: datetime) -> None:
        """End it."""
        now, over = midnight + SECOND, midnight - timedelta(seconds=20) + BETTING + DECIDING
        assert end_stake(*due_stakes(self.tables["over"])[0], now=now)
        for name in ("hands", "tried"):
            assert house_table.step(self.tables[name], now=over) is CroupierStep.HAND_END
        house_table.end_all_stakes(now=over)
        house_table.end_all_stakes(now=self._game_ends("runs", now))

    def noon(self, now: datetime) -> None:
        """Play a hand and a game, burn an epoch, withdraw stakes, and play alone."""
        self._raised_hand("hands", now)
        now += BETTING + DECIDING
        assert house_table.step(self.tables["hands"], now=now) is CroupierStep.HAND_END
        house_table.end_all_stakes(now=now)
        now = self._game_ends("over", self._game_begins("over", now))
        house_table.end_all_stakes(now=now)
        for name in ("runs", "hands"):
            now += SECOND
            self._burnt(name, now)
            now += timedelta(minutes=12)
        for name in ("hands", "over"):
            live_tables.stake(self.at(name)[0], self.tables[name], 0, 5_000, now=now)
            live_tables.withdraw(self.at(name)[0], self.tables[name], now=now + SECOND)
        world.play_round(self.players["ada"], 700, jurisdiction=JURISDICTION, now=now + timedelta(minutes=1))

    def back(self, now: datetime) -> None:
        """Log everybody in again: no session lasts longer than a day."""
        for name, player in self.players.items():
            begun = world.log_in_player(name, now=now)
            self.players[name] = replace(player, session_id=session_id_of(begun.token))

    def _raised_hand(self, name: str, now: datetime) -> None:
        players, table = self.at(name), self.tables[name]
        for seat, player in players.items():
            live_tables.stake(player, table, seat, 1_000 + 200 * seat, side_bet_minor=300 * seat, now=now)
        live_tables.deal(*players.values(), table=table, now=now + BETTING)
        live_tables.act(players[0], table, Action.RAISE, now=now + BETTING)

    def boldly(self, name: str, now: datetime) -> datetime:
        """Play a game around a pot to its end, and return when it ended."""
        return self._game_ends(name, self._game_begins(name, now))

    def _game_begins(self, name: str, now: datetime) -> datetime:
        return live_tables.begin_game(self.at(name), self.tables[name], buy_in_minor=BUY_IN_MINOR, now=now)

    def _game_ends(self, name: str, now: datetime) -> datetime:
        return live_tables.end_boldly(self.at(name), self.tables[name], buy_in_minor=BUY_IN_MINOR, now=now)

    def _burnt(self, name: str, now: datetime) -> None:
        players, table = self.at(name), self.tables[name]
        for seat, player in players.items():
            live_tables.stake(player, table, seat, 6_000, now=now)
        live_tables.end_betting(table, now=now + BETTING)
        over = now + BETTING + timedelta(milliseconds=house_table.REVEAL_MS)
        # A void gives stakes back as an abort does; nobody owes anything after it.
        void_epoch(VoidEpochRequest(table=table, epoch=table_state(table).epoch, by=approval()), now=over)
        house_table.end_all_stakes(now=over)


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Days:
    settings.REDDOG_JURISDICTION = JURISDICTION
    monkeypatch.setattr(house_table, "POT", replace(RAKED_POT, rtp=exact_rtp(RAKED_POT)))
    house_table.offer_table_games(monkeypatch)
    days = Days()
    days.open()
    days.before_midnight(BEGIN)
    days.after_midnight(BEGIN)
    days.noon(BEGIN + timedelta(hours=12))
    days.back(END - timedelta(minutes=5))
    days.before_midnight(END)
    days.after_midnight(END)
    world.run_sequencer(now=END + timedelta(hours=2))
    return days


def lost_all(days: Days, now: datetime) -> tuple[int, datetime]:
    """Play games until a seat loses all that it bought; return the seat, and when the game ended. Its stakes are not ended yet."""
    while True:
        now = days.boldly("runs", now)
        told: Any = [record for record in house_table.records(days.tables["runs"]) if record["type"] == "hand_end"][-1]
        for result in told["results"]:
            if result["returned"] + result["rake"] == 0:
                return result["seat"], now
        house_table.end_all_stakes(now=now)
        now += SECOND


def test_an_end_that_moves_nothing_can_come_late_too(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.REDDOG_JURISDICTION = JURISDICTION
    house_table.offer_table_games(monkeypatch)
    days = Days()
    days.open()
    seat, ended = lost_all(days, BEGIN + timedelta(hours=12))
    loser = days.at("runs")[seat].chain
    for chain, seq in due_stakes(days.tables["runs"]):
        assert chain == loser or end_stake(chain, seq, now=ended)
    world.run_sequencer(now=ended)
    filing = filed("game-performance", now=OVER)

    # Its statement hung.
    house_table.end_all_stakes(now=ended)
    world.run_sequencer(now=OVER)
    update_rollups(DAY.zone)

    assert outdated(filing)
    assert order_revisions(DAY.zone, now=OVER) == 1
    assert sorted(faults()) == []


def results(days: Days, *tables: str) -> list[Mapping[str, Any]]:
    """Return the results of the hands and games that ended on the day, by the tables' own records."""
    found: list[Mapping[str, Any]] = []
    for name in tables:
        for record in house_table.records(days.tables[name]):
            if record["type"] == "hand_end" and DAY.start_ms <= int(str(record["time"])) < DAY.end_ms:
                told: Any = record["results"]
                found += told
    return found


def rows(kind: str) -> list[dict[str, Any]]:
    """File a report, and return its rows; what it was held against agrees with it."""
    made = document(filed(kind, now=END + timedelta(hours=3)))
    assert [line for line in made["reconciliation"] if line["difference"]] == []
    names = [column["name"] for column in made["columns"]]
    return [dict(zip(names, row, strict=True)) for row in made["rows"]]


def test_the_figures_of_games_are_those_of_the_tables_own_records(days: Days) -> None:
    performance = {(row["accounts"], row["game"]): row for row in rows("game-performance")}

    played = results(days, "hands")
    row = performance["players", MONTANA.game]
    assert row["games"] == len(played) > 2
    assert row["wagers"] + row["side_wagers"] == sum(result["staked"] for result in played)
    assert row["winnings"] + row["side_winnings"] == sum(result["returned"] for result in played)
    # Of a voided hand two stakes of 6,000, and a withdrawn one of 5,000.
    assert (row["voided"], row["voided_amount"], row["fees"]) == (3, 2 * 6_000 + 5_000, 0)
    # Ada's stake with its raise, and Bob's with a side bet.
    assert (row["interrupted"], row["interrupted_funds"]) == (2, 1_000 + 1_000 + 1_200 + 300)
    told = [(row["cause"], row["amount"], row["reason"], row["by"], row["approved_by"]) for row in rows("voids")]
    both = ("void", 6_000, "a test", "operator:ann", "operator:ben")
    taken_back = ("unseated", 5_000, "", "", "")
    # First the game around a pot, then the hand; of each a stake was withdrawn afterwards.
    assert told == [both] * 4 + [taken_back] * 2
    assert performance["test", MONTANA.game]["games"] == len(results(days, "tried"))

    # Around a pot the house wins the rake. One seat of the game before left on the day, and one of the day's last game
    # after it.
    row = performance["players", POT.game]
    assert row["games"] == 1 + 2 + 2 + 1
    assert row["wagers"] - row["winnings"] == row["fees"]
    assert row["interrupted"] == 3
    revenue = {(row["accounts"], row["game"]): row for row in rows("taxable-revenue")}
    assert revenue["players", POT.game]["ggr"] == row["fees"]


def test_the_seats_of_a_hand_share_their_luck_and_count_as_one_bet(days: Days) -> None:
    rows("rtp-variance")

    (sums,) = (sums for sums in game_sums(DAY) if not sums.test and sheet_by_leaf(sums.rules_leaf).game == MONTANA.game)
    hands = len(results(days, "hands")) // 2
    # Ada bets 1,000 and Bob 1,200, and 300 on the side.
    assert (sums.stake_squares, sums.side_bet_squares) == (hands * 2_200**2, hands * 300**2)


@pytest.mark.usefixtures("days")
def test_all_sources_say_the_same() -> None:
    variance, luck, sessions, by_game = (
        rows(kind) for kind in ("variance", "rtp-variance", "player-sessions", "session-games")
    )

    assert [row for row in variance if row["difference"]] == []
    assert {row["figure"] for row in variance} >= {"handle", "returned", "voided", "stakes", "in-play-at-end"}
    verdicts = {(row["game"], row["verdict"]) for row in luck if row["accounts"] == "players"}
    assert (MONTANA.game, "too-few") in verdicts
    games = rows("game-performance")
    for name in ("games", "wagers", "winnings", "side_wagers", "side_winnings", "voided", "voided_amount"):
        assert sum(row[name] for row in sessions) == sum(row[name] for row in games), name
        assert sum(row[name] for row in by_game) == sum(row[name] for row in games), name
    assert sum(row["fees"] for row in by_game) == sum(row["fees"] for row in games) > 0
    assert sum(row["games"] for row in sessions) > 0


@pytest.mark.usefixtures("days")
def test_the_auditor_computes_every_cell_of_the_money_reports_from_the_log(tmp_path: Path) -> None:
    now = END + timedelta(hours=3)
    filings = {kind: filed(kind, now=now) for kind in KINDS}
    world.run_sequencer(now=now)
    export_log(tmp_path / "log")
    request = AuditRequest(export=Export(folder=tmp_path / "log"), depth=Depth.FULL, jobs=1)
    log = audit(request)

    # Of the games that are over at midnight, all four stakes are ended later than the grace allows.
    assert log.tally.failures == {Code.E_LATE: 4}
    for kind, filing in filings.items():
        for form in ("json", "csv"):
            proof = judge(get_file(filing, form).content, request, log=log)
            assert proof.fault is None, (kind, form, proof.fault.sentence)
            assert any("rows are those of the log" in shown for shown in proof.shown), (kind, proof.not_shown)
