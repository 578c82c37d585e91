"""An evening at the platform, through its own operations, exported with the keys: `python -m … FOLDER [--rounds N]`.

The folder then has `log`, the export, and `keys.json`, the seeds of the signing keys in hexadecimal digits by the name
that each signs as. Its folder `signed` has the same of the log as it went on with a player who signs: in a log of its own,
because a signed opening names the root of all before it, and would answer for every change of an earlier record.
"""

import argparse
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import django
from django.apps import apps

if not apps.ready:
    django.setup()

from audit import keys
from audit.key_uses import SIGNING_KEYS
from audit.operations.export import export_log
from audit.operations.renew_commitment import renew_commitment
from benchmarks.tamper_campaign.devices import SIGNED
from benchmarks.tamper_campaign.signed_evening import SignedEvening
from games.core.action import Action
from games.core.variants import OFFERED
from games.operations.void import void_round
from kernel.ids import ChainId, RoundId
from kernel.instants import from_epoch_ms
from players.core.erasure import Basis
from players.core.status import Status
from players.operations.erase import Erasure, erase
from players.operations.set_pin import set_pin
from players.operations.set_status import set_status
from reddog_platform.erasure_hooks import erasure_hooks
from reports.core.day_zone import DayZone
from reports.issuer import Issuer
from reports.operations.generate import generate_report
from reports.operations.order_report import ReportRequest, order_report
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.rules.losses import LOSS_DAY
from responsible_gaming.operations.change_player_limit import change_player_limit
from responsible_gaming.operations.exclude import exclude
from tables.core.continuation import CroupierStep, Phase
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.approving import approval
from wallet.queries.balances import balance

_TWO_OPERATORS: Final = approval("a power cut", by=("olga", "pete"))
_SECOND: Final = timedelta(seconds=1)
_FUNDED_MINOR: Final = 10_000_000
_ALONE: Final = [sheet for sheet in OFFERED if sheet.game in ("red-dog-atlantic-city", "montana-red-dog")]
HANDS: Final = 3


