"""The command lines: `python -m verifier DIR`, and those that begin with the name of another question."""

import argparse
import json
import sys
from collections.abc import Sequence

from verifier import command_line, published_commands, release, replay, verdict_output
from verifier.audit import AuditResult, audit
from verifier.filed import command
from verifier.judge import Depth
from verifier.windows import ZoneUnknown

_DESCRIPTION = """Judge an export of the log: signatures, chains, seeds, cards, decisions, payouts, balances, the
tree and every checkpoint. Exit status 0: all that was checked holds; 1: tampered or incomplete; 2: late;
64: the question could not be put."""
_OTHERS = """To judge a filed report: python -m verifier report --help; a proof: python -m verifier proof --help; a
published log: python -m verifier tiles --help. To see a hand or a game of a table: python -m verifier replay --help. To
compare installed software with its approved manifest: python -m verifier release --help. A folder with one of these
names is ./report, ./proof, ./tiles, ./replay, ./release."""
_COMMANDS = {
    "report": command.main,
    "proof": published_commands.judge_proof,
    "tiles": published_commands.judge_tiles,
    "replay": replay.main,
    "release": release.main,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit what the command line names, print the verdict, return the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    if given and given[0] in _COMMANDS:
        return _COMMANDS[given[0]](given[1:])
    options = _parser().parse_args(given)
    try:
        result = audit(command_line.request(options, depth=Depth.TREE if options.tree else Depth.FULL))
    except (OSError, ZoneUnknown) as error:
        return command_line.complain(error)
    _print(result, as_json=options.json)
    return verdict_output.exit_status(result)


def _parser() -> argparse.ArgumentParser:
    parser = command_line.Parser(prog="python -m verifier", description=_DESCRIPTION, epilog=_OTHERS)
    command_line.add_export(parser)
    parser.add_argument(
        "--tree", action="store_true", help="leave the records' own signatures out: several times faster"
    )
    return parser


def _print(result: AuditResult, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(verdict_output.as_document(result), indent=2))
        return
    for line in verdict_output.as_text(result):
        print(line)


if __name__ == "__main__":
    sys.exit(main())
