"""A player's client sees its receipts proved by the published log, with the auditor's program and nothing else."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.journeys.player import NO_CERTIFICATES, Player
from tests.journeys.running import PATIENCE_SECONDS
from verifier.__main__ import main

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = [pytest.mark.slow, pytest.mark.clause("F12")]


class PublicLog:
    """What everybody may read."""

    def __init__(self, url: str, folder: Path) -> None:
        self._url = f"{url}/log"
        self._folder = folder
        self.trust = self.kept("trust.json", self.get("trust"))

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"{self._url}/{path}", timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES)

    def when_covered(self, path: str) -> httpx.Response:
        """Ask again as long as the answer says when to."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            answer = self.get(path)
            if answer.status_code == httpx.codes.OK:
                return answer
            assert answer.json()["code"] in {"unknown-leaf", "uncovered-leaf", "checkpoint-not-signed"}
            assert 1 <= int(answer.headers["Retry-After"]) <= 10
            assert time.monotonic() < deadline, answer.text
            time.sleep(0.2)

    def kept(self, name: str, answer: httpx.Response) -> str:
        assert answer.status_code == httpx.codes.OK, answer.text
        file = self._folder / name
        file.write_bytes(answer.content)
        return str(file)


def test_a_player_proves_every_receipt_and_that_the_log_only_grew(
    url: str, environment: Mapping[str, str], tmp_path: Path
) -> None:
    player = Player(url)
    player.fund(100_000)
    player.open_epoch()
    log = PublicLog(url, tmp_path)
    player.play()
    last = player.receipts[max(player.receipts)]
    log.when_covered(f"proof/{last['leaf']}.tlog-proof")
    before = log.kept("before", log.get("checkpoint"))
    played = player.play()

    proved = []
    for seq, receipt in sorted(player.receipts.items()):
        mine = tmp_path / f"receipt-{seq}"
        mine.write_text(json.dumps(receipt))
        proof = log.kept(f"{seq}.tlog-proof", log.when_covered(f"proof/{receipt['leaf']}.tlog-proof"))
        assert main(["proof", proof, "--receipt", str(mine), "--trust", log.trust, "--checkpoint", before]) == 0
        proved.append(seq)
    assert len(proved) >= 4, "the opening, and two rounds"
    assert played["status"] == "settled"

    # Another record's proof is not this one's.
    first, other = (tmp_path / f"{proved[0]}.tlog-proof", tmp_path / f"receipt-{proved[1]}")
    assert main(["proof", str(first), "--receipt", str(other), "--trust", log.trust]) == 1

    after = log.get("checkpoint")
    sizes = [int(text.split("\n")[1]) for text in (Path(before).read_text(), after.text)]
    assert sizes[0] < sizes[1]
    grown = log.kept("grown", log.get(f"consistency/{sizes[0]}/{sizes[1]}"))
    assert main(["proof", grown, "--checkpoint", before, "--trust", log.trust]) == 0

    published = environment["REDDOG_LOG_DIR"]
    assert main(["tiles", published, "--checkpoint", before, "--trust", log.trust]) == 0
    tile = log.get(f"tile/0/000.p/{sizes[1]}")
    assert tile.headers["Content-Type"] == "application/octet-stream"
    assert tile.content == (Path(published) / f"tile/0/000.p/{sizes[1]}").read_bytes()
