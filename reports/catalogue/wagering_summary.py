"""What went to games and came from them, with what was in play at both ends.

Source: NJ 13:69O-1.9(d); regulation F35; docs/formats/report.md.
"""

from collections.abc import Sequence
from typing import Final

from reports import measures
from reports.by_game import game_of, of_money, together
from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.definition import Asked, Definition, Page, Reconciliation
from reports.core.purse import GAME, money, told
from reports.core.reconciling import against
from reports.core.table import Row, Table

COLUMNS: Final = (
    ACCOUNTS,
    GAME,
    CURRENCY,
    money("to_games", "What went into play: stakes of rounds dealt, and raises of rounds settled, in the interval."),
    money("from_games", "What came back: of rounds settled, and stakes of rounds voided, in the interval."),
    money("start_funds", "Stakes of rounds that were open when the interval began."),
    money("end_funds", "Stakes of rounds that were open when it was over."),
    money("win", "The house's: to_games + start_funds - end_funds - from_games."),
    money("rake", "Rake: no game takes any."),
)


def _page(asked: Asked, _: str) -> Page:
    period = asked.period
    within, before = (
        together(found, game_of) for found in (measures.games(period), measures.games_before(period.first))
    )
    rows: list[Row] = []
    for key in sorted(within.keys() | before.keys()):
        sums = within.get(key)
        start_minor = before[key].in_play_minor if key in before else 0
        end_minor = start_minor + (sums.in_play_minor if sums else 0)
        to_minor = sums.staked_minor if sums else 0
        from_minor = sums.returned_minor + sums.voided_minor if sums else 0
        rows.append(
            {
                **key._asdict(),
                "to_games": to_minor,
                "from_games": from_minor,
                "start_funds": start_minor,
                "end_funds": end_minor,
                "win": to_minor + start_minor - end_minor - from_minor,
                "rake": 0,
            }
        )
    return Page(told(rows, COLUMNS))


def _reconcile(asked: Asked, table: Table) -> Sequence[Reconciliation]:
    moved = measures.money(asked.period)
    start, end = (measures.money_before(day) for day in (asked.period.first, asked.period.until))
    compared = (
        (
            "To games: what went from cash into play, in the ledger",
            "to_games",
            of_money(moved, lambda kind: kind.sums.staked_minor),
        ),
        (
            "From games: what came back to cash from play, in the ledger",
            "from_games",
            of_money(moved, lambda kind: kind.sums.returned_minor),
        ),
        (
            "Win: what the house took from play less what it paid, in the ledger",
            "win",
            of_money(moved, lambda kind: kind.sums.lost_minor - kind.sums.won_minor),
        ),
        (
            "Funds at the start: what was in play, in the ledger",
            "start_funds",
            of_money(start, lambda kind: kind.sums.in_play_minor),
        ),
        (
            "Funds at the end: what was in play, in the ledger",
            "end_funds",
            of_money(end, lambda kind: kind.sums.in_play_minor),
        ),
    )
    return [line for what, column, found in compared for line in against(table, what, (column,), found)]


DEFINITION: Final = Definition(
    kind="wagering-summary",
    title="Wagering summary",
    version=1,
    source="NJ 13:69O-1.9(d)2",
    columns=COLUMNS,
    page=_page,
    reconcile=_reconcile,
    from_log=True,
    to_date=True,
    carried=True,
    filters=("accounts", "game", "currency"),
)
