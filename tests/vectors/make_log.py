"""Write `records.jsonl` and `log/`, one small log in which every type of record stands, `log-rdf2/` and `roots.json`.

The first log is of `rdf/1`. The other one is the same, but for its version: it goes on as `rdf/2` after 6 entries, as
a log does whose platform is brought up to date.

All from fixed keys and inputs: every run makes the same bytes.

The keys are worth nothing: their seeds stand in the first line of `records.jsonl`.

Usage: python tests/vectors/make_log.py
"""

import hashlib
import json
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final
from uuid import UUID

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: E402  the same

from audit.core.checkpoint import sign_checkpoint  # noqa: E402  found by the line above
from audit.core.epoch_seeds import pebbles, seed_at  # noqa: E402  the same
from audit.core.event_leaf import EventFacts, event_leaf, private_part, public_part  # noqa: E402  the same
from audit.core.note import leaf_hash, sign_note, vkey  # noqa: E402  the same
from audit.core.records import ChainTip, Record, build_record, moves_document, new_chain  # noqa: E402  the same
from audit.core.shuffle import Shoe, shoe  # noqa: E402  the same
from audit.core.tree import Frontier, append  # noqa: E402  the same
from games.core.action import Action  # noqa: E402  the same
from games.core.families import family_of  # noqa: E402  the same
from games.core.family import Bet, DecisionNeeded, RoundOver  # noqa: E402  the same
from games.core.play import Act, begin, deal_first_cards, replay  # noqa: E402  the same
from games.core.round_postings import result_postings, stake_postings  # noqa: E402  the same
from games.core.round_records import deal_fields, settle_fields, void_fields  # noqa: E402  the same
from games.core.variants import red_dog_atlantic_city  # noqa: E402  the same
from kernel import canonical_json  # noqa: E402  the same
from kernel.ids import SYSTEM_CHAIN, ChainId, RoundId  # noqa: E402  the same
from players.core.session_reference import session_reference  # noqa: E402  the same
from wallet.core.ledger import Account, Balance, Posting, apply_postings, net_moves  # noqa: E402  the same

# By folder, the number of the first record that is of the second version.
EVENT_KINDS: Final[Mapping[str, str]] = {
    "commit": "commitment-replaced",
    "erasure": "player-erased",
    "key": "keys-announced",
    "profile": "limits-profile-published",
    "revoke": "keys-revoked",
    "rules": "rules-published",
    "void": "round-voided",
    "wallet": "balance-adjusted",
}
"""What event causes a record of each type; of wallet records an adjustment alone."""
SECOND_VERSION_FROM: Final[Mapping[str, int | None]] = {"log": None, "log-rdf2": 6}

ORIGIN: Final = "casino.example/log"
CHAIN: Final = ChainId(UUID(bytes=bytes(range(16))))
CLIENT: Final = b"player seed 1..................."
SESSION: Final = UUID(bytes=bytes(range(16, 32)))
SESSION_SALT: Final = bytes(range(32, 48))
ROUNDS: Final = 8
# As it was when the log began, in its first version, which knows no further currencies.
SHEET: Final = replace(red_dog_atlantic_city.SHEET, version=1, stakes={})
ANTE_MINOR: Final = 500
FUNDS_MINOR: Final = 100_000
START_MS: Final = 1_790_000_000_000
# Some of every kind, within which the rounds below stay; a month of 31 days later the first of them is looser.
LIMITS: Final = {
    "stake_max": 700,
    "wager_day": 10_000,
    "loss_week": 8000,
    "deposit_month": 50_000,
    "windows": "calendar",
    "zone": "America/New_York",
    "session_ms": 7_200_000,
    "day_ms": 28_800_000,
    "check_ms": 3_600_000,
}
# The terms of protection, of the jurisdiction `demo`.
PROFILE: Final = {
    "name": "demo",
    "ver": 1,
    "windows": LIMITS["windows"],
    "zone": LIMITS["zone"],
    "loosen_ms": 86_400_000,
    "loosen_after_period": False,
    "stake_loosen_ms": 0,
    "confirm_ms": 604_800_000,
    "timeout_days": [1, 42],
    "exclude_days_min": 184,
    "exclude_terms": [],
    "cool_ms": 86_400_000,
    "cool_open_ms": 86_400_000,
    "key_wait_ms": 259_200_000,
    "payout_floor": [3, 4],
}
LOOSER: Final = {"effective_at": START_MS + 31 * 86_400_000, "stake_max": 900}
# A report of the gaming day before, in which the log has nothing; of no file that exists.
FILING: Final = {
    "report": "taxable-revenue",
    "def": 1,
    "from": 1_789_876_800_000,
    "to": 1_789_963_200_000,
    "filters": {},
    "rev": 1,
    "size": 6,
    "gen": 1_789_963_260_000,
    "files": {"json": hashlib.sha256(b"report").hexdigest()},
}
# The digest of no engine: the vectors are not to change with every line of ours.
ENGINE: Final = hashlib.sha256(b"vectors").hexdigest()


