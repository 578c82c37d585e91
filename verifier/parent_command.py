"""The command line `python -m verifier parent DIR|URL`: a parent log, and the cells' logs that are given beside it.

Source: docs/formats/parent.md.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from verifier import (
    canonical,
    checkpoint,
    command_line,
    log_keys,
    parent,
    progress,
    published_commands,
    served_keys,
    source,
    tiles,
)
from verifier.audit import AuditRequest, audit
from verifier.event_command import trusted_keys
from verifier.export import Export
from verifier.judge import Depth
from verifier.parent import CellEntries, Parent
from verifier.served_export import ServedExport
from verifier.trust import Trust
from verifier.verdict import Code, Failure, Fault, Place
from verifier.witness_output import instant

_DESCRIPTION = """Judge a parent log, whose entries are the checkpoints of cells' logs, and each cell's log that is given
beside it: that it holds by itself, and has the root of every checkpoint of it that the parent has. Exit status 0: all that
was checked holds; 1: tampered or incomplete; 64: the question could not be put."""


def main(arguments: Sequence[str]) -> int:
    """Judge what the command line names, print the verdict, return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        export = source.read_in_place(options)
        read = parent.read(
            export,
            trust=trusted_keys(export, options.trust),
            policy=options.policy,
            kept=[path.read_bytes() for path in options.checkpoint],
        )
        said, failures = _judge(read, options)
    except OSError as error:
        return command_line.complain(error)
    except Fault as fault:
        failure = Failure(code=fault.code, sentence=fault.sentence, place=Place())
        return published_commands.tell({}, [failure], as_json=options.json)
    return published_commands.tell(said, failures, as_json=options.json)


def _judge(read: Parent, options: argparse.Namespace) -> tuple[dict[str, str], list[Failure]]:
    said = {"parent": f"{read.trust.origin!a}, {read.size} entries{'' if options.trust else ', by its own keys'}"}
    failures, judged = list(read.failures), set[str]()
    for number, place in enumerate(options.cell, start=1):
        export = source.read_beside(place)
        cell = _named(read, export)
        if cell is None:
            sentence = f"the log {place!a} is of a cell that the parent log does not name"
            failures.append(Failure(code=Code.E_CELL_UNKNOWN, sentence=sentence, place=Place()))
            continue
        judged.add(cell.trust.origin)
        told, found = _cell(cell, export, options)
        said[f"cell {number}"] = f"{cell.trust.origin!a}: {told}"
        failures += found
    missing = [origin for origin in read.cells if origin not in judged]
    said["not given"] = ", ".join(ascii(origin) for origin in missing) or "none: every cell that the parent names"
    if options.whole:
        failures += [
            Failure(code=Code.E_CELL_MISSING, sentence=f"the log of {origin!a} was not given", place=Place())
            for origin in missing
        ]
    said["witnesses"] = _witnesses(read)
    return said, failures


def _named(read: Parent, export: Export) -> CellEntries | None:
    raw = export.read("checkpoint", bytes_max=checkpoint.FILE_BYTES_MAX) or b""
    return read.cells.get(raw.split(b"\n", 1)[0].decode("utf-8", "replace"))


def _cell(cell: CellEntries, export: Export, options: argparse.Namespace) -> tuple[str, list[Failure]]:
    """Judge a cell's log with the parent's entries as checkpoints that were kept of it; return what was judged."""
    if isinstance(export, ServedExport) or not (export.folder / "tile" / "entries").is_dir():
        served = served_keys.read(export, cell.trust)
        keys = log_keys.of(cell.trust) if served is None else served.log
        result = tiles.judge(export, trust=cell.trust, keys=keys, kept=cell.notes)
        return f"{result.size} entries by its tiles, {len(cell.notes)} checkpoints of the parent", result.failures
    audited = audit(
        AuditRequest(
            export=export,
            depth=Depth.TREE if options.tree else Depth.FULL,
            jobs=options.jobs,
            trust=_document(cell.trust),
            checkpoints=cell.notes,
            progress=progress.bar(),
        )
    )
    gravest = audited.tally.gravest
    told = f"{audited.size} entries judged, {len(cell.notes)} checkpoints of the parent"
    return told, [] if gravest is None else [gravest]


def _document(trusted: Trust) -> bytes:
    document = {"log": trusted.log.vkey, "origin": trusted.origin, "root": trusted.root.vkey, "v": "rdf/1"}
    return canonical.encode(document).encode() + b"\n"


def _witnesses(read: Parent) -> str:
    if read.policy is None:
        return "no policy asks for any: that others see this log is not shown (--policy)"
    if read.quorum is None:
        return f"too few signed {read.size} entries"
    names = ", ".join(ascii(name) for name in read.quorum.names)
    return f"{read.size} entries were signed by {names}, at {instant(read.quorum.greatest)}"


def _parser() -> argparse.ArgumentParser:
    parser = command_line.Parser(prog="python -m verifier parent", description=_DESCRIPTION)
    source.add_source(parser, copied=False)
    parser.add_argument(
        "--cell",
        metavar="DIR|URL",
        action="append",
        default=[],
        help="a cell's log: an export in a folder, which is judged whole, or what it publishes; may be repeated",
    )
    parser.add_argument("--whole", action="store_true", help="ask for the log of every cell that the parent names")
    parser.add_argument("--tree", action="store_true", help="leave the signatures of the cells' records out")
    parser.add_argument("--trust", metavar="FILE", type=Path, help="trusted keys that came another way")
    parser.add_argument(
        "--jobs", metavar="N", type=command_line.positive, default=os.cpu_count() or 1, help="processes to use"
    )
    command_line.add_kept(parser)
    command_line.add_policy(parser)
    return parser
