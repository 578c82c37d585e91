"""Whether games return what their rules promise, as far as luck can tell.

Source: GLI-19 A.6.1(d); regulation F32; docs/formats/report.md.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from games.core.sheet import RuleSheet
from games.laboratory.exact_math import figures_of
from games.queries.sheets import sheet_by_leaf
from reports import measures
from reports.by_game import ByVersion, of_games, of_money, together, version_of
from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.definition import Asked, Definition, Page, Reconciliation
from reports.core.luck import Luck
from reports.core.purse import GAME, VERSION, money
from reports.core.reconciling import against
from reports.core.table import Column, Row, Table, Type, ratio

COLUMNS: Final = (
    ACCOUNTS,
    GAME,
    VERSION,
    Column(name="bet", type=Type.TEXT, meaning="main: first bets with their raises. side: side bets, by themselves."),
    CURRENCY,
    # Not added up: a round with a side bet is in two rows.
    Column(name="games", type=Type.INTEGER, meaning="Rounds settled in the interval that had such a bet."),
    money("first_bets", "First bets alone, without raises; of the row of side bets, these."),
    money("wagers", "All that was staked on this bet, raises included."),
    money("winnings", "What came back of it, stakes that were won back among it."),
    Column(
        name="theoretical_rtp",
        type=Type.RATIO,
        meaning="What the rules return of all that is wagered, to a player who plays them best.",
    ),
    Column(name="actual_rtp", type=Type.RATIO, meaning="Winnings by wagers.", share=("winnings", "wagers")),
    Column(
        name="deviation",
        type=Type.RATIO,
        meaning="(winnings - wagers) / first_bets, less the same as the rules promise it: 1 less the house edge, less 1."
        " By first bets, because it is of a first bet of 1, however it was raised, that the exact variance is known.",
    ),
    Column(
        name="bound",
        type=Type.RATIO,
        meaning="How far luck takes the deviation, up or down, in no more than 1 of 100 intervals: 2.576 standard"
        " deviations, from the exact variance of one round and the squares of all first bets.",
    ),
    Column(
        name="verdict",
        type=Type.TEXT,
        meaning="within, above or below the bound; too-few below 10,000 games. The promise is to those who play best:"
        " others return less, so that below, of a game with decisions, may be said of the players. A side bet has none.",
    ),
)


def _page(asked: Asked, _: str) -> Page:
    found = together(measures.games(asked.period), version_of)
    return Page([row for key, sums in found.items() for row in _rows(key, sums)])


def _rows(key: ByVersion, sums: measures.GameSums) -> Iterator[Row]:
    sheet = sheet_by_leaf(sums.rules_leaf)
    if sums.settled:
        yield _main(key, sums, sheet)
    if sums.side_bets:
        yield _side(key, sums, sheet)


def _main(key: ByVersion, sums: measures.GameSums, sheet: RuleSheet) -> Row:
    luck = Luck(
        games=sums.settled,
        result_minor=sums.winnings_minor - sums.wagers_minor,
        bets_minor=sums.first_bets_minor,
        squares=sums.first_bets_squared,
        mean=sheet.rtp.first_bet - 1,
        variance=figures_of(sheet).optimal.variance,
    )
    amounts = {"wagers": sums.wagers_minor, "winnings": sums.winnings_minor}
    return {**key._asdict(), "bet": "main", **amounts, **_told(luck, sheet.rtp.total_wagered)}


def _side(key: ByVersion, sums: measures.GameSums, sheet: RuleSheet) -> Row:
    scale, promised = sheet.terms.side_bet_scale, sheet.rtp.side_bet
    assert scale is not None, "side bets are placed where there are any"
    assert promised is not None, "and a sheet says what they return"
    luck = Luck(
        games=sums.side_bets,
        result_minor=sums.side_winnings_minor - sums.side_wagers_minor,
        bets_minor=sums.side_wagers_minor,
        squares=sums.side_bets_squared,
        mean=promised - 1,
        variance=figures_of(sheet).side_bet[scale].variance,
    )
    amounts = {"wagers": sums.side_wagers_minor, "winnings": sums.side_winnings_minor}
    return {**key._asdict(), "bet": "side", **amounts, **_told(luck, promised)}


def _told(luck: Luck, promised: Fraction) -> dict[str, str | int | None]:
    return {
        "games": luck.games,
        "first_bets": luck.bets_minor,
        "theoretical_rtp": ratio(*promised.as_integer_ratio()),
        "deviation": ratio(*luck.deviation.as_integer_ratio()),
        "bound": luck.bound,
        "verdict": luck.verdict.value,
    }


def _reconcile(asked: Asked, table: Table) -> Sequence[Reconciliation]:
    moved = measures.money(asked.period)
    voided = of_games(measures.games(asked.period), lambda sums: sums.voided_minor)
    return [
        *against(
            table,
            "Wagers of main and side bets, with voided stakes: what left play, in the ledger",
            ("wagers",),
            of_money(moved, lambda kind: kind.sums.left_play_minor),
            also=voided,
        ),
        *against(
            table,
            "Winnings of main and side bets, with voided stakes: what came back to cash, in the ledger",
            ("winnings",),
            of_money(moved, lambda kind: kind.sums.returned_minor),
            also=voided,
        ),
    ]


DEFINITION: Final = Definition(
    kind="rtp-variance",
    title="Measured return against the rules",
    version=1,
    source="GLI-19 A.6.1(d)",
    columns=COLUMNS,
    page=_page,
    reconcile=_reconcile,
    from_log=True,
    to_date=True,
    filters=("accounts", "game", "bet", "currency"),
)
