"""Stakes name their session by its salted reference, and the auditor's program finds them by id and salt."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from audit.core.records import parse_entry
from audit.operations.export import export_log
from audit.queries.records import entries
from players.models import Session
from players.queries.sessions import open_session
from players.tokens import session_id_of
from reddog_platform.personal_data import stream_personal_data
from tests import house_table, live_tables, world
from tests.core.tables.seated import POT, RED_DOG
from tests.verifier.auditor import audited_folder, code
from tests.world import NOW, SeatedPlayer
from verifier.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path
    from uuid import UUID

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F25"), pytest.mark.django_db]


def stakes_of(chain: ChainId) -> list[str]:
    """Return the reference of each stake in a chain, in order."""
    records = map(parse_entry, entries(chain, from_seq=0, to_seq=10_000))
    return [str(record["sess"]) for record in records if record["type"] in ("deal", "sit")]


def reference_of(session_id: UUID) -> str:
    session = open_session(session_id, now=NOW)
    assert session is not None
    return session.reference.hex()


def on_another_device(player: SeatedPlayer, username: str = "ada") -> SeatedPlayer:
    begun = world.log_in_player(username)
    return SeatedPlayer(chain=player.chain, session_id=session_id_of(begun.token), token=begun.token)


def test_a_reference_is_the_digest_of_a_salt_of_its_own_and_the_sessions_id() -> None:
    world.open_house()
    ada = world.seat_player()
    on_another_device(ada)

    rows = list(Session.objects.values_list("id", "salt", "reference"))

    assert len({bytes(salt) for _, salt, _ in rows}) == len(rows) == 2
    for session_id, salt, reference in rows:
        assert bytes(reference) == hashlib.sha256(b"RDF2/session\0" + bytes(salt) + session_id.bytes).digest()


def test_all_rounds_of_a_session_have_its_reference_and_those_of_another_device_another() -> None:
    world.open_house()
    ada = world.seat_player()
    other = on_another_device(ada)

    # The first deal reads the session, the next ones have it from the step before.
    for player in (ada, ada, ada, other, ada):
        world.play_round(player)

    mine, others = reference_of(ada.session_id), reference_of(other.session_id)
    assert stakes_of(ada.chain) == [mine, mine, mine, others, mine]
    assert mine != others


@pytest.mark.parametrize("game", [RED_DOG.game, POT.game])
def test_a_seat_at_a_table_is_taken_in_the_session_of_the_request(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)
    table = house_table.announced_table(house_table.table_of(game, stakes=(1_000, 20_000)))
    ada = world.seat_player()
    other = on_another_device(ada)

    live_tables.stake(other, table, stake_minor=5_000)

    assert stakes_of(ada.chain) == [reference_of(other.session_id)]


def test_neither_the_salt_nor_the_sessions_id_is_in_the_log(tmp_path: Path) -> None:
    world.open_house()
    ada = world.seat_player()
    world.play_round(ada)
    world.run_sequencer()
    export_log(tmp_path / "export")

    (row,) = Session.objects.all()
    published = b"".join(path.read_bytes() for path in (tmp_path / "export").rglob("*") if path.is_file())
    assert reference_of(row.id).encode() in published
    assert row.id.hex.encode() not in published
    assert bytes(row.salt).hex().encode() not in published


def test_what_the_player_is_given_is_enough_to_find_the_rounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world.open_house()
    ada = world.seat_player()
    for _ in range(3):
        world.play_round(ada)
    other = on_another_device(ada)
    world.play_round(other)
    world.run_sequencer()
    export_log(tmp_path / "export")

    told: dict[str, Any] = json.loads(b"".join(stream_personal_data(ada.chain)))

    assert code(audited_folder(tmp_path / "export")) == "OK"
    for session, rounds in zip(
        sorted(told["sessions"], key=lambda each: each["id"] != ada.session_id.hex), (3, 1), strict=True
    ):
        named = ["--id", session["id"], "--salt", session["salt"]]
        assert main(["session", str(tmp_path / "export"), *named]) == 0
        printed = capsys.readouterr().out
        assert session["reference"] in printed
        assert ada.chain.hex in printed
        assert f"in all    {rounds}, " in printed
