"""The oracle itself: whoever gets past triggers and roles and changes a stored byte is found by `fsck`."""

import io
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import connection, connections

from audit.operations.renew_commitment import renew_commitment
from audit.queries.log import log_status
from reddog_platform.soundness import faults
from reports.operations.aggregate_log import update_rollups
from reports.operations.order_report import ReportRequest, order_report
from tables.operations.switch_off import SwitchOffOrder, switch_off
from tests import world
from tests.authenticator import enrolled, staff_with_totp
from tests.reports.way import DAY, KIND, OVER, brought_on

pytestmark = [pytest.mark.clause("F36"), pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

# As consistent as if nobody had dealt in these sessions yet.
OTHER_SESSIONS = """
UPDATE players_session SET salt = substr(sha256(salt), 1, 16),
  reference = sha256('RDF2/session\\000'::bytea || substr(sha256(salt), 1, 16) || uuid_send(id))
"""

TAMPERINGS = {
    "a posting's amount": ("wallet_posting", "UPDATE wallet_posting SET amount_minor = amount_minor + 1"),
    "a posting's target": ("wallet_posting", "UPDATE wallet_posting SET target = 'bonus' WHERE target = 'in_play'"),
    "a missing posting": ("wallet_posting", "DELETE FROM wallet_posting WHERE source = 'adjustment'"),
    "a balance": ("wallet_journal", "UPDATE wallet_journal SET cash_minor = cash_minor + 1 WHERE kind = 'settle'"),
    "what was put at stake": (
        "wallet_journal",
        "UPDATE wallet_journal SET staked_minor = staked_minor + 1 WHERE kind = 'settle'",
    ),
    "what came back": (
        "wallet_journal",
        "UPDATE wallet_journal SET returned_minor = returned_minor + 1 WHERE kind = 'deal'",
    ),
    "what was deposited": (
        "wallet_journal",
        "UPDATE wallet_journal SET deposited_minor = deposited_minor + 1 WHERE kind = 'adjustment'",
    ),
    "a missing journal": ("wallet_journal", "DELETE FROM wallet_journal WHERE kind = 'adjustment'"),
    "a record's text": ("audit_record", "UPDATE audit_record SET entry = replace(entry, '500', '501')"),
    "a missing record": ("audit_record", "DELETE FROM audit_record WHERE type = 'settle'"),
    "a leaf": ("audit_leaf", "UPDATE audit_leaf SET leaf = decode(repeat('00', 32), 'hex') WHERE index = 3"),
    "whether an account has keys": ("audit_chain", "UPDATE audit_chain SET has_keys = NOT has_keys WHERE epoch = 0"),
    "a key that nobody let in": (
        "audit_player_key",
        (
            "INSERT INTO audit_player_key SELECT chain, repeat('0', 16), 'ed25519', sha256(uuid_send(chain)), 'play', 0, 0, 0,"
            " false FROM audit_chain WHERE epoch = 0"
        ),
    ),
    "the end of a key that nobody ended": (
        "audit_player_key_end",
        "INSERT INTO audit_player_key_end SELECT chain, repeat('0', 16), 'lost', 0, 0 FROM audit_chain WHERE epoch = 0",
    ),
    "a missing leaf": ("audit_leaf", "DELETE FROM audit_leaf WHERE index = 0"),
    "a checkpoint's root": ("audit_checkpoint", "UPDATE audit_checkpoint SET note = overlay(note placing '*' from 40)"),
    "a chain's head": ("audit_chain", "UPDATE audit_chain SET seq = seq + 1"),
    "the tree's edge": ("audit_log", "UPDATE audit_log SET frontier[1] = sha256(frontier[1])"),
    "a published size": ("audit_log", "UPDATE audit_log SET published_size = 1"),
    "the root of a tile": ("audit_subtree", "INSERT INTO audit_subtree VALUES (1, 0, sha256('forged'))"),
    "who did what": ("audit_event", "UPDATE audit_event SET actor = 'operator:eve' WHERE kind = 'balance-adjusted'"),
    "why it was done": ("audit_event", "UPDATE audit_event SET reason = 'another' WHERE kind = 'balance-adjusted'"),
    "a missing event": ("audit_event", "DELETE FROM audit_event WHERE kind = 'balance-adjusted'"),
    "an event dated back": (
        "audit_event",
        (
            "INSERT INTO audit_event SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),"
            " 'at', e.at - interval '1 day'))).* FROM audit_event e WHERE kind = 'balance-adjusted'"
        ),
    ),
    "an event without a leaf": (
        "audit_event",
        (
            "INSERT INTO audit_event (id, at, kind, actor, reason, before, after)"
            " VALUES (gen_random_uuid(), now(), 'balance-adjusted', 'platform', '', '{}', '{}')"
        ),
    ),
    "a switch put back on by hand": ("audit_switch", "DELETE FROM audit_switch"),
    "what players are told of a switch": ("audit_switch", "UPDATE audit_switch SET message = 'another'"),
    "a switch that no event explains": (
        "audit_switch",
        "INSERT INTO audit_switch (name, since_ms, message, event) VALUES ('everything', 0, '', gen_random_uuid())",
    ),
    "two events swapped": (
        "audit_listed_event",
        "UPDATE audit_listed_event SET leaf = (SELECT leaf FROM audit_listed_event WHERE number = 2) WHERE number = 1",
    ),
    "an event's number": (
        "audit_listed_event",
        "UPDATE audit_listed_event SET number = number + 1000 WHERE number = 1",
    ),
    "a listing lost": (
        "audit_listed_event",
        "DELETE FROM audit_listed_event WHERE number = (SELECT max(number) FROM audit_listed_event)",
    ),
    "an event listed twice": (
        "audit_event_queue",
        "INSERT INTO audit_event_queue SELECT event FROM audit_listed_event WHERE number = 1",
    ),
    "an event deleted before it was listed": (
        "audit_event_queue",
        "INSERT INTO audit_event_queue VALUES (gen_random_uuid())",
    ),
    "the key of the codes": ("audit_log", "UPDATE audit_log SET actor_key = sha256('another')"),
    "a player's limits": (
        "responsible_gaming_limits",
        (
            "INSERT INTO responsible_gaming_limits SELECT chain, '{\"stake_max\": 1}', '{}', NULL FROM wallet_accounts"
            " ON CONFLICT DO NOTHING"
        ),
    ),
    "a lifted exclusion": ("responsible_gaming_exclusion", "UPDATE responsible_gaming_exclusion SET lifted_ms = 0"),
    "a missing exclusion": (
        "responsible_gaming_exclusion",
        "DELETE FROM responsible_gaming_exclusion WHERE kind = 'national-exclusion'",
    ),
    "an exclusion that nobody laid down": (
        "responsible_gaming_exclusion",
        (
            "INSERT INTO responsible_gaming_exclusion (chain, kind, since_ms) SELECT chain, 'operator-exclusion', 0"
            " FROM wallet_accounts"
        ),
    ),
    "a round's outcome": ("games_round", "UPDATE games_round SET outcome = 'trips'"),
    "what a round returned": ("games_round", "UPDATE games_round SET returned_minor = returned_minor + 1"),
    "the ante of a round": ("games_round", "UPDATE games_round SET stake_minor = stake_minor + 1"),
    "the side bet of a round": ("games_round", "UPDATE games_round SET side_bet_minor = side_bet_minor + 1"),
    "which rules a round was dealt by": (
        "games_round",
        "UPDATE games_round r SET rules_leaf = (SELECT leaf FROM games_sheet WHERE leaf <> r.rules_leaf LIMIT 1)",
    ),
    "when a round was dealt": ("games_round", "UPDATE games_round SET dealt_ms = dealt_ms - 1"),
    "the paytable of a sheet": (
        "games_sheet",
        "UPDATE games_sheet SET document = jsonb_set(document, '{pay,trips}', '12')",
    ),
    "the number of a sheet": ("games_sheet", "UPDATE games_sheet SET published_seq = published_seq + 9"),
    "the engine of a sheet": ("games_sheet", "UPDATE games_sheet SET engine_sha256 = repeat('ab', 32)"),
    "a missing sheet": ("games_sheet", "DELETE FROM games_sheet WHERE game = 'red-dog-old-west'"),
    "the amount of a payment": ("cashier_payment", "UPDATE cashier_payment SET amount_minor = amount_minor + 1"),
    "which way a payment went": ("cashier_payment", "UPDATE cashier_payment SET direction = 'withdrawal'"),
    "whose payment it is": (
        "cashier_payment",
        "UPDATE cashier_payment SET chain = (SELECT chain FROM audit_chain WHERE epoch = 0 AND nonce = 0)",
    ),
    "where a payment stands": ("cashier_payment", "UPDATE cashier_payment SET status = 'pending'"),
    "a missing payment": ("cashier_payment", "DELETE FROM cashier_payment"),
    "what a payment became": (
        "cashier_status_entry",
        "UPDATE cashier_status_entry SET status = 'pending' WHERE number = 1",
    ),
    "the journal of a payment": ("cashier_status_entry", "UPDATE cashier_status_entry SET seq = NULL WHERE number = 1"),
    "a missing step": ("cashier_status_entry", "DELETE FROM cashier_status_entry WHERE number = 0"),
    "all steps of a payment": ("cashier_status_entry", "DELETE FROM cashier_status_entry"),
    "an account's currency": ("wallet_accounts", "UPDATE wallet_accounts SET currency = 'EUR'"),
    "missing accounts": ("wallet_accounts", "DELETE FROM wallet_accounts"),
    "whether a round is open": ("audit_chain", "UPDATE audit_chain SET round_open = NOT round_open WHERE epoch = 0"),
    "whether a stake at a table is open": (
        "audit_chain",
        "UPDATE audit_chain SET stake_open = true WHERE NOT round_open",
    ),
    "a nonce": ("audit_chain", "UPDATE audit_chain SET nonce = nonce - 1 WHERE nonce > 0"),
    "an epoch": ("audit_chain", "UPDATE audit_chain SET epoch = epoch + 1 WHERE epoch = 0"),
    "the limits of a chain": (
        "audit_chain",
        "UPDATE audit_chain SET limits_leaf = decode(repeat('00', 32), 'hex') WHERE limits_leaf IS NOT NULL",
    ),
    "a commitment": ("audit_epoch", "UPDATE audit_epoch SET commitment = decode(repeat('00', 32), 'hex')"),
    "when an epoch was opened": ("audit_epoch", "UPDATE audit_epoch SET opened_ms = opened_ms + 1 WHERE epoch = 0"),
    "a closed epoch": ("audit_epoch", "UPDATE audit_epoch SET closed_ms = opened_ms WHERE epoch = 0"),
    "a closed epoch opened again": ("audit_epoch", "UPDATE audit_epoch SET closed_ms = NULL WHERE closed_ms > 0"),
    "a missing epoch": ("audit_epoch", "DELETE FROM audit_epoch WHERE epoch = 1"),
    "a gaming day's money": ("reports_money_day", "UPDATE reports_money_day SET won_minor = won_minor + 1"),
    "how new a gaming day's money is": (
        "reports_money_day",
        "UPDATE reports_money_day SET last_index = last_index + 1",
    ),
    "an account's gaming day": ("reports_account_day", "DELETE FROM reports_account_day WHERE into_play_minor > 0"),
    "a game's gaming day": ("reports_game_day", "UPDATE reports_game_day SET day = day - 1"),
    "luck in a game's gaming day": (
        "reports_game_day",
        "UPDATE reports_game_day SET stake_squares = stake_squares + 1",
    ),
    "a game's hour": ("reports_game_hour", "UPDATE reports_game_hour SET settled = settled + 1"),
    "hours counted twice": (
        "reports_game_hour",
        "INSERT INTO reports_game_hour SELECT (jsonb_populate_record(h, '{\"hour_ms\": 0}')).* FROM reports_game_hour h",
    ),
    "how much of the log the roll-ups hold": ("reports_cursor", "UPDATE reports_cursor SET log_size = 1"),
    "on whose wall the roll-ups' days turn": (
        "reports_cursor",
        "UPDATE reports_cursor SET zone = 'Pacific/Kiritimati'",
    ),
    "of what a filing is": ("reports_filing", "UPDATE reports_filing SET kind = 'wagering-summary'"),
    "the interval of a filing": ("reports_filing", "UPDATE reports_filing SET until = until + 1"),
    "the revision of a filing": ("reports_filing", "UPDATE reports_filing SET revision = 2"),
    "the log that a filing covers": ("reports_filing", "UPDATE reports_filing SET log_size = log_size - 1"),
    "the filters of a filing": ("reports_filing", 'UPDATE reports_filing SET filters = \'{"game": "yablon"}\''),
    "the record of a filing": ("reports_filing", "UPDATE reports_filing SET record_seq = record_seq - 1"),
    "a missing filing": ("reports_filing", "DELETE FROM reports_filing"),
    "a byte of a file": (
        "reports_file",
        "UPDATE reports_file SET content = set_byte(content, 9, 0) WHERE format = 'csv'",
    ),
    "a file with its digest": (
        "reports_file",
        "UPDATE reports_file SET content = '\\x00', sha256 = sha256('\\x00') WHERE format = 'csv'",
    ),
    "a byte of a part of a file": (
        "reports_file_part",
        "UPDATE reports_file_part SET content = set_byte(content, 9, 0) WHERE format = 'csv' AND number = 1",
    ),
    "a missing part of a file": (
        "reports_file_part",
        "DELETE FROM reports_file_part WHERE format = 'csv' AND number = 1",
    ),
    "two parts of a file, one for the other": (
        "reports_file_part",
        "UPDATE reports_file_part SET number = -number WHERE format = 'csv'",
    ),
    "the name of a file": ("reports_file", "UPDATE reports_file SET name = 'variance.' || format"),
    "a missing file": ("reports_file", "DELETE FROM reports_file WHERE format = 'json'"),
    "a staff account's failures": ("staff_member", "UPDATE staff_member SET failed_at = array_fill(now(), ARRAY[9])"),
    "a staff account's lock": ("staff_member", "UPDATE staff_member SET locked_at = now()"),
    "a staff account's wrong second factors": ("staff_member", "UPDATE staff_member SET factor_failures = 5"),
    "the role of a staff account": (
        "auth_user_groups",
        (
            "INSERT INTO auth_user_groups (user_id, group_id) SELECT m.user_id, g.id FROM staff_member m, auth_group g"
            " WHERE g.name = 'administrators'"
        ),
    ),
    "a staff account that was deactivated": ("auth_user", "UPDATE auth_user SET is_active = false"),
    "a TOTP secret of another's": (
        "staff_totp_secret",
        (
            "UPDATE staff_totp_secret SET sealed_secret = (SELECT sealed_factor FROM players_player"
            " WHERE sealed_factor IS NOT NULL LIMIT 1)"
        ),
    ),
    "recovery codes without a factor": ("staff_totp_secret", "DELETE FROM staff_totp_secret"),
    "a player's failures": (
        "players_player",
        "UPDATE players_player SET login_failures = array_fill(now(), ARRAY[9])",
    ),
    "a player's lock": ("players_player", "UPDATE players_player SET login_locked_at = now()"),
    "a player's wrong PINs": ("players_player", "UPDATE players_player SET pin_failures = 6"),
    "a player's second factor": ("players_player", "UPDATE players_player SET factor_confirmed_at = NULL"),
    "the secret of a player's second factor": (
        "players_player",
        "UPDATE players_player SET sealed_factor = set_byte(sealed_factor, 20, get_byte(sealed_factor, 20) # 1)",
    ),
    "a session's reference": (
        "players_session",
        "UPDATE players_session SET reference = set_byte(reference, 0, get_byte(reference, 0) # 1)",
    ),
    "a session's salt": (
        "players_session",
        "UPDATE players_session SET salt = set_byte(salt, 0, get_byte(salt, 0) # 1)",
    ),
    "the session of a player's rounds": ("players_session", OTHER_SESSIONS),
    "a client seed": (
        "audit_epoch",
        "UPDATE audit_epoch SET client_seed = decode(repeat('07', 32), 'hex') WHERE epoch = 0",
    ),
}


@contextmanager
def tampered(table: str, change: str) -> Iterator[None]:
    """Change stored rows as somebody could who owns the server, and put them back."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(f"CREATE TEMP TABLE kept AS TABLE {table}")
        cursor.execute(change)
        assert cursor.rowcount > 0, "something was changed"
        yield
        cursor.execute(f"DELETE FROM {table}")
        cursor.execute(f"INSERT INTO {table} SELECT * FROM kept")
        cursor.execute("DROP TABLE kept")
        cursor.execute("SET session_replication_role = origin")


@pytest.mark.parametrize("what", TAMPERINGS)
def test_a_change_behind_the_platforms_back_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    player = world.seat_player()
    for _ in range(3):
        world.play_round(player)
    world.sign_up("cyd", given_name="Grace", family_name="Hopper")
    world.import_exclusion_list("Hopper,Grace,1990-01-01")
    world.make_deposit(player.chain, 500)
    # A second chain, whose epoch was closed before it was used up.
    renew_commitment(world.seat_player("bob").chain, reason="a test", now=world.NOW)
    if "staff" in what or "factor" in what or "TOTP" in what:
        enrolled(player.chain)
        staff_with_totp("ann")
    if "switch" in what:
        switch_off(SwitchOffOrder(switch="game:yablon", reason="a test", actor="operator:test"), now=world.NOW)
    world.run_sequencer()
    table, change = TAMPERINGS[what]
    if table.startswith("reports_"):
        monkeypatch.setattr("reports.operations.file_report.PIECE_BYTES", 200)
        asked = ReportRequest(kind=KIND, first=DAY.first, until=DAY.until, actor="operator:test")
        brought_on(order_report(asked, zone=DAY.zone, now=OVER))
        world.run_sequencer()
        assert list(faults()) == []

    with tampered(table, change):
        assert list(faults()) != []


def test_roll_ups_that_are_not_what_the_log_says_are_found_and_counted_anew() -> None:
    world.open_house()
    world.play_round(world.seat_player())
    world.run_sequencer()
    update_rollups(DAY.zone)
    with connections["default"].cursor() as cursor:
        cursor.execute("UPDATE reports_money_day SET into_play_minor = into_play_minor + 1")
        cursor.execute("DELETE FROM reports_game_hour")
    size = log_status().size
    assert list(faults()) == [
        f"1 rows of reports_game_hour differ from the sum of the log's first {size} entries.",
        # What is there, and what should be.
        f"2 rows of reports_money_day differ from the sum of the log's first {size} entries.",
    ]

    call_command("rebuild_rollups", stdout=io.StringIO())

    assert list(faults()) == []


def test_what_shows_that_nothing_changed_looks_at_every_table() -> None:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)

    assert set(tables) == {*world.TABLES, *world.OTHER_TABLES}


def test_an_untouched_world_has_no_faults() -> None:
    world.open_house()
    world.play_round(world.seat_player())

    assert list(faults()) == []
