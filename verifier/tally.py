"""The counts of a verdict, and its failures in log order."""

from collections import Counter
from dataclasses import dataclass, field

from verifier.verdict import Code, Failure, Place, Severity

LISTED_MAX = 100


@dataclass(frozen=True, slots=True, order=True)
class MoneyKey:
    """The key of sums of money: a currency, and whether the accounts are test accounts."""

    currency: str
    exponent: int
    test_account: bool


@dataclass(slots=True, kw_only=True)
class MoneyTotals:
    """Sums of money with one key, in minor units; `cash`, `in_play` and `on_tables` are those at the end."""

    handle: int = 0
    handle_signed: int = 0
    """The part of `handle` of rounds whose deal a key of the player's signed."""
    returned: int = 0
    cash: int = 0
    in_play: int = 0
    on_tables: int = 0
    held_in_play: int = field(default=0, compare=False)
    """What the moves of all records leave in the account `in_play`."""

    def add(self, other: "MoneyTotals") -> None:
        """Add the sums of another share."""
        self.handle += other.handle
        self.handle_signed += other.handle_signed
        self.returned += other.returned
        self.cash += other.cash
        self.in_play += other.in_play
        self.on_tables += other.on_tables
        self.held_in_play += other.held_in_play


@dataclass(slots=True, kw_only=True)
class TableTotals:
    """Counts of one table. Values are those of seats, which fix the deck together with the seed.

    `values_missing` did not come in time; of these some came `values_late`, with the next stake, and some were told
    to be `values_lost`. The rest is still owed.
    """

    hands: int = 0
    games: int = 0
    burnt: int = 0
    voided: int = 0
    values_missing: int = 0
    values_late: int = 0
    values_lost: int = 0

    @property
    def values_owed(self) -> int:
        """Return how many values are neither late nor lost."""
        return self.values_missing - self.values_late - self.values_lost

    def add(self, other: "TableTotals") -> None:
        """Add the counts of another share, or of another table."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True, kw_only=True)
class SheetPlay:
    """What was staked under a rule sheet: a round for each stake that a player placed, whatever became of it."""

    rounds: int = 0
    in_second_version: bool = False
    """Whether a record of the log's second version placed one of them."""
    floors: set[tuple[int, int]] = field(default_factory=set)
    """The least returns that profiles asked for, where the account was not a test account: numerator, denominator."""

    def add(self, other: "SheetPlay") -> None:
        """Add the counts of another share."""
        self.rounds += other.rounds
        self.floors |= other.floors
        self.in_second_version |= other.in_second_version


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts over a share of the log. Shares can be added in any order.

    It keeps only the first tampering and `LISTED_MAX` milder failures, the gravest classes first, so that memory does
    not grow with the number of failures.
    """

    entries: int = 0
    records: Counter[str] = field(default_factory=Counter)
    chains: int = 0
    chains_with_keys: int = 0
    settled: int = 0
    settled_signed: int = 0
    settled_won: int = 0
    voided: int = 0
    voided_winning: int = 0
    commitments_replaced: int = 0
    open_rounds: int = 0
    table_chains: int = 0
    tables: dict[str, TableTotals] = field(default_factory=dict)
    money: dict[MoneyKey, MoneyTotals] = field(default_factory=dict)
    played: dict[str, SheetPlay] = field(default_factory=dict)
    """What was staked under each sheet, by the leaf of its `rules` record."""
    time_latest: int = 0
    tampering: Failure | None = None
    milder: list[Failure] = field(default_factory=list)
    # The values of `money`, by what is looked up for each round.
    _money: dict[tuple[str, int, bool], MoneyTotals] = field(default_factory=dict, repr=False, compare=False)
    failures: Counter[Code] = field(default_factory=Counter)

    @property
    def gravest(self) -> Failure | None:
        """Return the first failure of the gravest class; None if nothing failed."""
        return self.tampering or next(iter(self.milder), None)

    def money_totals(self, currency: str, exponent: int, *, test_account: bool) -> MoneyTotals:
        """Return the sums for money of this currency and kind of account."""
        found = self._money.get((currency, exponent, test_account))
        if found is None:
            found = self.money.setdefault(MoneyKey(currency, exponent, test_account), MoneyTotals())
            self._money[currency, exponent, test_account] = found
        return found

    def table(self, chain: str) -> TableTotals:
        """Return the counts of the table with this chain."""
        return self.tables.setdefault(chain, TableTotals())

    def fail(self, failure: Failure) -> None:
        """Count a failure and keep it if it is among the first."""
        self.failures[failure.code] += 1
        if failure.code.severity is Severity.TAMPERED:
            self._keep_tampering(failure)
        else:
            self._keep_milder([failure])

    def add(self, other: "Tally") -> None:
        """Add the counts of another share."""
        self.entries += other.entries
        self.records += other.records
        self.chains += other.chains
        self.chains_with_keys += other.chains_with_keys
        self.settled += other.settled
        self.settled_signed += other.settled_signed
        self.settled_won += other.settled_won
        self.voided += other.voided
        self.voided_winning += other.voided_winning
        self.commitments_replaced += other.commitments_replaced
        self.open_rounds += other.open_rounds
        self.table_chains += other.table_chains
        for chain, totals in other.tables.items():
            self.table(chain).add(totals)
        for leaf, play in other.played.items():
            self.played.setdefault(leaf, SheetPlay()).add(play)
        for key, money in other.money.items():
            self.money.setdefault(key, MoneyTotals()).add(money)
        self.time_latest = max(self.time_latest, other.time_latest)
        self.failures += other.failures
        if other.tampering is not None:
            self._keep_tampering(other.tampering)
        self._keep_milder(other.milder)

    def _keep_tampering(self, failure: Failure) -> None:
        if self.tampering is None or _order(failure.place) < _order(self.tampering.place):
            self.tampering = failure

    def _keep_milder(self, failures: list[Failure]) -> None:
        self.milder = sorted(self.milder + failures, key=_gravity)[:LISTED_MAX]


def _gravity(failure: Failure) -> tuple[int, tuple[bool, int]]:
    """Sort by class and then in log order, so that no number of late records hides what is graver."""
    return failure.code.severity.rank, _order(failure.place)


def _order(place: Place) -> tuple[bool, int]:
    """Sort by log index; what is not in a record (checkpoints, receipts) comes last."""
    return place.index is None, place.index or 0
