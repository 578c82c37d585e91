"""The README's story over real HTTP: from registration to an auditor who trusts nobody."""

from __future__ import annotations

import json
import secrets
import shutil
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from audit import keys
from audit.core.note import sign_note
from audit.queries.log import log_status
from kernel import canonical_json
from reddog_platform.embedded.home import CHECKOUT
from tests import world
from tests.journeys.player import NO_CERTIFICATES, Player, done, fresh_key, registration
from tests.journeys.running import in_both_ways, manage, until

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

pytestmark = [pytest.mark.slow, in_both_ways]

_ROUNDS = 12


@dataclass(frozen=True, slots=True)
class Operator:
    """A member of the staff, over HTTP."""

    url: str
    token: str

    def grant(self, player: Player, amount_minor: int, *, key: str | None = None) -> httpx.Response:
        asked = {"amount": {"amount": amount_minor, "currency": "USD"}, "reason": "welcome"}
        headers = {"Authorization": f"Token {self.token}", "Idempotency-Key": key or fresh_key()}
        return httpx.post(
            f"{self.url}/ops/players/{player.chain.hex}/grants", json=asked, headers=headers, verify=NO_CERTIFICATES
        )


@pytest.fixture
def operator(url: str) -> Operator:
    world.create_staff("croupier", now=datetime.now(UTC))
    credentials = {"username": "croupier", "password": world.PASSWORD}
    return Operator(url, done(httpx.post(f"{url}/ops/sessions", json=credentials, verify=NO_CERTIFICATES))["token"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """The export of an evening, the receipts that its player kept, and what can be done to either."""

    folder: Path
    receipts: Path

    def verdict(self) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "verifier", str(self.folder), "--receipts", str(self.receipts), "--jobs", "1"]
        return subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)

    def changed(self, name: str, change: Callable[[list[bytes]], None]) -> Audited:
        """Return a copy in which `change` was made to the entries."""
        folder = self.folder.with_name(name)
        shutil.copytree(self.folder, folder)
        (bundle,) = (path for path in (folder / "tile").rglob("*") if path.is_file())
        entries = _split(bundle.read_bytes())
        change(entries)
        joined = b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)
        bundle.write_bytes(joined)
        return Audited(folder=folder, receipts=self.receipts)

    def add_receipt_of_a_forgotten_round(self) -> None:
        """Add a signed receipt of a deal that the log does not have."""
        stranger = json.loads(self.receipts.read_text().splitlines()[-1])
        document = json.loads(stranger["note"].partition("\n")[0]) | {"salt": secrets.token_hex(16)}
        stranger["note"] = sign_note(canonical_json.encode(document).decode() + "\n", keys.signer("rounds"))
        with self.receipts.open("a") as file:
            file.write(json.dumps(stranger) + "\n")


@pytest.fixture
def evening(url: str, operator: Operator, environment: Mapping[str, str], tmp_path: Path) -> Audited:
    player = Player(url)
    done(operator.grant(player, 100_000))
    player.open_epoch()
    for _ in range(_ROUNDS):
        player.play()
    until(_all_is_covered)
    exported = manage("export_log", str(tmp_path / "export"), environment=environment)
    assert exported.returncode == 0, exported.stderr
    receipts = tmp_path / "receipts.jsonl"
    receipts.write_text("".join(json.dumps(receipt) + "\n" for receipt in player.receipts.values()))
    return Audited(folder=tmp_path / "export", receipts=receipts)


def test_a_player_registers_is_funded_plays_goes_away_and_comes_back_to_the_same_round(
    url: str, operator: Operator
) -> None:
    young = registration("too-young") | {"birth_date": "2020-01-01"}
    assert httpx.post(f"{url}/players", json=young, verify=NO_CERTIFICATES).json()["code"] == "underage"
    player = Player(url)
    assert player.send("PUT", "/me/pin", json={"new_pin": "2580", "password": "correct horse battery"}).is_success
    assert player.get("/me")["has_pin"]
    key = fresh_key()
    assert len({operator.grant(player, 100_000, key=key).content for _ in range(2)}) == 1
    assert player.cash_minor() == 100_000
    assert player.deal().json()["code"] == "epoch-not-open"
    player.open_epoch()

    for _ in range(_ROUNDS):
        before = player.cash_minor()
        settled = player.play()
        assert settled["status"] == "settled"
        assert player.cash_minor() == before - settled["staked"]["amount"] + settled["returned"]["amount"]
    dealt = player.deal_until_open()
    assert player.wallet()["in_play"]["amount"] == dealt["stake"]["amount"]
    player.log_out()
    assert player.send("GET", "/wallet").status_code == httpx.codes.UNAUTHORIZED
    player.log_in()

    assert player.get("/rounds/open") == dealt
    settled = done(player.act(dealt["id"], "stand"))
    assert settled["cards"][:2] == dealt["cards"]
    assert player.get(f"/rounds/{dealt['id']}") == settled
    assert player.send("GET", "/rounds/open").status_code == httpx.codes.NOT_FOUND


def test_an_auditor_finds_nothing_wrong_with_an_evening_and_refuses_one_that_was_changed(evening: Audited) -> None:
    found = evening.verdict()
    assert found.returncode == 0, found.stdout + found.stderr

    for name, change, code in (
        ("one byte flipped", flip_one_byte, "E_SIG"),
        ("one payout changed and signed again", pay_less, "E_PAYOUT"),
        ("one record deleted", delete_one, "E_CHAIN"),
    ):
        found = evening.changed(name, change).verdict()

        assert found.returncode == 1, name
        assert f"TAMPERED {code}" in " ".join(found.stdout.split()), f"{name}: {found.stdout}"

    evening.add_receipt_of_a_forgotten_round()
    found = evening.verdict()
    assert found.returncode == 1
    # The record that the player was shown is genuine, and so is another one in its place.
    assert "E_SPLIT" in found.stdout


def flip_one_byte(entries: list[bytes]) -> None:
    place = _last(entries, "deal")
    at = entries[place].index(b'"salt":"') + len(b'"salt":"')
    entries[place] = (
        entries[place][:at] + (b"1" if entries[place][at : at + 1] == b"0" else b"0") + entries[place][at + 1 :]
    )


def pay_less(entries: list[bytes]) -> None:
    place = _last(entries, "settle")
    document = _document(entries[place])
    document["pay"]["returned"] += 500
    entries[place] = sign_note(canonical_json.encode(document).decode() + "\n", keys.signer("rounds")).encode()


def delete_one(entries: list[bytes]) -> None:
    del entries[_last(entries, "deal")]


def _all_is_covered() -> bool:
    status = log_status()
    return status.pending == 0 and status.checkpoint_size == status.size


def _split(bundle: bytes) -> list[bytes]:
    entries = []
    while bundle:
        end = 2 + int.from_bytes(bundle[:2], "big")
        entries.append(bundle[2:end])
        bundle = bundle[end:]
    return entries


def _last(entries: list[bytes], kind: str) -> int:
    return max(place for place, entry in enumerate(entries) if _document(entry)["type"] == kind)


def _document(entry: bytes) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(entry.partition(b"\n")[0])
    return document