@dataclass(frozen=True, slots=True)
class FixedSigner:
    """A key whose seed is one byte, repeated."""

    name: str
    seed: bytes
    private_key: Ed25519PrivateKey = field(init=False)
    public_key: bytes = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "private_key", Ed25519PrivateKey.from_private_bytes(self.seed))
        object.__setattr__(self, "public_key", self.private_key.public_key().public_bytes_raw())

    def sign(self, message: bytes, /) -> bytes:
        return self.private_key.sign(message)


ROOT: Final = FixedSigner("casino.example/root", b"\x01" * 32)
LOG: Final = FixedSigner(ORIGIN, b"\x02" * 32)
FIRST_KEY: Final = FixedSigner("casino.example/rounds-20261121", b"\x03" * 32)
ACTOR_KEY: Final = b"\x05" * 32
SECOND_KEY: Final = FixedSigner("casino.example/rounds-20261122", b"\x04" * 32)


class Writer:
    """The log as it grows: records a second apart, a checkpoint wherever it is asked for."""

    def __init__(self, *, second_version_from: int | None) -> None:
        """Begin a log; from the record of this number on it is of the second version, None for no record."""
        self._second_version_from = second_version_from
        self.records: list[Record] = []
        self.events: list[EventFacts] = []
        self.checkpoints: dict[int, str] = {}
        self.balance = Balance()
        self._tips = {chain: new_chain(chain) for chain in (SYSTEM_CHAIN, CHAIN)}
        self.key = FIRST_KEY

    def add(
        self, chain: ChainId, kind: str, fields: Mapping[str, object], *, signer: FixedSigner | None = None
    ) -> Record:
        """Write the next record of a chain; in the second version with its event, and the record that lists that."""
        event = self._event(chain, kind, fields) if self.second_version else None
        if event is not None:
            self.events.append(event)
            leaf = event_leaf(event, actor_key=ACTOR_KEY).hex()
            record = self._write(chain, kind, {**fields, "ev": leaf}, signer or self.key)
            self._write(SYSTEM_CHAIN, "events", {"first": len(self.events), "leaves": [leaf]}, LOG)
            return record
        return self._write(
            chain,
            kind,
            {name: value for name, value in fields.items() if name not in {"cause", "ev"}},
            signer or self.key,
        )

    def _event(self, chain: ChainId, kind: str, fields: Mapping[str, object]) -> EventFacts | None:
        """Return the event of a record that somebody causes."""
        caused = kind in {"key", "profile", "revoke", "rules", "erasure", "void"} or fields.get("kind") == "adjustment"
        if not caused and not (kind == "commit" and "reason" in fields):
            return None
        number = len(self.events)
        return EventFacts(
            at_ms=START_MS + 1000 * len(self.records),
            kind=EVENT_KINDS[kind],
            subject=None if chain == SYSTEM_CHAIN else chain,
            actor="operator:ann+ben",
            reason="an example",
            before={},
            after={"number": number, "record": kind, **({"amount_minor": FUNDS_MINOR} if kind == "wallet" else {})},
            request_id=None,
            salt=hashlib.sha256(f"event {number}".encode()).digest()[:16],
            private_salt=hashlib.sha256(f"event {number}".encode()).digest()[16:],
        )

    def _write(self, chain: ChainId, kind: str, fields: Mapping[str, object], signer: FixedSigner) -> Record:
        number = len(self.records)
        salt = hashlib.sha256(f"salt {number}".encode()).digest()[:16]
        record = build_record(
            self._tips[chain], kind, fields, now_ms=START_MS + 1000 * number, salt=salt, signer=signer
        )
        if self._second_version_from is None or number < self._second_version_from:
            record = _of_first_version(record, signer)
        self._tips[chain] = record.tip
        self.records.append(record)
        return record

    @property
    def second_version(self) -> bool:
        """Whether the next record is of the second version."""
        return self._second_version_from is not None and len(self.records) >= self._second_version_from

    def sign(self) -> int:
        """Sign what there is, and return how much that is."""
        tree = append(Frontier(), [record.tip.leaf for record in self.records])
        self.checkpoints[tree.size] = sign_checkpoint(ORIGIN, tree, LOG)
        return tree.size

    def tip(self, chain: ChainId) -> ChainTip:
        """Return where a chain stands."""
        return self._tips[chain]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What all rounds of the epoch share."""

    rules: bytes
    limits: bytes
    kept: Sequence[bytes]

    def seed(self, nonce: int) -> bytes:
        """Return a round's seed."""
        return seed_at(nonce, self.kept, chain=CHAIN, epoch=0, rounds=ROUNDS)

    def shoe(self, nonce: int) -> Shoe:
        """Return a round's shoe."""
        return shoe(self.seed(nonce), round_id=RoundId(CHAIN, 0, nonce), client=CLIENT, decks=SHEET.decks)


