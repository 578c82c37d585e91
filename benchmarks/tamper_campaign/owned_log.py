"""An exported log in the hands of an operator who has all its keys and writes it anew."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import orjson
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.verifier.producer import ZERO_LEAF, Document, Draft, Log, Sealed, Signer, canonical, leaf, renamed
from verifier.tree import Frontier

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

_BUNDLE = 256


class OperatorKey(Signer):
    """A signing key of the installation."""

    def __init__(self, name: str, secret: bytes) -> None:
        self.name = name
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self._public = b"\x01" + self._key.public_key().public_bytes_raw()
        self._id = hashlib.sha256(name.encode() + b"\n" + self._public).digest()[:4]
        self.vkey = f"{name}+{self._id.hex()}+{base64.b64encode(self._public).decode()}"
        self._notes: dict[str, bytes] = {}

    def note(self, text: str) -> bytes:
        """Sign a text; the same text has the same signature, which is remembered."""
        if text not in self._notes:
            self._notes[text] = super().note(text)
        return self._notes[text]


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A record as the export has it: whoever changes nothing that it depends on writes the same bytes again."""

    place: tuple[int, str]
    """Its number in its chain, and the leaf before it."""
    spelling: bytes
    signer: Signer
    entry: bytes
    cited: frozenset[str]
    """All that may be a leaf in it, `prev` apart."""

    def stands(self, draft: Draft, *, head: tuple[int, str], moved: Mapping[str, str]) -> bool:
        """Tell whether a draft at this place of its chain is this record, and what it cites is where it was."""
        return (
            head == self.place
            and draft.signer is self.signer
            and draft.text is canonical
            and not draft.pinned
            and self.cited.isdisjoint(moved)
            # Not the fields themselves: to Python true is 1.
            and _spelling(draft.fields) == self.spelling
        )


class OwnedLog(Log):
    """The records of an export, and the keys that signed them."""

    def __init__(self, trust: Document, keys: Mapping[str, OperatorKey]) -> None:
        super().__init__()
        self.trust, self.keys = trust, keys
        self.version = "rdf/2"
        self.begins = 0
        """The first record that random changes are about."""
        self.written: dict[str, Written] = {}
        """The export's records by leaf."""

    @classmethod
    def read(cls, folder: Path) -> OwnedLog:
        """Read `log`, an export, and `keys.json` in a folder, as `evening` leaves them."""
        secrets = json.loads((folder / "keys.json").read_text())
        keys = {name: OperatorKey(name, bytes.fromhex(secret)) for name, secret in secrets.items()}
        export = folder / "log"
        log = cls(json.loads((export / "trust.json").read_text()), keys)
        for entry in _entries(export):
            text, _, signature = entry.decode().partition("\n\n\u2014 ")
            draft = Draft(fields=json.loads(text), signer=keys[signature.split(" ")[0]], leaf=leaf(entry).hex())
            log.drafts.append(draft)
            log.written[draft.leaf] = _written(draft, entry)
            chain = draft.fields["chain"]
            log._heads[chain] = (draft.fields["seq"] + 1, draft.leaf)
        log.sizes = sorted(int(path.name) for path in (export / "checkpoints").iterdir())
        log.events = [json.loads(line) if line else {} for line in _lines(export)]
        log.now = max(draft.fields["time"] for draft in log.drafts)
        records = [draft for draft in log.drafts if draft.fields["type"] == "deal"]
        log.record_signer = records[0].signer
        signers = (n for n, each in enumerate(log.drafts) if each.fields["type"] == "player_key")
        log.begins = next(signers, 0)
        return log

    def pick(self, chance: random.Random) -> int:
        """Draw a record that a change is to be about."""
        return chance.randrange(self.begins, len(self.drafts))

    def copied(self) -> OwnedLog:
        """Return a log with records of its own, to be spoiled."""
        other = OwnedLog(dict(self.trust), self.keys)
        other.now, other.record_signer, other.written = self.now, self.record_signer, self.written
        other.begins = self.begins
        fields = copied([draft.fields for draft in self.drafts])
        other.drafts = [replace(draft, fields=own, pinned={}) for draft, own in zip(self.drafts, fields, strict=True)]
        other.sizes, other._heads = [*self.sizes], dict(self._heads)
        other.events = copied(self.events)
        return other

    def seal(self, *, linked: bool = True) -> Sealed:
        """Link, sign and count again, checkpoints included. What nothing changed is not signed again."""
        heads: dict[str, tuple[int, str]] = {}
        moved: dict[str, str] = {}
        entries, leaves = [], []
        for draft in self.drafts:
            chain = str(draft.fields.get("chain"))
            head = heads.get(chain, (0, ZERO_LEAF))
            before = self.written.get(draft.leaf)
            if linked and before is not None and before.stands(draft, head=head, moved=moved):
                entry, now = before.entry, draft.leaf
            else:
                entry = _note(draft, link=head if linked else None, moved=moved)
                now = leaf(entry).hex()
            if now != draft.leaf:
                moved[draft.leaf] = now
            entries.append(entry)
            leaves.append(bytes.fromhex(now))
            heads[chain] = (head[0] + 1, now)
        return Sealed(
            entries=entries, checkpoints=self._checkpoints(leaves), trust=dict(self.trust), events=self.events
        )

    def _checkpoints(self, leaves: list[bytes]) -> dict[int, bytes]:
        signer = self.keys[self.trust["log"].partition("+")[0]]
        sizes = {*(size for size in self.sizes if size <= len(leaves)), len(leaves)}
        return {
            size: signer.note(f"{self.trust['origin']}\n{size}\n{base64.b64encode(root).decode()}\n")
            for size, root in _roots(leaves, sizes)
        }


