"""What each version of each game returned, beside what its rules promise.

Source: GLI-19 2.9.2; regulation F32; docs/formats/report.md.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from games.queries.sheet_versions import SheetVersion, sheet_versions
from reports import measures
from reports.by_game import ByVersion, of_money, together, version_of
from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.definition import Asked, Definition, Page, Reconciliation
from reports.core.purse import GAME, VERSION, count, money, told
from reports.core.reconciling import against
from reports.core.table import Column, Row, Table, Type, ratio

COLUMNS: Final = (
    ACCOUNTS,
    GAME,
    VERSION,
    Column(name="family", type=Type.TEXT, meaning="The kind of game: whose state machine plays it."),
    CURRENCY,
    Column(name="available_since", type=Type.INSTANT, meaning="When this version was first logged."),
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
    count("games", "Rounds settled in the interval, whenever they were dealt."),
    money("wagers", "First bets and raises of these rounds."),
    money("winnings", "What they returned of first bets and raises, stakes that were won back among it."),
    Column(name="actual_rtp", type=Type.RATIO, meaning="Winnings by wagers.", share=("winnings", "wagers")),
    Column(name="theoretical_side_rtp", type=Type.RATIO, meaning="What the rules return of side bets."),
    money("side_wagers", "Side bets of the settled rounds."),
    money("side_winnings", "What they returned of side bets."),
    Column(
        name="actual_side_rtp",
        type=Type.RATIO,
        meaning="Side winnings by side wagers.",
        share=("side_winnings", "side_wagers"),
    ),
    count("voided", "Rounds voided in the interval; they are not among the games."),
    money("voided_amount", "Stakes that voided rounds gave back."),
    money("fees", "Rake, fees and commission: no game takes any."),
    count("interrupted", "Rounds open at the end of the interval, whenever they were dealt."),
    money("interrupted_funds", "Stakes of these."),
)


def _page(asked: Asked, _: str) -> Page:
    period = asked.period
    known = sheet_versions(before_ms=period.end_ms, log_size=asked.log_size)
    within = together(measures.games(period), version_of)
    at_end = together(measures.games_before(period.until), version_of)
    # Whatever happened in the interval happened before its end.
    rows = [_row(key, known[sums.rules_leaf], within.get(key), sums) for key, sums in at_end.items()]
    return Page(told(rows, COLUMNS))


def _row(key: ByVersion, edition: SheetVersion, within: measures.GameSums | None, life: measures.GameSums) -> Row:
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
        "fees": 0,
        "interrupted": life.waiting,
        "interrupted_funds": life.in_play_minor,
    }


def _text(share: Fraction) -> str | None:
    return ratio(share.numerator, share.denominator)


def _reconcile(asked: Asked, table: Table) -> Sequence[Reconciliation]:
    moved, life = measures.money(asked.period), measures.money_before(asked.period.until)
    return [
        *against(
            table,
            "Wagers, side bets and voided stakes: what left play, in the ledger",
            ("wagers", "side_wagers", "voided_amount"),
            of_money(moved, lambda kind: kind.sums.left_play_minor),
        ),
        *against(
            table,
            "Winnings, side winnings and voided stakes: what came back to cash from play, in the ledger",
            ("winnings", "side_winnings", "voided_amount"),
            of_money(moved, lambda kind: kind.sums.returned_minor),
        ),
        *against(
            table,
            "Interrupted funds: what is in play at the end, in the ledger",
            ("interrupted_funds",),
            of_money(life, lambda kind: kind.sums.in_play_minor),
        ),
    ]


DEFINITION: Final = Definition(
    kind="game-performance",
    title="Game performance",
    version=1,
    source="GLI-19 2.9.2",
    columns=COLUMNS,
    page=_page,
    reconcile=_reconcile,
    from_log=True,
    to_date=True,
    carried=True,
    filters=("accounts", "game", "currency"),
)
