"""The command line `python -m verifier event N DIR|URL`: one event, the record that lists it, and the proof of that.

Source: docs/formats/events.md; log.md, "Proofs".
"""

import argparse
import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, cast

from verifier import canonical, checkpoint, command_line, log_keys, note, proofs, schema, source, trust
from verifier.command_line import EXIT_USAGE
from verifier.event_list import EventList
from verifier.events import LEAF_DOMAIN, PRIVATE_DOMAIN, EventBody, batch_of, bodies, digest
from verifier.export import Export
from verifier.log_keys import LogKeys
from verifier.tree import leaf_hash, root_of
from verifier.trust import Trust
from verifier.verdict import Code, Fault
from verifier.verdict_output import EXIT_OK, EXIT_REFUSED, lines

if TYPE_CHECKING:
    from verifier.records import EventsListed

_DESCRIPTION = """Show a significant event, the record that lists it, and an inclusion proof of that record, which
`python -m verifier proof` judges. DIR is an export, URL the address of one. Exit status 0: the event is the one that
the log lists; 1: it is not, or it is missing; 64: there is no such event, or nothing could be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEvent:
    """An event, the text of the record that lists it, and where that stands."""

    body: EventBody
    record: str
    index: int
    leaf: bytes
    proof: str
    """A tlog-proof of the record."""


class NoSuchEvent(Exception):  # noqa: N818  says what is the case
    """The log lists fewer events."""


def main(arguments: Sequence[str]) -> int:
    """Show the event that the command line names, and return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        export = source.read_in_place(options)
        shown = show(export, trusted_keys(export, options.trust), number=options.number)
    except Fault as fault:
        print(f"verifier: {fault.code}: {fault.sentence}")
        return EXIT_REFUSED
    except OSError as error:
        return command_line.complain(error)
    except NoSuchEvent as error:
        print(f"verifier: {error}")
        return EXIT_USAGE
    if options.proof is not None:
        options.proof.write_text(shown.proof, encoding="utf-8")
    private = "erased" if shown.body.private is None else json.dumps(shown.body.private, indent=2, sort_keys=True)
    print(*lines("event", *json.dumps(shown.body.event, indent=2, sort_keys=True).split("\n")), sep="\n")
    print(*lines("private", *private.split("\n")), sep="\n")
    print(*lines("record", f"log index {shown.index}, leaf {shown.leaf.hex()}", ascii(shown.record)[1:-1]), sep="\n")
    print(*lines("proof", *(ascii(line)[1:-1] for line in shown.proof.rstrip().split("\n"))), sep="\n")
    return EXIT_OK


def show(export: Export, trusted: Trust, *, number: int) -> ShownEvent:
    """Find an event, numbered from 1, and hold it against the log.

    Raises:
        Fault: the log, the record or the event does not hold.
        NoSuchEvent: the log lists fewer events.
        OSError: a file cannot be read.
    """
    raw = export.read("checkpoint", bytes_max=checkpoint.FILE_BYTES_MAX)
    if raw is None:
        raise Fault(Code.E_CHECKPOINT, "the export has no checkpoint")
    newest, keys = checkpoint.parse_claimed(raw, trust=trusted), log_keys.of(trusted)
    leaves, texts, events = _read(export, trusted, keys, size=newest.size)
    keys.require(newest)
    if number > events.count:
        raise NoSuchEvent(f"the log lists {events.count} events")
    batch = batch_of(events, number)
    path = inclusion_path(leaves, batch.index)
    proofs.require_included(leaves[batch.index], batch.index, path, size=newest.size, root=newest.root)
    _, body = next(islice(bodies(export, count=events.count), number - 1, None))
    if isinstance(body, Fault):
        raise body
    if digest(LEAF_DOMAIN, body.event) != events.leaf(number):
        raise Fault(Code.E_EVENT, f"event {number} is not the one that the log lists")
    if body.private is not None and digest(PRIVATE_DOMAIN, body.private).hex() != body.event["priv"]:
        raise Fault(Code.E_EVENT, f"the private part of event {number} is not the one that the event fixes")
    proof = _tlog_proof(batch.index, path, raw.decode())
    return ShownEvent(body=body, record=texts[batch.index], index=batch.index, leaf=leaves[batch.index], proof=proof)


def inclusion_path(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return PATH of RFC 6962, section 2.1.1: the hashes beside the way from a leaf to the root, from below."""
    path: list[bytes] = []
    first, end = 0, len(leaves)
    while end - first > 1:
        # The largest power of two below the number of leaves.
        middle = first + (1 << ((end - first - 1).bit_length() - 1))
        if index < middle:
            path.append(root_of(leaves[middle:end]))
            end = middle
        else:
            path.append(root_of(leaves[first:middle]))
            first = middle
    return path[::-1]


def _read(export: Export, trusted: Trust, keys: LogKeys, *, size: int) -> tuple[list[bytes], dict[int, str], EventList]:
    """Return the leaves of the log, the texts of the records that list events, and these events; follow the log's keys."""
    leaves: list[bytes] = []
    texts: dict[int, str] = {}
    events = EventList()
    for bundle in export.bundles(size=size):
        if bundle.broken is not None:
            raise Fault(bundle.broken.code, bundle.broken.sentence)
        for index, entry in enumerate(bundle.entries, start=bundle.first):
            leaves.append(leaf_hash(entry))
            keys.see(entry, index=index, root=trusted.root)
            if b'"type":"events"' in entry:
                parsed = note.split(entry)
                texts[index] = note.line_of(parsed)
                record = schema.check(canonical.parse(texts[index]))
                signer = keys.signer(parsed, index=index)
                if signer is None:
                    raise Fault(Code.E_KEY, f"no log key signed the record at log index {index}")
                signer.verify(parsed)
                events.accept(cast("EventsListed", record), index=index)
    return leaves, texts, events


def _tlog_proof(index: int, path: Sequence[bytes], signed: str) -> str:
    hashes = "".join(f"{b64encode(node).decode()}\n" for node in path)
    return f"c2sp.org/tlog-proof@v1\nindex {index}\n{hashes}\n{signed}"


def trusted_keys(export: Export, given: Path | None) -> Trust:
    """Read the keys that a command trusts: those of a given file, else the export's own.

    Raises:
        Fault: `E_TRUST`.
        OSError: the file cannot be read.
    """
    if given is not None:
        return trust.parse(given.read_bytes(), exact=False)
    raw = export.read("trust.json", bytes_max=trust.FILE_BYTES_MAX)
    if raw is None:
        raise Fault(Code.E_TRUST, "the export has no trust.json, and no --trust was given")
    return trust.parse(raw, exact=True)


def _parser() -> argparse.ArgumentParser:
    parser = command_line.Parser(prog="python -m verifier event", description=_DESCRIPTION)
    parser.add_argument("number", metavar="N", type=command_line.positive, help="the number of the event, from 1")
    source.add_source(parser, copied=False)
    parser.add_argument("--proof", metavar="FILE", type=Path, help="write the proof of the record here")
    parser.add_argument("--trust", metavar="FILE", type=Path, help="trusted keys that came another way")
    return parser
