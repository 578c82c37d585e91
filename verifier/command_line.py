"""The arguments that both command lines of the program take: an export, and what to compare it with."""

import argparse
import os
import sys
from pathlib import Path
from typing import NoReturn

from verifier import beacons, progress, source, witness_policy
from verifier.audit import AuditRequest
from verifier.beacons import BeaconCopy
from verifier.dask_scheduler import DaskScheduler
from verifier.export import Export
from verifier.judge import Depth
from verifier.verdict import Fault
from verifier.witness_policy import Policy

EXIT_USAGE = 64

ZONE_UNKNOWN = """nothing was judged: limits or gaming days go by the time zone {}, which this machine's time zone
database does not have. Install one (the system's, or the package tzdata). If a recent one lacks it too, there is no
such zone, and the operator has to answer for it."""


class Parser(argparse.ArgumentParser):
    """A parser that does not exit with 2 on a usage error, because 2 is a verdict here."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and what is wrong, and exit."""
        self.print_usage(sys.stderr)
        self.exit(EXIT_USAGE, f"verifier: {message}\n")


def add_export(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for an export and for what to compare it with."""
    source.add_source(parser)
    parser.add_argument("--receipts", metavar="FILE", type=Path, help="receipts of players, one JSON object a line")
    parser.add_argument("--trust", metavar="FILE", type=Path, help="trusted keys that came another way")
    add_kept(parser)
    add_policy(parser)
    add_beacon(parser)
    parser.add_argument("--jobs", metavar="N", type=positive, default=os.cpu_count() or 1, help="processes to use")
    parser.add_argument("--dask", metavar="ADDRESS", help="a Dask scheduler whose workers do the work of processes")
    parser.add_argument(
        "--scratch",
        metavar="DIR",
        type=Path,
        help="a folder for as much as the log takes, while several processes work; with --dask all workers reach it",
    )


def add_policy(parser: argparse.ArgumentParser, *, option: str = "--policy", of: str = "it") -> None:
    """Add the argument for the auditor's own policy of witnesses."""
    parser.add_argument(
        option, metavar="FILE", type=_policy, help=f"a policy of your own: which witnesses must have signed {of}"
    )


def add_beacon(parser: argparse.ArgumentParser) -> None:
    """Add the argument for one's own copy of a public source of randomness; without it `options.beacon` is `NO_COPY`."""
    parser.add_argument(
        "--beacon",
        metavar="FILE",
        type=_beacon,
        default=beacons.NO_COPY,
        help="a copy of your own of a public source of randomness: JSON {round: value}, or an answer of it a line",
    )


def add_kept(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for what was kept from earlier, and for how the verdict is told."""
    parser.add_argument(
        "--checkpoint",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="a checkpoint kept from earlier, which the log must still agree with; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")


def request(options: argparse.Namespace, export: Export, *, depth: Depth) -> AuditRequest:
    """Read the files that the command line names into a request.

    Raises:
        OSError: a file cannot be read, a Dask scheduler is named and does not answer, or nothing here can ask it.
    """
    receipts: Path | None = options.receipts
    trust: Path | None = options.trust
    kept: list[Path] = options.checkpoint
    return AuditRequest(
        export=export,
        depth=depth,
        jobs=options.jobs,
        trust=None if trust is None else trust.read_bytes(),
        receipts=None if receipts is None else receipts.read_bytes().splitlines(),
        checkpoints=tuple(path.read_bytes() for path in kept),
        policy=options.policy,
        beacons=options.beacon,
        scheduler=None if options.dask is None else DaskScheduler.at(options.dask),
        scratch=options.scratch,
        progress=progress.bar(),
    )


def complain(error: Exception) -> int:
    """Print to standard error why nothing was judged; return the exit status.

    `error` is an `OSError` or a `ZoneUnknown`.
    """
    if isinstance(error, OSError):
        told = f"cannot read {error.filename!a}: {error.strerror}" if error.filename else f"nothing was judged: {error}"
        print(f"verifier: {told}", file=sys.stderr)
    else:
        print(f"verifier: {ZONE_UNKNOWN.format(str(error)[:80])}", file=sys.stderr)
    return EXIT_USAGE


def _policy(name: str) -> Policy:
    try:
        return witness_policy.parse(Path(name).read_text("utf-8", "replace"))
    except OSError as error:
        raise argparse.ArgumentTypeError(f"cannot read {name!a}: {error.strerror}") from None
    except Fault as fault:
        raise argparse.ArgumentTypeError(fault.sentence) from None


def _beacon(name: str) -> BeaconCopy:
    try:
        return beacons.parse_copy(Path(name).read_bytes())
    except OSError as error:
        raise argparse.ArgumentTypeError(f"cannot read {name!a}: {error.strerror}") from None
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"no copy of a beacon: {error}") from None


def positive(text: str) -> int:
    """Read a whole number of at least 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return number
