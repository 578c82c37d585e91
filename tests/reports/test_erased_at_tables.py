"""Reports of a day with a hand at a table, one of whose players is erased afterwards."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest

from audit.operations.export import export_log
from games.core.action import Action
from players import vault
from players.models import Player
from reports.queries.filings import get_file
from tables.core.continuation import CroupierStep
from tests import house_table, live_tables, world
from tests.core.tables.seated import MONTANA
from tests.live_tables import BETTING
from tests.operations.test_erasure import RETENTION_DAYS, closed, emptied, erased
from tests.reports.making import made
from tests.reports.way import DAY, OVER, document, filed
from tests.world import NOW
from verifier.audit import AuditRequest, audit
from verifier.export import Export
from verifier.filed.proof import judge
from verifier.judge import Depth

if TYPE_CHECKING:
    from pathlib import Path
    from uuid import UUID

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F35"), pytest.mark.clause("F58"), pytest.mark.django_db]

KINDS: Final = (
    "game-performance",
    "taxable-revenue",
    "wagering-summary",
    "operator-liability",
    "patron-account-summary",
    "account-adjustments",
    "large-transactions",
    "session-games",
    "voids",
)
NEXT_DAY: Final = NOW + timedelta(days=1)
LATER: Final = NEXT_DAY + timedelta(days=RETENTION_DAYS)


def play_hand() -> ChainId:
    """Let Ophelia and Bob play a hand in which she raises, and return her chain."""
    table = house_table.announced_table(house_table.table_of(MONTANA.game, stakes=(500, 20_000)))
    ophelia, bob = world.seat_player("ophelia"), world.seat_player("bob")
    world.give_pin(ophelia.chain)
    for seat, player in enumerate((ophelia, bob)):
        live_tables.stake(player, table, seat, 1_000 + 200 * seat)
    live_tables.deal(ophelia, bob, table=table, now=NOW + BETTING)
    live_tables.act(ophelia, table, Action.RAISE, now=NOW + BETTING)
    over = NOW + BETTING + timedelta(milliseconds=MONTANA.timeout_ms)
    assert house_table.step(table, now=over) is CroupierStep.HAND_END
    assert house_table.end_all_stakes(now=over) == 2
    world.run_sequencer(now=over)
    return ophelia.chain


def figures(filing: UUID) -> Any:
    """Return what a filing says, without when it was made and over how long a log."""
    told = document(filing)
    return {name: told[name] for name in ("columns", "rows", "reconciliation")}


def texts(document: Any) -> list[str]:
    """Return the texts of a personal document that tell somebody from others: a country's two letters do not."""
    inner = document.values() if isinstance(document, dict) else [document]
    return [text for value in inner for text in (texts(value) if isinstance(value, dict) else [str(value)]) if text[3:]]


def test_a_day_at_a_table_is_reported_after_an_erasure_as_before_and_names_nobody(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    house_table.open_house_with_tables(monkeypatch)
    chain = play_hand()
    digest = bytes(Player.objects.get(chain=chain).person_digest or b"").hex()
    identity = ["ophelia", digest, *texts(vault.read(chain))]
    before = {kind: figures(filed(kind, now=OVER)) for kind in KINDS}
    assert any(before[kind]["rows"] for kind in KINDS)
    world.run_sequencer(now=OVER)
    emptied(chain, now=NEXT_DAY)
    closed(chain, now=NEXT_DAY)
    world.run_sequencer(now=NEXT_DAY)
    erased(chain, now=LATER)
    world.run_sequencer(now=LATER)

    again = {kind: filed(kind, now=LATER) for kind in KINDS}

    assert {kind: figures(filing) for kind, filing in again.items()} == before
    # Her session is gone, and her stake is told by the log's name of it: all sessions are still all games.
    (hers,) = (row for row in made("player-sessions", DAY.first).rows if row["account"] == chain.hex)
    assert (hers["session"], hers["start"], hers["games"], len(str(hers["reference"]))) == (None, None, 1, 64)
    world.run_sequencer(now=LATER)
    export_log(tmp_path / "log")
    request = AuditRequest(export=Export(folder=tmp_path / "log"), depth=Depth.FULL, jobs=1)
    log = audit(request)
    assert log.tally.failures == {}
    for kind, filing in again.items():
        content = get_file(filing, "json").content
        proof = judge(content, request, log=log)
        assert proof.fault is None, (kind, proof.fault.sentence)
        assert [private for private in identity if private in content.decode()] == [], kind
