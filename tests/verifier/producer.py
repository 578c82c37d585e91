"""An operator in small: writes honest logs by the pages in docs/formats/, for the verifier's tests to spoil.

Nothing here is taken from the platform or from the verifier: where all three agree, the pages are clear enough.
Everything follows from fixed seeds, so every run makes the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.verifier.protected import REGISTERED, profile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

Document = dict[str, Any]

SYSTEM = "0" * 32
ZERO_LEAF = "0" * 64
ORIGIN = "casino.example/log"
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


def canonical(document: object) -> str:
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Signer:
    """An Ed25519 key with a name."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
        self._public = b"\x01" + self._key.public_key().public_bytes_raw()
        self._id = hashlib.sha256(name.encode() + b"\n" + self._public).digest()[:4]
        self.vkey = f"{name}+{self._id.hex()}+{base64.b64encode(self._public).decode()}"

    def note(self, text: str) -> bytes:
        signature = base64.b64encode(self._id + self._key.sign(text.encode())).decode()
        return f"{text}\n\u2014 {self.name} {signature}\n".encode()


ROOT = Signer("casino.example/root", 1)
LOG = Signer("casino.example/log", 2)
ROUNDS = Signer("casino.example/rounds-20261121", 3)
ROUNDS_NEXT = Signer("casino.example/rounds-20261122", 4)
LOG_NEXT = Signer("casino.example/log", 6)
STRANGER = Signer("elsewhere.example/rounds", 5)

EVENT_KINDS = {
    "adjustment": "balance-adjusted",
    "bonus": "bonus-given",
    "commit": "commitment-replaced",
    "erasure": "player-erased",
    "key": "keys-announced",
    "player_key": "player-key-added",
    "player_key_end": "player-key-ended",
    "profile": "limits-profile-published",
    "returned": "withdrawal-returned",
    "revoke": "keys-revoked",
    "rules": "rules-published",
    "table": "table-opened",
    "table_abort": "table-epoch-voided",
    "void": "round-voided",
}

TRUST = {"v": "rdf/1", "origin": ORIGIN, "root": ROOT.vkey, "log": LOG.vkey}


@dataclass(kw_only=True)
class Draft:
    """A record before it is linked and signed; `leaf` is what it hashed to when it was first written.

    `pinned` fields are set after linking: they hold whatever the chain says. `text` turns the document into the
    text to be signed.
    """

    fields: Document
    signer: Signer
    leaf: str = ""
    pinned: Document = field(default_factory=dict)
    text: Callable[[Document], str] = canonical


@dataclass(kw_only=True)
class Sealed:
    """The bytes of an export, ready to be spoiled and written."""

    entries: list[bytes]
    checkpoints: dict[int, bytes]
    trust: Document = field(default_factory=lambda: dict(TRUST))
    events: list[Document] = field(default_factory=list)

    def write(self, folder: Path) -> Path:
        for name, content in self.files().items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        return folder

    def files(self) -> dict[str, bytes]:
        """Return the files of the export by their paths in it."""
        files = {f"checkpoints/{size}": note for size, note in self.checkpoints.items()}
        files["checkpoint"] = self.checkpoints[max(self.checkpoints)]
        files["trust.json"] = canonical(self.trust).encode() + b"\n"
        for first in range(0, max(self.checkpoints), 256):
            bundle = self.entries[first : min(first + 256, max(self.checkpoints))]
            partial = "" if len(bundle) == 256 else f".p/{len(bundle)}"
            number = f"{first // 256:03d}"
            files[f"tile/entries/{number}{partial}"] = b"".join(len(e).to_bytes(2, "big") + e for e in bundle)
        events = [canonical(event).encode() + b"\n" if event else b"\n" for event in self.events]
        for first in range(0, len(events), 256):
            lines = events[first : first + 256]
            partial = "" if len(lines) == 256 else f".p/{len(lines)}"
            files[f"events/{first // 256:03d}{partial}"] = b"".join(lines)
        return files


