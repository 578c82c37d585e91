"""Receipts that players kept, compared with the log.

Source: docs/formats/log.md, "Grammar" and rule 5.
"""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from verifier import canonical, note
from verifier.note import Note, VerifierKey
from verifier.shape import TABLES_VERSION
from verifier.stolen_keys import StolenKey, may_be_the_thiefs
from verifier.tree import leaf_hash
from verifier.verdict import Code, Failure, Fault, Place

ReceiptPlace = tuple[str, int]
"""A chain, and the number of a record in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """One line of a receipts file. If it holds no note, `parsed` is None and `why` says why.

    `place` is the place of the record that it is of; None in the log's first version, whose places are not compared.
    """

    line: int
    leaf: bytes
    parsed: Note | None
    entry: bytes = b""
    why: str = ""
    place: ReceiptPlace | None = None


def parse(lines: Iterable[bytes]) -> Iterator[Receipt]:
    """Read receipts, one JSON object a line. Empty lines are skipped, and members other than `note` ignored."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _receipt(number, line)


def judge(
    receipts: Iterable[Receipt],
    *,
    keys: Collection[VerifierKey],
    found: Collection[bytes],
    places: Collection[ReceiptPlace],
    stolen: Collection[StolenKey] = (),
) -> Iterator[Failure]:
    """Yield a failure for each receipt that no key of the log signed, or whose leaf is not in the log (`found`).

    If the log has another record in the receipt's place (`places`), or another genuine receipt has that place, the
    operator signed two records for one place. What a stolen key signed since the theft is a warning instead.
    """
    missing: dict[ReceiptPlace, bytes] = {}
    for receipt in receipts:
        try:
            _require_genuine(receipt, keys)
        except Fault as fault:
            yield Failure(code=fault.code, sentence=f"receipt {receipt.line}: {fault.sentence}", place=Place())
            continue
        if receipt.leaf in found:
            continue
        place = receipt.place
        if any(may_be_the_thiefs(receipt.entry, each) for each in stolen):
            sentence = (
                f"receipt {receipt.line} is signed by a stolen key since the theft, and its leaf is not in the log"
            )
            yield Failure(code=Code.W_SUSPECT, sentence=sentence, place=Place())
        elif place is not None and (place in places or missing.setdefault(place, receipt.leaf) != receipt.leaf):
            sentence = f"receipt {receipt.line} is genuine, and so is another record {place[1]} of its chain"
            yield Failure(code=Code.E_SPLIT, sentence=sentence, place=Place())
        else:
            sentence = f"receipt {receipt.line} is genuine and its leaf {receipt.leaf.hex()} is not in the log"
            yield Failure(code=Code.E_RECEIPT_MISSING, sentence=sentence, place=Place())


def _receipt(number: int, line: bytes) -> Receipt:
    try:
        entry = _entry(line)
        parsed = note.split(entry)
        return Receipt(line=number, leaf=leaf_hash(entry), parsed=parsed, entry=entry, place=place_of(parsed))
    except UnicodeError:
        return Receipt(line=number, leaf=b"", parsed=None, why="it is not UTF-8")
    except Fault as fault:
        return Receipt(line=number, leaf=b"", parsed=None, why=fault.sentence)


def place_of(parsed: Note) -> ReceiptPlace | None:
    """Return the place that a note of the log's second version claims in its chain."""
    try:
        document = canonical.parse(note.line_of(parsed))
    except Fault:
        return None
    if type(document) is not dict or document.get("v") != TABLES_VERSION:
        return None
    chain, seq = document.get("chain"), document.get("seq")
    return (chain, seq) if type(chain) is str and type(seq) is int else None


def _entry(line: bytes) -> bytes:
    try:
        document = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise Fault(Code.E_FORM, "it is not JSON") from None
    entry = document.get("note") if type(document) is dict else None
    if type(entry) is not str:
        raise Fault(Code.E_FORM, "there is no note in it")
    return entry.encode()


def _require_genuine(receipt: Receipt, keys: Collection[VerifierKey]) -> None:
    if receipt.parsed is None:
        raise Fault(Code.E_RECEIPT_SIG, f"it cannot be read: {receipt.why}")
    for key in keys:
        if key.signed(receipt.parsed):
            try:
                key.verify(receipt.parsed)
            except Fault as fault:
                raise Fault(Code.E_RECEIPT_SIG, fault.sentence) from None
            return
    raise Fault(Code.E_RECEIPT_SIG, f"{receipt.parsed.signer[:80]!a} is no key that this log announces for records")
