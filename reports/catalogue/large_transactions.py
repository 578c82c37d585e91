"""Large wagers, wins, deposits and withdrawals: single ones, and totals of a gaming day.

Source: GLI-19 2.8.8(d), (e), (n); regulation F39; docs/formats/report.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final, NamedTuple

from games.queries.round_outcomes import large_rounds
from kernel.ids import ChainId, RoundId
from players.queries.accounts import test_accounts
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Definition, Page, Reconciliation, ReportScope
from reports.core.period import Period
from reports.core.table import Column, Row, Table, Type
from reports.core.totals_key import TotalsKey, totals_key_of
from reports.queries import rollups
from reports.queries.figures import large_ledger_totals
from responsible_gaming.core.jurisdiction import Jurisdiction
from tables.queries.stake_outcomes import large_stakes
from wallet.queries.balances import currencies_of
from wallet.queries.report_rows import payments_of

COLUMNS: Final = (
    Column(name="time", type=Type.INSTANT, meaning="When it happened; for a day, its last millisecond."),
    ACCOUNTS,
    ACCOUNT,
    CURRENCY,
    Column(name="type", type=Type.TEXT, meaning="What is large: one round or payment, or those of a gaming day."),
    Column(name="game", type=Type.TEXT, meaning="The game of the round or the table; nothing for all others."),
    Column(
        name="reference",
        type=Type.TEXT,
        meaning="The round, the table and its epoch, the number of the payment's record in the account's chain, or the day.",
    ),
    Column(name="amount", type=Type.MONEY, meaning="How much: wins less what was staked for them."),
    Column(name="threshold", type=Type.MONEY, meaning="From which amount on this type is reported."),
)

_DAY: Final = timedelta(days=1)
_HOUR_MS: Final = 3_600_000


class _Large(NamedTuple):
    """A row without the kind of accounts and the currency. Members are in the sort order of the report."""

    time_ms: int
    """When it happened: epoch milliseconds."""

    account: str
    """The chain in hex digits."""

    type: str
    """The cell of `type`."""

    reference: str
    """The cell of `reference`."""

    chain: ChainId
    """The account's chain."""

    game: str | None
    """The game of a round; None for all others."""

    amount_minor: int
    """The amount."""

    threshold_minor: int
    """The least amount that is reported."""


def _read_page(scope: ReportScope, cursor: str) -> Page:
    """Return the rows of one hour, in order across all types: a day may have more rounds than a worker can keep."""
    part = _part(scope.period, cursor)
    rows = sorted(large for large in _large(part, scope.jurisdiction) if large.amount_minor >= large.threshold_minor)
    chains = {large.chain for large in rows}
    tests, currencies = test_accounts(chains), currencies_of(chains)
    cells = [_row(large, totals_key_of(currencies[large.chain], test=large.chain in tests)) for large in rows]
    return Page(cells, _next_cursor(scope.period, part))


class _Part(NamedTuple):
    """An hour of a gaming day, counted from the day's begin; the last one ends with the day."""

    day: Period
    hour: int
    from_ms: int
    to_ms: int

    @property
    def ends_day(self) -> bool:
        return self.to_ms == self.day.end_ms


def _part(period: Period, cursor: str) -> _Part:
    day_text, _, hour_text = cursor.partition(" ")
    first = date.fromisoformat(day_text) if day_text else period.first
    day, hour = replace(period, first=first, until=first + _DAY), int(hour_text or 0)
    from_ms = day.start_ms + hour * _HOUR_MS
    return _Part(day, hour, from_ms, min(from_ms + _HOUR_MS, day.end_ms))


def _next_cursor(period: Period, part: _Part) -> str | None:
    if not part.ends_day:
        return f"{part.day.first.isoformat()} {part.hour + 1}"
    return part.day.until.isoformat() if part.day.until < period.until else None


def _large(part: _Part, jurisdiction: Jurisdiction) -> Iterator[_Large]:
    yield from _rounds(part, jurisdiction.large_round_minor)
    yield from _payments(part, jurisdiction.large_payment_minor)
    if part.ends_day:
        # They bear the day's last millisecond.
        yield from _days(part.day, jurisdiction)


