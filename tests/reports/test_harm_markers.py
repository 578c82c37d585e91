"""Markers of harm by day and account."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from audit.operations.save_event import NewEvent, save_events
from kernel.instants import to_epoch_ms
from reports.catalogue.harm_markers import DEFINITION
from responsible_gaming.operations.assess_players import assess_player
from tests import world
from tests.operations.test_growing_tables import keyed_reads
from tests.reports.asking import FROM, HOUR, MILLISECOND, UNTIL, assert_same_in_small_pages, rows_of
from tests.world import DEMO

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = pytest.mark.django_db


def tried(chain: ChainId, attempts: int) -> None:
    """Have a player ask for looser limits, and be refused, the day before."""
    refused = NewEvent(kind="limit-loosening-refused", actor="player", subject=chain, after={"limit": "loss_day"})
    save_events([refused] * attempts, now=FROM - HOUR)


def test_every_marker_that_was_met_on_a_day_is_told_the_most_urgent_account_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chains = [world.sign_up(name, now=FROM - HOUR) for name in ("ada", "bea", "cleo", "dora")]
    for chain, attempts in zip(chains, (3, 6, 4, 2), strict=True):
        tried(chain, attempts)
        assess_player(chain, jurisdiction=DEMO, now=FROM)
    ada, bea, cleo, _ = chains
    # Assessed again on the day; of the days before and after.
    assess_player(cleo, jurisdiction=DEMO, now=UNTIL - MILLISECOND)
    assess_player(ada, jurisdiction=DEMO, now=FROM - MILLISECOND)
    assess_player(ada, jurisdiction=DEMO, now=UNTIL)

    told = rows_of(DEFINITION)

    # From 6 attempts on 40 points, from 3 on 20; of equal scores the one that was assessed first comes last.
    assert [(row["account"], row["points"], row["assessed"]) for row in told] == [
        (bea.hex, 40, to_epoch_ms(FROM)),
        (cleo.hex, 20, to_epoch_ms(UNTIL - MILLISECOND)),
        (ada.hex, 20, to_epoch_ms(FROM)),
    ]
    assert told[0] == {
        "day": "2026-11-21",
        "accounts": "players",
        "account": bea.hex,
        "currency": "USD",
        "score": 40,
        "marker": "limit-attempts",
        "points": 40,
        "reason": told[0]["reason"],
        "figures": '{"attempts":6}',
        "assessed": to_epoch_ms(FROM),
    }
    assert_same_in_small_pages(DEFINITION, monkeypatch)
    with keyed_reads():
        rows_of(DEFINITION)
