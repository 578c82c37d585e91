"""Open an epoch when every value is there, or abort it.

Source: docs/formats/tables.md, `open` and `table_abort`.
"""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tables.core.beacon_rounds import BeaconValue
from tables.core.epoch import TableEpoch, contribution, mix, with_beacon
from tables.core.stakes import Stake


class AbortReason(enum.StrEnum):
    """Why an epoch has no end by the rules."""

    NO_REVEAL = "no_reveal"
    """A player's value did not come."""
    NOT_COVERED = "not_covered"
    """No checkpoint covered `seats`, so that nobody could reveal safely."""
    VOID = "void"
    """Two operators took the hand or the game back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpening:
    """An epoch whose deck follows from its seed from now on."""

    client: bytes
    fields: Mapping[str, object]
    """The `open` record."""


def open_epoch(
    epoch: TableEpoch,
    stakes: Sequence[Stake],
    values: Mapping[int, bytes],
    *,
    covered_size: int,
    beacon: BeaconValue | None = None,
) -> TableOpening:
    """Mix the values of all seats, which are given by seat, into the client seed.

    `covered_size` is that of a published checkpoint that covers `seats`. `beacon` is there exactly where the table's
    record has one.
    """
    assert values.keys() == {stake.seat for stake in stakes}, "every seat has revealed"
    _assert_opened(epoch, stakes, values)
    mixed = mix(epoch, values)
    client = mixed if beacon is None else with_beacon(mixed, beacon.value)
    fields: dict[str, object] = {
        "epoch": epoch.number,
        "reveals": _reveals(values),
        "client": client.hex(),
        "size": covered_size,
    }
    return TableOpening(client=client, fields=fields if beacon is None else {**fields, "beacon": beacon.document()})


def abort_fields(
    epoch: TableEpoch, stakes: Sequence[Stake], values: Mapping[int, bytes], *, seed: bytes, covered: bool
) -> dict[str, object]:
    """Write the `table_abort` of an epoch in which a value is missing; `covered` says whether `seats` is."""
    missing = sorted({stake.seat for stake in stakes} - values.keys())
    assert missing, "an epoch with every value is opened, however late the last one came"
    _assert_opened(epoch, stakes, values)
    reason = AbortReason.NO_REVEAL if covered else AbortReason.NOT_COVERED
    return {
        "epoch": epoch.number,
        "reason": reason.value,
        "missing": missing,
        "reveals": _reveals(values),
        "seed": seed.hex(),
    }


def void_fields(epoch: TableEpoch, *, by: tuple[str, str], text: str, ev: str, seed: bytes | None) -> dict[str, object]:
    """Write the `table_abort` by which two operators take an epoch back; `ev` is the leaf of the event of it.

    `seed` is None only where it was lost.
    """
    assert by[0] != by[1], "two operators agree"
    fields: dict[str, object] = {
        "epoch": epoch.number,
        "reason": AbortReason.VOID.value,
        "missing": [],
        "reveals": [],
        "by": list(by),
        "ev": ev,
        "text": text,
    }
    return fields if seed is None else {**fields, "seed": seed.hex()}


def _reveals(values: Mapping[int, bytes]) -> list[dict[str, object]]:
    return [{"seat": seat, "r": values[seat].hex()} for seat in sorted(values)]


def _assert_opened(epoch: TableEpoch, stakes: Sequence[Stake], values: Mapping[int, bytes]) -> None:
    contributions = {stake.seat: stake.contribution for stake in stakes}
    assert values.keys() <= contributions.keys(), "only seats of the epoch reveal"
    for seat, value in values.items():
        assert contribution(epoch, seat=seat, value=value) == contributions[seat], "a stored value opens its stake"
