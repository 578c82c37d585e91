"""What moves the money of an account, as the log tells it: stakes, how they end, and payments.

Source: docs/formats/report.md, "What the figures are"; record.md.
"""

from dataclasses import dataclass

from verifier.sheet_fields import Sheet

Seat = tuple[str, int, int]
"""A table's chain, an epoch, and a seat."""

VOID, UNSEATED = "void", "unseated"


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a stake is given back: in the log's words, or `unseated`. Of a `void` also the reason and the two people."""

    kind: str
    reason: str = ""
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """What a deal or a `sit` put in play at `placed_at`, and the `act` after it; `placed_minor` includes the side bet.

    `session` is the reference of the session that placed it, empty in the log's first version. `seat` is where it stands
    at a table: the table's chain, epoch and seat. `due_minor` is what the end of a game around a pot owes the seat,
    returned and rake; None while the game runs, and for all other rounds. `aborted` is why the epoch of its table ended
    without a result.
    """

    sheet: Sheet
    placed_at: int
    round_id: str
    placed_minor: int
    bonus_minor: int
    session: str
    seat: Seat | None = None
    due_minor: int | None = None
    aborted: Cause | None = None

    @property
    def in_play_minor(self) -> int:
        """Return what is in play."""
        return self.placed_minor if self.due_minor is None else self.due_minor


@dataclass(slots=True, kw_only=True)
class Account:
    """A player's account after the newest record that was read.

    `opening_minor` and `start` are its cash and the stake of its open round as the interval began. `unreturned_minor` is
    what was withdrawn and did not come back: no log shows what of it was paid.
    """

    chain: str
    accounts: str
    currency: str
    exponent: int
    cash_minor: int = 0
    unreturned_minor: int = 0
    stake: Stake | None = None
    opening_minor: int = 0
    start: Stake | None = None

    @property
    def in_play_minor(self) -> int:
        """Return what the open round has in play, 0 if there is none."""
        return in_play_minor(self.stake)

    @property
    def start_in_play_minor(self) -> int:
        """Return what was in play as the interval began."""
        return in_play_minor(self.start)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt."""

    account: Account
    at: int
    stake: Stake


@dataclass(frozen=True, slots=True)
class Raised:
    """A player at a table staked more against the house."""

    account: Account
    at: int
    stake: Stake
    raised_minor: int


@dataclass(frozen=True, slots=True)
class Settled:
    """A round was settled: everything staked and returned, and the side bet's part of what was returned.

    Around a pot `staked_minor` is what the seat took out of the game, returned and rake. Over all seats of a game that
    is what they bought. `bet_minor` is what the player staked, there the buy-in.
    """

    account: Account
    at: int
    stake: Stake
    staked_minor: int
    returned_minor: int
    side_returned_minor: int
    bet_minor: int

    @property
    def raised_minor(self) -> int:
        """Return what the settlement itself put at stake: a raise in a round of one seat."""
        return self.bet_minor - self.stake.placed_minor

    @property
    def rake_minor(self) -> int:
        """Return what the house kept, of a game around a pot; 0 for all others."""
        return self.staked_minor - self.returned_minor if self.stake.sheet["family"] == "pot" else 0


@dataclass(frozen=True, slots=True)
class Voided:
    """A round was voided, by its account's record number `seq`."""

    account: Account
    at: int
    stake: Stake
    given_back_minor: int
    seq: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Paid:
    """A wallet record: `cash_minor` is what it did to cash; `kind` is `returned` if it gave a withdrawal back."""

    account: Account
    at: int
    seq: int
    kind: str
    cash_minor: int


Event = Dealt | Raised | Settled | Voided | Paid


def in_play_minor(stake: Stake | None) -> int:
    """Return what a round has in play, 0 if there is none."""
    return 0 if stake is None else stake.in_play_minor