class Log:
    """A log in the making: drafts in log order, and the sizes at which a checkpoint is signed."""

    def __init__(self, *, now: int = 1_790_000_000_000) -> None:
        self.now = now
        self.drafts: list[Draft] = []
        self.sizes: list[int] = []
        self._heads: dict[str, tuple[int, str]] = {}
        self.record_signer = ROUNDS
        self.version = "rdf/1"
        self.tick_ms = 1000
        self.profiled = False
        self.events: list[Document] = []
        self._listed_at: int | None = None
        self._listed_size = 0
        self.log_signer = LOG

    def add(self, chain: str, kind: str, fields: Document, *, signer: Signer | None = None) -> str:
        """Append a record and return its leaf.

        In the second version also the event that a member of the staff caused it by, and what lists that.
        """
        self.now += self.tick_ms
        if self._listed_at is not None and self.now > self._listed_at + HOUR_MS:
            self._list([])
        if self.version == "rdf/2":
            if fields.get("kind") == "adjustment":
                fields = {"cause": "play_money", **fields}
            self._protect(kind)
            fields = self._with_act(kind, fields)
        fields = self._with_session(chain, kind, fields)
        anew = kind == "limits" and self._heads.get(chain, (0, ""))[0] > 1 and fields.get("act") == REGISTERED
        if self.version != "rdf/2" or not (anew or needs_event(kind, fields)) or "ev" in fields:
            return self._append(chain, kind, fields, signer=signer)
        event = self.event_of(chain, kind, fields)
        added = self._append(chain, kind, {**fields, "ev": event_leaf(event).hex()}, signer=signer)
        self._list([event])
        return added

    def event_of(self, chain: str, kind: str, fields: Document) -> Document:
        """Draw up the event of now that causes a record with these fields."""
        if kind == "wallet":
            of = "returned" if fields.get("cause") == "returned" else fields["kind"]
            return self.event(EVENT_KINDS[of], subject=chain, amount_minor=dict(fields["moves"]).get("cash", 0))
        return self.event(EVENT_KINDS.get(kind, f"{kind}-test"), subject=chain if kind in ("limits", "void") else None)

    def _with_session(self, chain: str, kind: str, fields: Document) -> Document:
        """Name the session of a stake: a player has one for each day."""
        if self.version != "rdf/2" or kind not in ("deal", "sit") or "sess" in fields:
            return fields
        return {**fields, "sess": sha256(f"session {chain} {self.now // DAY_MS}".encode()).hex()}

    def _protect(self, kind: str) -> None:
        """Publish the terms of protection before the first record of the second version that is judged by them."""
        if kind in ("limits", "deal", "sit") and not self.profiled:
            self.profiled = True
            self.add(SYSTEM, "profile", profile(self.now + self.tick_ms))

    def _with_act(self, kind: str, fields: Document) -> Document:
        """Return the fields with the act of the platform, where limits say nothing of who did what."""
        if kind != "limits" or "act" in fields:
            return fields
        return {**fields, "act": {**REGISTERED}}

    def event(self, kind: str, *, subject: str | None = None, **told: int) -> Document:
        """Draw up an event of now."""
        salt = sha256(f"event {len(self.events)}".encode()).hex()
        private = {"actor": "operator:ann", "after": "{}", "before": "{}", "reason": "a test", "salt": salt[:32]}
        event = {
            "actor": "operator:1234567890abcdef",
            "at": self.now,
            "kind": kind.replace("_", "-"),
            "priv": sha256(b"RDF2/event-priv\0" + canonical(private).encode()).hex(),
            "salt": salt[32:],
            "told": told,
            **({} if subject is None else {"subject": subject}),
        }
        return {"event": event, "priv": private}

    def list_events(self, events: list[Document]) -> str:
        """Append the record that lists these events, and return its leaf."""
        return self._list(events)

    def _list(self, events: list[Document]) -> str:
        first = len(self.events) + 1
        self.events += events
        self._listed_at = self.now
        leaves = [event_leaf(event).hex() for event in events]
        return self._append(SYSTEM, "events", {"first": first, "leaves": leaves}, signer=self.log_signer)

    def list_checkpoints(self) -> str:
        """Append the record that lists the sizes at which the log was signed since the one before."""
        sizes = [size for size in sorted(set(self.sizes)) if size > self._listed_size]
        after, self._listed_size = self._listed_size, max((self._listed_size, *sizes))
        return self._append(SYSTEM, "checkpoints", {"after": after, "sizes": sizes}, signer=self.log_signer)

    def _append(self, chain: str, kind: str, fields: Document, *, signer: Signer | None = None) -> str:
        seq, prev = self._heads.get(chain, (0, ZERO_LEAF))
        salt = sha256(f"salt {len(self.drafts)}".encode())[:16].hex()
        common = {"v": self.version, "type": kind, "chain": chain, "time": self.now, "salt": salt}
        draft = Draft(fields={**common, "seq": seq, "prev": prev, **fields}, signer=signer or self.record_signer)
        draft.leaf = leaf(draft.signer.note(canonical(draft.fields) + "\n")).hex()
        self._heads[chain] = (seq + 1, draft.leaf)
        self.drafts.append(draft)
        return draft.leaf

    def head(self, chain: str) -> str:
        """Return the leaf of the chain's newest record."""
        return self._heads.get(chain, (0, ZERO_LEAF))[1]

    def checkpoint(self) -> int:
        """Sign the log as it is and return its size."""
        self.sizes.append(len(self.drafts))
        return len(self.drafts)

    def index(self, kind: str, **wanted: object) -> int:
        """Find the first record of this type with these fields; a type's last one with `last=True`."""
        last = wanted.pop("last", False)
        found = [
            at
            for at, draft in enumerate(self.drafts)
            if draft.fields["type"] == kind and wanted.items() <= draft.fields.items()
        ]
        return found[-1 if last else 0]

    def log_signers(self, size: int) -> list[Signer]:
        """Return the keys of which a checkpoint of this size has a line each."""
        holding = [LOG]
        for draft in self.drafts[:size]:
            fields = draft.fields
            signer = {LOG.vkey: LOG, LOG_NEXT.vkey: LOG_NEXT}.get(fields.get("vkey", ""))
            if signer is None or fields.get("use") != "checkpoints":
                continue
            if fields["type"] == "revoke":
                holding.remove(signer)
            elif signer not in holding:
                holding.append(signer)
        return holding

    def copied(self) -> Log:
        """Return a log with records of its own, to be spoiled."""
        other = Log(now=self.now)
        other.version, other.tick_ms, other.record_signer = self.version, self.tick_ms, self.record_signer
        other.profiled, other.log_signer = self.profiled, self.log_signer
        other.drafts = [replace(draft, fields=json.loads(json.dumps(draft.fields)), pinned={}) for draft in self.drafts]
        other.sizes, other._heads = [*self.sizes], dict(self._heads)
        other.events, other._listed_at = json.loads(json.dumps(self.events)), self._listed_at
        return other

    def seal(self, *, linked: bool = True) -> Sealed:
        """Link, sign and count again, as an operator would who holds all keys.

        Without `linked` the records keep the seq and prev they were written with.
        """
        heads: dict[str, tuple[int, str]] = {}
        moved: dict[str, str] = {}
        entries = []
        for draft in self.drafts:
            document = json.loads(json.dumps(draft.fields))
            if linked:
                document["seq"], document["prev"] = heads.get(document["chain"], (0, ZERO_LEAF))
                document = {name: renamed(value, moved) for name, value in document.items()}
            document.update(draft.pinned)
            entry = draft.signer.note(draft.text(document) + "\n")
            entries.append(entry)
            moved[draft.leaf] = leaf(entry).hex()
            heads[document["chain"]] = (document["seq"] + 1, leaf(entry).hex())
        checkpoints: dict[int, bytes] = {}
        for size in {*self.sizes, len(entries)}:
            checkpoints |= sign(entries, [size], signer=Together(self.log_signers(size)))
        return Sealed(entries=entries, checkpoints=checkpoints, events=json.loads(json.dumps(self.events)))


