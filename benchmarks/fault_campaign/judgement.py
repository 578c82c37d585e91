"""What must hold after each batch of faults: nothing answered is missing, nothing is doubled, nobody is stuck."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import httpx

from benchmarks.fault_campaign.players import Stuck, Unexpected
from reddog_platform.embedded.home import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.fault_campaign.platform import Platform
    from benchmarks.fault_campaign.players import Player

_COVERED_SECONDS: Final = 60
_LOOK_SECONDS: Final = 0.2


@dataclass(slots=True)
class Judgement:
    """What was wrong, over all batches."""

    rounds_answered: int = 0
    missing: int = 0
    """Answered steps whose repetition is not answered with the same bytes, and answered rounds that are not listed."""
    doubled: int = 0
    """Rounds of the platform that no answer knows, and balances that are not what the answers add up to."""
    stuck: int = 0
    """Players who could not play on within a minute after everything was whole."""
    log_size: int = 0
    faults: list[str] = field(default_factory=list)
    """What fsck, the verifier and players complained of."""
    _judged: dict[int, int] = field(default_factory=dict)

    @property
    def sound(self) -> bool:
        """Return whether nothing was wrong."""
        return not (self.missing or self.doubled or self.stuck or self.faults)

    def judge(self, platform: Platform, players: Sequence[Player]) -> None:
        """Judge everything since the last time."""
        for player in players:
            if not player.finish():
                self.stuck += 1
                self.faults.append(str(player.trouble))
                player.trouble = None
        for number, player in enumerate(players):
            try:
                self._repeat(player, since=self._judged.get(number, 0))
                self._compare(player)
            except (Stuck, Unexpected) as trouble:
                self.stuck += 1
                self.faults.append(f"{player.game}: {trouble}")
            self._judged[number] = len(player.answered)
        self.rounds_answered = sum(len(_dealt(player)) for player in players)
        self._fsck(platform)
        self._verify(platform, [receipt for player in players for receipt in player.receipts])

    def _repeat(self, player: Player, *, since: int) -> None:
        """Send every answered request again: the same bytes must come back."""
        for done in player.answered[since:]:
            again = player.again(done)
            if again.content != done.content or again.status_code != httpx.codes.CREATED:
                self.missing += 1
                self.faults.append(f"{done.method} {done.path}: answered {done.content!r}, now {again.text}")

    def _compare(self, player: Player) -> None:
        """Compare the platform's list of rounds and the balance with the answers."""
        known, listed = _dealt(player), {line["id"]: line for line in player.rounds_of_platform()}
        self.missing += len(known - listed.keys())
        self.doubled += len(listed.keys() - known)
        paid_in = sum(done.document["amount"]["amount"] for done in player.answered if done.path == "/deposits")
        net = sum(_minor(line["returned"]) - _minor(line["staked"] or line["stake"]) for line in listed.values())
        cash = player.get("/wallet")["cash"]["amount"]
        if cash != paid_in + net:
            self.doubled += 1
            self.faults.append(f"{player.game}: {cash} in cash, {paid_in} + {net} by the answers")

    def _fsck(self, platform: Platform) -> None:
        try:
            platform.manage("fsck")
        except SystemExit as complaint:
            self.faults.append(str(complaint))

    def _verify(self, platform: Platform, receipts: Sequence[Mapping[str, Any]]) -> None:
        """Export the log once it covers everything, and let the auditor's program judge it with all receipts."""
        deadline = time.monotonic() + _COVERED_SECONDS
        while waiting := int(platform.run([sys.executable, "-c", _WAITING])):
            if time.monotonic() > deadline:
                self.faults.append(f"{waiting} records still wait for the log")
                break
            time.sleep(_LOOK_SECONDS)
        with TemporaryDirectory(prefix="reddog-export-") as folder:
            export, kept = Path(folder) / "log", Path(folder) / "receipts.jsonl"
            platform.manage("export_log", str(export))
            kept.write_text("".join(json.dumps({"note": receipt["note"]}) + "\n" for receipt in receipts))
            command = [sys.executable, "-m", "verifier", str(export), "--receipts", str(kept)]
            judged = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
        if judged.returncode:
            self.faults.append(judged.stdout + judged.stderr)


_WAITING: Final = """
import django
django.setup()
from audit.queries.log import log_status
status = log_status()
print(status.pending + status.size - status.checkpoint_size)
"""


def _dealt(player: Player) -> set[str]:
    return {done.document["id"] for done in player.answered if done.path.endswith("/rounds")}


def _minor(amount: Mapping[str, Any] | None) -> int:
    return 0 if amount is None else int(amount["amount"])
