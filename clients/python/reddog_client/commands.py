"""What the command line offers, each command as one function."""

import argparse
import getpass
import json
import os
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from .account import Account
from .beacon_copy import BeaconCopy, decks_of
from .enrolment import Enrolment
from .errors import ClientError
from .play import play
from .player import Player
from .public_keys import Algorithm
from .records import Record
from .table_play import play_at_table
from .table_player import TablePlayer

Options = argparse.Namespace


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Give a parser the commands and their options."""
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("status", help="follow the chain and show its head and its keys")

    playing = commands.add_parser("play", help="play rounds of a game")
    playing.add_argument("game", help="such as red-dog-atlantic-city")
    playing.add_argument("--rounds", type=int, default=1)
    playing.add_argument("--stake", type=int, help="in minor units; the least of the game if it is left out")

    seated = commands.add_parser("play-at", help="play hands or games at a table, with the cheapest decisions")
    seated.add_argument("table", help="its id, as GET /tables lists it")
    seated.add_argument("--hands", type=int, default=1)
    seated.add_argument("--stake", type=int, help="in minor units; the least of the table if it is left out")
    seated.add_argument("--vote-after", type=float, help="seconds after which a game around a pot is voted to an end")

    for name, about in (
        (
            "enrol",
            "let in a first key by the PIN (REDDOG_PIN, or asked for), and a recovery key whose code is shown once",
        ),
        ("rotate", "let in a new key and end the old one"),
        ("recover", "let in a new key by a recovery code, and end the lost ones; reads the code from standard input"),
    ):
        keyed = commands.add_parser(name, help=about)
        keyed.add_argument("--algorithm", type=Algorithm, choices=list(Algorithm), default=Algorithm.ED25519)

    commands.add_parser("request", help="ask to be let in as another device").add_argument("file", type=Path)
    commands.add_parser("admit", help="let in the device that wrote a request").add_argument("file", type=Path)

    ending = commands.add_parser("end", help="end a key")
    ending.add_argument("kid")
    ending.add_argument("--why", choices=("rotated", "lost", "stolen", "closed"), default="closed")

    commands.add_parser("refuse", help="end a key that somebody else let in").add_argument("kid")
    commands.add_parser("go-on", help="sign again, although something did not hold: look at evidence.jsonl first")

    receipts = commands.add_parser("receipts", help="count the receipts")
    receipts.add_argument("--prove", action="store_true", help="have the log prove each of them")

    copied = commands.add_parser(
        "beacons", help="hold the public values of decks against a copy of their source; asks nobody"
    )
    copied.add_argument("file", type=Path, help="an answer of the source a line, or JSON {round: value}")


def prepare(account: Account, options: Options) -> None:
    """Do what must be done before the login, which follows the chain and would stop at what these are about."""
    if options.command == "refuse":
        account.add_known_kid(options.kid)
    elif options.command == "go-on":
        account.dispel()


def run_offline(account: Account, options: Options) -> bool:
    """Carry out a command that needs no platform; tell whether it is one."""
    command = _OFFLINE.get(options.command)
    if command is not None:
        command(account, options)
    return command is not None


def run(player: Player, options: Options) -> None:
    """Carry out a command."""
    _COMMANDS[options.command](player, options)


def _status(player: Player, _options: Options) -> None:
    chain = player.chain
    print(f"chain    {chain.name}")
    print(f"head     {chain.leaf}, record {chain.seq}")
    for key in chain.keys:
        let_in = "by operators" if key.forced else "by the player"
        print(f"key      {key.kid} {key.algorithm} {key.use}, let in {let_in}{', ended' if key.ended else ''}")


def _play(player: Player, options: Options) -> None:
    outcomes = Counter(
        str(ended["outcome"]) for ended in play(player, options.game, rounds=options.rounds, stake=options.stake)
    )
    counted = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    print(f"played   {outcomes.total()} of {options.game}: {counted or 'none'}")
    print(f"receipts {len(player.account.receipts)}, {'signed' if player.chain.signed else 'without a player key'}")


def _play_at(player: Player, options: Options) -> None:
    seated = TablePlayer(player, options.table)
    hands = play_at_table(seated, hands=options.hands, amount=options.stake, vote_after_seconds=options.vote_after)
    outcomes = Counter(ended.outcome for ended in hands)
    counted = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    print(f"played   {outcomes.total()} at {options.table}: {counted or 'none'}; the cards were dealt again")
    print(f"receipts {len(player.account.receipts)}, {'signed' if player.chain.signed else 'without a player key'}")


def _enrol(player: Player, options: Options) -> None:
    pin = os.environ.get("REDDOG_PIN") or getpass.getpass("PIN of the account: ")
    Enrolment(player).enrol(_show_code, pin=pin, algorithm=options.algorithm)
    _status(player, options)


def _rotate(player: Player, options: Options) -> None:
    Enrolment(player).rotate(algorithm=options.algorithm)
    _status(player, options)


def _recover(player: Player, options: Options) -> None:
    Enrolment(player).recover(input(), algorithm=options.algorithm)
    _status(player, options)


def _request(player: Player, options: Options) -> None:
    request = Enrolment(player).request()
    options.file.write_text(json.dumps(request) + "\n")
    print(f"request  {options.file}, for ten minutes; admit it where a live key is: {_own_kid(player)}")


def _admit(player: Player, options: Options) -> None:
    Enrolment(player).let_in(json.loads(options.file.read_text()))
    _status(player, options)


def _end(player: Player, options: Options) -> None:
    Enrolment(player).end(options.kid, options.why)
    _status(player, options)


def _refuse(player: Player, options: Options) -> None:
    Enrolment(player).refuse(options.kid)
    _status(player, options)


def _receipts(player: Player, options: Options) -> None:
    print(f"receipts {len(player.account.receipts)}")
    if options.prove:
        for receipt in player.account.receipts.read():
            proved = player.log.prove(str(receipt["leaf"]))
            print(f"proved   record {receipt['seq']} at {proved.index}, by the checkpoint of {proved.checkpoint.size}")


def _beacons(account: Account, options: Options) -> None:
    copy, counted = BeaconCopy.parse(options.file.read_text()), Counter[bool]()
    with account.evidence_kept():
        for shown in account.tables_seen():
            for table, opened in decks_of(Record.parse(receipt) for receipt in shown.read()):
                compared = copy.compare(table, opened)
                counted[compared] += 1
                word = "same    " if compared else "not told"
                print(
                    f"{word} hand {opened.fields['epoch']} of {table.fields['chain']}: round {opened.fields['beacon']['round']}"
                )
    print(f"beacons  {counted[True]} of {counted.total()} public values are those of the copy")
    if counted[False]:
        raise ClientError("the copy has not every round of these hands, and when a source publishes its rounds")


def _show_code(code: str) -> None:
    print(f"recovery {code}")
    print("         Write it down: it is shown this once, and whoever has it can let in keys.")


def _own_kid(player: Player) -> str:
    return player.account.state.keys[-1].public.kid


_OFFLINE: Final[Mapping[str, Callable[[Account, Options], None]]] = {"beacons": _beacons}

_COMMANDS: Final[Mapping[str, Callable[[Player, Options], None]]] = {
    "status": _status,
    "play": _play,
    "play-at": _play_at,
    "enrol": _enrol,
    "rotate": _rotate,
    "recover": _recover,
    "request": _request,
    "admit": _admit,
    "end": _end,
    "refuse": _refuse,
    "go-on": _status,
    "receipts": _receipts,
}
