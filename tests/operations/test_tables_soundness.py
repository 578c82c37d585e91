"""The oracle at tables: whoever changes a stored row of a table behind the platform's back is found, and told what by."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest
from django.db import connection

from games.core.action import Action
from tables.core.attendance import Mark
from tables.core.continuation import CroupierStep, Phase
from tables.core.player_records import LateValue
from tables.operations.end_stake import end_stake
from tables.queries.stakes_to_end import due_stakes
from tables.queries.table_states import table_state
from tables.soundness import faults
from tests import house_table, live_tables, world
from tests.core.tables.seated import MONTANA, POT
from tests.live_tables import BETTING, SECOND
from tests.operations.test_soundness import OTHER_SESSIONS, tampered
from tests.world import NOW, SeatedPlayer

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F36"), pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

REVEALING = timedelta(milliseconds=house_table.REVEAL_MS)
DECIDING = timedelta(milliseconds=MONTANA.timeout_ms)

TABLE = "The row of table"
EPOCH = "Epoch"
STAKE = "Stake"
SEATS = "the stakes that its `seats` names"
COUNTED = "it is counted with another game"
HAND = "its `hand` is not"
REPLAY = "its hand does not replay"
RECORDED = "is not stored as it was recorded"
ENDED = "did not end as its epoch did"
IN_PLAY = "in play"
OWES = "the tables owe"
AGAIN = "adds other bets to the totals"
NO_ROW = "has no row"
OWED = "owes"

FINISHED: Final = "ended_by = 'hand_end'"
BURNT: Final = "ended_by = 'table_abort'"

TAMPERINGS = {
    "which game a table has": ("tables_table", "UPDATE tables_table SET game = 'yablon'", TABLE),
    "which rules a table has": ("tables_table", "UPDATE tables_table SET rules_leaf = leaf", TABLE),
    "the leaf of a table": ("tables_table", "UPDATE tables_table SET leaf = rules_leaf", TABLE),
    "whose table it is": ("tables_table", "UPDATE tables_table SET test = true", TABLE),
    "when a table was opened": ("tables_table", "UPDATE tables_table SET opened_ms = 0", TABLE),
    "a missing table": ("tables_table", "DELETE FROM tables_table", "has no row"),
    "whose game an epoch counts for": ("tables_epoch", "UPDATE tables_epoch SET game = 'yablon'", COUNTED),
    "whether an epoch is a test": ("tables_epoch", "UPDATE tables_epoch SET test = true", COUNTED),
    "when the betting ended": ("tables_epoch", "UPDATE tables_epoch SET seats_ms = seats_ms + 1", SEATS),
    "the record of the seats": ("tables_epoch", "UPDATE tables_epoch SET seats_seq = seats_seq - 1", EPOCH),
    "the record of a hand": (
        "tables_epoch",
        "UPDATE tables_epoch SET hand_seq = hand_seq - 1 WHERE hand_seq > 0",
        EPOCH,
    ),
    "the leaf of a hand": (
        "tables_epoch",
        f"UPDATE tables_epoch SET hand_leaf = sha256(hand_leaf) WHERE {FINISHED}",
        REPLAY,
    ),
    "the leaf of a hand that runs": (
        "tables_epoch",
        "UPDATE tables_epoch SET hand_leaf = sha256(hand_leaf) WHERE end_seq IS NULL",
        REPLAY,
    ),
    "a deadline": ("tables_epoch", "UPDATE tables_epoch SET until_ms = until_ms + 1 WHERE until_ms > 0", HAND),
    "no deadline": ("tables_epoch", "UPDATE tables_epoch SET until_ms = NULL WHERE until_ms > 0", HAND),
    "a hand that was never dealt": (
        "tables_epoch",
        f"UPDATE tables_epoch SET hand_seq = NULL, hand_leaf = NULL, until_ms = NULL WHERE {FINISHED}",
        "burnt",
    ),
    "what ended an epoch": (
        "tables_epoch",
        f"UPDATE tables_epoch SET ended_by = 'table_abort' WHERE {FINISHED}",
        EPOCH,
    ),
    "what burnt an epoch": ("tables_epoch", f"UPDATE tables_epoch SET ended_by = 'hand_end' WHERE {BURNT}", EPOCH),
    "the record of a game's end": (
        "tables_epoch",
        f"UPDATE tables_epoch SET end_seq = end_seq - 1 WHERE {FINISHED}",
        REPLAY,
    ),
    "the leaf of an end": ("tables_epoch", f"UPDATE tables_epoch SET end_leaf = hand_leaf WHERE {FINISHED}", REPLAY),
    "when a hand ended": ("tables_epoch", f"UPDATE tables_epoch SET ended_ms = ended_ms + 1 WHERE {FINISHED}", REPLAY),
    "when an epoch was burnt": (
        "tables_epoch",
        f"UPDATE tables_epoch SET ended_ms = ended_ms + 1 WHERE {BURNT}",
        "burnt",
    ),
    "an epoch that did not end": (
        "tables_epoch",
        (
            "UPDATE tables_epoch SET ended_by = NULL, end_seq = NULL, end_leaf = NULL, ended_ms = NULL"
            f' WHERE {FINISHED} AND ("table", epoch) IN (SELECT "table", max(epoch) FROM tables_epoch GROUP BY "table")'
        ),
        EPOCH,
    ),
    "a missing epoch": ("tables_epoch", f"DELETE FROM tables_epoch WHERE {FINISHED}", NO_ROW),
    "an epoch that runs and is missing": ("tables_epoch", "DELETE FROM tables_epoch WHERE end_seq IS NULL", NO_ROW),
    "the leaf of a stake": ("tables_stake", "UPDATE tables_stake SET leaf = sha256(leaf) WHERE unseated", RECORDED),
    "the session of a stake": ("players_session", OTHER_SESSIONS, RECORDED),
    "the seat of a stake": ("tables_stake", "UPDATE tables_stake SET seat = seat + 3", SEATS),
    "the seat of a withdrawn stake": (
        "tables_stake",
        "UPDATE tables_stake SET seat = seat + 3 WHERE unseated",
        RECORDED,
    ),
    "the amount of a stake": ("tables_stake", "UPDATE tables_stake SET stake_minor = stake_minor + 100", SEATS),
    "the amount of a withdrawn stake": (
        "tables_stake",
        "UPDATE tables_stake SET stake_minor = stake_minor + 100 WHERE unseated",
        RECORDED,
    ),
    "a side bet": ("tables_stake", "UPDATE tables_stake SET side_bet_minor = 0 WHERE side_bet_minor > 0", SEATS),
    "what a stake contributes": (
        "tables_stake",
        "UPDATE tables_stake SET contribution = sha256(contribution) WHERE NOT unseated",
        SEATS,
    ),
    "the room of a stake": (
        "tables_stake",
        "UPDATE tables_stake SET room_minor = 500 WHERE stake_minor = 5000",
        RECORDED,
    ),
    "when a stake was placed": ("tables_stake", "UPDATE tables_stake SET placed_ms = placed_ms - 1", RECORDED),
    "the table of a stake": (
        "tables_stake",
        (
            'UPDATE tables_stake s SET "table" = (SELECT chain FROM tables_table t WHERE t.chain <> s."table" LIMIT 1)'
            " WHERE unseated"
        ),
        RECORDED,
    ),
    "whether a stake was seated": ("tables_stake", "UPDATE tables_stake SET unseated = false WHERE unseated", RECORDED),
    "a seated stake that was not": ("tables_stake", "UPDATE tables_stake SET unseated = true", RECORDED),
    "the record of a stake's end": ("tables_stake", "UPDATE tables_stake SET end_seq = end_seq - 1", ENDED),
    "when a stake ended": ("tables_stake", "UPDATE tables_stake SET ended_ms = ended_ms + 1", ENDED),
    "a stake against the house that did not end": (
        "tables_stake",
        "UPDATE tables_stake SET end_seq = NULL, ended_ms = NULL, person = leaf WHERE unseated",
        IN_PLAY,
    ),
    "a buy-in that did not end": (
        "tables_stake",
        (
            "UPDATE tables_stake SET end_seq = NULL, ended_ms = NULL, person = leaf WHERE stake_minor = 5000 AND end_seq > 0"
            " AND (chain, seq) IN (SELECT chain, max(seq) FROM tables_stake GROUP BY chain)"
        ),
        OWES,
    ),
    "a stake that ended too early": (
        "tables_stake",
        "UPDATE tables_stake SET end_seq = seq, ended_ms = placed_ms, person = NULL WHERE end_seq IS NULL",
        ENDED,
    ),
    "a missing stake": ("tables_stake", "DELETE FROM tables_stake WHERE NOT unseated", SEATS),
    "a missing stake that was withdrawn": ("tables_stake", "DELETE FROM tables_stake WHERE unseated", NO_ROW),
    "what became of a stake": (
        "tables_fate",
        "UPDATE tables_fate SET fate = 'unseated' WHERE fate = 'named'",
        RECORDED,
    ),
    "what became of a withdrawn stake": (
        "tables_fate",
        "UPDATE tables_fate SET fate = 'named' WHERE fate = 'unseated'",
        RECORDED,
    ),
    "a missing fate": ("tables_fate", "DELETE FROM tables_fate WHERE fate = 'unseated'", RECORDED),
    "a missing fate of a seat": ("tables_fate", "DELETE FROM tables_fate WHERE fate = 'named'", SEATS),
    "a value": (
        "tables_reveal",
        "UPDATE tables_reveal SET value = sha256(value) WHERE value IS NOT NULL",
        "the values",
    ),
    "a value of a burnt epoch": (
        "tables_reveal",
        (
            "UPDATE tables_reveal r SET value = sha256(value) FROM tables_epoch e"
            f' WHERE e."table" = r."table" AND e.epoch = r.epoch AND {BURNT} AND value IS NOT NULL'
        ),
        "the values",
    ),
    "a missing value": ("tables_reveal", "DELETE FROM tables_reveal WHERE value IS NOT NULL", "the values"),
    "who did not reveal": ("tables_reveal", "DELETE FROM tables_reveal WHERE value IS NULL", "as missing"),
    "a value that did not come": ("tables_reveal", "UPDATE tables_reveal SET value = NULL", "the values"),
    "a decision": ("tables_decision", "UPDATE tables_decision SET action = 'play', amount_minor = 0", REPLAY),
    "what a decision cost": (
        "tables_decision",
        "UPDATE tables_decision SET amount_minor = amount_minor + 1 WHERE amount_minor > 0",
        IN_PLAY,
    ),
    "when a seat decided": ("tables_decision", "UPDATE tables_decision SET at_ms = at_ms + 1", REPLAY),
    "whose decision it was": ("tables_decision", "UPDATE tables_decision SET act_leaf = NULL", REPLAY),
    "a missing decision": ("tables_decision", "DELETE FROM tables_decision", REPLAY),
    "who owes a value": ("tables_owed", "UPDATE tables_owed SET seat = seat + 1", OWED),
    "whose value is owed": ("tables_owed", 'UPDATE tables_owed SET chain = "table"', OWED),
    "since when a value is owed": ("tables_owed", "UPDATE tables_owed SET burnt_ms = 0", OWED),
    "by which record a value is owed": ("tables_owed", "UPDATE tables_owed SET abort_leaf = contribution", OWED),
    "what opens an owed value": ("tables_owed", "UPDATE tables_owed SET contribution = abort_leaf", OWED),
    "a missing debt": ("tables_owed", "DELETE FROM tables_owed", OWED),
    "a value that was told": ("tables_owed", "UPDATE tables_owed SET value = contribution WHERE told_seq > 0", OWED),
    "which stake told a value": (
        "tables_owed",
        "UPDATE tables_owed SET told_seq = told_seq - 1 WHERE told_seq > 0",
        OWED,
    ),
    "a value that nobody told": ("tables_owed", "UPDATE tables_owed SET told_seq = NULL, value = NULL", OWED),
    "what is in play": (
        "wallet_posting",
        "UPDATE wallet_posting SET amount_minor = amount_minor + 1 WHERE target = 'in_play' AND amount_minor = 1000",
        IN_PLAY,
    ),
    "what a buy-in brought": (
        "wallet_posting",
        "UPDATE wallet_posting SET amount_minor = amount_minor + 1 WHERE target = 'table'",
        OWES,
    ),
    "what a game left": (
        "wallet_posting",
        "UPDATE wallet_posting SET amount_minor = amount_minor + 1 WHERE source = 'table' AND target = 'cash'",
        OWES,
    ),
    "what was bet again": (
        "wallet_journal",
        (
            "UPDATE wallet_journal SET staked_minor = staked_minor + 5, returned_minor = returned_minor + 5"
            " WHERE kind = 'leave' AND seq = (SELECT max(seq) FROM wallet_journal WHERE kind = 'leave')"
        ),
        AGAIN,
    ),
}


@dataclass(kw_only=True)
class Evening:
    """Tables at which everything has happened, and the clock that everybody reads."""

    now: datetime = NOW

    def wait(self, duration: timedelta) -> datetime:
        self.now += duration
        return self.now

    def end_stakes(self) -> None:
        house_table.end_all_stakes(now=self.now)

    def play_against_house(self) -> None:
        """Play a hand to its end, burn one, withdraw a stake, and leave a hand running with a raise."""
        table = house_table.announced_table(house_table.table_of(MONTANA.game, stakes=(500, 20_000)))
        ada, bob, cyd = (world.seat_player(name) for name in ("ada", "bob", "cyd"))
        live_tables.stake(ada, table, 0, side_bet_minor=200, now=self.now)
        live_tables.stake(bob, table, 1, now=self.now)
        live_tables.deal(ada, bob, table=table, now=self.wait(BETTING))
        live_tables.act(ada, table, Action.RAISE, now=self.now)
        assert house_table.step(table, now=self.wait(DECIDING)) is CroupierStep.HAND_END
        self.end_stakes()

        self._burn(table, ada, bob)

        live_tables.stake(cyd, table, 2, now=self.now)
        live_tables.withdraw(cyd, table, now=self.now)
        # Bob tells what he owes when he may sit again.
        self.wait(timedelta(minutes=11))
        owed = LateValue(
            abort_leaf=table_end_leaf(table), value=live_tables.value_of(bob, table, table_state(table).epoch - 1)
        )
        live_tables.stake(bob, table, 1, late=owed, now=self.now)
        live_tables.stake(ada, table, 0, now=self.now)
        live_tables.deal(ada, bob, table=table, now=self.wait(BETTING))
        live_tables.act(ada, table, Action.RAISE, now=self.now)

    def _burn(self, table: ChainId, silent_but: SeatedPlayer, silent: SeatedPlayer) -> None:
        live_tables.stake(silent_but, table, 0, now=self.now)
        live_tables.stake(silent, table, 1, now=self.now)
        live_tables.end_betting(table, now=self.wait(BETTING))
        live_tables.reveal(silent_but, table, now=self.now)
        assert house_table.step(table, now=self.wait(REVEALING)) is CroupierStep.TABLE_ABORT
        self.end_stakes()

    def play_around_pots(self) -> None:
        """Play games until somebody bets again what was won; one that is over and not left, and one that runs."""
        for name in ("over", "running"):
            table = house_table.announced_table(house_table.table_of(POT.game), now=self.now)
            players = {seat: world.seat_player(f"{name}{seat}", 1_000_000, now=self.now) for seat in range(2)}
            while True:
                self.now = live_tables.play_boldly(players, table, buy_in_minor=5_000, now=self.wait(SECOND))
                results = house_table.records(table)[-1]["results"]
                assert isinstance(results, list)
                if any(result["raised"] > 5_000 for result in results):
                    break
                self.end_stakes()
            if name == "over":
                assert end_stake(*due_stakes(table)[0], now=self.now)
            else:
                self.end_stakes()
                self._begin_game(table, players)

    def _begin_game(self, table: ChainId, players: dict[int, SeatedPlayer]) -> None:
        while table_state(table).phase is not Phase.PLAYING:
            self.end_stakes()
            self.wait(SECOND)
            for seat, player in players.items():
                live_tables.stake(player, table, seat, 20_000, now=self.now)
            live_tables.deal(*players.values(), table=table, now=self.wait(BETTING))
        live_tables.mark(players[0], table, Mark.AWAY, now=self.wait(SECOND))


def table_end_leaf(table: ChainId) -> bytes:
    """Return the leaf of the end of a table's newest epoch that has one."""
    with connection.cursor() as cursor:
        cursor.execute(
            'SELECT end_leaf FROM tables_epoch WHERE "table" = %s AND end_seq > 0 ORDER BY epoch DESC LIMIT 1', (table,)
        )
        return bytes(cursor.fetchone()[0])


def test_every_change_to_the_rows_of_tables_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)
    evening = Evening()
    evening.play_around_pots()
    evening.play_against_house()
    assert list(faults()) == []

    unfound = {}
    for what, (stored, change, sentence) in TAMPERINGS.items():
        with tampered(stored, change):
            found = list(faults())
            if not any(sentence in fault for fault in found):
                unfound[what] = found
    assert unfound == {}
    assert list(faults()) == []
