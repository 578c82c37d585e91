"""Every account: opening balance, movements, closing balance.

Source: NJ 13:69O-1.9(d)1; regulation F35; docs/formats/report.md.
"""

from collections.abc import Sequence
from typing import Final

from kernel.ids import ChainId
from players.queries.accounts import test_accounts
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Definition, Page, Reconciliation, ReportScope
from reports.core.period import Period
from reports.core.reconciliation import compare_totals
from reports.core.table import Row, Table
from reports.core.totals_key import money_column, totals_key_of
from reports.queries import rollups
from reports.queries.game_totals import money_totals
from tables.queries.stake_outcomes import chips_of
from wallet.queries.report_rows import AccountRow, accounts_page

PAGE_ACCOUNTS: Final = 2_000

COLUMNS: Final = (
    ACCOUNTS,
    ACCOUNT,
    CURRENCY,
    money_column("opening", "Cash when the interval began."),
    money_column("deposits", "Deposits that arrived."),
    money_column("bonus_in", "Bonus money that came to cash."),
    money_column("bonus_wagered", "Bonus money staked: there are no such bonuses."),
    money_column("bonus_expired", "Bonus money taken back: there are no such bonuses."),
    money_column("to_games", "What went from cash into play."),
    money_column("from_games", "What came back from play, stakes and winnings, those of voided rounds too."),
    money_column("withdrawals", "Withdrawals, when they were asked for; one given back is an adjustment."),
    money_column("adjustments", "What operators and returned withdrawals added, less what was taken."),
    money_column("start_funds", "Stakes of rounds that were open when the interval began."),
    money_column("end_funds", "Stakes of rounds that were open when it was over."),
    money_column("win_loss", "The player's: from_games + end_funds - start_funds - to_games."),
    money_column("closing", "Cash when it was over."),
)


def _read_page(scope: ReportScope, cursor: str) -> Page:
    period = scope.period
    accounts = accounts_page(cursor, limit=PAGE_ACCOUNTS, from_ms=period.start_ms, to_ms=period.end_ms)
    chains = [ChainId(account.chain) for account in accounts]
    moved, tests = rollups.account_sums(period, chains), test_accounts(chains)
    accounts_with_chips = _with_chips(accounts, period)
    rows = [
        _row(account, moved.get(account.chain, rollups.NO_MOVEMENTS), test=account.chain in tests)
        for account in accounts_with_chips
        if account.chain in moved or account.cash_from_minor or account.in_play_from_minor
    ]
    return Page(rows, accounts[-1].chain.hex if len(accounts) == PAGE_ACCOUNTS else None)


def _with_chips(accounts: Sequence[AccountRow], period: Period) -> list[AccountRow]:
    """Add what the accounts have at pots to what the ledger keeps of their money in play."""
    chains = [account.chain for account in accounts]
    start, end = (chips_of(chains, time_ms=time_ms) for time_ms in (period.start_ms, period.end_ms))
    return [
        account._replace(
            in_play_from_minor=account.in_play_from_minor + start.get(ChainId(account.chain), 0),
            in_play_to_minor=account.in_play_to_minor + end.get(ChainId(account.chain), 0),
        )
        for account in accounts
    ]


def _row(account: AccountRow, sums: rollups.MoneySums, *, test: bool) -> Row:
    start_minor, end_minor = account.in_play_from_minor, account.in_play_to_minor
    return {
        **totals_key_of(account.currency, test=test)._asdict(),
        "account": account.chain.hex,
        "opening": account.cash_from_minor,
        "deposits": sums.deposited_minor,
        "bonus_in": sums.bonus_minor,
        "bonus_wagered": 0,
        "bonus_expired": 0,
        "to_games": sums.into_play_minor,
        "from_games": sums.from_play_minor,
        "withdrawals": sums.withdrawn_minor,
        "adjustments": sums.adjusted_minor,
        "start_funds": start_minor,
        "end_funds": end_minor,
        "win_loss": sums.from_play_minor + end_minor - start_minor - sums.into_play_minor,
        "closing": account.cash_to_minor,
    }


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    moved = rollups.money_sums(scope.period)
    start, end = (rollups.money_sums_before(day) for day in (scope.period.first, scope.period.until))
    compared = (
        (
            "Opening: all that the ledger moved before the interval",
            "opening",
            money_totals(start, lambda group: group.sums.cash_minor),
        ),
        (
            "Closing: all that the ledger moved until its end",
            "closing",
            money_totals(end, lambda group: group.sums.cash_minor),
        ),
        (
            "Funds on games at the start: what had gone into play and not come out, in the ledger",
            "start_funds",
            money_totals(start, lambda group: group.sums.in_play_minor),
        ),
        (
            "Funds on games at the end: what had gone into play and not come out, in the ledger",
            "end_funds",
            money_totals(end, lambda group: group.sums.in_play_minor),
        ),
        (
            "Win or loss of all accounts: what the house paid to play less what it took, in the ledger",
            "win_loss",
            money_totals(moved, lambda group: group.sums.won_minor - group.sums.lost_minor),
        ),
        (
            "Deposits of all accounts, in the ledger",
            "deposits",
            money_totals(moved, lambda group: group.sums.deposited_minor),
        ),
        (
            "Withdrawals of all accounts, in the ledger",
            "withdrawals",
            money_totals(moved, lambda group: group.sums.withdrawn_minor),
        ),
        (
            "Adjustments of all accounts, in the ledger",
            "adjustments",
            money_totals(moved, lambda group: group.sums.adjusted_minor),
        ),
    )
    return [line for what, column, ledger in compared for line in compare_totals(table, what, (column,), ledger)]


DEFINITION: Final = Definition(
    kind="patron-account-summary",
    title="Patron account summary",
    version=1,
    regulation="NJ 13:69O-1.9(d)1; PA 811a.9; W.Va. 179-10-11",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    from_log=True,
    cumulative=True,
    carries_balance=True,
    filters=("accounts", "account", "currency"),
)
