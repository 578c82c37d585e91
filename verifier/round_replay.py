"""Read one round of a player's own chain out of an export, and judge that chain on the way."""

from dataclasses import dataclass, field
from typing import cast

from verifier import canonical, note, replay_reading, schema
from verifier.export import Export
from verifier.records import Init
from verifier.round_text import RoundRecord, RoundStory
from verifier.tally import Tally
from verifier.trust import Trust
from verifier.verdict import Failure, Fault


@dataclass(slots=True, kw_only=True)
class RoundReplay:
    """A round, and how the player's chain was judged."""

    story: RoundStory | None = None
    """None if the log has no such round."""
    tally: Tally = field(default_factory=Tally)

    @property
    def failure(self) -> Failure | None:
        """Return the failure that decides about the player's chain."""
        return self.tally.gravest


@dataclass(slots=True, kw_only=True)
class _Round:
    """The records of the round, as they come."""

    chain: str
    epoch: int
    nonce: int
    init: Init | None = None
    records: list[tuple[int, RoundRecord]] = field(default_factory=list)

    def see(self, entry: bytes, *, index: int, of: str) -> None:
        """Keep an entry of the chain, if it is of the round. What cannot be read, the judge tells."""
        if of != self.chain:
            return
        try:
            record = schema.check(canonical.parse(note.line_of(note.split(entry))))
        except Fault:
            return
        if record["type"] == "init":
            self.init = record
        elif self._concerns(record):
            self.records.append((index, cast("RoundRecord", record)))

    def _concerns(self, record: object) -> bool:
        fields = cast("dict[str, object]", record)
        kind, epoch = fields["type"], fields.get("epoch")
        if kind == "commit":
            return epoch == self.epoch
        if kind == "open":
            return epoch in (self.epoch, self.epoch - 1)
        return kind in ("deal", "settle", "void") and (epoch, fields.get("nonce")) == (self.epoch, self.nonce)


def read(export: Export, trusted: Trust, *, chain: str, epoch: int, nonce: int) -> RoundReplay:
    """Read an export, judge a player's chain, and return a round of it.

    Raises:
        Fault: the newest checkpoint does not hold.
        OSError: a file is there and cannot be read.
    """
    replay = RoundReplay()
    sought = _Round(chain=chain, epoch=epoch, nonce=nonce)
    system = replay_reading.judge_chain(export, trusted, chain=chain, tally=replay.tally, see=sought.see).system
    deal = next((record for _, record in sought.records if record["type"] == "deal"), None)
    if sought.init is not None and deal is not None:
        game = system.game_in(deal["rules"], sought.init["cur"])
        replay.story = RoundStory(init=sought.init, records=_before(sought), epoch=epoch, game=game)
    return replay


def _before(sought: _Round) -> list[tuple[int, RoundRecord]]:
    """Return the records of the round in log order, without what committed to its epoch after it was opened."""
    opened = False
    kept = list[tuple[int, RoundRecord]]()
    for index, record in sought.records:
        if not (opened and record["type"] in ("commit", "open")):
            kept.append((index, record))
        opened |= record["type"] == "open" and record["epoch"] == sought.epoch
    return kept
