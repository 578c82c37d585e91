"""Players who sign: their devices, and the logs of the small operator that hold their signatures.

Nothing here is taken from the platform or from the verifier, as in `producer.py`.
"""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.verifier.play import Player, founded
from tests.verifier.producer import HOUR_MS, ORIGIN, Document, Log, canonical, root, sha256

if TYPE_CHECKING:
    from tests.verifier.hands import Wanted

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
SIGNS_FOR_MS = 30_000
STAFF = {"by": ["operator-17", "operator-4"]}


class Device:
    """A key of a player's."""

    def __init__(self, name: str, *, alg: str = "ed25519", use: str = "play") -> None:
        self.alg, self.use = alg, use
        secret = hashlib.sha256(name.encode()).digest()
        if alg == "ed25519":
            self._edwards = ed25519.Ed25519PrivateKey.from_private_bytes(secret)
            self.pub = self._edwards.public_key().public_bytes_raw()
        else:
            self._weierstrass = ec.derive_private_key(int.from_bytes(secret, "big") % ORDER, ec.SECP256R1())
            point = self._weierstrass.public_key()
            self.pub = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.kid = hashlib.sha256(b"RDF2/pkey\0" + alg.encode() + b"\0" + self.pub).hexdigest()[:16]

    def sign(self, statement: Document) -> str:
        said = message(statement)
        if self.alg == "ed25519":
            return base64.b64encode(self._edwards.sign(said)).decode()
        r, s = decode_dss_signature(self._weierstrass.sign(said, ec.ECDSA(SHA256(), deterministic_signing=True)))
        return base64.b64encode(r.to_bytes(32, "big") + min(s, ORDER - s).to_bytes(32, "big")).decode()

    def psig(self, statement: Document) -> Document:
        return {"kid": self.kid, "sig": self.sign(statement), "until": statement["until"]}


def message(statement: Document) -> bytes:
    return b"RDF2/player\0" + canonical(statement).encode()


def statement(record: Document, *, announced: Document | None = None, until: int | None = None) -> Document:
    """Say what a player signs for a record that has its `prev` and `time`; `announced` is the newest commitment."""
    kind = record["type"]
    at = max((act["t"] for act in record.get("acts", ()) if act["by"] == "player"), default=record["time"])
    said = {"type": kind, "origin": ORIGIN, "chain": record["chain"], "until": until or at + SIGNS_FOR_MS}
    if kind == "settle":
        mine = [[act["a"], act["amt"]] for act in record["acts"] if act["by"] == "player"]
        return {**said, "deal": record["deal"], "acts": mine}
    own = {
        "open": ("epoch", "client", "root", "size"),
        "deal": ("epoch", "nonce", "rules", "ante"),
        "limits": ("act",),
        "player_key": ("alg", "pub", "use"),
        "player_key_end": ("kid", "why"),
    }[kind]
    said |= {"prev": record["prev"], **{name: record[name] for name in own}}
    if kind == "deal":
        said["bonus"] = record.get("bonus", 0)
    return said | (announced or {}) if kind == "open" else said


