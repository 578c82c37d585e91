"""The head of a chain: what a step reads of it, decides on and advances. Pure."""

from dataclasses import dataclass
from datetime import datetime

from audit.core.records import ChainTip, Record
from kernel.instants import to_epoch_ms
from kernel.play_time import NO_PLAY, PlayTime


@dataclass(frozen=True, slots=True)
class Head:
    """A chain as of one version, before a step or after it."""

    tip: ChainTip
    """The newest record: its number, leaf and time."""
    version: int
    """Rises with every change that could alter a decision."""
    epoch: int
    """The epoch that was opened last, in a table's chain the one whose betting was; -1 before the first."""
    nonce: int
    """The newest round that was dealt in the epoch; 0 for none."""
    round_open: bool
    """Whether that round has not ended. In a table's chain: whether its epoch runs, from `seats` to the end."""
    stake_open: bool
    """Whether the player's stake at a table has no end yet. Never together with an open round."""
    limits_leaf: bytes | None
    """The leaf of the newest `limits` record; None in the system chain and in those of tables."""
    has_keys: bool = False
    """Whether the player ever had a key: from then on the player's requests are signed."""
    play: PlayTime = NO_PLAY
    """When the player's bets began and ended, over all log-ins. `NO_PLAY` in other chains."""

    def record_time_ms(self, now: datetime) -> int:
        """Return the time (ms) of a record that is written now, never before the newest record's. Decide by this."""
        return max(to_epoch_ms(now), self.tip.time_ms)

    def advanced_by(  # noqa: PLR0913  whatever a step changes of a chain
        self,
        record: Record,
        *,
        epoch: int | None = None,
        nonce: int | None = None,
        round_open: bool | None = None,
        stake_open: bool | None = None,
        limits_leaf: bytes | None = None,
        has_keys: bool | None = None,
        play: PlayTime | None = None,
    ) -> "Head":
        """Return the head that a step writes: `record` is its newest, and what is not given stays.

        The version is still the one that the step decided on.
        """
        return Head(
            tip=record.tip,
            version=self.version,
            epoch=self.epoch if epoch is None else epoch,
            nonce=self.nonce if nonce is None else nonce,
            round_open=self.round_open if round_open is None else round_open,
            stake_open=self.stake_open if stake_open is None else stake_open,
            limits_leaf=limits_leaf or self.limits_leaf,
            has_keys=self.has_keys if has_keys is None else has_keys,
            play=self.play if play is None else play,
        )

    def with_next_version(self) -> "Head":
        """Return the head as it is read once the step has been written."""
        return Head(
            self.tip,
            self.version + 1,
            self.epoch,
            self.nonce,
            self.round_open,
            self.stake_open,
            self.limits_leaf,
            self.has_keys,
            self.play,
        )


def first_head(tip: ChainTip, *, limits_leaf: bytes | None) -> Head:
    """Return the head of a new chain, whose first records end in `tip`: no epoch was opened, and nothing is at stake."""
    return Head(tip, version=0, epoch=-1, nonce=0, round_open=False, stake_open=False, limits_leaf=limits_leaf)