class Together:
    """Several keys, each of which signs a note."""

    def __init__(self, signers: list[Signer]) -> None:
        self.signers = signers

    def note(self, text: str) -> bytes:
        return f"{text}\n".encode() + b"".join(each.note(text).rpartition(b"\n\n")[2] for each in self.signers)


def needs_event(kind: str, fields: Document) -> bool:
    """Tell whether a record of the second version names an event."""
    return (
        kind in ("erasure", "key", "profile", "revoke", "rules", "table")
        or (kind == "limits" and fields["act"]["who"] in ("list", "operator"))
        or (kind == "void" and "nonce" in fields)
        or (kind == "wallet" and fields["kind"] in ("adjustment", "bonus"))
        or (kind == "commit" and "reason" in fields)
        or (kind in ("player_key", "player_key_end", "table_abort") and "by" in fields)
    )


def event_leaf(event: Document) -> bytes:
    return sha256(b"RDF2/event\0" + canonical(event["event"]).encode())


def renamed(value: Any, moved: Mapping[str, str]) -> Any:
    """Follow the leaves that a document cites to where they are now."""
    if type(value) is dict:
        return {name: renamed(item, moved) for name, item in value.items()}
    if type(value) is list:
        return [renamed(item, moved) for item in value]
    return moved.get(value, value) if type(value) is str else value


