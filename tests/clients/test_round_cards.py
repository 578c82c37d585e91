"""The players' client deals again every round that it played alone."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from reddog_client.errors import Reason, VerificationError
from reddog_client.round_cards import require_dealt
from tests.clients.test_chain import records_of
from tests.verifier.play import full_day

if TYPE_CHECKING:
    from reddog_client.records import Record


def settled_rounds() -> list[tuple[Record, Record, str, int]]:
    """Return deal, settlement, client seed and number of packs of each settled round of a day."""
    log = full_day()
    entries = log.seal().entries
    packs = {
        record.leaf: record.fields["rules"]["decks"]
        for record in records_of(log, "0" * 32)
        if record.kind == "rules"
    }  # fmt: skip
    rounds = []
    for name in {json.loads(entry.split(b"\n")[0])["chain"] for entry in entries} - {"0" * 32}:
        deals, client = {}, ""
        for record in records_of(log, name):
            if record.kind == "open":
                client = record.fields["client"]
            elif record.kind == "deal":
                deals[record.leaf] = record, client
            elif record.kind == "settle":
                deal, seed = deals[record.fields["deal"]]
                rounds.append((deal, record, seed, packs[deal.fields["rules"]]))
    return rounds


def test_every_round_of_a_day_is_dealt_again_and_no_card_can_be_another() -> None:
    rounds = settled_rounds()
    assert {packs for *_, packs in rounds} > {1}
    for deal, settled, client, packs in rounds:
        require_dealt(deal, settled, client=client, packs=packs)

        cards = settled.fields["cards"]
        other = replace(settled, fields={**settled.fields, "cards": [*cards[:-1], "2c" if cards[-1] != "2c" else "2d"]})
        shown = replace(deal, fields={**deal.fields, "cards": cards[1::-1]})
        for lie in ((deal, other, client), (shown, settled, client), (deal, settled, "ab" * 32)):
            with pytest.raises(VerificationError) as refused:
                require_dealt(lie[0], lie[1], client=lie[2], packs=packs)
            assert refused.value.reason is Reason.OTHER_CARDS
            assert refused.value.evidence
