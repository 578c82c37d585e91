"""The arguments of an audit that keeps a state."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

from verifier.going_on import EVERY_S, StateFile

_KEY_BYTES: Final = range(16, 4097)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "--state",
        metavar="FILE",
        type=Path,
        help="keep how far the log was judged here, and go on from it next time; one process then judges",
    )
    parser.add_argument(
        "--state-every",
        metavar="SECONDS",
        type=_seconds,
        default=EVERY_S,
        help=f"how often the state is written while the log is judged, so that a run that is broken off goes on ({EVERY_S:.0f})",
    )
    parser.add_argument(
        "--state-key",
        metavar="FILE",
        type=Path,
        help="a key of 16 to 4096 bytes without which nobody can make or change a state",
    )


def state_file(options: argparse.Namespace, *, refuse: Callable[[str], NoReturn]) -> StateFile | None:
    """Return where the state is that the command line names; None for an audit that keeps none.

    Raises:
        OSError: the key cannot be read.
    """
    path: Path | None = options.state
    key_file: Path | None = options.state_key
    if path is None:
        if key_file is not None:
            refuse("--state-key needs --state")
        return None
    if options.dask is not None:
        refuse("--state and --dask exclude each other: an audit that keeps a state is one process")
    for log in (options.source, options.cache):
        if log is not None and path.resolve().is_relative_to(Path(log).resolve()):
            refuse("the state must not lie in the folder of the log, which others write")
    key = None if key_file is None else key_file.read_bytes()
    if key is not None and len(key) not in _KEY_BYTES:
        refuse(f"the key in {str(key_file)!a} has {len(key)} bytes, which are not 16 to 4096")
    return StateFile(path=path, every_s=options.state_every, key=key)


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError("a number of seconds is needed")
    return number
