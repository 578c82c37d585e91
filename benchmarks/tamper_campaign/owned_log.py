"""An exported log in the hands of an operator who has all its keys and writes it anew."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.verifier.producer import ZERO_LEAF, Document, Draft, Log, Sealed, Signer, leaf, renamed, sign

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
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


class OwnedLog(Log):
    """The records of an export, and the keys that signed them."""

    def __init__(self, trust: Document, keys: Mapping[str, OperatorKey]) -> None:
        super().__init__()
        self.trust, self.keys = trust, keys
        self.version = "rdf/2"

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
            chain = draft.fields["chain"]
            log._heads[chain] = (draft.fields["seq"] + 1, draft.leaf)
        log.sizes = sorted(int(path.name) for path in (export / "checkpoints").iterdir())
        log.events = [json.loads(line) if line else {} for line in _lines(export)]
        log.now = max(draft.fields["time"] for draft in log.drafts)
        records = [draft for draft in log.drafts if draft.fields["type"] == "deal"]
        log.record_signer = records[0].signer
        return log

    def copied(self) -> OwnedLog:
        """Return a log with records of its own, to be spoiled."""
        other = OwnedLog(dict(self.trust), self.keys)
        other.now, other.record_signer = self.now, self.record_signer
        other.drafts = [replace(draft, fields=json.loads(json.dumps(draft.fields)), pinned={}) for draft in self.drafts]
        other.sizes, other._heads = [*self.sizes], dict(self._heads)
        other.events = json.loads(json.dumps(self.events))
        return other

    def seal(self, *, linked: bool = True) -> Sealed:
        """Link, sign and count again, checkpoints included."""
        heads: dict[str, tuple[int, str]] = {}
        moved: dict[str, str] = {}
        entries = []
        for draft in self.drafts:
            document = dict(draft.fields)
            chain = str(document.get("chain"))
            if linked:
                document["seq"], document["prev"] = heads.get(chain, (0, ZERO_LEAF))
                document = {name: renamed(value, moved) for name, value in document.items()}
            document.update(draft.pinned)
            entry = draft.signer.note(draft.text(document) + "\n")
            now = leaf(entry).hex()
            if now != draft.leaf:
                moved[draft.leaf] = now
            entries.append(entry)
            heads[chain] = (heads.get(chain, (0, ""))[0] + 1, now)
        sizes = {*(size for size in self.sizes if size <= len(entries)), len(entries)}
        signer = self.keys[self.trust["log"].partition("+")[0]]
        checkpoints = sign(entries, sizes, origin=self.trust["origin"], signer=signer)
        return Sealed(entries=entries, checkpoints=checkpoints, trust=dict(self.trust), events=self.events)


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
