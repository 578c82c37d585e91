"""The command line `python -m verifier approve DIR`: the text that a laboratory signs, of the sheets in an export."""

import argparse
import sys
from collections.abc import Sequence

from verifier import approval, command_line, source, verdict_output
from verifier.approval import ApprovedGame
from verifier.audit import audit
from verifier.judge import Depth
from verifier.predicates import MILLISECONDS
from verifier.published_sheets import JudgedSheet
from verifier.windows import ZoneUnknown

_DESCRIPTION = """Print the statement that approves the rule sheets of an export, without a signature: one line, to be
read, cut down by --only, and signed by the laboratory. The log is judged first; one that is tampered with or
incomplete, or declares a wrong return, approves nothing. Exit status 0: printed; 1: the log does not hold; 64: the question
could not be put."""


def main(arguments: Sequence[str]) -> int:
    """Print the statement that the command line asks for, return the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        with source.opened(options) as export:
            result = audit(command_line.request(options, export, depth=Depth.FULL))
    except (OSError, ZoneUnknown) as error:
        return command_line.complain(error)
    if verdict_output.exit_status(result) == verdict_output.EXIT_REFUSED:
        for line in verdict_output.as_text(result):
            print(line, file=sys.stderr)
        return verdict_output.EXIT_REFUSED

    sheets = [judged for judged in result.sheets if not options.only or _name(judged) in options.only]
    missing = sorted({*options.only} - {_name(judged) for judged in sheets})
    if missing:
        parser.error(f"the log has no {', '.join(map(ascii, missing))}")
    print(approval.statement(map(_game, sheets), lab=options.name, issued=options.issued), end="")
    return verdict_output.EXIT_OK


def _name(judged: JudgedSheet) -> str:
    return f"{judged.published.sheet['game']}@{judged.published.sheet['ver']}"


def _game(judged: JudgedSheet) -> ApprovedGame:
    sheet = judged.published.sheet
    return ApprovedGame(engine=sheet["engine_sha256"], game=sheet["game"], sheet=judged.sheet_sha256, ver=sheet["ver"])


def _parser() -> command_line.Parser:
    parser = command_line.Parser(prog="python -m verifier approve", description=_DESCRIPTION)
    command_line.add_export(parser)
    parser.add_argument("--name", metavar="LAB", type=_said, required=True, help="the laboratory's name")
    parser.add_argument(
        "--issued", metavar="MS", type=_instant, required=True, help="the date of the statement, in ms since 1970, UTC"
    )
    parser.add_argument(
        "--only", metavar="GAME@VERSION", action="append", default=[], help="approve this game alone; may be repeated"
    )
    return parser


def _said(name: str) -> str:
    if not name:
        raise argparse.ArgumentTypeError("a name is needed")
    return name


def _instant(digits: str) -> int:
    at = int(digits)
    if not MILLISECONDS(at):
        raise argparse.ArgumentTypeError("a whole number of milliseconds from 0 on is needed")
    return at
