"""The command line: `python -m verifier DIR`."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from verifier import report
from verifier.audit import Outcome, Request, audit
from verifier.export import Export
from verifier.judge import Depth
from verifier.windows import ZoneUnknown

EXIT_USAGE = 64

_DESCRIPTION = """Judge an export of the log: signatures, chains, seeds, cards, decisions, payouts, balances, the
tree and every checkpoint. Exit status 0: all that was checked holds; 1: tampered; 2: late or incomplete;
64: the question could not be put."""

_ZONE_UNKNOWN = """nothing was judged: limits in this log run by the time zone {}, which this machine's time zone
database does not have. Install one (the system's, or the package tzdata). If a recent one lacks it too, there is no
such zone, and the operator has to answer for it."""


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints do not exit with 2, which is a verdict here."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(EXIT_USAGE, f"verifier: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit what the command line names, print the verdict, return the exit status."""
    asked = _parser().parse_args(arguments)
    try:
        outcome = audit(_request(asked))
    except OSError as error:
        print(f"verifier: cannot read {error.filename!a}: {error.strerror}", file=sys.stderr)
        return EXIT_USAGE
    except ZoneUnknown as missing:
        print(f"verifier: {_ZONE_UNKNOWN.format(missing.name[:80])}", file=sys.stderr)
        return EXIT_USAGE
    _print(outcome, as_json=asked.json)
    return report.exit_status(outcome)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m verifier", description=_DESCRIPTION)
    parser.add_argument("folder", metavar="DIR", type=Path, help="the export")
    parser.add_argument("--receipts", metavar="FILE", type=Path, help="receipts of players, one JSON object a line")
    parser.add_argument("--trust", metavar="FILE", type=Path, help="trusted keys that came another way")
    parser.add_argument(
        "--checkpoint",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="a checkpoint kept from earlier, which the log must still agree with; may be repeated",
    )
    parser.add_argument(
        "--tree", action="store_true", help="leave the records' own signatures out: several times faster"
    )
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")
    parser.add_argument("--jobs", metavar="N", type=_positive, default=os.cpu_count() or 1, help="processes to use")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return number


def _request(asked: argparse.Namespace) -> Request:
    folder: Path = asked.folder
    # Reading it here tells a folder that is not there from one that holds no export.
    next(folder.iterdir(), None)
    receipts: Path | None = asked.receipts
    trust: Path | None = asked.trust
    kept: list[Path] = asked.checkpoint
    return Request(
        export=Export(folder=folder),
        depth=Depth.TREE if asked.tree else Depth.FULL,
        jobs=asked.jobs,
        trust=None if trust is None else trust.read_bytes(),
        receipts=None if receipts is None else receipts.read_bytes().splitlines(),
        checkpoints=tuple(path.read_bytes() for path in kept),
    )


def _print(outcome: Outcome, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(report.as_document(outcome), indent=2))
        return
    for line in report.as_text(outcome):
        print(line)


if __name__ == "__main__":
    sys.exit(main())
