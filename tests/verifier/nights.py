"""Audits that keep a state, night after night, and the logs that they are tried on."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tests.verifier.keyed import keyed_day
from tests.verifier.play import founded, full_day, seated
from tests.verifier.producer import Log, Sealed, sign
from tests.verifier.table_logs import pot_game, shared_hand, voided_hand
from tests.verifier.test_events import honest
from tests.verifier.test_limit_attacks import playing, rg
from tests.verifier.test_statistics import Evening, lost_in_an_epoch, wins
from verifier import verdict_output
from verifier.audit import AuditRequest, AuditResult, audit
from verifier.export import Export
from verifier.going_on import StateFile
from verifier.judge import Depth

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def judged(folder: Path, state: StateFile | None = None, **other: Any) -> AuditResult:
    return audit(
        AuditRequest(export=Export(folder=folder), **{"depth": Depth.FULL, "jobs": 1, "state": state, **other})
    )


def told(result: AuditResult) -> dict[str, object]:
    """Return the verdict but for the line that says where the audit went on."""
    return {**verdict_output.as_document(result), "state": None}


def from_of(result: AuditResult) -> int:
    assert result.going is not None
    return result.going.went_on_from


def why_whole(result: AuditResult) -> str:
    assert result.going is not None
    return result.going.why_whole or ""


def up_to(sealed: Sealed, size: int) -> Sealed:
    """Return the export of a log as it was at a size, with a checkpoint of that size."""
    entries = sealed.entries[:size]
    listed = sum(
        len(json.loads(entry.partition(b"\n")[0])["leaves"]) for entry in entries if b'"type":"events"' in entry
    )
    checkpoints = {known: note for known, note in sealed.checkpoints.items() if known <= size}
    if size not in checkpoints:
        checkpoints |= sign(entries, [size])
    return replace(sealed, entries=entries, checkpoints=checkpoints, events=sealed.events[:listed])


class Nights:
    """One auditor's nights, with one state."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.folder, self.number = folder, 0
        self.state = StateFile(path=folder / "state", **options)

    def audit(self, sealed: Sealed, **other: Any) -> AuditResult:
        self.number += 1
        return judged(sealed.write(self.folder / f"night {self.number}"), self.state, **other)

    def whole(self, sealed: Sealed, **other: Any) -> AuditResult:
        self.number += 1
        return judged(sealed.write(self.folder / f"night {self.number}"), **other)


def rewritten(log: Sealed) -> Sealed:
    """Return a log whose operator wrote an old record anew, and signed all of it again."""
    entries = [*log.entries]
    entries[-1], entries[-2] = entries[-2], entries[-1]
    entries[5] = entries[5][:-3] + b"A=\n"
    return replace(log, entries=entries, checkpoints=sign(entries, log.checkpoints))


# --- Logs ---------------------------------------------------------------------------------------------------------


def seed_held() -> Log:
    """A seed is called lost, and long after it a later one shows that it was held."""
    evening = lost_in_an_epoch()
    evening.log.checkpoint()
    evening.leave()
    evening.deal()
    evening.player.settle()
    return evening.log


def seed_lost() -> Log:
    log, rules = founded()
    ada = seated(log, "ada").open().deal(500, rules=rules).void(lost=True)
    log.checkpoint()
    ada.deal(500, rules=rules).settle()
    return log


def client_reused() -> Log:
    log, _ = founded()
    ada = seated(log, "ada").open(client=b"seventeen letters")
    log.checkpoint()
    ada.open(client=b"seventeen letters")
    return log


def limit_broken() -> Log:
    log, ada, rules = playing(rg({"loss_week": 999}))
    ada.deal(500, rules=rules).settle("stand")
    log.checkpoint()
    ada.deal(500, rules=rules)
    return log


def winners_voided() -> Log:
    """No round of it is suspect, and all together are: the sums go on over every cut."""
    evening = Evening()
    for number in range(120):
        cards = evening.deal()
        if wins(cards):
            evening.player.void()
        else:
            evening.player.settle()
        if number % 30 == 29:
            evening.log.checkpoint()
    return evening.log


def tampered_late() -> Log:
    log = full_day().copied()
    log.drafts[log.index("settle", last=True)].fields["result"] = "lose"
    return log


LOGS: dict[str, tuple[Callable[[], Log], str]] = {
    "a day of rounds": (full_day, ""),
    "players' own keys": (keyed_day, ""),
    "events": (honest, ""),
    "a hand at a table": (shared_hand, ""),
    "a voided hand": (voided_hand, ""),
    "a game around a pot": (pot_game, ""),
    "a seed that was held": (seed_held, "E_SEED_HELD"),
    "a seed that stays lost": (seed_lost, "E_SEED_LOST"),
    "a client seed used twice": (client_reused, "E_CLIENT_REUSE"),
    "a limit over a week": (limit_broken, "E_RG"),
    "winning rounds voided": (winners_voided, "W_SELECTED"),
    "a result changed": (tampered_late, "E_PAYOUT"),
}


@lru_cache
def sealed(name: str) -> Sealed:
    return LOGS[name][0]().seal()