def whole_log(*, second_version_from: int | None = None) -> Writer:
    """Write a log in which every type stands, of the second version from the record of this number on."""
    log = Writer(second_version_from=second_version_from)
    _key(log, "key", FIRST_KEY, "records")
    _key(log, "key", LOG, "checkpoints")
    rules = log.add(SYSTEM_CHAIN, "rules", {"rules": SHEET.document(ENGINE)})
    kept, following = _seeds(epoch=0), _seeds(epoch=1)
    tag = hashlib.sha256(b"player").hexdigest()
    log.add(CHAIN, "init", {"player": tag, "cur": "USD", "exp": 2, "bal": [0, 0], "test": True})
    log.add(CHAIN, "limits", {"rg": {"now": {}}})
    log.add(CHAIN, "commit", {"epoch": 0, **_announced(kept)})
    size = log.sign()
    _grant(log)
    limits = _limits(log)
    log.add(CHAIN, "open", {"epoch": 0, "client": CLIENT.hex(), "next": _announced(following), "size": size})
    table = Table(rules=rules.tip.leaf, limits=limits.tip.leaf, kept=kept)
    for nonce in range(1, ROUNDS):
        _settle(log, table, nonce)
    _key(log, "key", SECOND_KEY, "records")
    log.key = SECOND_KEY
    _key(log, "revoke", FIRST_KEY, "records")
    _void(log, table, ROUNDS)
    log.add(CHAIN, "commit", {"epoch": 1, **_announced(_seeds(epoch=1, again=True)), "reason": "drawn again"})
    log.add(SYSTEM_CHAIN, "erasure", {"count": 1, "basis": "no_longer_needed"})
    log.add(SYSTEM_CHAIN, "filing", FILING)
    log.sign()
    return log


