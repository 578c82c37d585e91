"""The command line `python -m verifier release DIR`: is the software on a disk the release that was approved?

It runs without Django and reads nothing of the platform but its files: copy this package to another machine, and mount
or copy what is to be judged there.

Source: docs/formats/release.md.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier import command_line, note, release_files
from verifier.release_files import Line
from verifier.verdict import Code, Fault
from verifier.verdict_output import EXIT_OK, EXIT_REFUSED, lines

VERSION = "reddog-release/1"
_KINDS = ("configuration", "file", "loose", "package", "python")
_FINDINGS_SHOWN = 20
_DESCRIPTION = """Compare an installation with its signed manifest. Exit status 0: it is what was approved; 1: it is
not, or nobody approved it; 64: the question could not be put."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    folder: Path
    packages: tuple[Path, ...]
    configuration: Path | None
    python: str | None


def main(arguments: Sequence[str]) -> int:
    """Compare what the command line names, print the findings, return the exit status."""
    options = _parser().parse_args(arguments)
    question = _Question(
        folder=options.folder,
        packages=tuple(options.packages),
        configuration=options.configuration,
        python=options.python,
    )
    try:
        next(question.folder.iterdir(), None)
        found = list(_found(question))
        if options.print:
            sys.stdout.write(write(found))
            return EXIT_OK
        if options.manifest is None or options.vkey is None:
            print("verifier: nothing was judged: give --manifest and --vkey, or --print", file=sys.stderr)
            return command_line.EXIT_USAGE
        raw = options.manifest.read_bytes()
    except OSError as error:
        return command_line.complain(error)
    try:
        findings = _differences(_signed(raw, options.vkey), found, question)
    except Fault as fault:
        findings = [f"unsigned manifest: {fault.sentence}"]
    _print(findings, question, found, as_json=options.json)
    return EXIT_REFUSED if findings else EXIT_OK


def write(found: Sequence[Line]) -> str:
    """Write the one text of these lines."""
    ordered = sorted(found, key=lambda line: (line.kind.encode(), line.name.encode()))
    return f"{VERSION}\n" + "".join(f"{line.kind} {line.name} {line.value}\n" for line in ordered)


def _found(question: _Question) -> Iterator[Line]:
    yield Line("python", *(question.python or release_files.this_python()).split(" ", 1))
    yield from release_files.files(question.folder)
    for folder in question.packages:
        yield from release_files.packages(folder)
    if question.configuration is not None:
        for row in question.configuration.read_text(encoding="utf-8").splitlines():
            if row.startswith("configuration "):
                yield Line(*row.split(" ", 2))


def _signed(raw: bytes, vkey: str) -> list[Line]:
    """Read the lines that the key signed.

    Raises:
        Fault: the manifest has another form, or is not that key's.
    """
    key, signed = note.parse_vkey(vkey), note.split(raw)
    if not key.signed(signed):
        raise Fault(Code.E_KEY, f"it is signed by {signed.signer!a}, not by {key.name!a}")
    key.verify(signed)
    version, *rows = note.line_of(signed).split("\n")
    read = [Line(*parts) for row in rows if len(parts := row.split(" ", 2)) == 3 and parts[0] in _KINDS]  # noqa: PLR2004
    if version != VERSION or write(read) != signed.text.decode():
        raise Fault(Code.E_CANON, f"its text is not the one text of a {VERSION}")
    return read


def _differences(signed: Sequence[Line], found: Sequence[Line], question: _Question) -> list[str]:
    """Return what differs, of what the question gave to compare."""
    asked = {"file", "python"}
    asked |= {"package", "loose"} if question.packages else set()
    asked |= {"configuration"} if question.configuration is not None else set()
    wanted = {(line.kind, line.name): line.value for line in signed if line.kind in asked}
    present = {(line.kind, line.name): line.value for line in found}
    findings = [f"added {kind} {name}" for kind, name in present.keys() - wanted.keys()]
    for (kind, name), value in wanted.items():
        actual = present.get((kind, name))
        if actual is None and kind != "package":
            findings.append(f"missing {kind} {name}")
        elif actual is not None and actual != value:
            findings.append(f"changed {kind} {name}")
    for folder in (question.folder, *question.packages):
        findings += [f"changed compiled {path}" for path in release_files.forged(folder)]
    return sorted(findings)


def _print(findings: Sequence[str], question: _Question, found: Sequence[Line], *, as_json: bool) -> None:
    word = "tampered" if findings else "ok"
    if as_json:
        print(json.dumps({"verdict": word, "exit": int(bool(findings)), "findings": findings}, indent=2))
        return
    compared = {kind: sum(line.kind == kind for line in found) for kind in _KINDS}
    left_out = [] if question.packages else ["packages (--packages)"]
    left_out += [] if question.configuration is not None else ["configuration (--configuration)"]
    print(
        *lines("compared", ", ".join(f"{count} of kind {kind}" for kind, count in compared.items() if count)), sep="\n"
    )
    if left_out:
        print(*lines("left out", ", ".join(left_out)), sep="\n")
    print(*lines("verdict", word.upper()), sep="\n")
    for finding in findings[:_FINDINGS_SHOWN]:
        print(*lines("", finding), sep="\n")
    if len(findings) > _FINDINGS_SHOWN:
        print(*lines("", f"and {len(findings) - _FINDINGS_SHOWN} more"), sep="\n")


def _parser() -> argparse.ArgumentParser:
    parser = command_line.Parser(prog="python -m verifier release", description=_DESCRIPTION)
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder of the platform, such as /opt/reddog")
    parser.add_argument("--manifest", metavar="FILE", type=Path, help="the signed manifest")
    parser.add_argument("--vkey", metavar="KEY", help="the release key's public half, which came another way")
    parser.add_argument(
        "--packages", metavar="DIR", type=Path, action="append", default=[], help="a site-packages; may be repeated"
    )
    parser.add_argument(
        "--configuration", metavar="FILE", type=Path, help="what `manage.py release_manifest` prints on that host"
    )
    parser.add_argument("--python", metavar="VERSION", help="that host's, such as 'cpython 3.11.2'; else this one's")
    parser.add_argument("--print", action="store_true", help="print the manifest's text of what is there, unsigned")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")
    return parser
