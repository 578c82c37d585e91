"""The command line `python -m verifier session`: the rounds that were one session.

Source: docs/formats/sessions.md.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, cast

from verifier import canonical, checkpoint, command_line, log_keys, note, schema, session_reference, source
from verifier.command_line import EXIT_USAGE
from verifier.event_command import trusted_keys
from verifier.export import Export
from verifier.predicates import HEX_16, HEX_32
from verifier.replay_text import instant
from verifier.tree import leaf_hash, root_of
from verifier.trust import Trust
from verifier.verdict import Code, Fault
from verifier.verdict_output import EXIT_OK, EXIT_REFUSED, lines

_DESCRIPTION = """List the stakes of one session of a player: the deals and buy-ins that bear its reference. The session's
id and salt come from the operator or from the player; a reference alone shows the rounds, and not whose session they
were. The entries are compared with the export's newest checkpoint;
whether they hold, `python -m verifier DIR` judges. Exit status 0: the log has stakes of this session; 1: the export is
not what its checkpoint says; 64: no stake bears this reference, or nothing could be read."""


class _Stake(TypedDict):
    chain: str
    epoch: int
    time: int
    type: str


class Stake(_Stake, total=False):
    """What a `deal` and a `sit` say of a stake; `nonce` of a round of one seat, the table's leaf of any other."""

    ante: int
    bonus: int
    buy_in: int
    nonce: int
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionStake:
    """A stake of a session, and its log index."""

    index: int
    record: Stake

    @property
    def placed_minor(self) -> int:
        """Return what was placed: the ante and the side bet, or the buy-in."""
        if "buy_in" in self.record:
            return self.record["buy_in"]
        return self.record["ante"] + self.record.get("bonus", 0)


def main(arguments: Sequence[str]) -> int:
    """List the stakes of the session that the command line names, and return the exit status."""
    options = _parser().parse_args(arguments)
    sess: str | None = options.reference
    if sess is None:
        if options.id is None or options.salt is None:
            print("verifier: --id and --salt are needed, or --reference", file=sys.stderr)
            return EXIT_USAGE
        sess = session_reference.reference(session=options.id, salt=options.salt)
    try:
        export = source.read_in_place(options)
        found = stakes(export, trusted_keys(export, options.trust), sess=sess)
    except Fault as fault:
        print(f"verifier: {fault.code}: {fault.sentence}")
        return EXIT_REFUSED
    except OSError as error:
        return command_line.complain(error)
    if not found:
        print(f"verifier: no stake bears the reference {sess}")
        return EXIT_USAGE
    print(*lines("session", sess), sep="\n")
    print(*lines("chain", *sorted({stake.record["chain"] for stake in found})), sep="\n")
    print(*lines("stakes", *map(_told, found)), sep="\n")
    total_minor = sum(stake.placed_minor for stake in found)
    print(*lines("in all", f"{len(found)}, {total_minor} minor units placed, {_lasted(found)}"), sep="\n")
    return EXIT_OK


def stakes(export: Export, trusted: Trust, *, sess: str) -> list[SessionStake]:
    """Return the stakes that bear a reference, in log order, of a log whose newest checkpoint holds.

    Raises:
        Fault: the checkpoint, the tree or one of these records does not hold.
        OSError: a file cannot be read.
    """
    raw = export.read("checkpoint", bytes_max=checkpoint.FILE_BYTES_MAX)
    if raw is None:
        raise Fault(Code.E_CHECKPOINT, "the export has no checkpoint")
    newest, keys = checkpoint.parse_claimed(raw, trust=trusted), log_keys.of(trusted)
    mark = f'"sess":"{sess}"'.encode()
    leaves: list[bytes] = []
    found: list[SessionStake] = []
    for index, entry in _entries(export, size=newest.size):
        leaves.append(leaf_hash(entry))
        keys.see(entry, index=index, root=trusted.root)
        if mark in entry:
            record = schema.check(canonical.parse(note.line_of(note.split(entry))))
            # The words of another record may repeat the mark.
            if record["type"] in ("deal", "sit") and record.get("sess") == sess:
                found.append(SessionStake(index=index, record=cast("Stake", record)))
    keys.require(newest)
    if root_of(leaves) != newest.root:
        raise Fault(Code.E_ROOT, "the checkpoint's root is not that of the entries")
    return found


def _entries(export: Export, *, size: int) -> Iterator[tuple[int, bytes]]:
    for bundle in export.bundles(size=size):
        if bundle.broken is not None:
            raise Fault(bundle.broken.code, bundle.broken.sentence)
        yield from enumerate(bundle.entries, start=bundle.first)


def _told(stake: SessionStake) -> str:
    record = stake.record
    if "table" in record:
        place = f"table {record['table']}, epoch {record['epoch']}"
    else:
        place = f"round {record['chain']}-{record['epoch']}-{record['nonce']}"
    return f"log index {stake.index}, {instant(record['time'])}, {record['type']} of {stake.placed_minor}, {place}"


def _lasted(found: Sequence[SessionStake]) -> str:
    times = [stake.record["time"] for stake in found]
    return f"{max(times) - min(times)} ms from the first to the last"


def _parser() -> argparse.ArgumentParser:
    parser = command_line.Parser(prog="python -m verifier session", description=_DESCRIPTION)
    source.add_source(parser, copied=False)
    parser.add_argument("--id", metavar="HEX", type=_sixteen_bytes, help="the session's id")
    parser.add_argument("--salt", metavar="HEX", type=_sixteen_bytes, help="the session's salt")
    parser.add_argument("--reference", metavar="HEX", type=_reference, help="the reference, instead of id and salt")
    parser.add_argument("--trust", metavar="FILE", type=Path, help="trusted keys that came another way")
    return parser


def _reference(text: str) -> str:
    if not HEX_32(text):
        raise argparse.ArgumentTypeError("64 hex digits in lower case are needed")
    return text


def _sixteen_bytes(text: str) -> bytes:
    if not HEX_16(text):
        raise argparse.ArgumentTypeError("32 hex digits in lower case are needed")
    return bytes.fromhex(text)
