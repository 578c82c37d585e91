"""Every account: opening balance, movements, closing balance.

Source: NJ 13:69O-1.9(d)1; regulation F35; docs/formats/report.md.
"""

from collections.abc import Callable, Sequence
from typing import Final

from cashier.queries.unfinished_payments import unpaid_withdrawals
from cashier.queries.withdrawal_sums import NO_WITHDRAWALS, WithdrawalSums, paid_withdrawals, withdrawal_sums
from kernel.ids import ChainId
from players.queries.accounts import test_accounts
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Definition, Page, Reconciliation, ReportScope
from reports.core.period import Period
from reports.core.reconciliation import compare_totals
from reports.core.table import Row, Table
from reports.core.totals_key import TotalsKey, money_column, totals_key_of
from reports.queries import rollups
from reports.queries.account_kinds import add_up
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
    money_column("withdrawals_requested", "Withdrawals, when they were asked for and left cash."),
    money_column("withdrawals_paid", "Withdrawals that were paid, whenever they were asked for."),
    money_column(
        "withdrawals_refused", "Of those returned, the ones that were refused; the player cancelled the others."
    ),
    money_column("withdrawals_returned", "Withdrawals that came back to cash unpaid, whenever they were asked for."),
    money_column("withdrawals_pending", "Withdrawals that were neither paid nor returned when it was over."),
    money_column("adjustments", "What operators added, less what they took; no withdrawal that was returned."),
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
    withdrawn = withdrawal_sums(chains, start_ms=period.start_ms, end_ms=period.end_ms)
    rows = [
        _row(
            account,
            moved.get(account.chain, rollups.NO_MOVEMENTS),
            withdrawn[account.chain],
            test=account.chain in tests,
        )
        for account in _with_chips(accounts, period)
        if account.chain in moved
        or account.cash_from_minor
        or account.in_play_from_minor
        or withdrawn[account.chain] != NO_WITHDRAWALS
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


def _row(account: AccountRow, sums: rollups.MoneySums, withdrawn: WithdrawalSums, *, test: bool) -> Row:
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
        "withdrawals_requested": sums.withdrawn_minor,
        "withdrawals_paid": withdrawn.paid_minor,
        "withdrawals_refused": withdrawn.refused_minor,
        "withdrawals_returned": sums.given_back_minor,
        "withdrawals_pending": withdrawn.unpaid_minor,
        "adjustments": sums.adjusted_minor,
        "start_funds": start_minor,
        "end_funds": end_minor,
        "win_loss": sums.from_play_minor + end_minor - start_minor - sums.into_play_minor,
        "closing": account.cash_to_minor,
    }


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    period = scope.period
    start, end = (rollups.money_sums_before(day) for day in (period.first, period.until))
    moved = rollups.money_sums(period)
    compared = [
        *((what, column, _ledger(start, figure)) for what, column, figure in _AT_START),
        *((what, column, _ledger(end, figure)) for what, column, figure in _AT_END),
        *((what, column, _ledger(moved, figure)) for what, column, figure in _MOVED),
        (
            "Withdrawals paid to all accounts, by the instants of the cashier",
            "withdrawals_paid",
            add_up(paid_withdrawals(start_ms=period.start_ms, end_ms=period.end_ms)),
        ),
        (
            "Withdrawals under way, as the cashier lists them",
            "withdrawals_pending",
            add_up(unpaid_withdrawals(before_ms=period.end_ms)),
        ),
    ]
    return [line for what, column, ledger in compared for line in compare_totals(table, what, (column,), ledger)]


def _ledger(groups: Sequence[rollups.MoneyGroup], figure: Callable[[rollups.MoneySums], int]) -> dict[TotalsKey, int]:
    return money_totals(groups, lambda group: figure(group.sums))


_Figure = Callable[[rollups.MoneySums], int]

_AT_START: Final[tuple[tuple[str, str, _Figure], ...]] = (
    ("Opening: all that the ledger moved before the interval", "opening", lambda sums: sums.cash_minor),
    (
        "Funds on games at the start: what had gone into play and not come out, in the ledger",
        "start_funds",
        lambda sums: sums.in_play_minor,
    ),
)
_AT_END: Final[tuple[tuple[str, str, _Figure], ...]] = (
    ("Closing: all that the ledger moved until its end", "closing", lambda sums: sums.cash_minor),
    (
        "Funds on games at the end: what had gone into play and not come out, in the ledger",
        "end_funds",
        lambda sums: sums.in_play_minor,
    ),
)
_MOVED: Final[tuple[tuple[str, str, _Figure], ...]] = (
    (
        "Win or loss of all accounts: what the house paid to play less what it took, in the ledger",
        "win_loss",
        lambda sums: sums.won_minor - sums.lost_minor,
    ),
    ("Deposits of all accounts, in the ledger", "deposits", lambda sums: sums.deposited_minor),
    ("Withdrawals of all accounts, in the ledger", "withdrawals_requested", lambda sums: sums.withdrawn_minor),
    (
        "Withdrawals that came back to all accounts, in the ledger",
        "withdrawals_returned",
        lambda sums: sums.given_back_minor,
    ),
    ("Adjustments of all accounts, in the ledger", "adjustments", lambda sums: sums.adjusted_minor),
)
"""What is compared, the column, and the ledger's figure of all accounts."""


DEFINITION: Final = Definition(
    kind="patron-account-summary",
    title="Patron account summary",
    version=2,
    regulation="NJ 13:69O-1.9(d)1; PA 811a.9; W.Va. 179-10-11",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    from_log=True,
    beyond_log=True,
    cumulative=True,
    carries_balance=True,
    filters=("accounts", "account", "currency"),
)
