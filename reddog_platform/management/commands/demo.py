"""manage.py demo: the whole platform on this machine, with something to look at."""

from __future__ import annotations

import secrets
import shutil
import signal
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx
import redis
from django.conf import settings
from django.core.cache import cache
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from kernel.money import currency
from kernel.refusals import Refusal
from kernel.serving import served_cell
from reddog_platform.celery import HEARTBEAT_KEY
from reddog_platform.demo import demo_witness
from reddog_platform.demo.client import Client, Refused
from reddog_platform.demo.furnish import furnish
from reddog_platform.demo.furnish_tables import NEWCOMER, kept_currency, open_tables
from reddog_platform.demo.kept_stakes import KeptStakes
from reddog_platform.demo.logins import OPERATOR, PIN, PLAYER, SECOND_OPERATOR
from reddog_platform.demo.signing_player import SIGNER, SigningFailed, SigningPlayer
from reddog_platform.demo.table_client import TablePlayer
from reddog_platform.demo.verification import Verification, verify
from reddog_platform.embedded import home, servers
from reddog_platform.environment import Mode
from reddog_platform.stack import HOST, LOGS, VALUES, free_port, house_players, processes
from reddog_platform.supervisor import AlreadySupervised, NotReady, Supervisor
from reports.configured_days import configured_days

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernel.ids import ChainId

_ENOUGH_MINOR = 100_000
_FIRST_PORT = 8000
_FIRST_METRICS_PORT = 9464

# Beat sends its first heartbeat 15 seconds after its first start. A busy machine may start it late.
_HEARTBEAT_PATIENCE_SECONDS: Final = 60
_WATCH_SECONDS: Final = 0.2
_SIGNED_GAME: Final = "red-dog-atlantic-city"

_ROUNDS_A_HAND: Final = 5
"""For so many rounds of a game that is played alone, one hand of each that is played at a table: those take longer."""
_GAME_SECONDS: Final = 10.0
"""A game around a pot is voted to an end after this time."""


