"""The command line `python -m verifier report FILE DIR`."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from verifier import command_line, source
from verifier.filed import words
from verifier.filed.proof import prove
from verifier.judge import Depth
from verifier.windows import ZoneUnknown

_DESCRIPTION = """Judge a filed report by an export of the log: the log itself first, then that the operator filed
this very file, then its figures. Exit status 0: all that was checked holds; 1: the log or the report does not; 3: the
report holds, and the log has a warning; 2: the report holds, and the log is late or no revision has what came after it;
64: the question could not be put."""


def main(arguments: Sequence[str]) -> int:
    """Judge the file that the command line names, print the verdict, return the exit status."""
    options = _parser().parse_args(arguments)
    file: Path = options.file
    try:
        with source.opened(options) as export:
            proof = prove(file.read_bytes(), command_line.request(options, export, depth=Depth.FULL))
    except (OSError, ZoneUnknown) as error:
        return command_line.complain(error)
    if options.json:
        print(json.dumps(words.as_document(proof), indent=2))
    else:
        for line in words.as_text(proof):
            print(line)
    return proof.exit_status


def _parser() -> argparse.ArgumentParser:
    parser = command_line.Parser(prog="python -m verifier report", description=_DESCRIPTION)
    parser.add_argument("file", metavar="FILE", type=Path, help="a file of the report, in any format")
    command_line.add_export(parser)
    return parser
