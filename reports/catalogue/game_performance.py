"""What each version of each game returned, beside its theoretical RTP.

Source: GLI-19 2.9.2; regulation F32; docs/formats/report.md.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from games.queries.sheet_versions import SheetVersion, sheet_versions
from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.definition import AddedOverCells, Definition, Page, Reconciliation, ReportScope
from reports.core.reconciliation import compare_totals
from reports.core.table import Column, Row, Table, Type, ratio
from reports.core.totals_key import GAME, VERSION, count_column, drop_zero_rows, money_column
from reports.queries import rollups
from reports.queries.game_totals import VersionKey, merge_totals, money_totals, rake_minor, version_key

COLUMNS: Final = (
    ACCOUNTS,
    GAME,
    VERSION,
    Column(name="family", type=Type.TEXT, meaning="The kind of game: whose state machine plays it."),
    CURRENCY,
    Column(name="available_since", type=Type.INSTANT, meaning="When this version was first logged.", earliest=True),
    Column(
        name="status",
        type=Type.TEXT,
        meaning="At the end of the interval: offered, or replaced by another version of the game.",
    ),
    Column(
        name="theoretical_rtp",
        type=Type.RATIO,
        meaning="What the rules return of first bets and raises to a player who plays them best.",
    ),
    count_column("games", "Rounds, and stakes at tables, settled in the interval, whenever they were dealt or placed."),
    money_column(
        "wagers", "First bets and raises of these. Around a pot, what came back and the rake: in sum, the buy-ins."
    ),
    money_column("winnings", "What they returned of first bets and raises, stakes that were won back among it."),
    Column(name="actual_rtp", type=Type.RATIO, meaning="Winnings by wagers.", quotient=("winnings", "wagers")),
    Column(name="theoretical_side_rtp", type=Type.RATIO, meaning="What the rules return of side bets."),
    money_column("side_wagers", "Side bets of the settled rounds."),
    money_column("side_winnings", "What they returned of side bets."),
    Column(
        name="actual_side_rtp",
        type=Type.RATIO,
        meaning="Side winnings by side wagers.",
        quotient=("side_winnings", "side_wagers"),
    ),
    count_column("voided", "Rounds voided in the interval; they are not among the games."),
    money_column("voided_amount", "Stakes that voided rounds gave back."),
    money_column("fees", "Rake of games around a pot: wagers less winnings. No other game takes any."),
    count_column("interrupted", "Rounds open at the end of the interval, whenever they were dealt."),
    money_column("interrupted_funds", "Stakes of these."),
)


def _read_page(scope: ReportScope, _: str) -> Page:
    return _page_of_games(scope, rollups.game_sums(scope.period))


def _page_of_games(scope: ReportScope, games: Sequence[rollups.GameSums]) -> Page:
    period = scope.period
    versions = sheet_versions(before_ms=period.end_ms, log_size=scope.log_size)
    within = merge_totals(games, version_key)
    at_end = merge_totals(rollups.game_sums_before(period.until), version_key)
    # Every version of the interval is also among those before its end.
    rows = [_row(key, versions[sums.rules_leaf], within.get(key), sums) for key, sums in at_end.items()]
    return Page(drop_zero_rows(rows, COLUMNS))


def _row(key: VersionKey, edition: SheetVersion, within: rollups.GameSums | None, life: rollups.GameSums) -> Row:
    rtp, sums = edition.sheet.rtp, within
    return {
        **key._asdict(),
        "family": edition.sheet.family,
        "available_since": edition.available_since_ms,
        "status": "offered" if edition.offered else "replaced",
        "theoretical_rtp": _text(rtp.total_wagered),
        "games": sums.settled if sums else 0,
        "wagers": sums.wagers_minor if sums else 0,
        "winnings": sums.winnings_minor if sums else 0,
        "theoretical_side_rtp": None if rtp.side_bet is None else _text(rtp.side_bet),
        "side_wagers": sums.side_wagers_minor if sums else 0,
        "side_winnings": sums.side_winnings_minor if sums else 0,
        "voided": sums.voided if sums else 0,
        "voided_amount": sums.voided_minor if sums else 0,
        "fees": rake_minor(edition.sheet, sums) if sums else 0,
        "interrupted": life.open_rounds,
        "interrupted_funds": life.in_play_minor,
    }


def _text(rtp: Fraction) -> str | None:
    return ratio(rtp.numerator, rtp.denominator)


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    moved, life = rollups.money_sums(scope.period), rollups.money_sums_before(scope.period.until)
    return [
        *compare_totals(
            table,
            "Wagers, side bets and voided stakes: what left play, in the ledger",
            ("wagers", "side_wagers", "voided_amount"),
            money_totals(moved, lambda group: group.sums.left_play_minor),
        ),
        *compare_totals(
            table,
            "Winnings, side winnings and voided stakes: what came back to cash from play, in the ledger",
            ("winnings", "side_winnings", "voided_amount"),
            money_totals(moved, lambda group: group.sums.from_play_minor),
        ),
        *compare_totals(
            table,
            "Interrupted funds: what is in play at the end, in the ledger",
            ("interrupted_funds",),
            money_totals(life, lambda group: group.sums.in_play_minor),
        ),
    ]


DEFINITION: Final = Definition(
    kind="game-performance",
    title="Game performance",
    version=1,
    regulation="GLI-19 2.9.2",
    columns=COLUMNS,
    read_page=_read_page,
    page_of_games=_page_of_games,
    reconcile=_reconcile,
    from_log=True,
    names_rules=True,
    cumulative=True,
    carries_balance=True,
    filters=("accounts", "game", "currency"),
    over_cells=AddedOverCells(),
)
