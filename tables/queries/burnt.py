"""The hands that were not dealt because a value did not come: what became of the values, and what each deck was worth.

Everything here is public: with the late values anybody can compute the deck. Who sat there is not told.

Source: docs/formats/tables.md, "Revealing".
"""

import enum
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from audit.core.records import parse_entry
from audit.queries.records import numbered_entries
from kernel.ids import ChainId
from kernel.instants import rfc3339
from kernel.money import amount_document
from tables.core.burnt import house_would_have_won_minor
from tables.core.definition import TableDefinition
from tables.core.epoch import TableEpoch, mix
from tables.core.epoch_cards import EpochCards
from tables.core.house_hand import deal_hand
from tables.core.stakes import stakes_from_record
from tables.models import BegunEpoch, MissingValue
from tables.queries.definitions import defined_table
from tables.queries.missing_values import MissingCounts, TableCounts, table_counts
from tables.queries.table_states import known_table


class ValueFate(enum.StrEnum):
    """What became of a value that did not come in time."""

    OWED = "owed"
    """It was not told yet."""
    LATE = "late"
    """It was told with a later stake."""
    LOST = "lost"
    """The player's client has lost it, as a later stake said."""


class BurntPage(NamedTuple):
    """A page of burnt hands, newest first."""

    items: list[dict[str, object]]
    next: int | None
    """The epoch before which the next page begins; None if there is none."""


class BurntCounts(NamedTuple):
    """What was burnt among the newest hands of a table."""

    burnt: int
    late: int
    missing: MissingCounts
    decks_known: int
    """Against the house, of how many burnt hands all values are told."""
    house_would_have_won_minor: int | None
    """The sum over these hands, had all seats been silent; below 0 for a loss. None around a pot."""

    def document(self, currency: str) -> dict[str, object]:
        """Write the counts as JSON."""
        won_minor = self.house_would_have_won_minor
        return {
            "hands": self.missing.hands,
            "burnt": self.burnt,
            "late": self.late,
            "lost": self.missing.lost,
            "owed": self.missing.owed,
            "decks_known": self.decks_known,
            "house_would_have_won": None if won_minor is None else amount_document(won_minor, currency),
        }


def burnt_hands(chain: ChainId, *, before: int | None, limit: int) -> BurntPage:
    """Return up to `limit` hands as JSON that a table could not deal, newest first, before the one of this epoch.

    Raises:
        TableNotFound: there is none of this chain.
    """
    definition = known_table(chain).definition
    values = MissingValue.objects.filter(table=chain)
    if before is not None:
        values = values.filter(epoch__lt=before)
    numbers = list(values.order_by("-epoch").values_list("epoch", flat=True).distinct()[:limit])
    epochs = {epoch.epoch: epoch for epoch in BegunEpoch.objects.filter(table=chain, epoch__in=numbers)}
    owed: dict[int, list[MissingValue]] = {number: [] for number in numbers}
    for value in MissingValue.objects.filter(table=chain, epoch__in=numbers).order_by("epoch", "seat"):
        owed[value.epoch].append(value)
    records = _records(chain, epochs.values())
    items = [_hand(definition, epochs[number], owed[number], records) for number in numbers]
    return BurntPage(items, numbers[-1] if len(numbers) == limit else None)


def burnt_counts(chains: Collection[ChainId]) -> dict[ChainId, BurntCounts]:
    """Return what was burnt among the newest hands of each of these tables."""
    return {chain: _counts(chain, counts) for chain, counts in table_counts(chains).items()}


def _counts(chain: ChainId, counts: TableCounts) -> BurntCounts:
    if defined_table(chain).definition.around_pot:
        return BurntCounts(counts.burnt, counts.late, counts.missing, 0, None)
    won_minor = [_known_deck_won_minor(chain, epoch) for epoch in counts.decks]
    return BurntCounts(counts.burnt, counts.late, counts.missing, len(won_minor), sum(won_minor))


@lru_cache(maxsize=16_384)
def _known_deck_won_minor(chain: ChainId, number: int) -> int:
    """Return what the house would have won with a burnt deck of which all values are told.

    It never changes, so it is cached: a list of tables deals no hand twice.
    """
    epoch = BegunEpoch.objects.get(table=chain, epoch=number)
    owed = list(MissingValue.objects.filter(table=chain, epoch=number))
    records = _records(chain, [epoch])
    assert epoch.end_seq is not None, "a burnt epoch has ended"
    won_minor = _would_have_won_minor(
        defined_table(chain).definition, records[epoch.seats_seq], records[epoch.end_seq], owed
    )
    assert won_minor is not None, "against the house, all values make the deck"
    return won_minor


def _records(chain: ChainId, epochs: Collection[BegunEpoch]) -> Mapping[int, Mapping[str, Any]]:
    numbers = [seq for epoch in epochs for seq in (epoch.seats_seq, epoch.end_seq) if seq is not None]
    return {seq: parse_entry(entry) for seq, entry in numbered_entries(chain, numbers).items()}


def _hand(
    definition: TableDefinition,
    epoch: BegunEpoch,
    owed: Sequence[MissingValue],
    records: Mapping[int, Mapping[str, Any]],
) -> dict[str, object]:
    assert epoch.end_seq is not None, "a burnt epoch has ended"
    seats, abort = records[epoch.seats_seq], records[epoch.end_seq]
    won_minor = _would_have_won_minor(definition, seats, abort, owed)
    return {
        "epoch": epoch.epoch,
        "leaf": None if epoch.end_leaf is None else bytes(epoch.end_leaf).hex(),
        "burnt_at": rfc3339(abort["time"]),
        "values": [_value(value) for value in owed],
        "house_would_have_won": None if won_minor is None else amount_document(won_minor, definition.sheet.currency),
    }


def _value(owed: MissingValue) -> dict[str, object]:
    return {
        "seat": owed.seat,
        "status": _fate(owed).value,
        "value": None if owed.value is None else bytes(owed.value).hex(),
    }


def _fate(owed: MissingValue) -> ValueFate:
    if owed.told_seq is None:
        return ValueFate.OWED
    return ValueFate.LOST if owed.value is None else ValueFate.LATE


def _would_have_won_minor(
    definition: TableDefinition, seats: Mapping[str, Any], abort: Mapping[str, Any], owed: Sequence[MissingValue]
) -> int | None:
    """Return what the house would have won if all seats had been silent; None while the deck is not known.

    Around a pot, where the players play against one another, it is None too.
    """
    late = {value.seat: bytes(value.value) for value in owed if value.value is not None}
    if definition.around_pot or len(late) < len(owed):
        return None
    values = late | {reveal["seat"]: bytes.fromhex(reveal["r"]) for reveal in abort["reveals"]}
    epoch = TableEpoch(ChainId(owed[0].table), owed[0].epoch)
    cards = EpochCards(epoch=epoch, seed=bytes.fromhex(abort["seed"]), client=mix(epoch, values))
    stakes = stakes_from_record(definition, seats)
    return house_would_have_won_minor(deal_hand(definition.sheet, stakes, cards))