def _rounds(part: _Part, least_minor: int) -> Iterator[_Large]:
    for stake in large_stakes(part.from_ms, part.to_ms, minimum_minor=least_minor):
        chain = ChainId(stake.chain)
        amounts = {"single-wager": stake.staked_minor, "single-win": stake.returned_minor - stake.staked_minor}
        reference = f"{stake.table.hex}-{stake.epoch}"
        for name, amount_minor in amounts.items():
            yield _Large(stake.settled_ms, chain.hex, name, reference, chain, stake.game, amount_minor, least_minor)
    for round_ in large_rounds(part.from_ms, part.to_ms, minimum_minor=least_minor):
        chain = ChainId(round_.chain)
        amounts = {"single-wager": round_.staked_minor, "single-win": round_.returned_minor - round_.staked_minor}
        reference = str(RoundId(chain, round_.epoch, round_.nonce))
        for name, amount_minor in amounts.items():
            yield _Large(round_.settled_ms, chain.hex, name, reference, chain, round_.game, amount_minor, least_minor)


def _payments(part: _Part, least_minor: int) -> Iterator[_Large]:
    for payment in payments_of(part.from_ms, part.to_ms, minimum_minor=least_minor):
        chain = ChainId(payment.chain)
        yield _Large(
            payment.time_ms,
            chain.hex,
            f"single-{payment.kind}",
            str(payment.seq),
            chain,
            None,
            payment.amount_minor,
            least_minor,
        )


def _days(period: Period, jurisdiction: Jurisdiction) -> Iterator[_Large]:
    round_minor, payment_minor = jurisdiction.large_rounds_day_minor, jurisdiction.large_payments_day_minor
    for day, chain, sums in rollups.large_account_days(
        period, minimum_minor=round_minor, payments_minimum_minor=payment_minor
    ):
        amounts = {
            "day-wagers": (sums.into_play_minor, round_minor),
            "day-win": (sums.from_play_minor - sums.into_play_minor, round_minor),
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


def _row(large: _Large, key: TotalsKey) -> Row:
    return {
        **key._asdict(),
        "time": large.time_ms,
        "account": large.account,
        "type": large.type,
        "game": large.game,
        "reference": large.reference,
        "amount": large.amount_minor,
        "threshold": large.threshold_minor,
    }


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    ledger = large_ledger_totals(
        scope.period,
        round_minor=scope.jurisdiction.large_round_minor,
        payment_minor=scope.jurisdiction.large_payment_minor,
    )
    reported = _reported(table)
    return [
        Reconciliation(_WORDS[name], *key, reported.get((name, key), 0), sums.get(key, 0))
        for name, sums in ledger.items()
        for key in sorted(sums.keys() | {key for type_, key in reported if type_ == name})
    ]


_WORDS: Final = {
    "single-wager": "Large single wagers: rounds of which so much left play, in the ledger",
    "single-win": "Large single wins: rounds for which the house paid so much, in the ledger",
    "single-deposit": "Large single deposits, in the ledger",
    "single-withdrawal": "Large single withdrawals, in the ledger",
}


def _reported(table: Table) -> dict[tuple[str, TotalsKey], int]:
    sums: dict[tuple[str, TotalsKey], int] = {}
    for row in table.rows:
        cells = dict(zip((column.name for column in table.columns), row, strict=True))
        group = (str(cells["type"]), TotalsKey(str(cells["accounts"]), str(cells["currency"])))
        amount = cells["amount"]
        assert isinstance(amount, int), "every row has an amount"
        sums[group] = sums.get(group, 0) + amount
    return sums


DEFINITION: Final = Definition(
    kind="large-transactions",
    title="Large wagers, wins and transactions",
    version=1,
    regulation="GLI-19 2.8.8(d), (e), (n)",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    parameters=_thresholds,
    from_log=True,
    filters=("accounts", "account", "currency", "type", "game"),
)
