"""Tables with people at them, for tests: every value and seed follows from a number."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from games.core.family import Bet
from games.core.pot.game import terms_of
from games.core.sheet import RuleSheet
from games.core.variants import montana_red_dog_3_card, montana_red_dog_table, pot_red_dog, red_dog_table
from kernel.ids import ChainId
from tables.core.definition import Admission, TableClock, TableDefinition
from tables.core.epoch import TableEpoch, contribution, mix
from tables.core.epoch_cards import EpochCards
from tables.core.stakes import Stake

CHAIN: Final = ChainId(UUID(bytes=bytes(range(16))))
BEGIN_MS: Final = 1_790_000_000_000

RED_DOG: Final = red_dog_table.SHEET
MONTANA: Final = montana_red_dog_table.SHEET
MONTANA_3_CARD: Final = montana_red_dog_3_card.SHEET
POT: Final = replace(pot_red_dog.SHEET, stake_min_minor=500, stake_max_minor=50_000)
RAKED_POT: Final = replace(POT, terms=replace(terms_of(POT), rake_basis_points=700))


def table(sheet: RuleSheet, *, seats: int | None = None, game_ms: int = 1_200_000) -> TableDefinition:
    """Return a table with all the seats of its sheet, or with fewer."""
    return TableDefinition(
        sheet=sheet,
        rules_leaf=hashlib.sha256(sheet.game.encode()).digest(),
        exponent=2,
        seats=sheet.seats if seats is None else seats,
        stake_min_minor=sheet.stake_min_minor,
        stake_max_minor=sheet.stake_max_minor,
        admission=Admission.PUBLIC,
        clock=TableClock(bet_ms=8000, reveal_ms=10_000, game_ms=game_ms if sheet.family == "pot" else None),
        test=False,
    )


def value_of(seat: int, *, number: int = 0) -> bytes:
    """Return the value that the client of a seat draws in a game of this number."""
    return hashlib.sha256(f"value {number} {seat}".encode()).digest()


def seed_of(number: int) -> bytes:
    return hashlib.sha256(f"seed {number}".encode()).digest()


def epoch_of(number: int) -> TableEpoch:
    return TableEpoch(CHAIN, number)


def cards_of(number: int, seats: Iterable[int]) -> EpochCards:
    """Return the cards of an epoch in which these seats have revealed."""
    values = {seat: value_of(seat, number=number) for seat in seats}
    epoch = epoch_of(number)
    return EpochCards(epoch=epoch, seed=seed_of(number), client=mix(epoch, values))


def stakes_of(
    number: int, bets: Mapping[int, Bet], *, rooms_minor: Mapping[int, int] | None = None
) -> tuple[Stake, ...]:
    """Return the stakes of an epoch, by seat."""
    return tuple(
        Stake(
            seat=seat,
            leaf=hashlib.sha256(f"stake {number} {seat}".encode()).digest(),
            bet=bets[seat],
            contribution=contribution(epoch_of(number), seat=seat, value=value_of(seat, number=number)),
            room_minor=(rooms_minor or {}).get(seat),
        )
        for seat in sorted(bets)
    )


def bets(seats: Sequence[int], stake_minor: int) -> dict[int, Bet]:
    return {seat: Bet(stake_minor) for seat in seats}