class Evening:
    """What happens, one thing after the other, on a clock of its own."""

    def __init__(self, begin: datetime) -> None:
        self.now = begin
        self.players = [world.seat_player(name, _FUNDED_MINOR, now=self.now) for name in ("ada", "ben", "cem", "dan")]

    def play(self, rounds: int) -> None:
        """Play `rounds` rounds of every game for one; every twentieth round is voided, and every fiftieth times out."""
        games = [sheet.game for sheet in _ALONE]
        for number in range(rounds):
            self.now += 3 * _SECOND
            player = self.players[number % len(self.players)]
            view = world.deal(player, 1_000, game=games[number // 4 % len(games)], now=self.now)
            self.now += _SECOND
            if view.outcome is not None:
                continue
            if number % 20 == 7:  # noqa: PLR2004  as the first line says
                round_id = RoundId.parse(view.round_id)
                void_round(round_id, by=_TWO_OPERATORS, now=self.now)
                world.run_sequencer(now=self.now)
            else:
                action = Action.STAND if "red-dog-atlantic" in games[number // 4 % len(games)] else Action.PLAY
                world.decide(player, view, action, now=self.now)
            if number % 50 == 0:
                world.run_sequencer(now=self.now)

    def change_seeds(self) -> None:
        """Replace an announced commitment, and open the next epoch before the last one is used up."""
        chain = self.players[0].chain
        renew_commitment(chain, reason="restored a backup", now=self.now)
        world.open_next_epoch(chain, now=self.now)
        self.now += _SECOND

    def pay_and_limit(self) -> None:
        """Deposit, withdraw, set limits and exclude."""
        ada, ben, cem, _ = self.players
        set_pin(ada.chain, proof=world.proof(), new_pin=world.PIN, now=self.now)
        world.make_deposit(ada.chain, 5_000, now=self.now)
        world.make_withdrawal(ada.chain, 2_500, now=self.now)
        self.now += _SECOND
        for most_minor in (_FUNDED_MINOR, 2 * _FUNDED_MINOR):
            change_player_limit(ada.chain, LOSS_DAY, most_minor, pin=world.PIN, jurisdiction=world.DEMO, now=self.now)
        world.set_limits(ben.chain, Limits(current={"stake_max": 5_000}), now=self.now)
        exclude(cem.chain, ExclusionKind.TIME_OUT, 3, rules=world.DEMO.exclusions, now=self.now)
        self.now += _SECOND

    def sit_down(self) -> None:
        """Play hands at a table against the house."""
        ada, ben, *_ = self.players
        table = house_table.announced_table(now=self.now)
        for _ in range(HANDS):
            live_tables.stake(ada, table, 0, now=self.now)
            live_tables.stake(ben, table, 1, now=self.now)
            self.now += live_tables.BETTING
            live_tables.deal(ada, ben, table=table, now=self.now)
            self._let_the_clock_finish(table)
        live_tables.stake(ada, table, 0, now=self.now)
        live_tables.withdraw(ada, table, now=self.now)
        world.run_sequencer(now=self.now)

    def _let_the_clock_finish(self, table: ChainId) -> None:
        state = table_state(table)
        while state.phase is Phase.PLAYING:
            assert state.running is not None, "a hand is played"
            assert state.running.until_ms is not None, "a hand has a deadline"
            self.now = from_epoch_ms(state.running.until_ms)
            assert house_table.step(table, now=self.now) is CroupierStep.HAND_END, "its deadline ends a hand"
            state = table_state(table)
        house_table.end_all_stakes(now=self.now)
        self.now += _SECOND
        world.run_sequencer(now=self.now)

    def forget_somebody(self) -> None:
        """Close an account, pay it out and erase its person."""
        chain = world.sign_up("eve", now=self.now)
        assert not balance(chain).cash_minor, "she never played"
        set_status(chain, Status.CLOSED, reason="asked for", actor="operator:op", now=self.now)
        order = Erasure(chain=chain, basis=Basis.NO_LONGER_NEEDED, reason="asked for", actor="operator:op")
        erase(order, retention_days=0, hooks=erasure_hooks(self.now), now=self.now)
        self.now += _SECOND

    def file_report(self) -> None:
        """File a report of the day before the log began."""
        world.run_sequencer(now=self.now)
        first = self.now.date() - timedelta(days=2)
        request = ReportRequest(
            kind="wagering-summary", first=first, until=first + timedelta(days=1), actor="operator:ann", filters={}
        )
        order = order_report(request, zone=DayZone(world.DEMO.zone), now=self.now)
        issuer = Issuer(operator="Example Casino", origin="example")
        generate_report(order, issuer=issuer, jurisdiction=world.DEMO, clock=lambda: self.now)
        self.now += _SECOND


def play(folder: Path, *, rounds: int, begin: datetime) -> None:
    """Play an evening from `begin` on in a house that is open, and write its log and the operator's keys."""
    evening = Evening(begin)
    evening.play(rounds // 2)
    evening.change_seeds()
    evening.sit_down()
    evening.pay_and_limit()
    evening.players.pop(2)
    evening.play(rounds - rounds // 2)
    evening.forget_somebody()
    evening.file_report()
    world.run_sequencer(now=evening.now)
    _export(folder)
    signed = SignedEvening(evening.now + _SECOND)
    signed.play()
    _export(folder / SIGNED)


def _export(folder: Path) -> None:
    export_log(folder / "log")
    seeds = {keys.public_keys()[use].partition("+")[0]: keys.read(use).hex() for use in SIGNING_KEYS}
    (folder / "keys.json").write_text(json.dumps(seeds))


def main() -> None:
    """Play in the installation that the variables name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=200)
    words = parser.parse_args()
    play(words.folder, rounds=words.rounds, begin=datetime.now(UTC) + _SECOND)


if __name__ == "__main__":
    main()
