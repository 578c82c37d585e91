"""The command line `python -m verifier replay TABLE-EPOCH DIR`: one hand or game of a table, step by step.

The table's chain is judged on the way, by all that the log says before; the players' own chains are followed.
"""

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from verifier import checkpoint, command_line, replay_text, trust, verdict_output
from verifier.command_line import EXIT_USAGE
from verifier.entry_bytes import chain_of
from verifier.export import Export
from verifier.judge import Depth, Judge
from verifier.link import Position
from verifier.player import AuditContext
from verifier.schema import SYSTEM_CHAIN
from verifier.system import System
from verifier.table_records import TableRecord
from verifier.table_state import Table
from verifier.tables import Tables
from verifier.tally import Tally
from verifier.tree import leaf_hash
from verifier.trust import Trust
from verifier.verdict import Code, Failure, Fault
from verifier.windows import ZoneUnknown

_DESCRIPTION = """Show a hand or a game of a table step by step, as its seed and the decisions give it. TABLE-EPOCH is the
table's chain and the number of the epoch. Only the table's chain is judged: audit the whole log for the players' money,
for the tree and for the checkpoints. Exit status 0: the chain holds; 1: it does not; 2: it is late; 64: there is no such
epoch, or nothing could be read."""
_NAME = re.compile(r"([0-9a-f]{32})-(0|[1-9][0-9]{0,9})")


@dataclass(slots=True, kw_only=True)
class Replay:
    """An epoch of a table: its records with their log indexes, and how the table's chain was judged."""

    chain: str
    epoch: int
    table: Table | None = None
    records: list[tuple[int, TableRecord]] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    @property
    def failure(self) -> Failure | None:
        """Return the failure that decides about the table's chain."""
        return self.tally.gravest


def main(arguments: Sequence[str]) -> int:
    """Show what the command line names, return the exit status."""
    options = _parser().parse_args(arguments)
    chain, epoch = options.name
    try:
        trusted = _trusted(options.folder, options.trust)
        replay = read(Export(folder=options.folder), trusted, chain=chain, epoch=epoch)
    except Fault as fault:
        print(f"verifier: {fault.code}: {fault.sentence}")
        return 1
    except (OSError, ZoneUnknown) as error:
        return command_line.complain(error)
    if replay.table is None or not replay.records:
        print(f"verifier: the log has no epoch {epoch} of a table {chain}")
        return EXIT_USAGE
    for line in replay_text.lines_of(replay.table, replay.records, failure=replay.failure):
        print(line)
    return verdict_output.exit_of(replay.failure)


def read(export: Export, trusted: Trust, *, chain: str, epoch: int) -> Replay:
    """Read an export up to the end of an epoch of a table, and judge the table's chain on the way.

    Raises:
        OSError: a file is there and cannot be read.
    """
    replay = Replay(chain=chain, epoch=epoch)
    sizes = export.checkpoint_sizes()
    newest = export.read("checkpoint", bytes_max=checkpoint.FILE_BYTES_MAX) or b""
    size = max([checkpoint.parse(newest, trust=trusted).size, *sizes])
    system = System(root=trusted.root, log=trusted.log)
    tables = Tables(system=system)
    context = AuditContext(
        system=system, checkpoint_sizes=tuple(sizes), tables=tables, tally=replay.tally, origin=trusted.origin
    )
    judge = Judge(context, depth=Depth.FULL, watched=(chain, epoch))
    for bundle in export.bundles(size=size):
        for index, entry in enumerate(bundle.entries, start=bundle.first):
            of = chain_of(entry)
            if of in (SYSTEM_CHAIN, chain):
                judge.judge(entry, index=index, leaf=leaf_hash(entry).hex(), chain=of, counted=True)
            elif judge.concerns(entry, of):
                judge.follow(entry, position=Position(index=index, leaf=leaf_hash(entry).hex()), chain=of)
        if bundle.broken is not None:
            replay.tally.fail(bundle.broken)
    replay.table = tables.by_chain.get(chain)
    replay.records = [(index, cast("TableRecord", record)) for index, record in judge.watched]
    return replay


def _trusted(folder: Path, given: Path | None) -> Trust:
    if given is not None:
        return trust.parse(given.read_bytes(), exact=False)
    raw = Export(folder=folder).read("trust.json", bytes_max=trust.FILE_BYTES_MAX)
    if raw is None:
        raise Fault(Code.E_TRUST, "the export has no trust.json, and no --trust was given")
    return trust.parse(raw, exact=True)


def _parser() -> argparse.ArgumentParser:
    parser = command_line.Parser(prog="python -m verifier replay", description=_DESCRIPTION)
    parser.add_argument("name", metavar="TABLE-EPOCH", type=_name, help="the table's chain, a hyphen, and the epoch")
    parser.add_argument("folder", metavar="DIR", type=Path, help="the export")
    parser.add_argument("--trust", metavar="FILE", type=Path, help="trusted keys that came another way")
    return parser


def _name(text: str) -> tuple[str, int]:
    match = _NAME.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError("32 hex digits, a hyphen and a number are needed")
    return match[1], int(match[2])