class Command(BaseCommand):
    """Set up what is missing, start every process, play rounds over HTTP, and keep running until Ctrl-C."""

    help = "Run the platform on this machine with play money, demo players and rounds to look at."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the options."""
        parser.add_argument("--rounds", type=int, default=5, help="rounds of each game to play over HTTP (5)")
        parser.add_argument("--exit", action="store_true", help="verify log, ledger and processes, and end with 0 or 1")
        parser.add_argument("--reset", action="store_true", help="begin anew: remove all data of earlier runs")
        parser.add_argument("--currency", help="currency of the demonstration's accounts: the jurisdiction's usual one")
        parser.add_argument("--port", type=int, default=_FIRST_PORT, help="first port to try (8000)")

    def handle(self, *, rounds: int, reset: bool, port: int, **options: Any) -> None:
        """Run the demonstration."""
        if settings.REDDOG_MODE is not Mode.DEMO:
            raise CommandError("This is production: the demonstration's passwords are known to everybody.")
        if served_cell().name:
            raise CommandError("This is a cell, and no demonstration: run this without REDDOG_CELL.")
        self._wanted = options["currency"]
        if self._wanted is not None and self._wanted not in settings.REDDOG_JURISDICTION.currencies:
            raise CommandError(f"--currency is one of {', '.join(settings.REDDOG_JURISDICTION.currencies)}.")
        signal.signal(signal.SIGTERM, _interrupt)
        port = free_port(port)
        self._instance = secrets.token_hex(16)
        metrics_port, stream_port = free_port(_FIRST_METRICS_PORT), free_port(port + 1)
        self._witness_port = free_port(port + 100)
        supervisor = Supervisor(
            [
                *processes(port=port, metrics_port=metrics_port, stream_port=stream_port, instance=self._instance),
                house_players(port=port),
                demo_witness.process(port=self._witness_port),
            ],
            logs=LOGS,
            say=self._say,
            restart_servers=partial(servers.restart_ended, home.find()),
        )
        try:
            supervisor.claim()
        except AlreadySupervised as refusal:
            raise CommandError(str(refusal)) from refusal
        if reset:
            _erase()
        ended_well = True
        with servers.visit(home.find()):
            try:
                ended_well = self._run(supervisor, f"http://{HOST}:{port}", rounds=rounds, once=options["exit"])
            except KeyboardInterrupt:
                self._say("\nStopped. `make demo` goes on with the same data.")
            finally:
                connections.close_all()
        if not ended_well:
            sys.exit(1)

    def _run(self, supervisor: Supervisor, url: str, *, rounds: int, once: bool) -> bool:
        self._say("Setting up …")
        try:
            furnish(clock=partial(datetime.now, UTC))
            usual = settings.REDDOG_JURISDICTION.currencies[0]
            # Accounts of an earlier run keep theirs.
            self._currency = kept_currency() or self._wanted or usual
            if self._wanted not in {None, self._currency}:
                raise CommandError(f"The accounts are in {self._currency}, and stay so: --reset begins anew.")
            tables = open_tables(currency=self._currency, now=datetime.now(UTC))
            demo_witness.announce(port=self._witness_port, now=datetime.now(UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        # An earlier run's heartbeat says nothing about the processes of this one.
        cache.delete(HEARTBEAT_KEY)
        with supervisor:
            client = Client(url)
            try:
                supervisor.wait_ready(f"{url}/api/v1/games", instance=self._instance)
                self._play(client, supervisor, rounds)
                receipts = client.receipts + self._play_at_tables(url, tables, supervisor, rounds)
                receipts += self._play_signed(url, supervisor, rounds)
                if once:
                    return self._verify(receipts, supervisor)
            except Refusal as refusal:
                raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
            except (NotReady, Refused, SigningFailed, TimeoutError, httpx.TransportError) as error:
                supervisor.watch()
                raise CommandError("\n".join([f"{type(error).__name__}: {error}", *_ends(supervisor)])) from error
            self._welcome(url, tables)
            while True:
                supervisor.watch()
                time.sleep(_WATCH_SECONDS)

    def _verify(self, receipts: list[Mapping[str, Any]], supervisor: Supervisor) -> bool:
        # If a process has ended, the run has failed, and there is nothing to wait for.
        settled = supervisor.wait_until(
            lambda: bool(supervisor.ends) or _heard_of_beat(), timeout_seconds=_HEARTBEAT_PATIENCE_SECONDS
        )
        verification = verify(receipts)
        supervisor.watch()
        self._summarise(verification)
        for end in _ends(supervisor):
            self._say(end)
        if not settled:
            self._say(f"FAULT no task of beat was carried out by worker; see their logs in {LOGS}")
        return verification.passed and settled and not supervisor.ends

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        # Output in a file should be readable while the demonstration runs.
        self.stdout.flush()

    def _play(self, player: Client, supervisor: Supervisor, rounds: int) -> None:
        player.register(PLAYER, pin=PIN, currency=self._currency)
        player.refill(below_minor=_ENOUGH_MINOR)
        if player.ask("GET", "/me/chain")["signatures_required"]:
            # Somebody followed docs/clients.md in an earlier run, and only that client has the keys.
            self._say(f"{PLAYER.username} has keys of its own since, and plays by them alone: --reset begins anew.")
            return
        games = [game for game in player.ask("GET", "/games")["items"] if game["played"] == "alone"]
        for game in games:
            outcomes: Counter[str] = Counter()
            for ended in player.play(game["game"], rounds=rounds):
                outcomes[ended["outcome"]] += 1
                supervisor.watch()
            outcome_counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
            self._say(f"Played {_counted(outcomes.total(), 'round')} of {game['game']}: {outcome_counts or 'none'}.")
        cash = player.ask("GET", "/wallet")["cash"]
        exponent = currency(cash["currency"]).exponent
        self._say(f"The demo player has {Decimal(cash['amount']).scaleb(-exponent):f} {cash['currency']}.")

    def _play_at_tables(
        self, url: str, tables: Mapping[str, ChainId], supervisor: Supervisor, rounds: int
    ) -> list[Mapping[str, Any]]:
        """Sit down at each table among the players of the house, and return the receipts."""
        newcomer = Client(url)
        newcomer.register(NEWCOMER, pin=PIN, currency=self._currency)
        newcomer.refill(below_minor=_ENOUGH_MINOR)
        hands = -(-rounds // _ROUNDS_A_HAND)
        kept = KeptStakes(file=VALUES / f"{NEWCOMER.username}.json")
        seats = {game: TablePlayer(client=newcomer, table=table.hex, kept=kept) for game, table in tables.items()}
        for seated in seats.values():
            # An earlier run may have been stopped in the middle of a hand.
            left_open = seated.resume()
            if left_open is not None:
                seated.play(left_open, vote_after_seconds=_GAME_SECONDS)
        for game, seated in seats.items():
            outcomes: Counter[str] = Counter()
            for _ in range(hands):
                try:
                    stake = seated.sit(seated.await_seat())
                except Refused as refused:
                    if refused.problem["code"] not in {"sitting-out", "stake-open", "round-open"}:
                        raise
                    # Somebody plays by this name in another terminal, or has let a hand burn.
                    self._say(f"The newcomer takes no seat: {refused}")
                    break
                outcomes[str(seated.play(stake, vote_after_seconds=_GAME_SECONDS)["outcome"])] += 1
                supervisor.watch()
            outcome_counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
            self._say(
                f"Played {_counted(outcomes.total(), 'hand')} of {game} at its table: {outcome_counts or 'none'}."
            )
        return newcomer.receipts

    def _play_signed(self, url: str, supervisor: Supervisor, rounds: int) -> list[Mapping[str, Any]]:
        """Play as a player with a key, by the reference client, and return the receipts that it keeps."""
        signing = SigningPlayer(url, VALUES / SIGNER.username)
        if not signing.is_here:
            self._say("Nobody signs: the reference client did not come with this copy.")
            return []
        registered = Client(url)
        registered.register(SIGNER, pin=PIN, currency=self._currency)
        registered.refill(below_minor=_ENOUGH_MINOR)
        signing.enrol()
        signing.play(_SIGNED_GAME, rounds=rounds)
        supervisor.watch()
        self._say(f"Played {_counted(rounds, 'round')} of {_SIGNED_GAME} under the signatures of a player's own key.")
        return signing.receipts()

    def _summarise(self, verification: Verification) -> None:
        self._say(verification.words)
        for fault in verification.faults:
            self._say(f"FAULT {fault}")
        self._say("ledger    " + ("FAULTY" if verification.faults else "balanced, and equal to the log"))
        self._say(f"roll-ups  {verification.folded} entries, held against the log")
        self._say("The log and the ledger verify." if verification.passed else "NOT VERIFIED.")

    def _welcome(self, url: str, tables: Mapping[str, ChainId]) -> None:
        python = Path(sys.executable)
        today = configured_days().day_of(datetime.now(UTC))
        interpreter = python.relative_to(Path.cwd()) if python.is_relative_to(Path.cwd()) else python
        pages = url.replace(HOST, "localhost")
        self._say(
            f"\nThe table    {pages}/play\nThe console  {pages}/console/\nThe desk     {pages}/desk\n"
            f"The interface is at {url}/api/v1, and described at {pages}/api/docs\n"
            f"  player    {PLAYER.username} / {PLAYER.password}, PIN {PIN}\n"
            f"  newcomer  {NEWCOMER.username} / {NEWCOMER.password}, who may sit at the tables\n"
            f"  signer    {SIGNER.username} / {SIGNER.password}, who plays by keys of its own: docs/clients.md\n"
            f"  operator  {OPERATOR.username} / {OPERATOR.password}\n"
            f"  another   {SECOND_OPERATOR.username} / {SECOND_OPERATOR.password}, who approves: docs/approvals.md\n"
            "Try next, in another terminal:\n"
            f"  curl {url}/api/v1/games/red-dog-atlantic-city\n"
            "  a seat at a table, step by step: docs/tutorial/a-hand-at-a-table.md. The tables, with players who wait"
            " for you:\n"
            + "".join(f"    curl {url}/api/v1/tables/{table.hex}    {game}\n" for game, table in tables.items())
            + f"  {interpreter} manage.py export_log /tmp/reddog-log && {interpreter} -m verifier /tmp/reddog-log\n"
            f"  {interpreter} manage.py report      the regulators' reports; of days that are over: from tomorrow on,\n"
            f"  {interpreter} manage.py report taxable-revenue --from {today} --until {today + timedelta(days=1)}\n"
            f"What the processes say is in {LOGS}. Ctrl-C stops everything."
        )


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _ends(supervisor: Supervisor) -> list[str]:
    return [
        f"FAULT {name} ended {'once' if times == 1 else f'{times} times'} during the run; see {LOGS / name}.log"
        for name, times in supervisor.ends.items()
    ]


def _heard_of_beat() -> bool:
    try:
        return cache.get(HEARTBEAT_KEY) is not None
    except redis.RedisError:
        return False


def _erase() -> None:
    if len(servers.wanted()) < len(servers.SERVERS):
        raise CommandError("DATABASE_URL or REDIS_URL names another server: remove its data there.")
    servers.erase(home.find())
    for folder in filter(None, (settings.REDDOG_LOG_DIR, settings.REDDOG_DAY_COPIES_DIR, VALUES)):
        shutil.rmtree(folder, ignore_errors=True)
    demo_witness.forget()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
