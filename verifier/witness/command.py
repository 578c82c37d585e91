"""python -m verifier witness: make the key of a witness, and be one."""

import argparse
import signal
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from verifier.command_line import EXIT_USAGE, Parser
from verifier.note import parse_vkey
from verifier.verdict import Fault
from verifier.witness import key_file
from verifier.witness.add_checkpoint import Witness
from verifier.witness.key_file import KeyRefused
from verifier.witness.known_keys import KnownKeys, WitnessedLog
from verifier.witness.server import WitnessServer
from verifier.witness.state import State, StateRefused

_DESCRIPTION = """Be a witness: sign checkpoints of logs, each only where it goes on from the last one that was signed.
Run it on a machine that the log's operator does not control; otherwise it proves nothing about the operator. Exit
status 0: told to end; 64: it could not begin."""
_STATE = "signed.json"
_KEYS = "log-keys.json"


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says, and return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        if options.what == "make-key":
            return _make_key(options)
        return _run(options)
    except (KeyRefused, StateRefused, OSError) as refusal:
        print(f"witness: {refusal}", file=sys.stderr)
        return EXIT_USAGE


def _make_key(options: argparse.Namespace) -> int:
    folder: Path = options.folder
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Last, because a key without a state could sign whatever history it is shown first.
    if not (folder / _STATE).exists():
        State.create(folder / _STATE)
    made = key_file.make(folder / "witness.key", options.name, passphrase=_passphrase(options))
    print(made.vkey)
    return 0


def _run(options: argparse.Namespace) -> int:
    folder: Path = options.folder
    signer = key_file.read(folder / "witness.key", passphrase=_passphrase(options))
    # The state first: it keeps other witnesses from both files.
    state = State.open(folder / _STATE)
    known = KnownKeys.open(folder / _KEYS, options.log)
    witness = Witness(signer=signer, state=state, keys=known, now=lambda: int(time.time()))  # noqa: TID251  a command reads the clock
    server = WitnessServer(options.listen, witness)
    for number in (signal.SIGTERM, signal.SIGINT):
        # Not in this thread, which serves and would wait for itself.
        signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
    host, port = server.server_address[:2]
    print(f"witness {ascii(signer.vkey)[1:-1]} listens on {host!s}:{port}", flush=True)
    with server:
        server.serve_forever(poll_interval=0.1)
    return 0


def _passphrase(options: argparse.Namespace) -> bytes | None:
    file: Path | None = options.passphrase_file
    return None if file is None else file.read_bytes().removesuffix(b"\n")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m verifier witness", description=_DESCRIPTION)
    commands = parser.add_subparsers(dest="what", required=True, parser_class=Parser)
    make = commands.add_parser("make-key", help="draw a key, and print its public half for a policy")
    make.add_argument("name", help="what it signs as, such as witness.example/w1")
    run = commands.add_parser("run", help="serve POST /add-checkpoint until SIGTERM")
    run.add_argument(
        "--log",
        metavar="'VKEY [ROOT]'",
        type=_log,
        action="append",
        required=True,
        help="a log's key, and after a space that of its root, by whose word it follows successors; may be repeated",
    )
    run.add_argument("--listen", metavar="HOST:PORT", type=_address, default=("127.0.0.1", 8100))
    for command in (make, run):
        command.add_argument("folder", metavar="DIR", type=Path, help="the folder of its key and its state")
        command.add_argument(
            "--passphrase-file", metavar="FILE", type=Path, help="the passphrase under which the key is encrypted"
        )
    return parser


def _log(text: str) -> WitnessedLog:
    key, _, root = text.partition(" ")
    try:
        return WitnessedLog(parse_vkey(key), parse_vkey(root) if root else None)
    except Fault as fault:
        raise argparse.ArgumentTypeError(fault.sentence) from None


def _address(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal():
        raise argparse.ArgumentTypeError("a host, a colon and a port")
    return host, int(port)
