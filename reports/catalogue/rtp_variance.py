"""Whether the measured RTP of each game agrees with the theoretical one, at 99 %.

Source: GLI-19 A.6.1(d); regulation F32; docs/formats/report.md.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from games.core.sheet import RuleSheet
from games.laboratory.exact_math import figures_of
from games.queries.sheets import sheet_by_leaf
from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.definition import Definition, Page, Reconciliation, ReportScope
from reports.core.reconciliation import compare_totals
from reports.core.rtp_deviation import RtpDeviation
from reports.core.table import Column, Row, Table, Type, ratio
from reports.core.totals_key import GAME, VERSION, money_column
from reports.queries import rollups
from reports.queries.game_totals import VersionKey, game_totals, merge_totals, money_totals, version_key

COLUMNS: Final = (
    ACCOUNTS,
    GAME,
    VERSION,
    Column(name="bet", type=Type.TEXT, meaning="main: first bets with their raises. side: side bets, by themselves."),
    CURRENCY,
    # Without a total: a round with a side bet is in two rows.
    Column(name="games", type=Type.INTEGER, meaning="Rounds settled in the interval that had such a bet."),
    money_column("first_bets", "First bets alone, without raises; of the row of side bets, these."),
    money_column("wagers", "All that was staked on this bet, raises included."),
    money_column("winnings", "What came back of it, stakes that were won back among it."),
    Column(
        name="theoretical_rtp",
        type=Type.RATIO,
        meaning="What the rules return of all that is wagered, to a player who plays them best.",
    ),
    Column(name="actual_rtp", type=Type.RATIO, meaning="Winnings by wagers.", quotient=("winnings", "wagers")),
    Column(
        name="deviation",
        type=Type.RATIO,
        meaning="(winnings - wagers) / first_bets, less the same as the rules promise it: 1 less the house edge,"
        " less 1. By first bets, because it is of a first bet of 1, however it was raised, that the exact variance is known.",
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
        " others return less, so that below, of a game with decisions, may be said of the players."
        " A side bet has none.",
    ),
)


def _read_page(scope: ReportScope, _: str) -> Page:
    totals = merge_totals(rollups.game_sums(scope.period), version_key)
    return Page([row for key, sums in totals.items() for row in _rows(key, sums)])


def _rows(key: VersionKey, sums: rollups.GameSums) -> Iterator[Row]:
    sheet = sheet_by_leaf(sums.rules_leaf)
    if sums.settled:
        yield _main(key, sums, sheet)
    if sums.side_bets:
        yield _side(key, sums, sheet)


def _main(key: VersionKey, sums: rollups.GameSums, sheet: RuleSheet) -> Row:
    measured = RtpDeviation(
        games=sums.settled,
        result_minor=sums.winnings_minor - sums.wagers_minor,
        stake_total_minor=sums.stake_total_minor,
        stake_squares=sums.stake_squares,
        mean=sheet.rtp.first_bet - 1,
        variance=figures_of(sheet).optimal.variance,
    )
    amounts = {"wagers": sums.wagers_minor, "winnings": sums.winnings_minor}
    return {**key._asdict(), "bet": "main", **amounts, **_cells(measured, sheet.rtp.total_wagered)}


def _side(key: VersionKey, sums: rollups.GameSums, sheet: RuleSheet) -> Row:
    scale, theoretical = sheet.terms.side_bet_scale, sheet.rtp.side_bet
    assert scale is not None, "only a game with a side bet has side bets"
    assert theoretical is not None, "its sheet has their RTP"
    measured = RtpDeviation(
        games=sums.side_bets,
        result_minor=sums.side_winnings_minor - sums.side_wagers_minor,
        stake_total_minor=sums.side_wagers_minor,
        stake_squares=sums.side_bet_squares,
        mean=theoretical - 1,
        variance=figures_of(sheet).side_bet[scale].variance,
    )
    amounts = {"wagers": sums.side_wagers_minor, "winnings": sums.side_winnings_minor}
    return {**key._asdict(), "bet": "side", **amounts, **_cells(measured, theoretical)}


def _cells(measured: RtpDeviation, theoretical: Fraction) -> dict[str, str | int | None]:
    return {
        "games": measured.games,
        "first_bets": measured.stake_total_minor,
        "theoretical_rtp": ratio(*theoretical.as_integer_ratio()),
        "deviation": ratio(*measured.deviation.as_integer_ratio()),
        "bound": measured.bound,
        "verdict": measured.verdict.value,
    }


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    moved = rollups.money_sums(scope.period)
    voided = game_totals(rollups.game_sums(scope.period), lambda sums: sums.voided_minor)
    return [
        *compare_totals(
            table,
            "Wagers of main and side bets, with voided stakes: what left play, in the ledger",
            ("wagers",),
            money_totals(moved, lambda group: group.sums.left_play_minor),
            unreported=voided,
        ),
        *compare_totals(
            table,
            "Winnings of main and side bets, with voided stakes: what came back to cash, in the ledger",
            ("winnings",),
            money_totals(moved, lambda group: group.sums.from_play_minor),
            unreported=voided,
        ),
    ]


DEFINITION: Final = Definition(
    kind="rtp-variance",
    title="Measured return against the rules",
    version=1,
    regulation="GLI-19 A.6.1(d)",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    from_log=True,
    cumulative=True,
    filters=("accounts", "game", "bet", "currency"),
)
