"""Write `parent.jsonl`: parent logs, honest and spoilt, with what cells publish beside them, each with its code.

It is written from docs/formats/parent.md and has nothing of the platform or of the verifier.

Usage: python tests/vectors/make_parent.py
"""

import base64
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.verifier.cosigned import ONE, CoSigner  # noqa: E402  found by the line above
from tests.verifier.producer import ROOT, STRANGER, Signer, canonical, leaf, root  # noqa: E402  the same

ORIGIN: Final = "casino.example/log/parent"
PARENT: Final = Signer(ORIGIN, 40)
EAST: Final = Signer("casino.example/log/east", 41)
EAST_AGAIN: Final = Signer("casino.example/log/east", 43)
WEST: Final = Signer("casino.example/log/west", 42)
POLICY: Final = f"log {PARENT.vkey}\nwitness w1 {ONE.vkey} https://witness.example\nquorum w1\n"
SIGNED_AT: Final = 1_790_000_040


def entries_of(cell: Signer, count: int, history: str = "") -> list[bytes]:
    """Return leaves of a cell: of what, no parent log asks."""
    return [leaf(f"{cell.name} {history}{number}".encode()) for number in range(count)]


def signed(cell: Signer, leaves: Sequence[bytes], *, by: Signer | None = None) -> bytes:
    """Return a checkpoint over leaves."""
    text = f"{cell.name}\n{len(leaves)}\n{base64.b64encode(root(list(leaves))).decode()}\n"
    return (by or cell).note(text)


def word(*, policy: str | None = None, log: Signer = PARENT, by: Signer = ROOT) -> bytes:
    """Return the root's word."""
    said = {"log": log.vkey, "origin": ORIGIN, "type": "parent", "v": "rdf/2"}
    return by.note(canonical(said if policy is None else {**said, "policy": policy}) + "\n")


def named(cell: Signer, *, root_key: Signer = ROOT, by: Signer = PARENT) -> bytes:
    """Return the entry that names a cell."""
    said = {"log": cell.vkey, "origin": cell.name, "root": root_key.vkey, "type": "cell", "v": "rdf/2"}
    return by.note(canonical(said) + "\n")


def published(cell: Signer, leaves: Sequence[bytes]) -> dict[str, bytes]:
    """Return what a cell of fewer than 256 entries publishes."""
    return {"checkpoint": signed(cell, leaves), f"tile/0/000.p/{len(leaves)}": b"".join(leaves)}


@dataclass
class Case:
    """A parent log and what is given beside it."""

    entries: list[bytes] = field(
        default_factory=lambda: [
            word(),
            named(EAST),
            signed(EAST, entries_of(EAST, 2)),
            named(WEST),
            signed(WEST, entries_of(WEST, 3)),
            signed(EAST, entries_of(EAST, 5)),
        ]
    )
    cells: list[dict[str, bytes]] = field(
        default_factory=lambda: [published(EAST, entries_of(EAST, 7)), published(WEST, entries_of(WEST, 3))]
    )
    words: list[str] = field(default_factory=list)
    witness: CoSigner | None = None

    def files(self) -> dict[str, bytes]:
        """Return the files of the parent log."""
        leaves = [leaf(entry) for entry in self.entries]
        checkpoint = signed(PARENT, leaves)
        if self.witness is not None:
            checkpoint += self.witness.line(checkpoint, SIGNED_AT)
        trust = {"log": PARENT.vkey, "origin": ORIGIN, "root": ROOT.vkey, "v": "rdf/1"}
        bundle = b"".join(len(entry).to_bytes(2, "big") + entry for entry in self.entries)
        return {
            "checkpoint": checkpoint,
            "trust.json": (canonical(trust) + "\n").encode(),
            f"tile/entries/000.p/{len(leaves)}": bundle,
        }


Spoil = Callable[[Case], object]


def put(index: int, entry: bytes) -> Spoil:
    """Have another entry in the place of one."""

    def spoil(case: Case) -> None:
        case.entries[index] = entry

    return spoil


def add(*entries: bytes) -> Spoil:
    """Have more entries at the end."""
    return lambda case: case.entries.extend(entries)


def beside(number: int, files: dict[str, bytes]) -> Spoil:
    """Have another log beside the parent."""

    def spoil(case: Case) -> None:
        case.cells[number] = files

    return spoil


