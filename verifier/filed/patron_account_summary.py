"""The report `patron-account-summary`: each account from its opening balance to its closing one.

Source: docs/formats/report.md, "patron-account-summary".
"""

from collections.abc import Iterable
from typing import Final

from verifier.filed.books import Books
from verifier.filed.columns import Row, columns, number
from verifier.filed.kind import Kind, Scope
from verifier.filed.money_events import Account, Dealt, Event, Paid, Raised, Settled, Voided
from verifier.filed.sums import Sums

_NUMBERS = (
    "deposits",
    "bonus_in",
    "bonus_wagered",
    "bonus_expired",
    "to_games",
    "from_games",
    "withdrawals_requested",
    "withdrawals_returned",
    "adjustments",
    "moved",
)
_WALLET = {
    "deposit": "deposits",
    "bonus": "bonus_in",
    "withdrawal": "withdrawals_requested",
    "returned": "withdrawals_returned",
    "adjustment": "adjustments",
}


class PatronAccountSummary:
    """See `verifier.filed.kind.Measure`."""

    def __init__(self, scope: Scope) -> None:
        del scope
        self._sums = Sums(_NUMBERS)

    def take(self, event: Event) -> None:
        """Count what an event moved; a withdrawal counts as a positive amount."""
        if not _moves(event):
            return
        row = self._sums.at(event.account.chain)
        row["moved"] = 1
        match event:
            case Dealt(stake=stake):
                row["to_games"] += stake.placed_minor
            case Raised(raised_minor=raised):
                row["to_games"] += raised
            case Settled():
                row["to_games"] += event.raised_minor
                row["from_games"] += event.returned_minor
            case Voided(given_back_minor=given_back):
                row["from_games"] += given_back
            case Paid(kind=kind, cash_minor=cash):
                row[_WALLET[kind]] += -cash if kind == "withdrawal" else cash

    def rows(self, books: Books) -> Iterable[Row]:
        """Return all accounts: those in which nothing moved, and which began without money, are not due."""
        for account in books.accounts.values():
            self._sums.at(account.chain)["moved"] |= account.start is not None
        for row in self._sums.rows("account"):
            yield row | _ends(row, books.accounts[str(row["account"])])


def _moves(event: Event) -> bool:
    """Tell whether an event moved anything: a decision may cost nothing, and a seat may have lost all its chips."""
    if isinstance(event, Raised):
        return event.raised_minor > 0
    return not isinstance(event, Settled) or event.stake.due_minor != 0


def _ends(row: Row, account: Account) -> Row:
    moved_minor = number(row["from_games"]) - number(row["to_games"])
    start_minor, end_minor = account.start_in_play_minor, account.in_play_minor
    return {
        "accounts": account.accounts,
        "currency": account.currency,
        "opening": account.opening_minor,
        "withdrawals_unpaid_max": account.unreturned_minor,
        "start_funds": start_minor,
        "end_funds": end_minor,
        "win_loss": moved_minor + end_minor - start_minor,
        "closing": account.cash_minor,
    }


KIND: Final = Kind(
    columns=columns(
        "accounts text, account text, currency text, opening money, deposits money, bonus_in money,"
        "bonus_wagered money, bonus_expired money, to_games money, from_games money, withdrawals_requested money,"
        "withdrawals_paid money, withdrawals_refused money, withdrawals_returned money, withdrawals_pending money,"
        "adjustments money, start_funds money, end_funds money, win_loss money, closing money"
    ),
    measure=PatronAccountSummary,
    order=("account",),
    key=("account",),
    unproved=frozenset(("withdrawals_paid", "withdrawals_refused", "withdrawals_pending")),
    at_most={"withdrawals_refused": "withdrawals_returned", "withdrawals_pending": "withdrawals_unpaid_max"},
    kept_by="moved",
    carried=True,
    definition=2,
)
