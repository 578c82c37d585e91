"""The command line `python -m verifier replay NAME DIR|URL`: a round, or a hand or game of a table, step by step.

The chain that it is in is judged on the way, by all that the log says before; the chains of others at a table are followed.
"""

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from verifier import (
    beacons,
    canonical,
    command_line,
    note,
    replay_reading,
    replay_text,
    round_replay,
    schema,
    source,
    verdict_output,
)
from verifier.beacons import BeaconCopy
from verifier.command_line import EXIT_USAGE
from verifier.event_command import trusted_keys
from verifier.export import Export
from verifier.round_replay import RoundReplay
from verifier.table_records import TableRecord
from verifier.table_state import Table
from verifier.tally import Tally
from verifier.trust import Trust
from verifier.verdict import Failure, Fault, Place
from verifier.windows import ZoneUnknown

_DESCRIPTION = """Show a round, or a hand or a game of a table, step by step, as its seed and the decisions give it. A
round is CHAIN-EPOCH-NONCE: the player's chain, the number of the epoch, and that of the round in it. A hand or a game is
TABLE-EPOCH: the table's chain, and the number of the epoch. Only that chain is judged: audit the whole log for the
others, for the tree and for the checkpoints. The public value of a deck is compared with your own copy of its source. Exit status 0: the chain holds; 1: it does not; 2: it is late; 3: a warning;
64: there is no such round or epoch, or nothing could be read."""
_NAME = re.compile(r"([0-9a-f]{32})-(0|[1-9][0-9]{0,9})(?:-([1-9][0-9]{0,9}))?")


@dataclass(slots=True, kw_only=True)
class Replay:
    """An epoch of a table: its records with their log indexes, and how the table's chain was judged."""

    chain: str
    epoch: int
    table: Table | None = None
    announced: str | None = None
    """The commitment to the epoch's seed in the `seats` of the epoch before."""
    records: list[tuple[int, TableRecord]] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def see(self, entry: bytes, *, index: int, of: str) -> None:  # noqa: ARG002  told of each entry
        """Keep what announces the epoch's seed. What cannot be read, the judge tells."""
        if of != self.chain:
            return
        try:
            record = cast("TableRecord", schema.check(canonical.parse(note.line_of(note.split(entry)))))
        except Fault:
            return
        if record["type"] == "seats" and record["epoch"] == self.epoch - 1:
            self.announced = record["next"]["commit"]

    def compare(self, copy: BeaconCopy) -> None:
        """Hold the public value of the epoch's deck, if it takes one, against somebody's own copy of its source."""
        for index, record in self.records:
            if record["type"] != "open" or "beacon" not in record or self.table is None or self.table.source is None:
                continue
            fault = beacons.compare(record["beacon"], self.table.source, copy)
            if fault is not None:
                place = Place(index=index, chain=self.chain, seq=record["seq"], kind=record["type"])
                self.tally.fail(Failure(code=fault.code, sentence=fault.sentence, place=place))

    @property
    def failure(self) -> Failure | None:
        """Return the failure that decides about the table's chain."""
        return self.tally.gravest


def main(arguments: Sequence[str]) -> int:
    """Show what the command line names, return the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    chain, epoch, nonce = options.name
    if nonce is not None and options.beacon is not beacons.NO_COPY:
        parser.error("--beacon: only hands and games of tables take public values")
    try:
        with source.opened(options) as export:
            trusted = trusted_keys(export, options.trust)
            if nonce is not None:
                return _show_round(round_replay.read(export, trusted, chain=chain, epoch=epoch, nonce=nonce))
            replay = read(export, trusted, chain=chain, epoch=epoch)
    except Fault as fault:
        print(f"verifier: {fault.code}: {fault.sentence}")
        return 1
    except (OSError, ZoneUnknown) as error:
        return command_line.complain(error)
    if replay.table is None or not replay.records:
        print(f"verifier: the log has no epoch {epoch} of a table {chain}")
        return EXIT_USAGE
    replay.compare(options.beacon)
    told = replay_text.lines_of(
        replay.table,
        replay.records,
        announced=replay.announced,
        beacon_copy=options.beacon,
        failure=replay.failure,
    )
    for line in told:
        print(line)
    return verdict_output.exit_of(replay.failure)


def _show_round(replay: RoundReplay) -> int:
    if replay.story is None:
        print("verifier: the log has no such round")
        return EXIT_USAGE
    for line in replay.story.lines():
        print(line)
    print(replay_text.verdict(replay.failure, of="the player's chain"))
    return verdict_output.exit_of(replay.failure)


def read(export: Export, trusted: Trust, *, chain: str, epoch: int) -> Replay:
    """Read an export up to the end of an epoch of a table, and judge the table's chain on the way.

    Raises:
        OSError: a file is there and cannot be read.
    """
    replay = Replay(chain=chain, epoch=epoch)
    found = replay_reading.judge_chain(
        export, trusted, chain=chain, tally=replay.tally, watched=(chain, epoch), see=replay.see
    )
    replay.table = found.tables.by_chain.get(chain)
    replay.records = [(index, cast("TableRecord", record)) for index, record in found.watched]
    return replay


def _parser() -> argparse.ArgumentParser:
    parser = command_line.Parser(prog="python -m verifier replay", description=_DESCRIPTION)
    parser.add_argument("name", metavar="NAME", type=_name, help="CHAIN-EPOCH-NONCE, or TABLE-EPOCH")
    source.add_source(parser)
    parser.add_argument("--trust", metavar="FILE", type=Path, help="trusted keys that came another way")
    command_line.add_beacon(parser)
    return parser


def _name(text: str) -> tuple[str, int, int | None]:
    match = _NAME.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError("32 hex digits and one or two numbers are needed, with hyphens between them")
    return match[1], int(match[2]), None if match[3] is None else int(match[3])
