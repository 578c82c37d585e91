"""The command line `python -m verifier explain CODE`: what a code of a verdict means.

Source: docs/formats/verdicts.md, "Codes".
"""

import textwrap
from collections.abc import Sequence
from typing import Final

from verifier import command_line, verdict_output
from verifier.meanings import MEANINGS
from verifier.verdict import Code, Severity

_DESCRIPTION = "Say what a code of a verdict means, and with which status a verdict of it exits."
_WIDTH: Final = 100
_SAID: Final = {
    Severity.TAMPERED: "The log contradicts itself or what was promised. An honest operator cannot have written it so.",
    Severity.INCOMPLETE: "Something that a verdict needs was not handed over. Ask for it: what is missing may hide anything.",
    Severity.WARNING: "No proof: what the log shows may have an innocent reason. Somebody must ask the operator for it.",
    Severity.LATE: "The operator did what was promised, after the time for it.",
}


def main(arguments: Sequence[str]) -> int:
    """Print what the code of the command line means, return the exit status."""
    parser = command_line.Parser(prog="python -m verifier explain", description=_DESCRIPTION)
    parser.add_argument("code", metavar="CODE", help="as a verdict prints it, for example E_SEED")
    code: str = parser.parse_args(arguments).code
    if code not in MEANINGS:
        parser.error(f"no code is {code[:40]!a}; they are {', '.join(MEANINGS)}")
    for line in explained(Code(code)):
        print(line)
    return verdict_output.EXIT_OK


def explained(code: Code) -> list[str]:
    """Return the lines that explain a code."""
    severity = code.severity
    return [
        f"{code}  {severity.value}, exit {verdict_output.exit_of_severity(severity)}",
        *textwrap.wrap(MEANINGS[code], _WIDTH, initial_indent="  ", subsequent_indent="  "),
        *textwrap.wrap(_SAID[severity], _WIDTH, initial_indent="  ", subsequent_indent="  "),
    ]
