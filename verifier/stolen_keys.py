"""Keys that were revoked as stolen: what they may have been used for by somebody else, and cannot be told from the honest.

A theft proves nothing about the operator, and excuses nothing by itself: whatever the key signed before its revocation stays as
it was. What it signed since the theft is named, for somebody to ask.

Source: docs/formats/signing-keys.md, "Stolen keys".
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from verifier import note
from verifier.entry_bytes import time_of
from verifier.export import Export, bundle_numbers
from verifier.note import VerifierKey, parse_vkey
from verifier.records import Key
from verifier.shape import TABLES_VERSION
from verifier.verdict import Code, Failure, Fault, Place

DAY_MS: Final = 86_400_000
STOLEN: Final = "stolen"
ROTATED: Final = "rotated"
_VERSION: Final = TABLES_VERSION.encode()


class StolenKey(NamedTuple):
    """A key of records, since when it was stolen (ms), and the log index of its revocation."""

    key: VerifierKey
    since: int
    revoked: int


def stolen_by(record: Key, *, index: int) -> StolenKey | None:
    """Return the key of records that a record, which holds, revokes as stolen; None if it does not."""
    if record["type"] != "revoke" or record["use"] != "records" or "since" not in record:
        return None
    return StolenKey(parse_vkey(record["vkey"]), record["since"], index)


def require_why(record: Key) -> None:
    """Refuse a revocation that says wrongly since when a key is stolen.

    Raises:
        Fault: `E_FORM` if it says so of a key that is not stolen, or the reverse; `E_KEY` if that is more than a day before it.
    """
    if ("since" in record) is not (record.get("why") == STOLEN):
        raise Fault(Code.E_FORM, "a revocation says since when a key is stolen exactly if it is")
    if "since" in record and not record["time"] - DAY_MS <= record["since"] <= record["time"]:
        raise Fault(Code.E_KEY, "a key is called stolen since more than a day before its revocation, or since after it")


def suspects(export: Export, stolen: Iterable[StolenKey], *, size: int) -> Iterator[Failure]:
    """Yield a warning for each stolen key that signed records since the theft; it reads the log once more for each."""
    for each in stolen:
        entries = _entries(export, size=size, until=each.revoked)
        found = [index for index, entry in entries if may_be_the_thiefs(entry, each)]
        if found:
            sentence = (
                f"{len(found)} records from here to log index {found[-1]} are signed by the key {each.key.name!a}, which was"
                " stolen by then: somebody must say which of them are honest"
            )
            yield Failure(code=Code.W_SUSPECT, sentence=sentence, place=Place(index=found[0]))


def may_be_the_thiefs(entry: bytes, stolen: StolenKey) -> bool:
    """Tell whether an entry is signed by a stolen key, and dated since the theft."""
    if f"\n\n\u2014 {stolen.key.name} ".encode() not in entry:
        return False
    time = time_of(entry, version=_VERSION)
    if time is None or time < stolen.since:
        return False
    try:
        return stolen.key.signed(note.split(entry))
    except Fault:
        return False


def _entries(export: Export, *, size: int, until: int) -> Iterator[tuple[int, bytes]]:
    for bundle in export.bundles(size=size, numbers=bundle_numbers(min(size, until))):
        yield from ((at, entry) for at, entry in enumerate(bundle.entries, start=bundle.first) if at < until)
