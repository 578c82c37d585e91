"""What must not be seen is not seen: in answers, on pages, in the log's lines."""

import io
import json
import logging

import pytest

from audit.queries.epochs import epoch_seeds
from games.core.cards import Card, card_text
from games.operations import act
from games.operations.round_cards import round_seed, round_shoe
from games.queries.sheets import current_sheet
from kernel.ids import RoundId
from reddog_platform import log_lines
from tests import world
from tests.api.caller import V1, Caller, Operator, Player, now

pytestmark = [pytest.mark.clause("F20"), pytest.mark.django_db]


@pytest.fixture
def player() -> Player:
    """Have the house open, and a player with 1,000.00 at the table."""
    world.open_house(now=now())
    return Player()


def secret_of(player: Player, round_id: str) -> tuple[str, str]:
    """Return the seed and the third card of a round that waits."""
    epoch = epoch_seeds(player.seat.chain, 0)
    assert epoch is not None
    seed = round_seed(RoundId.parse(round_id), epoch)
    third = round_shoe(seed, RoundId.parse(round_id), epoch, current_sheet(world.GAME).sheet)[2]
    return seed.hex(), card_text(Card(third))


def test_nothing_that_the_player_can_ask_tells_the_third_card_or_the_seed(player: Player) -> None:
    waiting = player.open_round_of()
    round_id = waiting["id"]
    seed, third = secret_of(player, round_id)

    for path in (
        f"/rounds/{round_id}",
        "/rounds/open",
        "/rounds",
        f"/rounds/{round_id}/receipts",
        "/epochs/current",
        "/wallet/statement",
        f"/records/{waiting['receipts'][0]['seq']}",
    ):
        told = player.get(path).content.decode()
        assert seed not in told, path
        if path.endswith(("receipts", str(waiting["receipts"][0]["seq"]))) or path in {
            f"/rounds/{round_id}",
            "/rounds/open",
        }:
            assert f'"{third}"' not in told, path

    settled = json.loads(player.post(f"/rounds/{round_id}/actions", {"action": "stand"}).content)
    assert (settled["seed"], settled["cards"][2]) == (seed, third)


@pytest.mark.parametrize("as_json", [True, False])
def test_a_defect_in_mid_step_tells_nothing_in_the_answer_or_in_the_log(
    player: Player,
    monkeypatch: pytest.MonkeyPatch,
    as_json: bool,  # noqa: FBT001  a column
) -> None:
    waiting = player.open_round_of()
    seed, third = secret_of(player, waiting["id"])
    written = io.StringIO()
    shape = log_lines.configure(json=as_json, level="INFO")["formatters"]["line"]
    handler = logging.StreamHandler(written)
    handler.setFormatter(shape.pop("()")(**shape))
    logging.getLogger().addHandler(handler)

    def broken(*_: object, **__: object) -> None:
        seed_of_the_round = bytes.fromhex(seed)  # noqa: F841  what a traceback with locals would show
        raise RuntimeError("the disk is gone")

    monkeypatch.setattr(act, "settle", broken)
    before = world.everything_stored()
    try:
        answer = player.post(f"/rounds/{waiting['id']}/actions", {"action": "stand"})
    finally:
        logging.getLogger().removeHandler(handler)

    told = json.loads(answer.content)
    assert (answer.status_code, told["code"]) == (500, "defect")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert "disk" not in answer.content.decode()
    lines = written.getvalue()
    # The defect is there to be found, with its place in the code and none of its values.
    assert "the disk is gone" in lines
    for hidden in (seed, repr(bytes.fromhex(seed)), f"'{third}'", player.seat.token, "seed_of_the_round ="):
        assert hidden not in lines
    assert world.everything_stored() == before


def test_passwords_and_pins_are_in_no_answer_and_no_line(player: Player, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    answers = [
        Caller().post("/sessions", {"username": "ada", "password": "another pass phrase"}),
        Caller().post("/players", {"username": "x", "password": "another pass phrase", "birth_date": "x"}),
        player.send("PUT", "/me/pin", {"new_pin": "1379x", "password": "another pass phrase"}),
    ]

    told = b"".join(answer.content for answer in answers).decode() + caplog.text
    assert "refused" in caplog.text
    assert "another pass phrase" not in told
    assert "1379" not in told


def test_an_unknown_path_shows_no_list_of_paths() -> None:
    told = Caller()._client.get(f"{V1}/nothing").content.decode()

    assert "urlpatterns" not in told
    assert "epochs" not in told


@pytest.mark.clause("F57")
def test_who_somebody_is_is_in_no_line_and_on_no_page_of_a_refusal(
    player: Player, capfd: pytest.CaptureFixture[str]
) -> None:
    player.send("PUT", "/me/pin", {"new_pin": "2580", "password": world.PASSWORD})
    person = {"email": "ophelia@example.com", "phone": "+12025550123"}
    address = {"line": "7 Elsinore Road", "city": "Trenton", "country": "US"}
    changed = player.send("PUT", "/me/profile", {**person, "address": address, "pin": "2580"})
    operator = Operator()

    answers = [
        player.send("PUT", "/me/profile", {**person, "pin": "9999"}),
        player.send("PUT", "/me/profile", {**person, "address": address, "pin": "2580", "given_name": "Ophelia"}),
        player.send("PUT", "/me/profile", {"email": "ophelia@example.com@", "phone": "+1202555x", "pin": "2580"}),
        operator.post(
            "/ops/proposals",
            {"act": "correct-identity", "arguments": {"player_id": "0" * 32, **person}, "reason": "a test"},
        ),
        operator.post(f"/ops/players/{player.seat.chain.hex}/erasure", {"basis": "objection", "reason": "a test"}),
    ]

    assert changed.status_code == 200
    assert [answer.status_code for answer in answers] == [403, 400, 400, 404, 409]
    assert player.get("/me/data").getvalue().count(b"ophelia@example.com") == 1
    # The names of an identity that cannot be used are told by their field alone.
    told = b"".join(answer.content for answer in answers).decode() + "".join(capfd.readouterr())
    assert not [part for part in ("phelia", "+1202555", "Elsinore", "Trenton") if part in told]
