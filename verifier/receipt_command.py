"""The command line `python -m verifier receipt FILE --log DIR|URL`: whether the log keeps what a receipt promises.

Source: docs/formats/log.md, rule 5 and "Proofs".
"""

import argparse
import errno
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from verifier import (
    beacons,
    canonical,
    command_line,
    note,
    parent,
    parent_reach,
    published_commands,
    receipt_beacons,
    receipt_witnesses,
    receipts,
    source,
)
from verifier.command_line import EXIT_USAGE
from verifier.event_command import trusted_keys
from verifier.export_search import ExportSearch
from verifier.parent_reach import Reach
from verifier.receipt_search import Found, Search, ServedSearch
from verifier.receipts import Receipt
from verifier.replay_text import instant
from verifier.served_export import ServedExport
from verifier.verdict import Failure, Fault, Place

_DESCRIPTION = """Prove receipts by a log, or show the promise that it breaks: that a key of the log signed each, and
that the log has its record. A served log is asked for the proof that everybody may ask for; if it has none, all leaves of
its tiles are read. With a copy of your own of a public source of randomness, the values that decks of tables took are held
against it. Exit status 0: the log has each record; 1: a receipt is genuine and its record is missing, or the
receipt or the log does not hold, or too few witnesses signed the checkpoint that proves it, or a deck took another value than the copy has; 3: a key signed it that was stolen by then, and its record is missing, or the copy lacks a value; 64: the question could not be put, or the log has time until later."""
_MERGE_MS: Final = 12_000
"""Ten seconds within which a record is in the log, and two by which clocks may differ."""


class _TooEarly(Exception):  # noqa: N818  says what is the case
    """The log may still be about to add a record."""


def main(arguments: Sequence[str]) -> int:
    """Judge the receipts that the command line names, print the verdict, return the exit status."""
    options = _parser().parse_args(arguments)
    file: Path = options.file
    try:
        given = _given(file)
        log = source.read_in_place(options)
        trusted = trusted_keys(log, options.trust)
        served = isinstance(log, ServedExport)
        search: Search = ServedSearch(log=log, trust=trusted) if served else ExportSearch(export=log, trust=trusted)
        found = {receipt.leaf: search.find(receipt.leaf) for receipt in given if receipt.parsed is not None}
        _require_time(given, found)
        in_log = [each for each in found.values() if each is not None]
        rested = receipt_witnesses.judge(search, in_log, policy=options.policy)
        reached = _reached(search, in_log, options)
        failures = [*_judged(given, search, found), *rested.failures, *reached.failures]
        if options.beacon is not beacons.NO_COPY:
            kept = {each for each, at in found.items() if at is not None}
            failures += receipt_beacons.failures(given, in_log=kept, copy=options.beacon)
    except _TooEarly as early:
        print(f"verifier: nothing was judged: {early}")
        return EXIT_USAGE
    except OSError as error:
        return command_line.complain(error)
    except Fault as fault:
        failure = Failure(code=fault.code, sentence=fault.sentence, place=Place())
        return published_commands.tell({}, [failure], as_json=options.json)
    said = {"log": f"{trusted.origin!a}, {search.size} entries{'' if options.trust else ', by its own keys'}"}
    for receipt in given:
        said[f"receipt {receipt.line}"] = _told(receipt, found.get(receipt.leaf), reached)
    said["witnesses"] = rested.sentence()
    return published_commands.tell(said, failures, as_json=options.json, documents={"witnesses": rested.document()})


def _given(file: Path) -> list[Receipt]:
    given = list(receipts.parse(_lines(file.read_bytes())))
    if not given:
        raise OSError(errno.ENODATA, "there is no receipt in it", str(file))
    return given


def _lines(content: bytes) -> list[bytes]:
    """Return the lines of a file of receipts; one of one receipt may have any layout."""
    try:
        alone = type(json.loads(content)) is dict
    except (ValueError, RecursionError):
        alone = False
    return [content.replace(b"\n", b" ")] if alone else content.splitlines()


def _judged(given: Sequence[Receipt], search: Search, found: dict[bytes, Found | None]) -> list[Failure]:
    return list(
        receipts.judge(
            given,
            keys=search.record_keys(),
            found=frozenset(leaf for leaf, at in found.items() if at is not None),
            places=search.places(receipt.place for receipt in given if receipt.place is not None),
            stolen=search.stolen(),
        )
    )


def _require_time(given: Sequence[Receipt], found: dict[bytes, Found | None]) -> None:
    """Refuse to judge while the log has time for a record that it has not yet."""
    now_ms = time.time_ns() // 1_000_000
    for receipt in given:
        at = _time_of(receipt)
        if at is None or found.get(receipt.leaf) is not None:
            continue
        left_ms = at + _MERGE_MS - now_ms
        # A date far ahead of this clock is no excuse: the log would have time for ever.
        if 0 < left_ms <= 2 * _MERGE_MS:
            raise _TooEarly(f"the log has {-(-left_ms // 1000)} seconds left for receipt {receipt.line}: ask then")


def _time_of(receipt: Receipt) -> int | None:
    document = _document(receipt)
    time_ms = document.get("time")
    return time_ms if type(time_ms) is int and time_ms >= 0 else None


def _document(receipt: Receipt) -> dict[str, object]:
    if receipt.parsed is None:
        return {}
    try:
        document = canonical.parse(note.line_of(receipt.parsed))
    except Fault:
        return {}
    return document if type(document) is dict else {}


def _reached(search: Search, found: Sequence[Found], options: argparse.Namespace) -> Reach:
    """Judge how far the records are known up to a parent log; without one, nothing is asked of it."""
    if options.parent is None:
        return Reach()
    log = source.read_beside(options.parent)
    read = parent.read(log, trust=trusted_keys(log, options.parent_trust), policy=options.parent_policy)
    return parent_reach.reach(read, search, found)


def _told(receipt: Receipt, found: Found | None, reached: Reach) -> str:
    document, at = _document(receipt), _time_of(receipt)
    what = f"{str(document.get('type', 'unreadable'))[:40]!a} of {'no time' if at is None else instant(at)}"
    where = "not in the log"
    if found is not None:
        where = f"log index {found.log_index} of {found.size} entries, by {found.shown_by}"
        if found.log_index in reached.told:
            where += f"; {reached.told[found.log_index]}"
    return f"{what}, leaf {receipt.leaf.hex()}, {where}"


def _parser() -> argparse.ArgumentParser:
    parser = command_line.Parser(prog="python -m verifier receipt", description=_DESCRIPTION)
    parser.add_argument("file", metavar="FILE", type=Path, help="receipts, one JSON object a line")
    parser.add_argument("--log", dest="source", metavar="DIR|URL", required=True, help="an export, or a served log")
    source.add_token(parser)
    parser.add_argument("--trust", metavar="FILE", type=Path, help="trusted keys that came another way")
    command_line.add_policy(parser)
    command_line.add_beacon(parser)
    parser.add_argument("--parent", metavar="DIR|URL", help="the parent log over cells, up to which to prove")
    parser.add_argument("--parent-trust", metavar="FILE", type=Path, help="its trusted keys, that came another way")
    command_line.add_policy(parser, option="--parent-policy", of="the parent log")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")
    return parser