def lines(log: Writer) -> Iterator[str]:
    """Yield the lines of `records.jsonl`."""
    keys = {
        "root_key_seed": ROOT.seed.hex(),
        "record_key_seed": FIRST_KEY.seed.hex(),
        "next_key_seed": SECOND_KEY.seed.hex(),
    }
    yield json.dumps(keys)
    for record in log.records:
        told = {"type": record.type, "note": record.entry, "leaf": record.tip.leaf.hex()}
        yield json.dumps(told, ensure_ascii=False)


def files(log: Writer) -> Mapping[str, bytes]:
    """Return the files of the export, by their path."""
    stored = (record.entry.encode() for record in log.records)
    bundle = b"".join(len(entry).to_bytes(2, "big") + entry for entry in stored)
    trust = {"v": "rdf/1", "origin": ORIGIN, "root": vkey(ROOT), "log": vkey(LOG)}
    return {
        "checkpoint": log.checkpoints[len(log.records)].encode(),
        **{f"checkpoints/{size}": note.encode() for size, note in log.checkpoints.items()},
        f"tile/entries/000.p/{len(log.records)}": bundle,
        **({f"events/000.p/{len(log.events)}": b"".join(map(_event_line, log.events))} if log.events else {}),
        "trust.json": canonical_json.encode(dict(trust)) + b"\n",
    }


def _event_line(event: EventFacts) -> bytes:
    return (
        canonical_json.encode({"event": public_part(event, actor_key=ACTOR_KEY), "priv": private_part(event)}) + b"\n"
    )


def roots() -> dict[str, object]:
    """Return the root of the first 0 to 8 of some leaves that are hashed already."""
    leaves = [hashlib.sha256(b"\x00" + bytes([number])).digest() for number in range(8)]
    return {
        "leaves": [leaf.hex() for leaf in leaves],
        "roots": [append(Frontier(), leaves[:size]).root().hex() for size in range(len(leaves) + 1)],
    }


def _seeds(*, epoch: int, again: bool = False) -> tuple[bytes, ...]:
    last = bytes(range(32)) if epoch == 0 else hashlib.sha256(f"{epoch} {again}".encode()).digest()
    return pebbles(last, chain=CHAIN, epoch=epoch, rounds=ROUNDS)


def _announced(kept: Sequence[bytes]) -> dict[str, object]:
    return {"n": ROUNDS, "commit": kept[0].hex()}


def _of_first_version(record: Record, signer: FixedSigner) -> Record:
    """Sign a record again as it was written before there were tables."""
    document = {**record.document, "v": "rdf/1"}
    # That version did not know of sessions.
    document.pop("sess", None)
    entry = sign_note(canonical_json.encode(document).decode() + "\n", signer)
    return replace(record, entry=entry, document=document, tip=replace(record.tip, leaf=leaf_hash(entry)))


def _limits(log: Writer) -> Record:
    """Write the player's limits, and return the newest record of them: in the second version one for each act."""
    if not log.second_version:
        return log.add(CHAIN, "limits", {"rg": {"now": LIMITS, "next": {**LIMITS, **LOOSER}}})
    log.add(SYSTEM_CHAIN, "profile", {**PROFILE, "from": START_MS + 1000 * len(log.records)})
    in_force: dict[str, object] = {}
    for name in sorted(LIMITS.keys() - {"windows", "zone"}, reverse=True):
        in_force[name] = LIMITS[name]
        if name.startswith(("deposit", "loss", "wager")):
            in_force |= {"windows": LIMITS["windows"], "zone": LIMITS["zone"]}
        act = {"do": "set", "who": "player", "name": name, "value": LIMITS[name]}
        log.add(CHAIN, "limits", {"rg": {"now": dict(in_force)}, "act": act})
    asked = {"do": "ask", "who": "player", "name": "stake_max", "value": LOOSER["stake_max"]}
    return log.add(CHAIN, "limits", {"rg": {"now": in_force}, "act": asked})


def _key(log: Writer, kind: str, signer: FixedSigner, use: str) -> None:
    log.add(SYSTEM_CHAIN, kind, {"name": signer.name, "vkey": vkey(signer), "use": use}, signer=ROOT)


