"""Players with keys at tables over HTTP: what they sign is taken and accepted by auditors, all else is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from audit.clock import database_now
from audit.core.records import parse_entry
from audit.operations.export import export_log
from games.core.variants import montana_red_dog_table, pot_red_dog, red_dog_table
from tests import world
from tests.api.at_tables import Seated, dealt, dealt_with_a_decision, open_table, shown, step, told
from tests.api.caller import Caller, Operator, now, problem
from tests.house_table import end_all_stakes
from tests.signing import SigningPlayer, signed
from tests.verifier.auditor import audited_folder, code
from tests.verifier.keyed import LAPTOP, PHONE, Device

if TYPE_CHECKING:
    from pathlib import Path

    from django.http import HttpResponse

pytestmark = pytest.mark.django_db

POT: Final = pot_red_dog.SHEET


class SigningSeated(SigningPlayer, Seated):
    """A player's client at tables that signs what it sends, by what everybody can read of the table."""

    def sit(self, table_id: str, seat: int, stake_minor: int, *, key: str = "", **others: Any) -> HttpResponse:
        if "psig" not in others:
            others["psig"] = self.signed_stake(table_id, seat, stake_minor)
        return super().sit(table_id, seat, stake_minor, key=key, **others)

    def signed_stake(self, table_id: str, seat: int, stake_minor: int) -> dict[str, Any]:
        table = shown(self, table_id)
        epoch = table["epoch"]
        pot = table["game"] == POT.game
        statement = self.place(
            "sit" if pot else "deal",
            table=table["leaf"],
            epoch=epoch,
            seat=seat,
            rules=table["rules"],
            contrib=self.contribution(table_id, epoch, seat),
            **({"buy_in": stake_minor} if pot else {"ante": stake_minor, "bonus": 0}),
        )
        return signed(self.device, statement)

    def decide(self, table_id: str, asked_seq: int, action: str, **others: Any) -> HttpResponse:
        if "psig" not in others:
            cost = next(each["cost_min"] for each in self.legal(table_id) if each["action"] == action)
            others["psig"] = self.signed_decision(table_id, asked_seq, action, cost["amount"])
        return super().decide(table_id, asked_seq, action, **others)

    def legal(self, table_id: str) -> list[dict[str, Any]]:
        options: list[dict[str, Any]] = shown(self, table_id)["own"]["legal_actions"]
        return options

    def signed_decision(self, table_id: str, asked_seq: int, action: str, amount: int) -> dict[str, Any]:
        asked = next(event["leaf"] for event in events(table_id) if event["seq"] == asked_seq)
        stake = told(self.get("/me/stakes?limit=1"))["items"][0]["receipts"][0]
        if parse_entry(stake["note"])["type"] == "sit":
            statement = self.place("turn", sit=stake["leaf"], asked=asked, a=action, amt=amount)
        else:
            statement = self.place("act", deal=stake["leaf"], hand=asked, a=action, amt=amount)
        del statement["prev"]
        return signed(self.device, statement, of_chain=False)

    def mark(self, table_id: str, kind: str, **others: Any) -> HttpResponse:
        body = {"epoch": shown(self, table_id)["epoch"], "mark": kind}
        if "psig" not in others:
            others["psig"] = self.signed_mark(table_id, kind)
        return self.post(f"/tables/{table_id}/marks", body | others)

    def signed_mark(self, table_id: str, kind: str) -> dict[str, Any]:
        stake = told(self.get("/me/stakes?limit=1"))["items"][0]["receipts"][0]
        statement = self.place("turn", sit=stake["leaf"], a=kind) | {"prev": events(table_id)[-1]["leaf"]}
        return signed(self.device, statement)


def events(table_id: str) -> list[dict[str, Any]]:
    """Return the newest records of a table, oldest first."""
    newest = shown(Caller(), table_id)["seq"]
    items: list[dict[str, Any]] = told(Caller().get(f"/tables/{table_id}/events?after={max(-1, newest - 60)}"))["items"]
    return items


@pytest.fixture(autouse=True)
def _house() -> None:
    world.open_house(now=now())


@pytest.fixture
def operator() -> Operator:
    return Operator()


@pytest.fixture
def players() -> tuple[SigningSeated, SigningSeated]:
    """Two players with a key of each algorithm."""
    pair = SigningSeated("ada", PHONE), SigningSeated("bob", LAPTOP)
    for player in pair:
        player.let_in(player.device)
    return pair


