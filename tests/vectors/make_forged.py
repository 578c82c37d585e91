"""Write `log-forged/`: the log of `log-rdf2/`, forged by somebody who has all the operator's keys.

One round that won is paid less than the rules give, the house keeps the rest, every later balance is lower, and every
later record, its leaf and the checkpoint are made anew. All signatures verify and all roots agree: only who plays the
round again from its seeds finds what was taken. The auditor's desk carries both logs.

Usage: python tests/vectors/make_forged.py
"""

import shutil
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from audit.core.note import leaf_hash, sign_note  # noqa: E402  found by the line above
from audit.core.records import Record  # noqa: E402  the same
from kernel import canonical_json  # noqa: E402  the same
from tests.vectors.make_log import (  # noqa: E402  the same
    CHAIN,
    FIRST_KEY,
    LOG,
    ROOT,
    SECOND_KEY,
    SECOND_VERSION_FROM,
    Writer,
    files,
    whole_log,
)

FOLDER: Final = "log-forged"
TAKEN_MINOR: Final = 1000
SIGNERS: Final = {signer.name: signer for signer in (ROOT, LOG, FIRST_KEY, SECOND_KEY)}


def forged_log() -> Writer:
    """Return the log in which the dearest win is paid TAKEN_MINOR less."""
    log = whole_log(second_version_from=SECOND_VERSION_FROM["log-rdf2"])
    won = max(range(len(log.records)), key=lambda index: _returned(log.records[index].document))
    moved: dict[str, str] = {}
    for index, record in enumerate(log.records):
        document = _renamed(record.document, moved)
        if index == won:
            document = _underpaid(document)
        if index > won and document["chain"] == CHAIN.hex and "bal" in document:
            document["bal"] = [balance - TAKEN_MINOR for balance in document["bal"]]
        log.records[index] = _signed_again(record, document)
        moved[record.tip.leaf.hex()] = log.records[index].tip.leaf.hex()
    log.checkpoints.pop(max(log.checkpoints))
    log.sign()
    return log


def _returned(document: Mapping[str, Any]) -> int:
    returned: int = document.get("pay", {"returned": 0})["returned"]
    return returned


def _underpaid(document: Mapping[str, Any]) -> dict[str, Any]:
    moves: dict[str, int] = dict(document["moves"])
    moves["cash"] -= TAKEN_MINOR
    moves["house"] += TAKEN_MINOR
    before, after = document["bal"]
    return {
        **document,
        "pay": document["pay"] | {"returned": document["pay"]["returned"] - TAKEN_MINOR},
        "moves": [[account, delta] for account, delta in moves.items()],
        "bal": [before, after - TAKEN_MINOR],
    }


def _renamed(value: Any, moved: Mapping[str, str]) -> Any:
    """Return a document that cites the new leaves in place of the old ones."""
    if isinstance(value, Mapping):
        return {name: _renamed(member, moved) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(member, moved) for member in value]
    return moved.get(value, value) if isinstance(value, str) else value


def _signed_again(record: Record, document: Mapping[str, Any]) -> Record:
    signer = SIGNERS[record.entry.rpartition("— ")[2].split(" ")[0]]
    entry = sign_note(canonical_json.encode(dict(document)).decode() + "\n", signer)
    return replace(record, entry=entry, document=document, tip=replace(record.tip, leaf=leaf_hash(entry)))


def main() -> None:
    """Write the folder."""
    shutil.rmtree(HERE / FOLDER, ignore_errors=True)
    for path, content in files(forged_log()).items():
        place = HERE / FOLDER / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


if __name__ == "__main__":
    main()
