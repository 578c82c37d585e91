"""A deal as a value: by what it is dealt, and what its step writes."""

from dataclasses import dataclass

from audit.chain_head import Head
from audit.core.records import Record
from audit.queries.epochs import EpochRow
from games.core.sheet import RuleSheet
from games.operations.settlement import Settlement
from kernel.ids import RoundId
from responsible_gaming.core.jurisdiction import Jurisdiction
from wallet.core.ledger import Balance
from wallet.operations.post_journals import NewJournal


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTerms:
    """What a bet is dealt by, once it may be dealt."""

    sheet: RuleSheet
    rules_leaf: bytes
    """The leaf of the record that holds the sheet."""
    epoch: EpochRow
    jurisdiction: Jurisdiction


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenStake:
    """The first half of the step, ready to be written: the signed deal, and the stake in play."""

    record: Record
    journal: NewJournal
    head: Head
    """The chain's head after the record."""
    balance: Balance
    """The player's money after the journal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtRound:
    """The decided step, ready to be written."""

    round_id: RoundId
    stake: TakenStake
    settlement: Settlement | None
    """The end of the round, if nothing is left to decide."""

    @property
    def last(self) -> TakenStake | Settlement:
        """The newest record, with the head and the money that the whole step leaves."""
        return self.settlement or self.stake