def sign(
    entries: list[bytes], sizes: Iterable[int], *, origin: str = ORIGIN, signer: Signer | Together = LOG
) -> dict[int, bytes]:
    """Sign a checkpoint for each size."""
    leaves = [leaf(entry) for entry in entries]
    return {
        size: signer.note(f"{origin}\n{size}\n{base64.b64encode(root(leaves[:size])).decode()}\n")
        for size in sorted(sizes)
        if size <= len(entries)
    }


def receipt(entry: bytes) -> bytes:
    """Spell the receipt of an entry as a line of a receipts file."""
    return json.dumps({"note": entry.decode(), "round": "kept by the player"}).encode() + b"\n"


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def leaf(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry)


def root(leaves: list[bytes]) -> bytes:
    """The definition of RFC 6962, section 2.1, word for word."""
    if not leaves:
        return sha256(b"")
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return sha256(b"\x01" + root(leaves[:k]) + root(leaves[k:]))


def seeds(chain: str, epoch: int, rounds: int, top: bytes) -> list[bytes]:
    """Return s_0 to s_rounds."""
    chained = [top]
    for i in reversed(range(rounds)):
        place = epoch.to_bytes(4, "big") + i.to_bytes(4, "big")
        chained.insert(0, sha256(b"RDF1/seed\0" + bytes.fromhex(chain) + place + chained[0]))
    return chained


def random_bytes(
    seed: bytes, chain: str, epoch: int, nonce: int, client: bytes, count: int, *, purpose: bytes = b"deck"
) -> bytes:
    def mac(key: bytes, message: bytes) -> bytes:
        return hmac.new(key, message, hashlib.sha256).digest()

    place = bytes.fromhex(chain) + epoch.to_bytes(4, "big") + nonce.to_bytes(8, "big")
    material = seed + place + b"RDF1/" + purpose + b"\0" + client
    k, v = b"\0" * 32, b"\1" * 32
    k = mac(k, v + b"\0" + material)
    v = mac(k, v)
    k = mac(k, v + b"\1" + material)
    v = mac(k, v)
    out = b""
    while len(out) < count:
        v = mac(k, v)
        out += v
    return out[:count]


def deck(stream: bytes, decks: int) -> list[str]:
    """Shuffle the whole shoe, with every card named."""
    return [name_of(card) for card in shuffled(stream, list(range(52 * decks)))]


def name_of(card: int) -> str:
    return "23456789TJQKA"[card % 13] + "cdhs"[card // 13 % 4]


def shuffled(stream: bytes, cards: list[int]) -> list[int]:
    at = 0
    for i in range(len(cards)):
        n = len(cards) - i
        if n == 1:
            break
        bits = (n - 1).bit_length()
        width = 1 if bits <= 8 else 2
        drawn = n
        while drawn >= n:
            drawn = int.from_bytes(stream[at : at + width], "big") % 2**bits
            at += width
        cards[i], cards[i + drawn] = cards[i + drawn], cards[i]
    return cards
