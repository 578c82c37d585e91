"""Every row of the table of attacks, then random changes, each judged and either caught or explained."""

from __future__ import annotations

import contextlib
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from benchmarks.tamper_campaign import damage, mutations, rows
from benchmarks.tamper_campaign.booking_rows import BOOKING_ROWS
from benchmarks.tamper_campaign.chosen_rows import CHOSEN_ROWS
from benchmarks.tamper_campaign.explained import reason
from benchmarks.tamper_campaign.findings import Findings
from benchmarks.tamper_campaign.judged import CRASH, OK, Desk, desk, judge_folder
from benchmarks.tamper_campaign.key_rows import KEY_ROWS
from benchmarks.tamper_campaign.known_signatures import known
from benchmarks.tamper_campaign.not_tried import NOT_TRIED
from benchmarks.tamper_campaign.owned_log import OwnedLog
from benchmarks.tamper_campaign.protection_rows import PROTECTION_ROWS
from tests.verifier.producer import leaf
from verifier.note import parse_vkey

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from benchmarks.tamper_campaign.attempt import Attempt
    from benchmarks.tamper_campaign.rows import Row
    from tests.verifier.producer import Sealed

_BYTES_SHARE: Final = 0.25
"""How much of the campaign is damage to bytes, without a key."""
_BATCH: Final = 250
"""How many changes follow from one seed, whoever tries them."""
_EVENT_PENDING_MS: Final = 60_000
"""An event that a record names is missing if the log goes on for so long without listing it (docs/formats/events.md)."""
_NO_TEXT: Final = (TypeError, ValueError, AttributeError, KeyError, IndexError, OverflowError)
"""What a change raises that cannot be spelled as a log at all: such an attempt is drawn again."""


ROWS: Final = (*rows.ROWS, *BOOKING_ROWS, *PROTECTION_ROWS, *KEY_ROWS, *CHOSEN_ROWS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Some of the random changes of a campaign."""

    seed: str
    count: int


def batches(count: int, *, seed: int) -> Iterator[Batch]:
    """Divide `count` random changes; the same seed gives the same changes."""
    for number, first in enumerate(range(0, count, _BATCH)):
        yield Batch(seed=f"{seed}/{number}", count=min(_BATCH, count - first))


@dataclass(slots=True)
class Campaign:
    """One log, and what came of each attempt on it."""

    log: OwnedLog
    honest: Sealed
    files: damage.Files
    desk: Desk
    found: Findings = field(default_factory=Findings)
    rows: dict[str, str] = field(default_factory=dict)

    @classmethod
    def on(cls, folder: Path, *, desk: Desk) -> Campaign:
        """Begin with a folder that has `log` and `keys.json`; exports are judged at the `desk`.

        Raises:
            ValueError: the verdict on the log as it is, or as it is written anew, is not OK.
        """
        log = OwnedLog.read(folder)
        campaign = cls(log=log, honest=log.seal(), files=damage.files_of(folder / "log"), desk=desk)
        for judged in (judge_folder(folder / "log"), desk.judge(campaign.honest)):
            if judged.code != OK:
                raise ValueError(f"the log is not one to begin with: {judged.code}, {judged.sentence}")
        return campaign

    def try_rows(self, wanted: Sequence[Row] = ROWS) -> None:
        """Try rows of the table: all those that need no player who signs, or `SIGNATURE_ROWS` in a log with one."""
        for row in wanted:
            judged = row.judge(self.log.copied(), self.honest, desk=self.desk)
            self.rows[row.name] = judged.code
            if judged.code == CRASH or not {judged.code, *judged.warned} & row.expected:
                self.found.tried += 1
                complaint = f"row {row.name}: {judged.code} {judged.sentence}, not {sorted(row.expected)}"
                self.found.unexplained.append(complaint)
            else:
                self.found.count(judged, None, row.name)

    def try_random(self, count: int, *, seed: int) -> None:
        """Try `count` random changes."""
        for batch in batches(count, seed=seed):
            self.found.add(self.tried(batch))

    def tried(self, batch: Batch) -> Findings:
        """Try the changes of a batch, and return what came of them."""
        chance, found = random.Random(batch.seed), Findings()  # noqa: S311  chooses changes, deals no card
        for _ in range(batch.count):
            if chance.random() < _BYTES_SHARE:
                words, judged, explanation = damage.judge_damage(self.files, chance, desk=self.desk)
                found.count(judged, explanation, f"{batch.seed}, {words}")
            else:
                self._mutate(chance, batch, found)
        return found

    def _mutate(self, chance: random.Random, batch: Batch, found: Findings) -> None:
        attempt, sealed = self._changed(chance)
        judged = self.desk.judge(sealed)
        explanation = None
        if judged.code == OK and self._found_later(sealed):
            explanation = reason(
                attempt.touched, is_newest=self._is_newest(attempt), awaits_event=self._awaits_event(attempt)
            )
        found.count(judged, explanation, f"{batch.seed}, {attempt.touched}: {attempt.detail}")

    def _changed(self, chance: random.Random) -> tuple[Attempt, Sealed]:
        """Draw attempts until one makes another log."""
        while True:
            attempt = mutations.draw(self.log, chance)
            sealed = self._sealed(attempt)
            if sealed is not None and sealed.entries != self.honest.entries:
                return attempt, sealed

    def _sealed(self, attempt: Attempt) -> Sealed | None:
        log = self.log.copied()
        try:
            attempt.spoil(log)
            sealed = log.seal()
        except _NO_TEXT:
            return None
        return sealed if all(0 < len(entry) < 2**16 for entry in sealed.entries) else None

    def _is_newest(self, attempt: Attempt) -> bool:
        """Return whether of the chain only changes of limits come after the record that an attempt is about."""
        if attempt.at is None:
            return False
        chain = self.log.drafts[attempt.at].fields["chain"]
        later = (draft.fields for draft in self.log.drafts[attempt.at + 1 :] if draft.fields["chain"] == chain)
        return all(fields["type"] == "limits" for fields in later)

    def _awaits_event(self, attempt: Attempt) -> bool:
        """Return whether the log ends before an event must be listed that the record names which an attempt is about."""
        if attempt.at is None:
            return False
        times = [draft.fields["time"] for draft in self.log.drafts]
        return bool(max(times) - times[attempt.at] <= _EVENT_PENDING_MS)

    def _found_later(self, sealed: Sealed) -> bool:
        """Return whether somebody who kept the newest checkpoint of the honest log sees that this is another one."""
        newest = self.honest.checkpoints[max(self.honest.checkpoints)]
        return self.desk.judge(sealed, kept=[newest]).code in {"E_FORK", "E_ROOT", "E_WITHHELD_ENTRY"}

    def figures(self) -> dict[str, Any]:
        """Return what came of it."""
        return {
            "entries": len(self.honest.entries),
            **self.found.figures(),
            "rows": self.rows,
            "not_tried": NOT_TRIED,
            "log": leaf(self.honest.entries[-1]).hex(),
        }


@contextlib.contextmanager
def begun(folder: Path) -> Iterator[Campaign]:
    """Have a campaign within the block, on a folder that has `log` and `keys.json`.

    Raises:
        ValueError: the verdict on the log as it is, or as it is written anew, is not OK.
    """
    with desk() as place:
        campaign = Campaign.on(folder, desk=place)
        keys = [parse_vkey(key.vkey) for key in campaign.log.keys.values()]
        with known(keys, [*campaign.honest.entries, *campaign.honest.checkpoints.values()]):
            yield campaign