def verdict(folder: Path) -> str:
    world.run_sequencer(now=now())
    export_log(folder)
    return code(audited_folder(folder))


@pytest.mark.parametrize("sheet", [red_dog_table.SHEET, montana_red_dog_table.SHEET])
def test_a_hand_of_players_who_sign_is_accepted(
    operator: Operator, players: tuple[SigningSeated, SigningSeated], sheet: Any, tmp_path: Path
) -> None:
    table_id = open_table(operator, sheet)
    table = dealt_with_a_decision(table_id, players)
    for player in players:
        told(player.decide(table_id, table["hand"]["seq"], player.legal(table_id)[-1]["action"]), 201)
    step(table_id)
    assert end_all_stakes(now=database_now()) == 2

    records = [parse_entry(receipt["note"]) for receipt in told(players[0].get("/me/stakes"))["items"][0]["receipts"]]
    assert [(record["type"], "psig" in record) for record in records] == [
        ("deal", True),
        ("act", True),
        ("settle", False),
    ]
    assert verdict(tmp_path / "log") == "OK"


def test_a_game_of_players_who_sign_is_accepted_and_names_no_key(
    operator: Operator, players: tuple[SigningSeated, SigningSeated], tmp_path: Path
) -> None:
    table_id = open_table(operator, POT)
    table = dealt(table_id, players, POT.stake_max_minor)
    asked = table["pot_game"]["turn"]
    deciding, waiting = players[asked["seat"]], players[1 - asked["seat"]]
    cheapest = next(each for each in deciding.legal(table_id) if each["action"] in {"take", "down"})
    prepared = deciding.signed_decision(table_id, asked["seq"], cheapest["action"], cheapest["cost_min"]["amount"])
    # A mark of another seat in between does not spoil a decision that is under way.
    told(waiting.mark(table_id, "away"), 201)
    told(deciding.decide(table_id, asked["seq"], cheapest["action"], psig=prepared), 201)
    told(waiting.mark(table_id, "back"), 201)
    for player in players:
        told(player.mark(table_id, "vote"), 201)
    assert end_all_stakes(now=database_now()) == 2

    turns = [event["record"] for event in events(table_id) if event["record"]["type"] == "turn"]
    assert len(turns) == 5
    assert all(turn["psig"].keys() == {"sig", "until"} for turn in turns)
    assert verdict(tmp_path / "log") == "OK"


def test_getting_up_from_a_game_is_signed_as_the_mark_that_it_sets(
    operator: Operator, players: tuple[SigningSeated, SigningSeated], tmp_path: Path
) -> None:
    table_id = open_table(operator, POT)
    table = dealt(table_id, players, POT.stake_max_minor)
    deciding = players[table["pot_game"]["turn"]["seat"]]
    body = {"epoch": table["epoch"]}
    before = table["seq"]

    problem(deciding.post(f"/tables/{table_id}/departures", body), 409, "signature-required")
    assert shown(Caller(), table_id)["seq"] == before
    signed_body = body | {"psig": deciding.signed_mark(table_id, "away")}
    assert told(deciding.post(f"/tables/{table_id}/departures", signed_body), 201) == {"departure": "away"}

    mark = next(event["record"] for event in events(table_id) if event["seq"] == before + 1)
    assert (mark["type"], mark["a"], mark["psig"].keys()) == ("turn", "away", {"sig", "until"})
    assert verdict(tmp_path / "log") == "OK"


def test_a_stake_that_is_not_signed_takes_nothing(
    operator: Operator, players: tuple[SigningSeated, SigningSeated]
) -> None:
    table_id = open_table(operator)
    for_less = players[0].signed_stake(table_id, 0, 500)
    before = world.everything_stored()

    problem(Seated.sit(players[0], table_id, 0, 500), 409, "signature-required")
    problem(players[0].sit(table_id, 0, 1000, psig=for_less), 422, "wrong-player-signature")
    problem(players[0].sit(table_id, 1, 500, psig=for_less), 422, "wrong-player-signature")
    problem(players[0].sit(table_id, 0, 500, psig=for_less | {"prev": "0" * 64}), 409, "chain-moved")
    problem(players[0].sit(table_id, 0, 500, psig=for_less | {"kid": "0" * 16}), 409, "unknown-player-key")
    problem(players[0].sit(table_id, 0, 500, psig=for_less | {"until": 0}), 409, "outdated-signature")
    assert world.everything_stored() == before

    told(players[0].sit(table_id, 0, 500, psig=for_less), 201)


