"""The command lines: `python -m verifier DIR|URL`, and those that begin with the name of another question."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from verifier import (
    __version__,
    approval,
    approval_command,
    command_line,
    event_command,
    explain,
    parent_command,
    published_commands,
    receipt_command,
    release,
    replay,
    session_command,
    source,
    state_options,
    verdict_output,
)
from verifier.approval import Approval
from verifier.audit import AuditResult, audit
from verifier.filed import command
from verifier.judge import Depth
from verifier.verdict import Fault
from verifier.windows import ZoneUnknown
from verifier.witness import command as witness_command

_DESCRIPTION = """Judge a log, by an export of it or where it is served: signatures, chains, seeds, cards, decisions,
payouts, balances, the tree and every checkpoint. Exit status 0: all that was checked holds; 1: tampered or incomplete,
else 3: a warning, no proof, and somebody must ask; else 2: late; 64: the question could not be put."""
_OTHERS = """To judge a filed report: python -m verifier report --help; a proof: python -m verifier proof --help; a
receipt: python -m verifier receipt --help; a published log: python -m verifier tiles --help; a parent log
over cells: python -m verifier parent --help. To see a round, a hand or a
game: python -m verifier replay --help; a significant event: python -m verifier event --help. To write a laboratory's list
of approved games: python -m verifier approve --help. To compare installed software with its approved manifest:
python -m verifier release --help. To list the rounds of one session: python -m verifier session --help. To learn what a
code means: python -m verifier explain CODE. To be a witness of logs: python -m verifier witness --help. A folder with one
of these names is ./report, ./proof, ./receipt, ./tiles, ./parent, ./replay, ./event, ./approve, ./release, ./session, ./explain,
./witness."""
_COMMANDS = {
    "report": command.main,
    "proof": published_commands.judge_proof,
    "receipt": receipt_command.main,
    "tiles": published_commands.judge_tiles,
    "replay": replay.main,
    "approve": approval_command.main,
    "event": event_command.main,
    "explain": explain.main,
    "parent": parent_command.main,
    "release": release.main,
    "session": session_command.main,
    "witness": witness_command.main,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit what the command line names, print the verdict, return the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    if given and given[0] in _COMMANDS:
        return _COMMANDS[given[0]](given[1:])
    parser = _parser()
    options = parser.parse_args(given)
    if (options.approved is None) is not (options.lab is None):
        parser.error("--approved and --lab need each other: a list, and the key of the laboratory that signed it")
    try:
        state = state_options.state_file(options, refuse=parser.error)
        with source.opened(options) as export:
            request = command_line.request(options, export, depth=Depth.TREE if options.tree else Depth.FULL)
            result = audit(replace(request, approval=_approval(options.approved, options.lab), state=state))
    except (OSError, ZoneUnknown) as error:
        return command_line.complain(error)
    except Fault as fault:
        print(f"verifier: nothing was judged: the list of approved games: {fault.sentence}", file=sys.stderr)
        return command_line.EXIT_USAGE
    _print(result, as_json=options.json)
    return verdict_output.exit_status(result)


def _approval(file: Path | None, lab_vkey: str) -> Approval | None:
    return None if file is None else approval.parse(file.read_bytes(), lab_vkey=lab_vkey)


def _parser() -> argparse.ArgumentParser:
    parser = command_line.Parser(prog="python -m verifier", description=_DESCRIPTION, epilog=_OTHERS)
    parser.add_argument("--version", action="version", version=f"reddog-verifier {__version__}")
    command_line.add_export(parser)
    parser.add_argument(
        "--tree", action="store_true", help="leave the records' own signatures out: several times faster"
    )
    parser.add_argument("--approved", metavar="FILE", type=Path, help="a laboratory's signed list of approved games")
    parser.add_argument("--lab", metavar="VKEY", help="the public key of the laboratory that signed the list")
    state_options.add(parser)
    return parser


def _print(result: AuditResult, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(verdict_output.as_document(result), indent=2))
        return
    for line in verdict_output.as_text(result):
        print(line)


def run() -> int:
    """Return the exit status, 64 if whoever reads the output ends first, as `head` does: 1 would say `tampered`."""
    try:
        try:
            return main()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes when it ends. That must not fail for the same reason.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print("verifier: the output was not read to its end: no verdict", file=sys.stderr)
        return 64


if __name__ == "__main__":
    sys.exit(run())