class KeyedPlayer(Player):
    """A player's chain as an honest operator writes it, with the signatures of the device in the player's hand."""

    def __init__(self, log: Log, name: str, *, rounds: int = 8) -> None:
        super().__init__(log, name, rounds=rounds)
        self.device: Device | None = None
        self.promised: Document = {}

    def record(self, kind: str, fields: Document) -> str:
        if kind == "open" and self.device is not None:
            leaves = [bytes.fromhex(draft.leaf) for draft in self.log.drafts[: fields["size"]]]
            fields = {**fields, "root": root(leaves).hex()}
        if self.device is not None and "psig" not in fields and self._signs(kind, fields):
            fields = {**fields, "psig": self.device.psig(self.said(kind, fields))}
        if kind in ("commit", "open"):
            told = fields if kind == "commit" else fields["next"]
            self.promised = {"commit": told["commit"], "n": told["n"]}
        return super().record(kind, fields)

    def said(self, kind: str, fields: Document, **other: Any) -> Document:
        """Say what is signed for the record that these fields will make."""
        common = {"type": kind, "chain": self.chain, "prev": self.head, "time": self.log.now + self.log.tick_ms}
        return statement({**common, **fields}, announced=self.promised, **other)

    @property
    def head(self) -> str:
        return self.log.head(self.chain)

    def let_in(self, device: Device, *, by: Device | None = None, staff: bool = False) -> KeyedPlayer:
        """Write a key down, and use it from here on if there was none."""
        fields: Document = {"alg": device.alg, "pub": device.pub.hex(), "use": device.use}
        said = self.said("player_key", fields)
        fields["pop"] = {"sig": device.sign(said), "until": said["until"]}
        if by is not None:
            fields["psig"] = by.psig(said)
        self.record("player_key", {**fields, **(STAFF if staff else {})})
        self.device = self.device or device
        return self

    def end(self, device: Device, why: str, *, by: Device | None = None) -> KeyedPlayer:
        """Write down that a key signs no more."""
        fields: Document = {"kid": device.kid, "why": why}
        signed = STAFF if by is None else {"psig": by.psig(self.said("player_key_end", fields))}
        self.record("player_key_end", {**fields, **signed})
        return self

    def change_limits(self, do: str, *, now: Document | None = None, **act: Any) -> KeyedPlayer:
        """Do something to the limits, after which those in `now` are in force."""
        self.limits = self.record("limits", {"rg": {"now": now or {}}, "act": {"do": do, "who": "player", **act}})
        return self

    def _signs(self, kind: str, fields: Document) -> bool:
        if kind == "settle":
            return any(act["by"] == "player" for act in fields["acts"])
        return kind in ("open", "deal") or (kind == "limits" and fields["act"]["do"] in ("ask", "confirm", "return"))


PHONE, LAPTOP = Device("phone"), Device("laptop", alg="p256")
PAPER = Device("paper", use="recover")
THIEF = Device("thief")


def started(log: Log, name: str, device: Device = PHONE) -> KeyedPlayer:
    """Register a player with 1,000.00, a key, and a commitment that the log has covered."""
    player = KeyedPlayer(log, name)
    player.register().let_in(device).commit().move("adjustment", 100_000)
    log.checkpoint()
    return player


def keyed_log(wanted: Wanted | None = None) -> tuple[Log, KeyedPlayer, str]:
    """Begin a log of the second version with a player who signs and has opened an epoch; return the rules' leaf too."""
    log, rules = founded()
    log.version = "rdf/2"
    ada = started(log, "ada")
    ada.open(wanted=wanted)
    return log, ada, rules


def keyed_day() -> Log:
    """A log with every record of keys, both algorithms, and every kind of signed and unsigned step."""
    log, ada, rules = keyed_log()
    ada.let_in(PAPER, by=PHONE)
    for ante in (500, 700, 900):
        ada.deal(ante, rules=rules).settle()
    ada.let_in(LAPTOP, by=PHONE).end(PHONE, "rotated", by=LAPTOP)
    ada.device = LAPTOP
    ada.change_limits("set", now={"stake_max": 2000}, name="stake_max", value=2000)
    ada.change_limits("ask", now={"stake_max": 2000}, name="stake_max", value=9000)
    ada.deal(600, rules=rules).void().deal(500, rules=rules)
    log.now += 24 * HOUR_MS
    ada.settle("stand", by="timeout").move("withdrawal", -500)
    ada.end(LAPTOP, "lost", by=PAPER).let_in(THIEF, by=PAPER)
    ada.device = THIEF
    ada.deal(500, rules=rules).settle()
    log.checkpoint()
    ada.open().deal(800, rules=rules).settle()

    ben = KeyedPlayer(log, "ben")
    ben.register().commit().move("adjustment", 100_000)
    log.checkpoint()
    ben.open().deal(500, rules=rules).settle()
    return log


def client_seed(word: str) -> str:
    return sha256(word.encode()).hex()
