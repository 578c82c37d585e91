"""Large wagers, wins, deposits and withdrawals, each by itself and of a gaming day.

Source: GLI-19 2.8.8(d), (e), (n); regulation F39; docs/formats/report.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from games.queries.round_outcomes import large_rounds
from kernel.ids import ChainId, RoundId
from players.queries.accounts import test_accounts
from reports import measures
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Asked, Definition, Page, Reconciliation
from reports.core.period import Period
from reports.core.purse import Purse, purse_of
from reports.core.table import Column, Row, Table, Type
from reports.sources import large_movements
from responsible_gaming.core.jurisdiction import Jurisdiction
from wallet.queries.balances import currencies_of
from wallet.queries.report_rows import payments_of

COLUMNS: Final = (
    Column(name="time", type=Type.INSTANT, meaning="When it happened; for a day, its last millisecond."),
    ACCOUNTS,
    ACCOUNT,
    CURRENCY,
    Column(name="type", type=Type.TEXT, meaning="What is large: one round or payment, or those of a gaming day."),
    Column(name="game", type=Type.TEXT, meaning="The game of the round; nothing for all others."),
    Column(
        name="reference",
        type=Type.TEXT,
        meaning="The round, the number of the payment's record in the account's chain, or the day.",
    ),
    Column(name="amount", type=Type.MONEY, meaning="How much: wins less what was staked for them."),
    Column(name="threshold", type=Type.MONEY, meaning="From which amount on this type is reported."),
)

_DAY: Final = timedelta(days=1)


class _Large(NamedTuple):
    """A row before it is known whose account it is about; in the order of the report."""

    time_ms: int
    account: str
    type: str
    reference: str
    chain: ChainId
    game: str | None
    amount_minor: int
    threshold_minor: int


def _page(asked: Asked, place: str) -> Page:
    """Return one gaming day, so that the rows of all kinds are in order."""
    day = date.fromisoformat(place) if place else asked.period.first
    period = Period(day, day + _DAY, asked.period.zone)
    found = sorted(large for large in _found(period, asked.jurisdiction) if large.amount_minor >= large.threshold_minor)
    chains = {large.chain for large in found}
    tests, currencies = test_accounts(chains), currencies_of(chains)
    rows = [_row(large, purse_of(currencies[large.chain], test=large.chain in tests)) for large in found]
    return Page(rows, period.until.isoformat() if period.until < asked.period.until else None)


def _found(day: Period, jurisdiction: Jurisdiction) -> Iterator[_Large]:
    yield from _rounds(day, jurisdiction.large_round_minor)
    yield from _payments(day, jurisdiction.large_payment_minor)
    yield from _days(day, jurisdiction)


def _rounds(day: Period, least_minor: int) -> Iterator[_Large]:
    for found in large_rounds(day.start_ms, day.end_ms, minimum_minor=least_minor):
        chain = ChainId(found.chain)
        amounts = {"single-wager": found.staked_minor, "single-win": found.returned_minor - found.staked_minor}
        reference = str(RoundId(chain, found.epoch, found.nonce))
        for name, amount_minor in amounts.items():
            yield _Large(found.settled_ms, chain.hex, name, reference, chain, found.game, amount_minor, least_minor)


def _payments(day: Period, least_minor: int) -> Iterator[_Large]:
    for found in payments_of(day.start_ms, day.end_ms, minimum_minor=least_minor):
        chain = ChainId(found.chain)
        yield _Large(
            found.time_ms,
            chain.hex,
            f"single-{found.kind}",
            str(found.seq),
            chain,
            None,
            found.amount_minor,
            least_minor,
        )


def _days(period: Period, jurisdiction: Jurisdiction) -> Iterator[_Large]:
    round_minor, payment_minor = jurisdiction.large_rounds_day_minor, jurisdiction.large_payments_day_minor
    for day, chain, sums in measures.large_days(
        period, minimum_minor=round_minor, payments_minimum_minor=payment_minor
    ):
        amounts = {
            "day-wagers": (sums.staked_minor, round_minor),
            "day-win": (sums.returned_minor - sums.staked_minor, round_minor),
            "day-deposits": (sums.deposited_minor, payment_minor),
            "day-withdrawals": (sums.withdrawn_minor, payment_minor),
        }
        for name, (amount_minor, least_minor) in amounts.items():
            last_ms = period.end_ms - 1
            yield _Large(last_ms, chain.hex, name, day.isoformat(), chain, None, amount_minor, least_minor)


def _thresholds(jurisdiction: Jurisdiction) -> Mapping[str, int]:
    return {
        "single_play_minor": jurisdiction.large_round_minor,
        "day_play_minor": jurisdiction.large_rounds_day_minor,
        "single_payment_minor": jurisdiction.large_payment_minor,
        "day_payments_minor": jurisdiction.large_payments_day_minor,
    }


def _row(large: _Large, purse: Purse) -> Row:
    return {
        **purse._asdict(),
        "time": large.time_ms,
        "account": large.account,
        "type": large.type,
        "game": large.game,
        "reference": large.reference,
        "amount": large.amount_minor,
        "threshold": large.threshold_minor,
    }


def _reconcile(asked: Asked, table: Table) -> Sequence[Reconciliation]:
    found = large_movements(
        asked.period,
        round_minor=asked.jurisdiction.large_round_minor,
        payment_minor=asked.jurisdiction.large_payment_minor,
    )
    reported = _reported(table)
    return [
        Reconciliation(_WORDS[name], *purse, reported.get((name, purse), 0), sums.get(purse, 0))
        for name, sums in found.items()
        for purse in sorted(sums.keys() | {purse for told, purse in reported if told == name})
    ]


_WORDS: Final = {
    "single-wager": "Large single wagers: rounds of which so much left play, in the ledger",
    "single-win": "Large single wins: rounds for which the house paid so much, in the ledger",
    "single-deposit": "Large single deposits, in the ledger",
    "single-withdrawal": "Large single withdrawals, in the ledger",
}


def _reported(table: Table) -> dict[tuple[str, Purse], int]:
    sums: dict[tuple[str, Purse], int] = {}
    for row in table.rows:
        cells = dict(zip((column.name for column in table.columns), row, strict=True))
        key = (str(cells["type"]), Purse(str(cells["accounts"]), str(cells["currency"])))
        amount = cells["amount"]
        assert isinstance(amount, int), "every row has an amount"
        sums[key] = sums.get(key, 0) + amount
    return sums


DEFINITION: Final = Definition(
    kind="large-transactions",
    title="Large wagers, wins and transactions",
    version=1,
    source="GLI-19 2.8.8(d), (e), (n)",
    columns=COLUMNS,
    page=_page,
    reconcile=_reconcile,
    parameters=_thresholds,
    from_log=True,
    filters=("accounts", "account", "currency", "type", "game"),
)
