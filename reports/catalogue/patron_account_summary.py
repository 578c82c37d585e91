"""Every account: what was on it, what moved, what is on it.

Source: NJ 13:69O-1.9(d)1; regulation F35; docs/formats/report.md.
"""

from collections.abc import Sequence
from typing import Final

from kernel.ids import ChainId
from players.queries.accounts import test_accounts
from reports import measures
from reports.by_game import of_money
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Asked, Definition, Page, Reconciliation
from reports.core.purse import money, purse_of
from reports.core.reconciling import against
from reports.core.table import Row, Table
from wallet.queries.report_rows import AccountRow, accounts_page

PAGE_ACCOUNTS: Final = 2_000

COLUMNS: Final = (
    ACCOUNTS,
    ACCOUNT,
    CURRENCY,
    money("opening", "Cash when the interval began."),
    money("deposits", "Deposits that arrived."),
    money("bonus_in", "Bonus money that came to cash."),
    money("bonus_wagered", "Bonus money staked: there are no such bonuses."),
    money("bonus_expired", "Bonus money taken back: there are no such bonuses."),
    money("to_games", "What went from cash into play."),
    money("from_games", "What came back from play, stakes and winnings, those of voided rounds too."),
    money("withdrawals", "Withdrawals, when they were asked for; one given back is an adjustment."),
    money("adjustments", "What operators and returned withdrawals added, less what was taken."),
    money("start_funds", "Stakes of rounds that were open when the interval began."),
    money("end_funds", "Stakes of rounds that were open when it was over."),
    money("win_loss", "The player's: from_games + end_funds - start_funds - to_games."),
    money("closing", "Cash when it was over."),
)


def _page(asked: Asked, after: str) -> Page:
    period = asked.period
    found = accounts_page(after, limit=PAGE_ACCOUNTS, from_ms=period.start_ms, to_ms=period.end_ms)
    chains = [ChainId(account.chain) for account in found]
    moved, tests = measures.accounts(period, chains), test_accounts(chains)
    rows = [
        _row(account, moved.get(account.chain, measures.NOTHING_MOVED), test=account.chain in tests)
        for account in found
        if account.chain in moved or account.cash_from_minor or account.in_play_from_minor
    ]
    return Page(rows, found[-1].chain.hex if len(found) == PAGE_ACCOUNTS else None)


def _row(account: AccountRow, sums: measures.MoneySums, *, test: bool) -> Row:
    start_minor, end_minor = account.in_play_from_minor, account.in_play_to_minor
    return {
        **purse_of(account.currency, test=test)._asdict(),
        "account": account.chain.hex,
        "opening": account.cash_from_minor,
        "deposits": sums.deposited_minor,
        "bonus_in": sums.bonus_minor,
        "bonus_wagered": 0,
        "bonus_expired": 0,
        "to_games": sums.staked_minor,
        "from_games": sums.returned_minor,
        "withdrawals": sums.withdrawn_minor,
        "adjustments": sums.adjusted_minor,
        "start_funds": start_minor,
        "end_funds": end_minor,
        "win_loss": sums.returned_minor + end_minor - start_minor - sums.staked_minor,
        "closing": account.cash_to_minor,
    }


def _reconcile(asked: Asked, table: Table) -> Sequence[Reconciliation]:
    moved = measures.money(asked.period)
    start, end = (measures.money_before(day) for day in (asked.period.first, asked.period.until))
    compared = (
        (
            "Opening: all that the ledger moved before the interval",
            "opening",
            of_money(start, lambda kind: kind.sums.cash_minor),
        ),
        (
            "Closing: all that the ledger moved until its end",
            "closing",
            of_money(end, lambda kind: kind.sums.cash_minor),
        ),
        (
            "Funds on games at the start: what had gone into play and not come out, in the ledger",
            "start_funds",
            of_money(start, lambda kind: kind.sums.in_play_minor),
        ),
        (
            "Funds on games at the end: what had gone into play and not come out, in the ledger",
            "end_funds",
            of_money(end, lambda kind: kind.sums.in_play_minor),
        ),
        (
            "Win or loss of all accounts: what the house paid to play less what it took, in the ledger",
            "win_loss",
            of_money(moved, lambda kind: kind.sums.won_minor - kind.sums.lost_minor),
        ),
        (
            "Deposits of all accounts, in the ledger",
            "deposits",
            of_money(moved, lambda kind: kind.sums.deposited_minor),
        ),
        (
            "Withdrawals of all accounts, in the ledger",
            "withdrawals",
            of_money(moved, lambda kind: kind.sums.withdrawn_minor),
        ),
        (
            "Adjustments of all accounts, in the ledger",
            "adjustments",
            of_money(moved, lambda kind: kind.sums.adjusted_minor),
        ),
    )
    return [line for what, column, found in compared for line in against(table, what, (column,), found)]


DEFINITION: Final = Definition(
    kind="patron-account-summary",
    title="Patron account summary",
    version=1,
    source="NJ 13:69O-1.9(d)1; PA 811a.9; W.Va. 179-10-11",
    columns=COLUMNS,
    page=_page,
    reconcile=_reconcile,
    from_log=True,
    to_date=True,
    carried=True,
    filters=("accounts", "account", "currency"),
)
