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
from responsible_gaming.core.currency_amounts import CurrencyAmounts
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


def _read_page(scope: ReportScope, cursor: str) -> Page:
    """Return the rows of one hour, in order across all types: a day may have more rounds than a worker can keep."""
    part = _part(scope.period, cursor)
    found = sorted(_candidates(part, scope.jurisdiction))
    currencies = currencies_of({candidate.chain for candidate in found})
    large = [
        (candidate, threshold_minor)
        for candidate in found
        if candidate.amount_minor
        >= (threshold_minor := _threshold(candidate.type, scope.jurisdiction.amounts_in(currencies[candidate.chain])))
    ]
    tests = test_accounts({candidate.chain for candidate, _ in large})
    cells = [
        _row(candidate, threshold_minor, totals_key_of(currencies[candidate.chain], test=candidate.chain in tests))
        for candidate, threshold_minor in large
    ]
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


def _candidates(part: _Part, jurisdiction: Jurisdiction) -> Iterator[_Large]:
    """Yield all that would be large in some currency. Which currency it is in, the account says."""
    least = jurisdiction.elsewhere
    yield from _rounds(part, least.large_round_minor)
    yield from _payments(part, least.large_payment_minor)
    if part.ends_day:
        # They bear the day's last millisecond.
        yield from _days(
            part.day, round_minor=least.large_rounds_day_minor, payment_minor=least.large_payments_day_minor
        )


def _rounds(part: _Part, least_minor: int) -> Iterator[_Large]:
    for stake in large_stakes(part.from_ms, part.to_ms, minimum_minor=least_minor):
        chain = ChainId(stake.chain)
        amounts = {"single-wager": stake.staked_minor, "single-win": stake.returned_minor - stake.staked_minor}
        reference = f"{stake.table.hex}-{stake.epoch}"
        for name, amount_minor in amounts.items():
            yield _Large(stake.settled_ms, chain.hex, name, reference, chain, stake.game, amount_minor)
    for round_ in large_rounds(part.from_ms, part.to_ms, minimum_minor=least_minor):
        chain = ChainId(round_.chain)
        amounts = {"single-wager": round_.staked_minor, "single-win": round_.returned_minor - round_.staked_minor}
        reference = str(RoundId(chain, round_.epoch, round_.nonce))
        for name, amount_minor in amounts.items():
            yield _Large(round_.settled_ms, chain.hex, name, reference, chain, round_.game, amount_minor)


def _payments(part: _Part, least_minor: int) -> Iterator[_Large]:
    for payment in payments_of(part.from_ms, part.to_ms, minimum_minor=least_minor):
        chain, name = ChainId(payment.chain), f"single-{payment.kind}"
        yield _Large(payment.time_ms, chain.hex, name, str(payment.seq), chain, None, payment.amount_minor)


def _days(period: Period, *, round_minor: int, payment_minor: int) -> Iterator[_Large]:
    for day, chain, sums in rollups.large_account_days(
        period, minimum_minor=round_minor, payments_minimum_minor=payment_minor
    ):
        amounts = {
            "day-wagers": sums.into_play_minor,
            "day-win": sums.from_play_minor - sums.into_play_minor,
            "day-deposits": sums.deposited_minor,
            "day-withdrawals": sums.withdrawn_minor,
        }
        for name, amount_minor in amounts.items():
            yield _Large(period.end_ms - 1, chain.hex, name, day.isoformat(), chain, None, amount_minor)


def _threshold(name: str, amounts: CurrencyAmounts) -> int:
    """Return from which amount on a type of `type` is reported."""
    is_payment = name in _PAYMENT_TYPES
    if name.startswith("day-"):
        return amounts.large_payments_day_minor if is_payment else amounts.large_rounds_day_minor
    return amounts.large_payment_minor if is_payment else amounts.large_round_minor


_PAYMENT_TYPES: Final = frozenset({"single-deposit", "single-withdrawal", "day-deposits", "day-withdrawals"})


def _thresholds(jurisdiction: Jurisdiction) -> Mapping[str, int]:
    """Return each threshold in each currency, such as `single_play_minor_eur`."""
    return {
        f"{name}_{code.lower()}": minor
        for code, amounts in jurisdiction.amounts.items()
        for name, minor in (
            ("single_play_minor", amounts.large_round_minor),
            ("day_play_minor", amounts.large_rounds_day_minor),
            ("single_payment_minor", amounts.large_payment_minor),
            ("day_payments_minor", amounts.large_payments_day_minor),
        )
    }


def _row(large: _Large, threshold_minor: int, key: TotalsKey) -> Row:
    return {
        **key._asdict(),
        "time": large.time_ms,
        "account": large.account,
        "type": large.type,
        "game": large.game,
        "reference": large.reference,
        "amount": large.amount_minor,
        "threshold": threshold_minor,
    }


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    reported = _reported(table)
    ledger = large_ledger_totals(scope.period, scope.jurisdiction)
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
    version=2,
    regulation="GLI-19 2.8.8(d), (e), (n)",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    parameters=_thresholds,
    from_log=True,
    filters=("accounts", "account", "currency", "type", "game"),
)
