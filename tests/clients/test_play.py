"""The reference client against the running platform: players with keys and without, to a log that the auditor accepts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from audit.operations.export import export_log
from audit.queries.log import log_status
from reddog_client.enrolment import Enrolment
from reddog_client.errors import ChainMovedError, ClientError, KeyMissingError, RefusedError
from reddog_client.limits import OwnLimits
from reddog_client.play import play
from reddog_client.public_keys import Algorithm, Use
from reddog_platform.embedded.home import CHECKOUT
from tests.clients.meddling import Meddler, Registered, registered
from tests.journeys.running import until
from tests.verifier.auditor import audited_folder, code
from tests.world import PIN
from verifier import verdict_output

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from reddog_client.player import Player
    from verifier.audit import AuditResult

pytestmark = pytest.mark.slow

_ROUNDS = 3


def games_of_one_player(player: Player) -> list[str]:
    return [game["game"] for game in player.api.get("/games")["items"] if game["played"] == "alone"]


def play_everything(player: Player, rounds: int = _ROUNDS) -> int:
    """Play rounds of every game, raising wherever that is legal in every other round; return how many."""

    def dearest(dealt: object) -> str:
        assert isinstance(dealt, dict)
        return str(max(dealt["legal_actions"], key=lambda option: option["cost_min"]["amount"])["action"])

    played = 0
    for game in games_of_one_player(player):
        for ended in play(player, game, rounds=rounds, decide=dearest):
            assert ended["status"] == "settled"
            played += 1
    return played


def verdict(folder: Path, *receipts: Path) -> AuditResult:
    """Export the log once it covers everything, and have it judged with what the players kept."""
    until(_all_is_covered)
    export_log(folder)
    files = [file for path in receipts for file in (path / "receipts.jsonl", *path.glob("table-*.jsonl"))]
    kept = [line.encode() for file in files for line in file.read_text().splitlines()]
    return audited_folder(folder, receipts=kept)


def _all_is_covered() -> bool:
    status = log_status()
    return status.pending == 0 and status.checkpoint_size == status.size


def test_players_with_and_without_keys_play_every_game_and_the_auditor_counts_both(url: str, tmp_path: Path) -> None:
    ada, ben = registered(url), registered(url)
    codes: list[str] = []
    with ada.player(tmp_path / "ada") as player:
        Enrolment(player).enrol(codes.append, pin=PIN)
        signed = play_everything(player)
        Enrolment(player).rotate(algorithm=Algorithm.P256)
        signed += play_everything(player, 1)
        head = player.chain.leaf
    with ben.player(tmp_path / "ben") as player:
        unsigned = play_everything(player)
        assert not player.chain.signed
    # Later, with what the folder has.
    with ada.player(tmp_path / "ada") as player:
        assert player.chain.leaf == head
        signed += play_everything(player, 1)
        assert {player.log.prove(str(receipt["leaf"])).index for receipt in player.account.receipts.read()}

    result = verdict(tmp_path / "log", tmp_path / "ada", tmp_path / "ben")

    assert code(result) == "OK", list(verdict_output.as_text(result))
    counted = verdict_output.as_document(result)["player_keys"]
    assert counted == {"chains": 1, "settled": signed}
    assert len(codes) == 1
    assert unsigned >= 2 * _ROUNDS


def test_players_with_several_devices_play_on_and_the_auditor_agrees(
    url: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for evening in EVENINGS:
        with subtests.test(evening.__name__):
            evening(registered(url), tmp_path / evening.__name__)

    result = verdict(tmp_path / "log", *(path.parent for path in tmp_path.rglob("receipts.jsonl")))

    assert code(result) == "OK", list(verdict_output.as_text(result))


def a_lost_device_is_replaced_by_the_code_and_its_key_signs_no_more(ada: Registered, folder: Path) -> None:
    codes: list[str] = []
    with ada.player(folder / "lost") as player:
        Enrolment(player).enrol(codes.append, pin=PIN, algorithm=Algorithm.P256)
        lost = player.account.key_for(Use.PLAY).public.kid
    with ada.player(folder / "found") as player:
        with pytest.raises(KeyMissingError):
            player.open_epoch()
        with pytest.raises(ClientError, match="no live recovery key"):
            Enrolment(player).recover("A" * 25 + "Q")
        Enrolment(player).recover(codes[0])
        assert play_everything(player, 1)
        assert lost not in player.chain.live_kids(Use.PLAY)
        Enrolment(player).end(player.account.key_for(Use.PLAY).public.kid, "closed")
        # The paper's key lives, and plays nothing.
        with pytest.raises(KeyMissingError, match="no live key"):
            player.open_epoch()


def a_second_device_is_let_in_by_the_first_and_both_play(ada: Registered, folder: Path) -> None:
    with ada.player(folder / "phone") as player:
        Enrolment(player).enrol(lambda _code: None, pin=PIN)
    with ada.player(folder / "laptop") as player:
        request = Enrolment(player).request(algorithm=Algorithm.P256)
    with ada.player(folder / "phone") as player:
        Enrolment(player).let_in(request)
        assert play_everything(player, 1)
    with ada.player(folder / "laptop") as player:
        assert player.account.key_for(Use.PLAY).algorithm is Algorithm.P256
        assert play_everything(player, 1)
    with ada.player(folder / "phone") as player:
        assert play_everything(player, 1)


def what_came_between_is_read_and_only_if_it_is_no_play_the_client_signs_anew(ada: Registered, folder: Path) -> None:
    meddler = Meddler()
    with ada.player(folder / "ada", meddler) as player:
        Enrolment(player).enrol(lambda _code: None, pin=PIN)
        player.open_epoch()
        game = player.game(games_of_one_player(player)[0])
        stake = game["stake_min"]["amount"]

        ada.fund(500)
        dealt = player.deal(game, stake)
        assert meddler.posted("/rounds") == 2, "refused at the old head, carried out at the new one"
        while dealt["status"] == "open":
            dealt = player.act(dealt, "stand" if dealt["spread"] is not None else "surrender")

        (folder / "copy").mkdir()
        for name in ("account.json", "receipts.jsonl"):
            (folder / "copy" / name).write_bytes((folder / "ada" / name).read_bytes())
        with ada.player(folder / "copy") as elsewhere:
            assert list(play(elsewhere, game["game"], rounds=1))
        player.api.authorize(str(player.api.post(
            "/sessions", {"username": ada.username, "password": ada.password})["token"]))  # fmt: skip
        with pytest.raises(ChainMovedError, match="deal"):
            player.deal(game, stake)
        # Having seen it, the player may want to go on.
        assert list(play(player, game["game"], rounds=1))


def an_unsigned_request_for_a_player_with_keys_is_refused(ada: Registered, folder: Path) -> None:
    with ada.player(folder / "ada") as player:
        Enrolment(player).enrol(lambda _code: None, pin=PIN)
        with pytest.raises(RefusedError) as refused:
            player.api.post("/epochs", {"client_seed": "ab" * 32})

        assert refused.value.code == "signature-required"


def a_limit_is_tightened_without_a_signature_and_loosened_under_one(ada: Registered, folder: Path) -> None:
    with ada.player(folder) as player:
        Enrolment(player).enrol(lambda _code: None, pin=PIN)
        player.api.put("/me/pin", {"new_pin": "2580", "password": ada.password})
        limits = OwnLimits(player)

        limits.change("loss_day", {"amount": 50_000, "currency": "USD"}, pin="2580")
        tightened = newest(player)
        limits.change("loss_day", {"amount": 90_000, "currency": "USD"}, pin="2580")
        asked = newest(player)

        assert tightened["type"] == asked["type"] == "limits"
        assert "psig" not in tightened
        assert asked["act"] == {"do": "ask", "who": "player", "name": "loss_day", "value": 90_000}
        assert asked["psig"]["kid"] == player.account.key_for(Use.PLAY).public.kid
        assert play_everything(player, 1)


def newest(player: Player) -> dict[str, Any]:
    """Return the newest record of which there is a receipt."""
    *_, receipt = player.account.receipts.read()
    fields: dict[str, Any] = json.loads(receipt["note"].split("\n")[0])
    return fields


EVENINGS: tuple[Callable[[Registered, Path], None], ...] = (
    a_lost_device_is_replaced_by_the_code_and_its_key_signs_no_more,
    a_second_device_is_let_in_by_the_first_and_both_play,
    what_came_between_is_read_and_only_if_it_is_no_play_the_client_signs_anew,
    an_unsigned_request_for_a_player_with_keys_is_refused,
    a_limit_is_tightened_without_a_signature_and_loosened_under_one,
)


def client(folder: Path, *words: str, password: str, say: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line, from the source folder, as somebody who has not installed it."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(CHECKOUT / "clients/python"),
        "REDDOG_PASSWORD": password,
        "REDDOG_PIN": PIN,
    }
    command = [sys.executable, "-m", "reddog_client", "--folder", str(folder), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, input=say)


def test_the_command_line_enrols_plays_rotates_proves_and_recovers(url: str, tmp_path: Path) -> None:
    ada = registered(url)
    folder = tmp_path / "ada"

    def run(*words: str, say: str = "", folder: Path = folder) -> list[str]:
        done = client(folder, *words, password=ada.password, say=say)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.splitlines()

    enrolled = run("--url", url, "--username", ada.username, "enrol")
    recovery = next(line.split()[1] for line in enrolled if line.startswith("recovery"))
    assert "played   2 of red-dog-atlantic-city" in run("play", "red-dog-atlantic-city", "--rounds", "2")[0]
    rotated = run("rotate", "--algorithm", "p256")
    assert Counter(line.split()[2:4] == ["p256", "play,"] for line in rotated)[True] == 1
    proved = run("receipts", "--prove")
    assert len([line for line in proved if line.startswith("proved")]) == int(proved[0].split()[1])
    stranger = tmp_path / "new"
    again = run("--url", url, "--username", ada.username, "recover", say=f"{recovery}\n", folder=stranger)
    assert len([line for line in again if line.endswith("ended")]) == 2
    run("play", "red-dog-atlantic-city", folder=stranger)

    refused = client(folder, "play", "red-dog-atlantic-city", password=ada.password)
    assert refused.returncode == 2, "the key that the paper let in is unknown here"
    assert "unknown-player-key" in refused.stderr
    assert json.loads((folder / "evidence.jsonl").read_text())["reason"] == "unknown-player-key"
    assert client(folder, "play", password=ada.password).returncode == 64
    assert client(folder, "status", password="wrong").returncode == 1