def without_a_cell(case: Case) -> None:
    """Give one cell alone, and ask for the whole."""
    del case.cells[1]
    case.words.append("--whole")


def witnessed(case: Case) -> None:
    """Have a policy, and its witness sign."""
    case.entries[0], case.witness = word(policy=POLICY), ONE


def unnamed(case: Case) -> None:
    """Leave one cell out of the parent log, and give it."""
    case.entries = case.entries[:3]


CASES: Final[Sequence[tuple[str, str, Spoil]]] = (
    ("honest", "OK", lambda _: None),
    ("a cell that is not given", "OK", lambda case: case.cells.pop()),
    ("a cell that is missing from the whole", "E_CELL_MISSING", without_a_cell),
    ("a cell that is not named", "E_CELL_UNKNOWN", unnamed),
    ("a witness that the policy asks for", "OK", witnessed),
    ("no witness where the policy asks for one", "E_QUORUM", put(0, word(policy=POLICY))),
    ("another policy from the last entry on", "E_QUORUM", add(word(policy=POLICY))),
    ("a word by a stranger", "E_CELL_LEAF", put(0, word(by=STRANGER))),
    ("a word about another key", "E_CELL_LEAF", put(0, word(log=EAST))),
    ("no word", "E_CELL_LEAF", lambda case: case.entries.pop(0)),
    ("a cell that the root names", "E_CELL_LEAF", put(1, named(EAST, by=ROOT))),
    ("a cell of another root", "E_CELL_LEAF", put(1, named(EAST, root_key=STRANGER))),
    ("a cell that is named again with another key", "E_CELL_LEAF", add(named(EAST_AGAIN))),
    ("a checkpoint before its cell is named", "E_CELL_LEAF", put(1, signed(EAST, entries_of(EAST, 1)))),
    (
        "a checkpoint that a stranger signed",
        "E_CELL_LEAF",
        put(5, signed(EAST, entries_of(EAST, 5), by=STRANGER)),
    ),
    ("a checkpoint with a line of a witness", "E_CELL_LEAF", lambda case: case.entries.append(_with_witness())),
    ("an entry that is nothing", "E_CELL_LEAF", add(b"nothing\n")),
    ("a cell that went back", "E_CELL_BACK", add(signed(EAST, entries_of(EAST, 4)))),
    ("a checkpoint that stands twice", "E_CELL_BACK", add(signed(EAST, entries_of(EAST, 5)))),
    ("a cell with two roots of one size", "E_FORK", add(signed(EAST, entries_of(EAST, 5, "other ")))),
    ("a cell with another history at a larger size", "E_ROOT", put(5, signed(EAST, entries_of(EAST, 5, "other ")))),
    ("a cell that shows another log", "E_ROOT", beside(0, published(EAST, entries_of(EAST, 7, "other ")))),
    ("a cell whose log ends before", "E_WITHHELD_TILE", beside(0, published(EAST, entries_of(EAST, 4)))),
)


def _with_witness() -> bytes:
    note = signed(EAST, entries_of(EAST, 6))
    return note + ONE.line(note, SIGNED_AT)


def written(files: dict[str, bytes]) -> dict[str, str]:
    """Return files as JSON has them."""
    return {path: base64.b64encode(content).decode() for path, content in sorted(files.items())}


def vectors() -> Iterator[dict[str, Any]]:
    """Yield the lines of the file."""
    for name, code, spoil in CASES:
        case = Case()
        spoil(case)
        yield {
            "name": name,
            "code": code,
            "parent": written(case.files()),
            "cells": [written(files) for files in case.cells],
            "words": case.words,
        }
    files, exchanged = Case().files(), Case()
    exchanged.entries[4] = signed(WEST, entries_of(WEST, 4))
    (bundle,) = (path for path in files if path.startswith("tile/entries"))
    for name, code, content in (
        ("an entry that was exchanged", "E_ROOT", exchanged.files()[bundle]),
        ("the entries are missing", "E_WITHHELD_ENTRY", None),
    ):
        spoilt = {path: kept for path, kept in files.items() if path != bundle}
        if content is not None:
            spoilt[bundle] = content
        yield {
            "name": name,
            "code": code,
            "parent": written(spoilt),
            "cells": [],
            "words": [],
        }


if __name__ == "__main__":
    lines = (json.dumps(line, sort_keys=True) + "\n" for line in vectors())
    (HERE / "parent.jsonl").write_text("".join(lines))