def _grant(log: Writer) -> None:
    postings = [Posting(Account.ADJUSTMENT, Account.CASH, FUNDS_MINOR)]
    after = apply_postings(log.balance, postings)
    moved = {"moves": moves_document(net_moves(postings)), "bal": [log.balance.cash_minor, after.cash_minor]}
    log.add(CHAIN, "wallet", {"kind": "adjustment", "cause": "play_money", **moved})
    log.balance = after


def _deal(log: Writer, table: Table, nonce: int) -> Record:
    opening = deal_first_cards(SHEET, [Bet(ANTE_MINOR)], table.shoe(nonce))
    postings = stake_postings(ANTE_MINOR)
    after = apply_postings(log.balance, postings)
    fields = deal_fields(
        RoundId(CHAIN, 0, nonce),
        rules_leaf=table.rules,
        limits_leaf=table.limits,
        request_digest=hashlib.sha256(f"request {nonce}".encode()).digest(),
        session_reference=session_reference(SESSION, salt=SESSION_SALT),
        bet=Bet(ANTE_MINOR),
        cards=family_of(SHEET).visible(opening, seat=0),
        postings=postings,
        before=log.balance,
        after=after,
    )
    log.balance = after
    return log.add(CHAIN, "deal", fields)


def _settle(log: Writer, table: Table, nonce: int) -> None:
    deal = _deal(log, table, nonce)
    family, deck = family_of(SHEET), table.shoe(nonce)
    waits = isinstance(family.need(begin(SHEET, [Bet(ANTE_MINOR)], deck)), DecisionNeeded)
    # Raise in every other round, so that both decisions stand in the log.
    raised_minor = ANTE_MINOR if nonce % 2 else 0
    action = Action.RAISE if raised_minor else Action.STAND
    acts = [Act(seat=0, action=action, amount_minor=raised_minor)] if waits else []
    state = replay(SHEET, [Bet(ANTE_MINOR)], deck, acts)
    over = family.need(state)
    assert isinstance(over, RoundOver), "the acts complete the round"
    (result,) = over.results
    postings = [*(stake_postings(raised_minor) if waits else ()), *result_postings(result)]
    after = apply_postings(log.balance, postings)
    decided_ms = log.tip(CHAIN).time_ms + 500
    told: list[dict[str, Any]] = [
        {"a": act.action.value, "amt": act.amount_minor, "by": "player", "t": decided_ms} for act in acts
    ]
    fields = settle_fields(
        RoundId(CHAIN, 0, nonce),
        deal_leaf=deal.tip.leaf,
        acts=told,
        cards=family.dealt(state),
        result=result,
        seed=table.seed(nonce),
        postings=postings,
        before=log.balance,
        after=after,
    )
    log.balance = after
    log.add(CHAIN, "settle", fields)


def _void(log: Writer, table: Table, nonce: int) -> None:
    deal = _deal(log, table, nonce)
    postings = [Posting(Account.IN_PLAY, Account.CASH, ANTE_MINOR)]
    after = apply_postings(log.balance, postings)
    fields = void_fields(
        RoundId(CHAIN, 0, nonce),
        deal_leaf=deal.tip.leaf,
        reason="the table was closed",
        by=["operator:1", "operator:2"],
        ev="0" * 64,
        seed=table.seed(nonce),
        postings=postings,
        before=log.balance,
        after=after,
    )
    log.balance = after
    log.add(CHAIN, "void", fields)


def main() -> None:
    """Write all of them."""
    log = whole_log()
    (HERE / "roots.json").write_text(json.dumps(roots(), indent=1) + "\n")
    (HERE / "records.jsonl").write_text("\n".join(lines(log)) + "\n")
    for folder, number in SECOND_VERSION_FROM.items():
        shutil.rmtree(HERE / folder, ignore_errors=True)
        for path, content in files(whole_log(second_version_from=number)).items():
            place = HERE / folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)


if __name__ == "__main__":
    main()
