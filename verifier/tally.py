"""What was checked, counted: the numbers of a verdict and the failures in log order."""

from collections import Counter
from dataclasses import dataclass, field

from verifier.verdict import Code, Failure, Place, Standing

LISTED_MAX = 100


@dataclass(frozen=True, slots=True, order=True)
class Purse:
    """What money may be summed with: one currency, test accounts apart."""

    currency: str
    exponent: int
    test_account: bool


@dataclass(slots=True, kw_only=True)
class Money:
    """Sums of one purse in minor units; `cash` and `in_play` as they stand at the end."""

    handle: int = 0
    returned: int = 0
    cash: int = 0
    in_play: int = 0

    def add(self, other: "Money") -> None:
        """Add the sums of another part of the log."""
        self.handle += other.handle
        self.returned += other.returned
        self.cash += other.cash
        self.in_play += other.in_play


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts over a part of the log; parts add up in any order.

    Of milder failures the first `LISTED_MAX` are kept, of tampering the first alone: memory must not grow with
    what is wrong.
    """

    entries: int = 0
    records: Counter[str] = field(default_factory=Counter)
    chains: int = 0
    settled: int = 0
    settled_won: int = 0
    voided: int = 0
    voided_winning: int = 0
    commitments_replaced: int = 0
    open_rounds: int = 0
    money: dict[Purse, Money] = field(default_factory=dict)
    time_latest: int = 0
    tampering: Failure | None = None
    milder: list[Failure] = field(default_factory=list)
    failures: Counter[Code] = field(default_factory=Counter)

    def purse(self, currency: str, exponent: int, *, test_account: bool) -> Money:
        """Return the sums to which money of this kind is added."""
        return self.money.setdefault(Purse(currency, exponent, test_account), Money())

    def fail(self, failure: Failure) -> None:
        """Count a failure and keep it if it is among the first."""
        self.failures[failure.code] += 1
        if failure.code.standing is Standing.TAMPERED:
            self._keep_tampering(failure)
        else:
            self._keep_milder([failure])

    def add(self, other: "Tally") -> None:
        """Add what another part of the log came to."""
        self.entries += other.entries
        self.records += other.records
        self.chains += other.chains
        self.settled += other.settled
        self.settled_won += other.settled_won
        self.voided += other.voided
        self.voided_winning += other.voided_winning
        self.commitments_replaced += other.commitments_replaced
        self.open_rounds += other.open_rounds
        for purse, money in other.money.items():
            self.money.setdefault(purse, Money()).add(money)
        self.time_latest = max(self.time_latest, other.time_latest)
        self.failures += other.failures
        if other.tampering is not None:
            self._keep_tampering(other.tampering)
        self._keep_milder(other.milder)

    def _keep_tampering(self, failure: Failure) -> None:
        if self.tampering is None or _order(failure.place) < _order(self.tampering.place):
            self.tampering = failure

    def _keep_milder(self, failures: list[Failure]) -> None:
        self.milder = sorted(self.milder + failures, key=lambda failure: _order(failure.place))[:LISTED_MAX]


def _order(place: Place) -> tuple[bool, int]:
    """Sort by log index; what is not in a record (checkpoints, receipts) comes last."""
    return place.index is None, place.index or 0