def _written(draft: Draft, entry: bytes) -> Written:
    place, spelling = (draft.fields["seq"], draft.fields["prev"]), _spelling(draft.fields)
    assert spelling is not None, "it was read from an export"
    return Written(place=place, spelling=spelling, signer=draft.signer, entry=entry, cited=_cited(draft.fields))


def _spelling(fields: Document) -> bytes | None:
    """Spell fields in their own order; None if they cannot be spelled."""
    try:
        return orjson.dumps(fields)
    except TypeError:
        return None


def copied(documents: list[Document]) -> list[Document]:
    """Return documents that share nothing with these."""
    copies: list[Document] = orjson.loads(orjson.dumps(documents))
    return copies


def _note(draft: Draft, *, link: tuple[int, str] | None, moved: Mapping[str, str]) -> bytes:
    document = dict(draft.fields)
    if link is not None:
        document["seq"], document["prev"] = link
        document = {name: renamed(value, moved) for name, value in document.items()}
    document.update(draft.pinned)
    return draft.signer.note(draft.text(document) + "\n")


def _roots(leaves: list[bytes], sizes: Iterable[int]) -> Iterator[tuple[int, bytes]]:
    """Yield each size with the root over that many leaves."""
    frontier, joined = Frontier(), 0
    for size in sorted(sizes):
        for one in leaves[joined:size]:
            frontier.append(one)
        joined = size
        yield size, frontier.root()


def _cited(fields: Document) -> frozenset[str]:
    return frozenset(text for name, value in fields.items() if name != "prev" for text in _texts(value))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _entries(export: Path) -> Iterator[bytes]:
    folder = export / "tile" / "entries"
    full = sorted(path for path in folder.iterdir() if path.is_file())
    for path in [*full, *folder.glob("*.p/*")]:
        content = path.read_bytes()
        while content:
            length = int.from_bytes(content[:2], "big")
            yield content[2 : 2 + length]
            content = content[2 + length :]


def _lines(export: Path) -> Iterator[str]:
    folder = export / "events"
    full = sorted(path for path in folder.iterdir() if path.is_file())
    for path in [*full, *folder.glob("*.p/*")]:
        yield from path.read_text().split("\n")[:-1]
