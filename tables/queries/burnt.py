"""The hands that were not dealt because a value did not come: what became of the values, and what each deck was worth.

Everything here is public: with the late values anybody can compute the deck. Who sat there is not told.

Source: docs/formats/tables.md, "Revealing".
"""

import enum
import threading
from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

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
    """Return what was burnt among the newest hands of each of these tables.

    Two statements read it, whatever the number of tables and of burnt hands: one of them what this process does not know.
    """
    counts = table_counts(chains)
    decks = {chain: _known_decks(chain, counts[chain]) for chain in counts}
    won_minor = _decks_won_minor([deck for of_table in decks.values() for deck in of_table or ()])
    return {chain: _counts(counts[chain], decks[chain], won_minor) for chain in counts}


def _known_decks(chain: ChainId, counts: TableCounts) -> list[TableEpoch] | None:
    """Return the burnt decks that everybody can compute; None around a pot, where the house wins nothing by them."""
    if defined_table(chain).definition.around_pot:
        return None
    return [TableEpoch(chain, number) for number in counts.decks]


def _counts(counts: TableCounts, decks: list[TableEpoch] | None, won_minor: Mapping[TableEpoch, int]) -> BurntCounts:
    known, sum_minor = (0, None) if decks is None else (len(decks), sum(won_minor[deck] for deck in decks))
    return BurntCounts(counts.burnt, counts.late, counts.missing, known, sum_minor)


_DECKS_KEPT: Final = 16_384
_keeping: Final = threading.Lock()
_won_minor: Final[dict[TableEpoch, int]] = {}
"""What the house would have won with each burnt deck that this process has dealt. It never changes."""


def _decks_won_minor(decks: Collection[TableEpoch]) -> dict[TableEpoch, int]:
    """Return what the house would have won with each of these decks, of which all values are told.

    Those that this process does not know yet are read together, and dealt: a list of tables deals no hand twice.
    """
    known = {deck: won_minor for deck in decks if (won_minor := _won_minor.get(deck)) is not None}
    unknown = [deck for deck in decks if deck not in known]
    if not unknown:
        return known
    with connection.cursor() as cursor:
        cursor.execute(_DECKS, ([deck.chain for deck in unknown], [deck.number for deck in unknown]))
        dealt = dict(_dealt_won_minor(*row) for row in cursor.fetchall())
    _keep(dealt)
    return known | dealt


def _keep(dealt: Mapping[TableEpoch, int]) -> None:
    """Keep decks, and forget the ones that were kept first, if they are too many."""
    with _keeping:
        _won_minor.update(dealt)
        for deck in list(islice(_won_minor, max(0, len(_won_minor) - _DECKS_KEPT))):
            del _won_minor[deck]


def _dealt_won_minor(
    chain: UUID, number: int, seats: str, abort: str, late_seats: list[int], late_values: list[bytes]
) -> tuple[TableEpoch, int]:
    epoch = TableEpoch(ChainId(chain), number)
    late = {seat: bytes(value) for seat, value in zip(late_seats, late_values, strict=True)}
    definition = defined_table(epoch.chain).definition
    return epoch, _would_have_won_minor(definition, epoch, parse_entry(seats), parse_entry(abort), late)


_DECKS: Final = """
SELECT e."table", e.epoch, s.entry, a.entry, o.seats, o."values"
FROM unnest(%s::uuid[], %s::int[]) AS d (chain, epoch)
JOIN tables_epoch e ON e."table" = d.chain AND e.epoch = d.epoch
JOIN audit_record s ON s.chain = e."table" AND s.seq = e.seats_seq
JOIN audit_record a ON a.chain = e."table" AND a.seq = e.end_seq
CROSS JOIN LATERAL (
  SELECT array_agg(w.seat) AS seats, array_agg(w.value) AS "values"
  FROM tables_owed w WHERE w."table" = e."table" AND w.epoch = e.epoch
) o
"""


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
    late = {value.seat: bytes(value.value) for value in owed if value.value is not None}
    won_minor = None
    if not definition.around_pot and len(late) == len(owed):
        won_minor = _would_have_won_minor(definition, TableEpoch(ChainId(epoch.table), epoch.epoch), seats, abort, late)
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
    definition: TableDefinition,
    epoch: TableEpoch,
    seats: Mapping[str, Any],
    abort: Mapping[str, Any],
    late: Mapping[int, bytes],
) -> int:
    """Return what the house would have won if all seats had been silent; `late` are the values that came since."""
    values = {**late, **{reveal["seat"]: bytes.fromhex(reveal["r"]) for reveal in abort["reveals"]}}
    cards = EpochCards(epoch=epoch, seed=bytes.fromhex(abort["seed"]), client=mix(epoch, values))
    stakes = stakes_from_record(definition, seats)
    return house_would_have_won_minor(deal_hand(definition.sheet, stakes, cards))