def test_a_decision_against_the_house_that_is_not_signed_changes_nothing(
    operator: Operator, players: tuple[SigningSeated, SigningSeated]
) -> None:
    table_id = open_table(operator)
    asked_seq = dealt_with_a_decision(table_id, players)["hand"]["seq"]
    to_stand = players[0].signed_decision(table_id, asked_seq, "stand", 0)
    before = world.everything_stored()

    problem(Seated.decide(players[0], table_id, asked_seq, "stand"), 409, "signature-required")
    raised = {"amount": {"amount": 500, "currency": "USD"}}
    problem(players[0].decide(table_id, asked_seq, "raise", psig=to_stand, **raised), 422, "wrong-player-signature")
    assert world.everything_stored() == before

    told(players[0].decide(table_id, asked_seq, "stand", psig=to_stand), 201)


def test_turns_around_a_pot_that_are_not_signed_change_nothing(
    operator: Operator, players: tuple[SigningSeated, SigningSeated]
) -> None:
    table_id = open_table(operator, POT)
    asked = dealt(table_id, players, POT.stake_max_minor)["pot_game"]["turn"]
    deciding, waiting = players[asked["seat"]], players[1 - asked["seat"]]
    cheapest = next(each for each in deciding.legal(table_id) if each["action"] in {"take", "down"})
    action, cost = cheapest["action"], cheapest["cost_min"]["amount"]
    of_other = waiting.signed_decision(table_id, asked["seq"], action, cost)
    vote = waiting.signed_mark(table_id, "vote")
    before = world.everything_stored()

    problem(Seated.decide(deciding, table_id, asked["seq"], action), 409, "signature-required")
    problem(deciding.decide(table_id, asked["seq"], action, psig=of_other), 409, "unknown-player-key")
    dearer = deciding.signed_decision(table_id, asked["seq"], action, cost + 100)
    problem(deciding.decide(table_id, asked["seq"], action, psig=dearer), 422, "wrong-player-signature")
    problem(waiting.mark(table_id, "away", psig=vote), 422, "wrong-player-signature")
    problem(waiting.mark(table_id, "vote", psig=vote | {"prev": "0" * 64}), 409, "chain-moved")
    assert world.everything_stored() == before

    told(waiting.mark(table_id, "vote", psig=vote), 201)


def test_a_key_that_comes_during_a_game_signs_from_the_next_stake_on(operator: Operator, tmp_path: Path) -> None:
    players = SigningSeated("ada", PHONE), SigningSeated("bob", LAPTOP)
    table_id = open_table(operator, POT)
    for seat, player in enumerate(players):
        told(Seated.sit(player, table_id, seat, POT.stake_max_minor), 201)
    step(table_id)
    world.run_sequencer(now=now())
    for player in players:
        told(player.reveal(table_id, shown(player, table_id)["epoch"]), 201)
    step(table_id)
    players[0].let_in(PHONE)

    problem(players[0].mark(table_id, "vote"), 409, "unknown-player-key")
    vote = {"epoch": shown(Caller(), table_id)["epoch"], "mark": "vote"}
    for player in players:
        told(player.post(f"/tables/{table_id}/marks", vote), 201)
    assert end_all_stakes(now=database_now()) == 2
    problem(Seated.sit(players[0], table_id, 0, POT.stake_max_minor), 409, "signature-required")
    told(players[0].sit(table_id, 0, POT.stake_max_minor), 201)

    assert verdict(tmp_path / "log") == "OK"


def test_a_key_that_ended_during_a_game_signs_no_turn(
    operator: Operator, players: tuple[SigningSeated, SigningSeated]
) -> None:
    table_id = open_table(operator, POT)
    dealt(table_id, players, POT.stake_max_minor)
    newer = Device("newer")
    players[0].let_in(newer, by=PHONE)
    players[0].end(PHONE, "stolen", by=newer)

    problem(players[0].mark(table_id, "vote"), 409, "unknown-player-key")
    players[0].device = newer
    told(players[0].mark(table_id, "vote"), 201)
