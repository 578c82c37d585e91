"""Where a command line says that a log is: a folder, or an address behind which it is served."""

import argparse
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from verifier import log_copy, progress
from verifier.export import Export
from verifier.served_export import ServedExport
from verifier.server import Server

TOKEN_VARIABLE: Final = "REDDOG_LOG_TOKEN"  # noqa: S105  the name of one
_TOKEN_BYTES_MAX: Final = 4096


def add_source(parser: argparse.ArgumentParser, *, copied: bool = True) -> None:
    """Add the arguments for an export; with `copied` false for one that is not copied before it is read."""
    parser.add_argument("source", metavar="DIR|URL", help="the export: a folder, or the address of a served log")
    add_token(parser)
    if copied:
        parser.add_argument(
            "--cache", metavar="DIR", type=Path, help="keep the copy of a served log here, and go on from it next time"
        )


def add_token(parser: argparse.ArgumentParser) -> None:
    """Add the argument for what a served log knows an auditor by. It is a file's, because others see a command line."""
    parser.add_argument(
        "--token-file",
        metavar="FILE",
        type=Path,
        help=f"an auditor's token for the served log; otherwise that of the variable {TOKEN_VARIABLE}",
    )


@contextmanager
def opened(options: argparse.Namespace) -> Iterator[Export]:
    """Yield the export, as a folder: of a served log a copy, which ends with the block unless `--cache` keeps it.

    Raises:
        OSError: there is no such folder, or the server cannot be asked.
    """
    if not _is_served(options.source):
        yield folder(options.source)
        return
    server, cache = _server(options), options.cache
    if cache is not None:
        yield log_copy.copy(server, cache, progress=progress.bar())
        return
    with tempfile.TemporaryDirectory(prefix="verifier-log-", ignore_cleanup_errors=True) as made:
        yield log_copy.copy(server, Path(made), progress=progress.bar())


def read_in_place(options: argparse.Namespace) -> Export:
    """Return the export, which is read file by file wherever it is.

    Raises:
        OSError: there is no such folder.
    """
    if not _is_served(options.source):
        return folder(options.source)
    return ServedExport(folder=Path(), server=_server(options))


def read_beside(text: str) -> Export:
    """Return another log than the one that the command line is about. Where it is served, no token is sent: it is that one's.

    Raises:
        OSError: there is no such folder.
    """
    return ServedExport(folder=Path(), server=Server(text)) if _is_served(text) else folder(text)


def folder(text: str) -> Export:
    """Return the export in a folder.

    Raises:
        OSError: there is none. One that holds no export is judged.
    """
    path = Path(text)
    next(path.iterdir(), None)
    return Export(folder=path)


def _is_served(text: str) -> bool:
    return urlsplit(text).scheme in ("http", "https")


def _server(options: argparse.Namespace) -> Server:
    file: Path | None = options.token_file
    if file is None:
        token = os.environ.get(TOKEN_VARIABLE, "")
    else:
        with file.open("rb") as opened_file:
            token = opened_file.read(_TOKEN_BYTES_MAX).decode("latin-1")
    token = token.strip()
    if not (token.isascii() and token.isprintable()):
        raise OSError("nothing was asked: the auditor's token is not of letters and digits")
    return Server(options.source, token=token or None)
