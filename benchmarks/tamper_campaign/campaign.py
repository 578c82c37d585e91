"""Every row of the table of attacks, then random changes, each judged and either caught or explained."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from benchmarks.tamper_campaign import damage, mutations, rows
from benchmarks.tamper_campaign.booking_rows import BOOKING_ROWS
from benchmarks.tamper_campaign.explained import REASONS, reason
from benchmarks.tamper_campaign.judged import CRASH, OK, Judged, judge, judge_folder
from benchmarks.tamper_campaign.owned_log import OwnedLog
from benchmarks.tamper_campaign.protection_rows import PROTECTION_ROWS
from tests.verifier.producer import leaf

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.tamper_campaign.attempt import Attempt
    from tests.verifier.producer import Sealed

_BYTES_SHARE: Final = 0.25
"""How much of the campaign is damage to bytes, without a key."""
_NO_TEXT: Final = (TypeError, ValueError, AttributeError, KeyError, IndexError, OverflowError)
"""What a change raises that cannot be spelled as a log at all: such an attempt is drawn again."""


@dataclass(slots=True)
class Campaign:
    """One log, and what came of each attempt on it."""

    log: OwnedLog
    honest: Sealed
    files: damage.Files
    tried: int = 0
    caught: Counter[str] = field(default_factory=Counter)
    harmless: Counter[str] = field(default_factory=Counter)
    rows: dict[str, str] = field(default_factory=dict)
    unexplained: list[str] = field(default_factory=list)

    @classmethod
    def on(cls, folder: Path) -> Campaign:
        """Begin with a folder that has `log` and `keys.json`.

        Raises:
            ValueError: the verdict on the log as it is, or as it is written anew, is not OK.
        """
        log = OwnedLog.read(folder)
        campaign = cls(log=log, honest=log.seal(), files=damage.files_of(folder / "log"))
        for judged in (judge_folder(folder / "log"), judge(campaign.honest)):
            if judged.code != OK:
                raise ValueError(f"the log is not one to begin with: {judged.code}, {judged.sentence}")
        return campaign

    def try_rows(self) -> None:
        """Try every row of the table."""
        for row in (*rows.ROWS, *BOOKING_ROWS, *PROTECTION_ROWS):
            self.tried += 1
            judged = row.judge(self.log.copied(), self.honest)
            self.rows[row.name] = judged.code
            if judged.code == CRASH or not {judged.code, *judged.warned} & row.expected:
                self._complain(f"row {row.name}: {judged.code} {judged.sentence}, not {sorted(row.expected)}")
            else:
                self.caught[judged.code] += 1

    def try_random(self, count: int, *, seed: int) -> None:
        """Try `count` random changes."""
        chance = random.Random(seed)  # noqa: S311  chooses changes, deals no card
        for _ in range(count):
            if chance.random() < _BYTES_SHARE:
                self._damage(chance)
            else:
                self._mutate(chance)

    def _damage(self, chance: random.Random) -> None:
        self.tried += 1
        words, judged, explanation = damage.judge_damage(self.files, chance)
        self._count(judged, explanation, words)

    def _mutate(self, chance: random.Random) -> None:
        attempt, sealed = self._changed(chance)
        self.tried += 1
        judged = judge(sealed)
        explanation = None
        if judged.code == OK and self._found_later(sealed):
            explanation = reason(attempt.touched, is_newest=self._is_newest(attempt))
        self._count(judged, explanation, f"{attempt.touched}: {attempt.detail}")

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
        """Return whether nothing of the chain comes after the record that an attempt is about."""
        if attempt.at is None:
            return False
        chain = self.log.drafts[attempt.at].fields["chain"]
        return all(draft.fields["chain"] != chain for draft in self.log.drafts[attempt.at + 1 :])

    def _found_later(self, sealed: Sealed) -> bool:
        """Return whether somebody who kept the newest checkpoint of the honest log sees that this is another one."""
        newest = self.honest.checkpoints[max(self.honest.checkpoints)]
        return judge(sealed, kept=[newest]).code in {"E_FORK", "E_ROOT", "E_WITHHELD_ENTRY"}

    def _count(self, judged: Judged, explanation: str | None, words: str) -> None:
        if judged.code == CRASH or (judged.code == OK and explanation is None):
            self._complain(f"{words}: {judged.code} {judged.sentence}")
        elif judged.code == OK:
            assert explanation in REASONS, explanation
            self.harmless[explanation] += 1
        else:
            self.caught[judged.code] += 1

    def _complain(self, words: str) -> None:
        self.unexplained.append(words)

    def figures(self) -> dict[str, Any]:
        """Return what came of it."""
        return {
            "entries": len(self.honest.entries),
            "tried": self.tried,
            "caught": dict(sorted(self.caught.items())),
            "harmless": dict(sorted(self.harmless.items())),
            "unexplained": len(self.unexplained),
            "complaints": self.unexplained,
            "rows": self.rows,
            "not_tried": rows.NOT_TRIED,
            "log": leaf(self.honest.entries[-1]).hex(),
        }
