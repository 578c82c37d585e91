"""The export: all that is the player's, nothing that is anybody else's, and never much of it in memory."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.operations.export import export_log
from audit.queries.events import events
from audit.queries.records import entries
from players import vault
from players.core.status import Status
from players.operations.change_profile import change_profile
from players.operations.set_status import set_status
from reddog_platform.personal_data import PARTS, stream_personal_data
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.operations.exclude import exclude
from tests import house_table, live_tables, world
from tests.at_console import typed
from tests.verifier.auditor import audited_folder, code
from tests.world import NOW

if TYPE_CHECKING:
    from pathlib import Path

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F58"), pytest.mark.django_db]

ROUNDS = 3


def exported(chain: ChainId) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(b"".join(stream_personal_data(chain)))
    return told


def lived(username: str) -> world.SeatedPlayer:
    """Have somebody of whom every part of the export has something to tell."""
    seat = world.seat_player(username, amount_minor=1_000_000)
    for _ in range(ROUNDS):
        world.play_round(seat)
    told = {"email": f"{username}@example.com", "given_name": username}
    change_profile(seat.chain, told, reason=f"of {username}", actor=f"operator:op-{username}", now=NOW)
    set_status(seat.chain, Status.SUSPENDED, reason="a look", actor="operator:op", now=NOW)
    world.set_limits(seat.chain, Limits(current={"loss_day": 900_000}))
    exclude(seat.chain, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)
    return seat


def test_everything_that_is_the_players_is_in_the_document() -> None:
    world.open_house()
    seat = lived("ophelia")
    world.log_in_player("ophelia")

    told = exported(seat.chain)

    assert (told["v"], told["player_id"]) == ("reddog-data/1", seat.chain.hex)
    assert set(told) == {"v", "player_id", "trust"} | {name for name, _ in PARTS}
    person = world.identity_of("ophelia").document() | {"email": "ophelia@example.com", "given_name": "ophelia"}
    former = told["profile"]["person"].pop("former_emails")
    assert list(former.values()) == [world.identity_of("ophelia").email], "it is told of the new one, and not yet"
    assert told["profile"]["person"] == person
    assert (told["profile"]["username"], told["profile"]["status"]) == ("ophelia", "suspended")
    assert [agreed["document"] for agreed in told["consents"]] == list(world.CONSENTS)
    assert [limit["name"] for limit in told["own_limits"]] == ["loss_day"]
    assert [session["ended_at"] for session in told["sessions"]] == [None, None]
    assert seat.session_id.hex in {session["id"] for session in told["sessions"]}
    assert {event["kind"] for event in told["events"]} == {
        "balance-adjusted",
        "exclusion-set",
        "limit-set-by-operator",
        "player-status",
        "profile-changed",
    }
    assert [exclusion["kind"] for exclusion in told["exclusions"]] == ["time-out"]
    assert told["limits"]["now"]["excluded"] == 1
    assert len(told["rounds"]) == ROUNDS
    # The grant, and a bet and a settlement each; a bet that is settled at once is two journals as well.
    assert len(told["statement"]) == 1 + 2 * ROUNDS
    assert told["statement"][0]["balance"] == told["balance"]
    assert [record["note"] for record in told["records"]] == entries(seat.chain, from_seq=0, to_seq=10_000)


def test_nothing_that_is_somebody_elses_is_in_the_document() -> None:
    world.open_house()
    seat, other = lived("ophelia"), lived("barnabas")

    mine = json.dumps(exported(seat.chain))

    # Not who of the staff it was either, and not the key of the tag.
    for hidden in (
        other.chain.hex,
        "barnabas",
        other.session_id.hex,
        "op-ophelia",
        vault.read(seat.chain)["player_key"],
    ):
        assert hidden not in mine
    theirs = json.dumps(exported(other.chain))
    assert seat.chain.hex not in theirs
    assert "ophelia" not in theirs


def test_stakes_at_tables_are_in_the_document_and_nobody_who_sat_there_too(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)
    table = house_table.announced_table()
    seat, other = world.seat_player("ophelia"), world.seat_player("bob")
    live_tables.stake(seat, table, 0)
    live_tables.withdraw(seat, table)
    for number, player in enumerate((seat, other)):
        live_tables.stake(player, table, number)
    live_tables.deal(seat, other, table=table, now=NOW + live_tables.BETTING)

    told = exported(seat.chain)

    assert [(stake["table_id"], stake["seat"], stake["outcome"]) for stake in told["stakes"]] == [
        (table.hex, 0, told["stakes"][0]["outcome"]),
        (table.hex, 0, "withdrawn"),
    ]
    assert other.chain.hex not in json.dumps(told)
    assert live_tables.value_of(other, table, 0).hex() not in json.dumps(told)


def test_the_records_of_the_document_are_receipts_that_the_verifier_finds_in_the_log(tmp_path: Path) -> None:
    world.open_house()
    seat = lived("ophelia")
    world.run_sequencer()
    export_log(tmp_path / "export")
    told = exported(seat.chain)

    given = [json.dumps(record).encode() for record in told["records"]]
    trust = json.dumps(told["trust"]).encode()
    outcome = audited_folder(tmp_path / "export", receipts=given, trust=trust)

    assert (code(outcome), outcome.receipts) == ("OK", len(told["records"]))
    forged = [line.replace(b"USD", b"EUR") for line in given]
    assert code(audited_folder(tmp_path / "export", receipts=forged, trust=trust)) != "OK"


def test_a_long_history_is_read_and_written_a_page_at_a_time() -> None:
    world.open_house()
    chain = world.sign_up()
    for _ in range(600):
        world.fund(chain, 1)

    pieces = stream_personal_data(chain)
    with CaptureQueriesContext(connection) as asked:
        first = next(piece for piece in pieces if b'"postings"' in piece)
    # The page of journals and its postings are read, and no record yet.
    assert not [query for query in asked.captured_queries if "audit_record" in query["sql"]]
    longest = max(len(first), *map(len, pieces))

    told = exported(chain)
    assert (len(told["statement"]), len(told["records"])) == (600, 603)
    # 600 of each are three pages: what goes out at a time is about a fifth of the whole, however long that is.
    assert longest < len(json.dumps(told)) / 3


def test_an_operators_look_leaves_an_event_and_strangers_see_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    chain = world.sign_up("ophelia")
    with typed(), pytest.raises(CommandError, match="credentials are wrong"):
        call_command("export_player", chain.hex, "--reason", "a letter", "--by", "op")
    assert events(subject=chain, before=None, limit=9) == []
    world.create_staff("op")
    for nobody in ("x", "0" * 32):
        with typed(), pytest.raises(CommandError, match=r"Nothing was shown|no player"):
            call_command("export_player", nobody, "--reason", "a letter", "--by", "op")

    with typed():
        call_command("export_player", chain.hex, "--reason", "a letter", "--by", "op")

    told = json.loads(capsys.readouterr().out)
    assert told["profile"]["username"] == "ophelia"
    (event,) = events(subject=chain, before=None, limit=9)
    assert (event.kind, event.actor, event.reason) == ("player-data-released", "operator:op", "a letter")


# --- Every table --------------------------------------------------------------------------------------------

# Which part tells of the rows about a player, and why some are told of by none. A new table of that kind is to be put
# here, and into a part of the document or into these reasons.
TOLD = {
    "audit_event": "events",
    "audit_player_key": "player_keys",
    "audit_player_key_end": "player_keys",
    "audit_record": "records",
    "cashier_deposit_block": "deposit_block",
    "cashier_payment": "payments",
    "cashier_status_entry": "payments",
    "casework_dispute": "disputes",
    "casework_note": "notes",
    "casework_words": "notes",
    "games_round": "rounds",
    "players_consent": "consents",
    "players_device": "devices",
    "players_passkey": "passkeys",
    "players_player": "profile",
    "players_session": "sessions",
    "players_vault": "profile",
    "responsible_gaming_exclusion": "exclusions",
    "responsible_gaming_assessment": "assessments",
    "responsible_gaming_bet_limit": "bet_limit",
    "responsible_gaming_limits": "limits",
    "responsible_gaming_limit_setting": "own_limits",
    "responsible_gaming_reality_check": "reality_checks",
    "tables_fate": "stakes",
    "tables_stake": "stakes",
    "wallet_accounts": "balance",
    "wallet_journal": "statement",
    "wallet_posting": "statement",
}
NOT_TOLD = {
    "approvals_proposal": "what the staff considered; the events tell what was done",
    "casework_case": "nobody tells a player that money was found suspicious",
    "audit_chain": "the newest record says it",
    "audit_epoch": "seeds are secret until they are revealed, in a record",
    "audit_leaf": "the receipts hold it",
    "audit_queue": "the receipts hold it",
    "tables_invitation": "the events tell of each",
    "tables_table": "the chain of a table, which is nobody's",
    "tables_request": "keys that the player's program drew; the records tell what was done",
    "tables_owed": "the table's record has it; the stake tells which",
    "reports_account_day": "sums of the ledger, which is told",
    "players_mail": "the events tell of what; it holds neither address nor text",
    "players_message_read": "when the player has read of an event, which is told",
    "players_login_origin": "networks and devices from which somebody failed to log in; the events tell of each failure",
    "players_passkey_challenge": "random bytes that a passkey signs within five minutes",
    "players_person_key": "keyed digests of what the profile tells",
    "players_person_review": "it concerns somebody else as well; the events tell that it was opened and decided",
    "players_recovery_code": "keyed digests of what the player has",
    "players_reset_token": "a keyed digest of what the player was handed",
}


def test_of_every_table_about_players_it_is_known_which_part_tells_of_it() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT table_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_name IN ('chain', 'subject', 'player', 'player_id')"
        )
        about_players = {table for (table,) in cursor.fetchall()}

    assert about_players == TOLD.keys() | NOT_TOLD.keys()
    assert set(TOLD.values()) == {name for name, _ in PARTS}
