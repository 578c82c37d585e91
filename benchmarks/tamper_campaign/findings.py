"""What came of attempts: how many were caught by which code, and harmless for which reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks.tamper_campaign.explained import REASONS
from benchmarks.tamper_campaign.judged import CRASH, OK

if TYPE_CHECKING:
    from benchmarks.tamper_campaign.judged import Judged


@dataclass(slots=True)
class Findings:
    """Counts that add up over the parts of a campaign, and the words of whatever nobody can explain."""

    tried: int = 0
    caught: Counter[str] = field(default_factory=Counter)
    harmless: Counter[str] = field(default_factory=Counter)
    unexplained: list[str] = field(default_factory=list)

    def count(self, judged: Judged, explanation: str | None, words: str) -> None:
        """Count an attempt, which `words` describe; without an explanation it must have been caught."""
        self.tried += 1
        if judged.code == CRASH or (judged.code == OK and explanation is None):
            self.unexplained.append(f"{words}: {judged.code} {judged.sentence}")
        elif judged.code == OK:
            assert explanation in REASONS, explanation
            self.harmless[explanation] += 1
        else:
            self.caught[judged.code] += 1

    def add(self, other: Findings) -> None:
        """Add those of another part."""
        self.tried += other.tried
        self.caught += other.caught
        self.harmless += other.harmless
        self.unexplained += other.unexplained

    @classmethod
    def read(cls, figures: dict[str, Any]) -> Findings:
        """Return what `figures` were written of."""
        return cls(
            tried=figures["tried"],
            caught=Counter(figures["caught"]),
            harmless=Counter(figures["harmless"]),
            unexplained=figures["complaints"],
        )

    def figures(self) -> dict[str, Any]:
        """Return what came of it."""
        return {
            "tried": self.tried,
            "caught": dict(sorted(self.caught.items())),
            "harmless": dict(sorted(self.harmless.items())),
            "unexplained": len(self.unexplained),
            "complaints": self.unexplained,
        }
