"""A table as the staff sees it: with its players, and the money that lies there."""

from dataclasses import replace
from uuid import UUID

from django.db import connection

from audit.core.records import ChainTip
from kernel.ids import ChainId
from kernel.instants import rfc3339
from kernel.money import amount_document
from tables.core.continuation import Phase
from tables.models import Invitation, TableStatus
from tables.queries.snapshots import public_snapshot
from tables.queries.table_states import known_table, table_state


def table_for_operator(chain: ChainId) -> dict[str, object]:
    """Return what everybody sees of a table, its players, and the sum of their stakes and raises that have not ended.

    Raises:
        TableNotFound: there is none of this chain.
    """
    state = table_state(chain)
    with connection.cursor() as cursor:
        cursor.execute(_OPEN_STAKES, (chain,))
        stakes = cursor.fetchall()
    currency = state.table.definition.sheet.currency
    return {
        **public_snapshot(state),
        "staked": amount_document(sum(row[-1] for row in stakes), currency),
        "players": [
            {
                "player_id": player.hex,
                "username": username,
                "epoch": epoch,
                "seat": seat,
                "staked": amount_document(staked_minor, currency),
                "placed_at": rfc3339(placed_ms),
                "unseated": unseated,
            }
            for player, username, epoch, seat, placed_ms, unseated, staked_minor in stakes
        ],
    }


def table_as_opened(chain: ChainId) -> dict[str, object]:
    """Return what `table_for_operator` said when a table was just opened, whatever has happened there since.

    Only whether it is `available` is said as of now.

    Raises:
        TableNotFound: there is none of this chain.
    """
    state = table_state(chain)
    table = state.table
    opened = replace(
        state,
        status=TableStatus.OPEN,
        head=replace(state.head, tip=ChainTip(chain, 0, table.leaf, table.opened_ms)),
        epoch=0,
        phase=Phase.UNANNOUNCED,
        running=None,
        stakes=(),
        values={},
        decisions={},
    )
    return {**public_snapshot(opened), "staked": amount_document(0, table.definition.sheet.currency), "players": []}


_OPEN_STAKES = """
SELECT s.chain, p.username, s.epoch, s.seat, s.placed_ms, s.unseated,
  s.stake_minor + s.side_bet_minor + COALESCE(d.amount_minor, 0)
FROM tables_stake s
JOIN players_player p ON p.chain = s.chain
LEFT JOIN tables_decision d ON d."table" = s."table" AND d.epoch = s.epoch AND d.seat = s.seat AND NOT s.unseated
WHERE s."table" = %s AND s.end_seq IS NULL
ORDER BY s.epoch, s.seat, s.placed_ms
"""


def invited_players(table: ChainId, *, after: UUID | None, limit: int) -> list[ChainId]:
    """Return up to `limit` of the players who are invited to a table, by id, after this one.

    Raises:
        TableNotFound: there is none of this chain.
    """
    known_table(table)
    invited = Invitation.objects.filter(table=table).order_by("chain")
    if after is not None:
        invited = invited.filter(chain__gt=after)
    return [ChainId(chain) for chain in invited.values_list("chain", flat=True)[:limit]]
