"""A log of many rounds, made in bulk by the platform's core and written as an export is, one bundle at a time.

Accounts play in turn, each by one of the Red Dog sheets and for the least stake, and a round's settlement follows its
deal. One account in `KEYED_EVERY` has a key and signs what it does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from audit.core import tree
from audit.core.checkpoint import sign_checkpoint
from audit.core.event_leaf import EventFacts, event_leaf, private_part, public_part
from audit.core.note import vkey
from audit.core.player_statements import Covered
from audit.core.records import ChainTip, Record, build_record, new_chain
from audit.core.tiles import number_path
from benchmarks.bulk_account import ORIGIN, BulkAccount, BulkSigner, Played, drawn
from games.core.red_dog.terms import RedDogTerms
from games.core.variants import PLAYED_ALONE
from kernel import canonical_json
from kernel.ids import SYSTEM_CHAIN
from responsible_gaming.core.jurisdictions import DEMO
from responsible_gaming.core.profile import profile_of

if TYPE_CHECKING:
    from pathlib import Path

    from games.core.sheet import RuleSheet

ROUNDS_AN_ACCOUNT: Final = 1_000
KEYED_EVERY: Final = 10
_BUNDLE: Final = 256
_BUNDLES_A_CHECKPOINT: Final = 32
_BEGINS_MS: Final = 1_790_000_000_000
_STEP_MS: Final = 10
_LISTED_EVERY_MS: Final = 3_000_000
"""Within the hour that a log promises, it says which events there were: here none after the first."""


@dataclass(slots=True)
class BulkLog:
    """An export in the making. Entries are in memory only until their bundle is full."""

    folder: Path
    now_ms: int = _BEGINS_MS
    covered: Covered = field(default_factory=lambda: Covered(root=tree.EMPTY_ROOT, size=0))
    """The newest checkpoint."""
    _tree: tree.Frontier = field(default_factory=tree.Frontier)
    _entries: list[str] = field(default_factory=list)
    _leaves: list[bytes] = field(default_factory=list)
    _events: list[EventFacts] = field(default_factory=list)
    _system: ChainTip = field(default_factory=lambda: new_chain(SYSTEM_CHAIN))
    _listed: int = 0
    _listed_ms: int = 0
    _checkpoint: str = ""
    _root: BulkSigner = field(default_factory=lambda: BulkSigner.of("bulk.example/root"))
    _log: BulkSigner = field(default_factory=lambda: BulkSigner.of(ORIGIN))
    rounds: BulkSigner = field(default_factory=lambda: BulkSigner.of("bulk.example/rounds"))

    @property
    def size(self) -> int:
        """Return how many entries were written."""
        return self._tree.size + len(self._entries)

    def write(self, record: Record) -> None:
        """Append a record of a player's chain, and what is due by its time."""
        self._append(record)
        if record.tip.time_ms - self._listed_ms > _LISTED_EVERY_MS:
            self._list()

    def tick(self) -> int:
        """Let a moment pass, and return the time."""
        self.now_ms += _STEP_MS
        return self.now_ms

    def found(self) -> list[tuple[RuleSheet, bytes]]:
        """Announce the keys, the terms of protection and the sheets; return these, each with the leaf of its record."""
        for signer, use in ((self.rounds, "records"), (self._log, "checkpoints")):
            self._announce("key", {"name": signer.name, "vkey": vkey(signer), "use": use}, "keys-announced", self._root)
        terms = dict(profile_of(DEMO, from_ms=self.now_ms + 2 * _STEP_MS))
        self._announce("profile", terms, "limits-profile-published", self.rounds)
        engine = drawn("engine").hex()
        sheets = [sheet for sheet in PLAYED_ALONE if sheet.family == RedDogTerms.FAMILY]
        return [
            (sheet, self._announce("rules", {"rules": sheet.document(engine)}, "rules-published", self.rounds))
            for sheet in sheets
        ]

    def sign(self) -> None:
        """Sign a checkpoint of all that was written."""
        grown = tree.append(self._tree, self._leaves)
        self.covered = Covered(root=grown.root(), size=grown.size)
        self._checkpoint = sign_checkpoint(ORIGIN, grown, self._log)
        _write(self.folder / "checkpoints" / str(grown.size), self._checkpoint.encode())

    def close(self) -> None:
        """Sign and write what is left."""
        self._list()
        self.sign()
        if self._entries:
            self._write_bundle()
        trust = {"v": "rdf/1", "origin": ORIGIN, "root": vkey(self._root), "log": vkey(self._log)}
        _write(self.folder / "trust.json", canonical_json.encode(dict(trust)) + b"\n")
        _write(self.folder / "checkpoint", self._checkpoint.encode())
        lines = [
            canonical_json.encode({"event": _public(event), "priv": private_part(event)}) for event in self._events
        ]
        assert len(lines) < _BUNDLE, "a log made in bulk has few events"
        _write(self.folder / "events" / f"000.p/{len(lines)}", b"".join(line + b"\n" for line in lines))

    def _announce(self, kind: str, fields: dict[str, object], event_kind: str, signer: BulkSigner) -> bytes:
        """Write a record of the system chain, and list the event that caused it."""
        event = EventFacts(
            at_ms=self.tick(),
            kind=event_kind,
            subject=None,
            actor="platform",
            reason="",
            before={},
            after={},
            request_id=None,
            salt=drawn("event", len(self._events))[:16],
            private_salt=drawn("private", len(self._events))[:16],
        )
        self._events.append(event)
        leaf = self._write_system(kind, {**fields, "ev": event_leaf(event, actor_key=_ACTOR_KEY).hex()}, signer)
        self._list()
        return leaf

    def _list(self) -> None:
        fresh = self._events[self._listed :]
        leaves = [event_leaf(event, actor_key=_ACTOR_KEY).hex() for event in fresh]
        self._write_system("events", {"first": self._listed + 1, "leaves": leaves}, self._log)
        self._listed, self._listed_ms = len(self._events), self._system.time_ms

    def _write_system(self, kind: str, fields: dict[str, object], signer: BulkSigner) -> bytes:
        salt = drawn("system", self._system.seq)[:16]
        record = build_record(self._system, kind, fields, now_ms=self.now_ms, salt=salt, signer=signer)
        self._system = record.tip
        self._append(record)
        return record.tip.leaf

    def _append(self, record: Record) -> None:
        self._entries.append(record.entry)
        self._leaves.append(record.tip.leaf)
        if len(self._entries) == _BUNDLE:
            self._write_bundle()

    def _write_bundle(self) -> None:
        number, width = self._tree.size // _BUNDLE, len(self._entries)
        path = number_path(number) if width == _BUNDLE else f"{number_path(number)}.p/{width}"
        stored = [entry.encode() for entry in self._entries]
        content = b"".join(len(entry).to_bytes(2, "big") + entry for entry in stored)
        _write(self.folder / "tile" / "entries" / path, content)
        self._tree = tree.append(self._tree, self._leaves)
        self._entries, self._leaves = [], []
        if number % _BUNDLES_A_CHECKPOINT == 0:
            self.sign()


def write_log(folder: Path, *, rounds: int) -> int:
    """Write a log of at least so many rounds into an empty folder, and return how many it has."""
    log = BulkLog(folder)
    sheets = log.found()
    accounts = []
    for number in range(-(-rounds // ROUNDS_AN_ACCOUNT)):
        sheet, leaf = sheets[number % len(sheets)]
        device = None if number % KEYED_EVERY else BulkSigner.of(f"device {number}").key
        played = Played(sheet=sheet, rules_leaf=leaf, signer=log.rounds, write=log.write)
        accounts.append(BulkAccount(number=number, played=played, device=device))
        accounts[-1].register(log.tick())
        accounts[-1].announced_at = log.size
    for _ in range(-(-rounds // len(accounts))):
        for account in accounts:
            if account.used_up:
                if log.covered.size < account.announced_at:
                    log.sign()
                account.open(log.covered, log.tick())
                account.announced_at = log.size
            account.play(log.tick())
    log.close()
    return len(accounts) * -(-rounds // len(accounts))


_ACTOR_KEY: Final = drawn("actor key")


def _public(event: EventFacts) -> dict[str, object]:
    return public_part(event, actor_key=_ACTOR_KEY)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
