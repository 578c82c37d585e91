"""The reference client at tables of the running platform: hands and games to an accepted log, and lies that it stops at."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import httpx
import pytest

from audit.clock import database_now
from games.core.variants import montana_red_dog_table, pot_red_dog, red_dog_table
from kernel.ids import ChainId
from reddog_client.enrolment import Enrolment
from reddog_client.errors import DoubtError, Reason, RefusedError
from reddog_client.table_play import cheapest_with_cost, play_at_table
from reddog_client.table_player import TablePlayer
from reddog_platform.embedded.home import CHECKOUT
from tables.core.definition import Admission, TableClock
from tables.operations.open_table import NewTable, open_table
from tables.operations.take_step import take_step
from tables.queries.table_states import table_state
from tests import world
from tests.clients.meddling import Meddler, Registered, answering, registered
from tests.clients.test_play import client, verdict
from tests.clients.test_refusals import changed, on, refused, rewritten
from tests.house_table import end_all_stakes
from tests.journeys.running import Running, until
from verifier import verdict_output

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from games.core.sheet import RuleSheet
    from reddog_client.player import Document, Player
    from reddog_client.table_player import EndedStake
    from reddog_client.table_stake import TableStake

pytestmark = pytest.mark.slow

SHEETS: Final = (red_dog_table.SHEET, montana_red_dog_table.SHEET, pot_red_dog.SHEET)
_HANDS: Final = 2


def opened(sheet: RuleSheet = red_dog_table.SHEET) -> str:
    """Open a table for two, which begins as soon as both sit."""
    clock = TableClock(bet_ms=60_000, reveal_ms=60_000, game_ms=600_000 if sheet.family == "pot" else None)
    asked = NewTable(
        game=sheet.game,
        seats=2,
        currency=sheet.currency,
        stake_min_minor=sheet.stake_min_minor,
        stake_max_minor=sheet.stake_max_minor,
        admission=Admission.PUBLIC,
        clock=clock,
        test=False,
        reason="a test",
    )
    return open_table(asked, jurisdiction=world.DEMO, actor="operator:test", now=database_now()).hex


def dearest(shown: Document) -> tuple[str, int]:
    """Return the legal action that costs most at least, and what it costs at least."""
    costs = {str(each["action"]): int(each["cost_min"]["amount"]) for each in shown["own"]["legal_actions"]}
    action = max(costs, key=lambda name: costs[name])
    return action, costs[action]


def evening(account: Registered, folder: Path, tables: list[str], *, keys: bool) -> list[EndedStake]:
    """Play hands and games at these tables, with keys or without."""
    ended: list[EndedStake] = []
    with account.player(folder) as player:
        if keys:
            Enrolment(player).enrol(lambda _code: None, pin=world.PIN)
        for table in tables:
            seated = TablePlayer(player, table)
            decide = dearest if keys else cheapest_with_cost
            ended += play_at_table(seated, hands=_HANDS, decide=decide, vote_after_seconds=2, patience_seconds=120)
    return ended


def test_two_play_every_game_one_with_keys_and_the_auditor_accepts_it(
    url: str, environment: Mapping[str, str], tmp_path: Path
) -> None:
    ada, ben = registered(url), registered(url)
    tables = [opened(sheet) for sheet in SHEETS]
    croupier = [sys.executable, str(CHECKOUT / "manage.py"), "croupier"]
    with Running(croupier, environment=environment, log=tmp_path / "croupier.log"), ThreadPoolExecutor() as both:
        evenings = [
            both.submit(evening, account, tmp_path / name, tables, keys=keys)
            for account, name, keys in ((ada, "ada", True), (ben, "ben", False))
        ]
        ended = [each.result(240) for each in evenings]

    receipts = [tmp_path / name for name in ("ada", "ben")]
    result = verdict(tmp_path / "log", *receipts)

    assert verdict_output.deciding(result) is None, list(verdict_output.as_text(result))
    assert [len(each) for each in ended] == [_HANDS * len(SHEETS)] * 2
    assert {each.end.kind for evening in ended for each in evening if each.end is not None} == {"hand_end"}
    # What the tables showed is on the disk too, and nobody's value is any more.
    for folder, account in zip(receipts, (ada, ben), strict=True):
        assert {path.stem.removeprefix("table-") for path in folder.glob("table-*.jsonl")} == set(tables)
        with account.player(folder) as player:
            assert player.account.state.stakes == []


def test_the_command_line_sits_down_and_plays(url: str, environment: Mapping[str, str], tmp_path: Path) -> None:
    ada, ben = registered(url), registered(url)
    table = opened()
    croupier = [sys.executable, str(CHECKOUT / "manage.py"), "croupier"]
    with Running(croupier, environment=environment, log=tmp_path / "croupier.log"), ThreadPoolExecutor() as both:
        words = ("--url", url, "--username", ada.username, "play-at", table, "--hands", str(_HANDS))
        commanded = both.submit(client, tmp_path / "ada", *words, password=ada.password)
        evening(ben, tmp_path / "ben", [table], keys=False)
        done = commanded.result(120)

    assert done.returncode == 0, done.stdout + done.stderr
    assert f"played   {_HANDS} at {table}" in done.stdout
    assert client(tmp_path / "ada", "play-at", "nowhere", password=ada.password).returncode == 1


# --- Lies ---


@dataclass
class Pair:
    """Ada, between whom and the platform somebody stands, and Ben, at one table that the test itself deals at."""

    ada: TablePlayer
    ben: TablePlayer
    meddler: Meddler

    @property
    def chain(self) -> ChainId:
        return ChainId(UUID(hex=self.ada.table))

    @property
    def player(self) -> Player:
        return self.ada.player

    def step(self) -> None:
        assert take_step(self.chain, now=database_now()) is not None

    def seated(self) -> tuple[TableStake, TableStake]:
        """Let both sit, and have the log cover it."""
        stakes = self.ada.sit(0), self.ben.sit(1)
        self.step()
        until(self._is_covered)
        return stakes

    def _is_covered(self) -> bool:
        running = table_state(self.chain).running
        return running is not None and running.covered

    def asked(self) -> tuple[TableStake, TableStake]:
        """Deal hands until one asks for decisions."""
        while True:
            ada, ben = self.seated()
            stakes = self.ada.reveal(ada), self.ben.reveal(ben)
            self.step()
            if self.ada.look()["phase"] == "playing":
                return stakes
            end_all_stakes(now=database_now())
            assert self.ada.ended(stakes[0]) is not None
            assert self.ben.ended(stakes[1]) is not None


def pair(url: str, folder: Path, sheet: RuleSheet = red_dog_table.SHEET) -> Iterator[Pair]:
    meddler = Meddler()
    table = opened(sheet)
    with ExitStack() as stack:
        players = [
            stack.enter_context(registered(url).player(folder / name, between))
            for name, between in (("ada", meddler), ("ben", None))
        ]
        Enrolment(players[0]).enrol(lambda _code: None, pin=world.PIN)
        ada, ben = (TablePlayer(player, table) for player in players)
        both = Pair(ada=ada, ben=ben, meddler=meddler)
        both.step()
        yield both


def test_a_platform_that_lies_at_a_table_gets_no_stake_no_value_and_no_decision(
    url: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for lie in LIES:
        with subtests.test(lie.__name__):
            for both in pair(url, tmp_path / lie.__name__):
                lie(both)


def no_stake_is_sent_where_the_commitment_is_not_in_the_log(both: Pair) -> None:
    first = next(both.player.account.receipts.read())["leaf"]
    other = both.player.api.text(f"/log/proof/{first}.tlog-proof")
    both.meddler.change = on("/log/proof/", lambda _request, _answer: answering(other))

    refused(both.player, both.meddler, lambda: both.ada.sit(0), Reason.UNPROVED_RECORD, posts="/stakes")

    assert both.player.account.state.stakes == [], "no value was drawn"
    with pytest.raises(DoubtError):
        both.ada.sit(0)


def no_stake_is_sent_by_other_rules_than_the_tables(both: Pair) -> None:
    def lie(_request: httpx.Request, answer: httpx.Response) -> httpx.Response:
        return changed(answer, lambda document: document.update(rules="00" * 32))

    both.meddler.change = on("/games/", lie)

    refused(both.player, both.meddler, lambda: both.ada.sit(0), Reason.OTHER_RECORD, posts="/stakes")


def a_stake_for_another_seat_is_not_what_was_asked_for(both: Pair) -> None:
    def lie(_request: httpx.Request, answer: httpx.Response) -> httpx.Response:
        def change(document: dict[str, Any]) -> None:
            document["receipts"] = [rewritten(receipt, seat=1) for receipt in document["receipts"]]

        return changed(answer, change)

    both.meddler.change = on("/stakes", lie)

    # Ada's signature is over seat 0.
    refused_after(both, lambda: both.ada.sit(0), Reason.UNSIGNED_RECORD)


def no_value_is_told_for_a_bet_that_was_changed(both: Pair) -> None:
    stake, _ = both.seated()

    def lie(_request: httpx.Request, answer: httpx.Response) -> httpx.Response:
        def change(document: dict[str, Any]) -> None:
            for item in document["items"]:
                if item["type"] == "seats":
                    mine, *others = item["record"]["seats"]
                    item.update(rewritten(item, seats=[{**mine, "ante": mine["ante"] + 500}, *others]))

        return changed(answer, change)

    both.meddler.change = on("/events", lie)

    refused(both.player, both.meddler, lambda: both.ada.reveal(stake), Reason.OTHER_RECORD, posts="/reveals")


def no_value_is_told_before_the_log_has_the_bets(both: Pair) -> None:
    stake, _ = both.seated()
    other = both.player.api.text(f"/log/proof/{stake.announced.leaf}.tlog-proof")
    both.meddler.change = on("/log/proof/", lambda _request, _answer: answering(other))

    refused(both.player, both.meddler, lambda: both.ada.reveal(stake), Reason.UNPROVED_RECORD, posts="/reveals")


def no_decision_is_signed_over_cards_that_were_not_dealt(both: Pair) -> None:
    stake, _ = both.asked()
    shown = both.ada.look()
    lie = {**shown, "hand": {**shown["hand"], "cards": shown["hand"]["cards"][::-1]}}

    refused(both.player, both.meddler, lambda: both.ada.act(stake, lie, "stand"), Reason.OTHER_CARDS, posts="/actions")


def a_decision_that_was_recorded_as_another_one_is_evidence(both: Pair) -> None:
    stake, _ = both.asked()

    def lie(_request: httpx.Request, answer: httpx.Response) -> httpx.Response:
        return changed(answer, lambda document: document.update(receipt=rewritten(document["receipt"], a="raise")))

    both.meddler.change = on("/actions", lie)

    refused_after(both, lambda: both.ada.act(stake, both.ada.look(), "stand"), Reason.UNSIGNED_RECORD)


def refused_after(both: Pair, call: Any, reason: Reason) -> None:
    """See that an answer ends a call for this reason, and that nothing more is signed."""
    with pytest.raises(Exception, match=reason.value):
        call()
    assert both.player.account.state.doubt
    with pytest.raises(DoubtError):
        both.ada.sit(0)


LIES = (
    no_stake_is_sent_where_the_commitment_is_not_in_the_log,
    no_stake_is_sent_by_other_rules_than_the_tables,
    a_stake_for_another_seat_is_not_what_was_asked_for,
    no_value_is_told_for_a_bet_that_was_changed,
    no_value_is_told_before_the_log_has_the_bets,
    no_decision_is_signed_over_cards_that_were_not_dealt,
    a_decision_that_was_recorded_as_another_one_is_evidence,
)


def test_a_stake_whose_answer_was_lost_is_found_again_told_and_ended(url: str, tmp_path: Path) -> None:
    for both in pair(url, tmp_path):
        both.meddler.change = on("/stakes", lambda _request, _answer: httpx.Response(502, text="bad gateway"))
        with pytest.raises(RefusedError, match="http-502"):
            both.ada.sit(0)
        both.meddler.change = lambda _request, answer: answer
        both.player.follow()

        found = TablePlayer(both.player, both.ada.table).open_stake()

        assert found is not None
        assert (found.signed, found.seat) == (True, 0)
        ended = both.ada.withdraw(found)
        assert (ended.outcome, ended.record.kind) == ("withdrawn", "void")
        assert both.player.account.state.stakes == []
        assert both.ada.open_stake() is None
