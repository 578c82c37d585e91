"""The worked hands and games of the format page, which the platform's own code wrote, judged by the verifier's rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.verifier.producer import LOG, ORIGIN, ROOT, Document
from verifier import schema, sheets, table_judge
from verifier.families import game_of
from verifier.link import Position
from verifier.note import parse_vkey
from verifier.player import AuditContext
from verifier.pot import Pot
from verifier.system import System
from verifier.table_chain import TableChain
from verifier.table_secrets import commitment
from verifier.tables import Tables
from verifier.tally import Tally
from verifier.verdict import Fault

VECTORS = Path(__file__).parents[1] / "vectors" / "tables.jsonl"
# The vectors' `open` names this size.
COVERED = 5120


def worked() -> list[Any]:
    if not VECTORS.is_file():
        return [pytest.param({}, marks=pytest.mark.skip(reason=f"{VECTORS.name} is not made yet"))]
    vectors = [json.loads(line) for line in VECTORS.read_text().splitlines()]
    return [pytest.param(vector, id=vector["vector"]) for vector in vectors if "records" in vector]


class Judged:
    """A table in the middle of its life: the records of one epoch follow."""

    def __init__(self, vector: Document) -> None:
        self.vector, self.records = vector, vector["records"]
        self.chain = TableChain(name=vector["chain"])
        system = System(root=parse_vkey(ROOT.vkey), log=parse_vkey(LOG.vkey))
        self.tables = Tables(system=system)
        self.context = AuditContext(
            system=system,
            checkpoint_sizes=(COVERED,),
            tables=self.tables,
            tally=Tally(),
            origin=ORIGIN,
        )

        assert sheets.sheet_of_any_family(vector["rules"])
        game = game_of(vector["rules"])
        if isinstance(game, Pot):
            system.pots[vector["table"]["rules"]] = game
        else:
            system.games[vector["table"]["rules"]] = game
        self._take({"type": "table", "time": self.records[0]["time"] - 60_000, **vector["table"]}, seq=0)

        seats, end = self.records[0], self.records[-1]
        table = self.tables.by_chain[vector["chain"]]
        table.epoch = seats["epoch"] - 1
        table.commitments = {
            seats["epoch"]: commitment(chain=vector["chain"], epoch=seats["epoch"], seed=end["seed"]),
        }
        hand = self.records[2]
        self.chain.first_seat = hand["order"][0] - 1 if "order" in hand else None
        for taken in seats["seats"]:
            self._place(taken, seats)

    def run(self) -> None:
        """Judge the records one after the other.

        Raises:
            Fault: for the first rule that one of them breaks.
        """
        for seq, record in enumerate(self.records, start=1):
            if record["type"] == "hand_end":
                for act in record.get("acts", []):
                    self._decide(act)
            self._take(record, seq=seq)

    def _take(self, record: Document, *, seq: int) -> None:
        whole = {
            "v": "rdf/2",
            "chain": self.vector["chain"],
            "seq": seq,
            "prev": self.chain.link.leaf,
            "salt": "0" * 32,
        }
        document: Any = schema.check({**whole, **record})
        leaf = self.vector["hand_leaf"] if record["type"] == "hand" else f"{seq:064x}"
        position = Position(index=COVERED - 2 + seq, leaf=leaf)
        milder = table_judge.check(self.chain, document, position=position, context=self.context)
        assert not milder
        table_judge.apply(self.chain, document, position=position, context=self.context)

    def _place(self, taken: Document, seats: Document) -> None:
        kind = "sit" if "buy_in" in taken else "deal"
        fields = {name: taken[name] for name in ("ante", "bonus", "buy_in", "contrib", "seat") if name in taken}
        stake: Any = {
            "type": kind,
            "chain": taken["stake"][:32],
            "seq": 3,
            "time": seats["time"] - 1000,
            "table": f"{0:064x}",
            "epoch": seats["epoch"],
            **fields,
        }
        self.tables.apply(stake, Position(index=9, leaf=taken["stake"]))

    def _decide(self, act: Document) -> None:
        if act["by"] == "player":
            stake = next(taken["stake"] for taken in self.records[0]["seats"] if taken["seat"] == act["seat"])
            record: Any = {"type": "act", "chain": stake[:32], "deal": stake, "time": act["t"], **act}
            self.tables.apply(record, Position(index=COVERED + 2, leaf=act["act"]))


@pytest.mark.parametrize("vector", worked())
def test_a_worked_epoch_holds(vector: Document) -> None:
    judged = Judged(vector)

    judged.run()

    totals = judged.context.tally.tables[vector["chain"]]
    assert totals.hands + totals.games == 1


@pytest.mark.parametrize("vector", worked())
def test_a_worked_epoch_with_another_result_does_not(vector: Document) -> None:
    vector["records"][-1]["results"][0]["returned"] += 500

    with pytest.raises(Fault) as caught:
        Judged(vector).run()

    assert caught.value.code == "E_PAYOUT"
