"""The published answers about player keys: keys, statements, and logs whose records are cut down to what they are about.

`../shared/vectors/player-keys.jsonl`. The logs lack what rounds and limits are judged by, so the rules of player keys
judge their records alone; `test_player_keys.py` has the same attacks in whole logs.
"""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.shared_vectors import published_lines
from tests.verifier.producer import LOG, ROOT, Document
from verifier import canonical, note, player_key, player_signatures
from verifier.link import Position
from verifier.note import parse_vkey
from verifier.player import Announcement, AuditContext, PlayerChain
from verifier.player_statements import message, turn_message
from verifier.system import System
from verifier.tables import Tables
from verifier.tally import Tally
from verifier.tree import leaf_hash, root_of
from verifier.verdict import Code, Fault, Severity

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

VECTORS = published_lines("player-keys.jsonl")


OURS = [json.loads(line) for line in (Path(__file__).parents[1] / "vectors/player_keys.jsonl").read_text().splitlines()]


def ours(what: str) -> list[Document]:
    return [vector for vector in OURS if vector["what"] == what]


def vectors(what: str) -> list[Any]:
    found = [vector for vector in VECTORS if vector["what"] == what]
    if not found:
        return [pytest.param({}, marks=pytest.mark.skip(reason="player-keys.jsonl does not exist"))]
    return [pytest.param(vector, id=vector.get("name")) for vector in found]


class Judged:
    """A log of the vectors, judged by the rules of player keys and by what they stand between."""

    def __init__(self, setting: Document) -> None:
        system = System(root=parse_vkey(ROOT.vkey), log=parse_vkey(LOG.vkey))
        self._context = AuditContext(
            system=system,
            checkpoint_sizes=(),
            tables=Tables(system=system),
            tally=Tally(),
            origin=setting["origin"],
        )
        self._operator = parse_vkey(setting["operator_vkey"])
        self._timeout_ms: int = setting["timeout_ms"]
        self._chains: dict[str, PlayerChain] = {}
        self._dealt: dict[str, int] = {}
        assert setting["key_wait_ms"] == player_signatures.KEY_WAIT_MS

    def verdict(self, notes: list[str]) -> tuple[str, int | None]:
        """Return the code of the first record that is refused, and its index."""
        for index, entry in enumerate(notes):
            try:
                milder = self._take(entry.encode(), index)
            except Fault as fault:
                return fault.code, index
            assert all(fault.code.severity is Severity.WARNING for fault in milder)
        leaves = [leaf_hash(entry.encode()) for entry in notes]
        roots = {size: root_of(leaves[:size]) for size in range(len(leaves) + 1)}
        for failure in self._context.claims.keys.failures(roots):
            return failure.code, failure.place.index
        return "OK", None

    def _take(self, entry: bytes, index: int) -> list[Fault]:
        parsed = note.split(entry)
        self._operator.verify(parsed)
        record: Any = canonical.parse(note.line_of(parsed))
        canonical.require(record, note.line_of(parsed))
        chain = self._chains.setdefault(record["chain"], PlayerChain(name=record["chain"]))
        chain.link.require_place(record)
        milder = player_signatures.check(chain, record, context=self._context, verified=True)
        chain.link.require_time(record)
        player_signatures.claim(record, index=index, context=self._context)
        self._require_no_early_time_out(record)

        leaf = leaf_hash(entry).hex()
        chain.link.advance(record, leaf=leaf)
        player_signatures.apply(chain, record, context=self._context)
        if (announced := _announced(record, Position(index=index, leaf=leaf))) is not None:
            chain.announcement = announced
        if record["type"] == "deal":
            self._dealt[record["chain"]] = record["time"]
        return milder

    def _require_no_early_time_out(self, record: Document) -> None:
        due = self._dealt.get(record["chain"], 0) + self._timeout_ms
        if any(act["by"] == "timeout" and act["t"] < due for act in record.get("acts", ())):
            raise Fault(Code.E_ACTION, "a time-out came early")


def _announced(record: Mapping[str, Any], position: Position) -> Announcement | None:
    if record["type"] not in ("commit", "open"):
        return None
    told, epoch = (record, record["epoch"]) if record["type"] == "commit" else (record["next"], record["epoch"] + 1)
    return Announcement(epoch=epoch, rounds=told["n"], commitment=bytes.fromhex(told["commit"]), index=position.index)


@pytest.mark.parametrize("vector", vectors("log"))
def test_a_published_log_has_its_published_verdict(vector: Document) -> None:
    (setting,) = (item for item in VECTORS if item["what"] == "setting")

    assert Judged(setting).verdict(vector["notes"]) == (vector["code"], vector["index"])


@pytest.mark.parametrize("vector", [*vectors("key"), *ours("key")])
def test_a_published_key_is_taken_and_has_its_id(vector: Document) -> None:
    pub = bytes.fromhex(vector["pub"])

    player_key.load(vector["alg"], pub)
    assert player_key.kid_of(vector["alg"], pub) == vector["kid"]


@pytest.mark.parametrize("vector", [*vectors("key_refused"), *ours("refused")])
def test_a_published_bad_key_is_refused(vector: Document) -> None:
    with pytest.raises(Fault) as refused:
        player_key.load(vector["alg"], bytes.fromhex(vector["pub"]))
    assert refused.value.code == vector.get("code", Code.E_PKEY)


@pytest.mark.parametrize("vector", [*vectors("statement"), *vectors("possession")])
def test_a_published_statement_is_rebuilt_and_its_signature_holds(vector: Document) -> None:
    assert rebuilt(vector["said"]).hex() == vector["message"]
    require_signed(vector, vector["sig"])


@pytest.mark.parametrize("vector", ours("statement"))
def test_our_statements_are_rebuilt_and_their_signatures_hold(vector: Document) -> None:
    assert rebuilt(vector["statement"]).hex() == vector["message"]
    require_signed(vector, vector["psig"]["sig"])
    assert vector["psig"]["until"] == vector["statement"]["until"]


@pytest.mark.parametrize("vector", ours("table-statement"))
def test_our_statements_of_tables_are_rebuilt_and_their_signatures_hold(vector: Document) -> None:
    assert rebuilt_at_table(vector["statement"]).hex() == vector["message"]
    require_signed(vector, vector["psig"]["sig"])


def rebuilt_at_table(said: Document) -> bytes:
    """Rebuild the signed bytes from the record of a table, or of a player's chain, that says what the statement does."""
    record: Any = dict(said)
    origin, until = record.pop("origin"), record.pop("until")
    if record["type"] != "turn":
        return message(record, origin=origin, until=until, announced=None)
    chain, stake, asked = record.pop("chain"), record.pop("sit"), record.pop("asked", "")
    return turn_message(record, origin=origin, chain=chain, stake=stake, asked=asked, until=until)


def rebuilt(said: Document) -> bytes:
    """Rebuild the signed bytes from a record that says what the statement does."""
    record: Any = dict(said)
    announced = None
    if record["type"] == "settle":
        record["acts"] = [{"a": a, "amt": amount, "by": "player", "t": 0} for a, amount in record["acts"]]
    if record["type"] == "open":
        commitment = bytes.fromhex(record.pop("commit"))
        announced = Announcement(epoch=record["epoch"], rounds=record.pop("n"), commitment=commitment, index=0)
    return message(record, origin=record.pop("origin"), until=record.pop("until"), announced=announced)


def require_signed(vector: Document, sig: str) -> None:
    public = player_key.load(vector["alg"], bytes.fromhex(vector["pub"]))
    player_key.require_signature(public, b64decode(sig), bytes.fromhex(vector["message"]))
