"""Erasing a person: nothing that identifies is left, and all that was played and paid can be judged as before."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from audit.core.records import parse_entry
from audit.operations.export import export_log
from audit.queries.events import events
from audit.queries.records import entries, system_entries
from cashier.operations.adjust_account import AdjustmentOrder, adjust_approved
from kernel.ids import ChainId
from players import vault
from players.core.erasure import Basis
from players.core.identity import MalformedIdentity
from players.core.status import Status
from players.models import Player, SealedProfile, Session
from players.operations.change_profile import change_own_profile, change_profile
from players.operations.check_credentials import WrongCredentials
from players.operations.erase import Erasure, NotErasable, ask_erasure, erase
from players.operations.register import AccountExists
from players.operations.set_pin import WrongPin
from players.operations.set_status import set_status
from players.queries.accounts import PlayerNotFound, player
from players.queries.sessions import open_session
from reddog_platform.erasure_hooks import erasure_hooks
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.models import StoredExclusion
from responsible_gaming.operations.exclude import exclude
from tables.core.continuation import CroupierStep
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.approving import approval
from tests.at_console import typed
from tests.journeys.running import until
from tests.verifier.auditor import audited_folder, code
from tests.world import NOW
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from pathlib import Path

pytestmark = [pytest.mark.clause("F58"), pytest.mark.django_db]

RETENTION_DAYS = 30
LATER = NOW + timedelta(days=RETENTION_DAYS)


def closed(chain: ChainId, *, now: datetime = NOW) -> None:
    set_status(chain, Status.CLOSED, reason="asked for", actor="operator:op", now=now)


def erased(chain: ChainId, *, now: datetime = LATER) -> None:
    asked = Erasure(chain=chain, basis=Basis.NO_LONGER_NEEDED, reason="retention is over", actor="operator:op")
    erase(asked, retention_days=RETENTION_DAYS, hooks=erasure_hooks(now), now=now)


def emptied(chain: ChainId, *, now: datetime = NOW) -> None:
    """Withdraw all there is."""
    world.make_withdrawal(chain, balance(chain).cash_minor, now=now)


def everything_in_the_database() -> str:
    """Return every row of every table of ours as text."""
    with connection.cursor() as cursor:
        told = []
        for table in world.TABLES:
            cursor.execute(f"SELECT string_agg(t::text, E'\\n') FROM {table} t")
            told.append(cursor.fetchone()[0] or "")
    return "\n".join(told)


# --- Erasing ------------------------------------------------------------------------------------------------


def test_after_an_erasure_nothing_tells_who_it_was_and_the_log_and_the_ledger_hold(tmp_path: Path) -> None:
    world.open_house()
    seat, other = world.seat_player("ophelia"), world.seat_player("bob")
    world.play_round(seat)
    world.play_round(other)
    world.give_pin(seat.chain)
    emptied(seat.chain)
    kept = entries(seat.chain, from_seq=0, to_seq=10_000)
    key = vault.read(seat.chain)["player_key"]
    world.run_sequencer()
    closed(seat.chain)

    erased(seat.chain)

    # Not the tag's key, so that nobody can show whose tag the log has; not the name; nothing to log in with.
    with pytest.raises(vault.PlayerErased):
        vault.read(seat.chain)
    row = Player.objects.get(chain=seat.chain)
    assert (row.pin_hash, row.password[:1], player(seat.chain).username[:7]) == ("", "!", "erased-")
    stored = everything_in_the_database()
    assert "ophelia" not in stored
    assert key not in stored
    with pytest.raises(WrongCredentials):
        world.log_in_player("ophelia", now=LATER)
    assert open_session(seat.session_id, now=NOW) is None
    assert not Session.objects.filter(player=seat.chain).exists()

    # Log and ledger as they were, and judged from outside.
    assert entries(seat.chain, from_seq=0, to_seq=10_000) == kept
    world.assert_world_sound()
    world.run_sequencer(now=LATER)
    export_log(tmp_path / "export")
    given = [json.dumps({"note": note}).encode() for note in kept]
    outcome = audited_folder(tmp_path / "export", receipts=given)
    assert (code(outcome), outcome.tally.records["erasure"], outcome.receipts) == ("OK", 1, len(kept))
    (told,) = (record for record in map(parse_entry, system_entries()) if record["type"] == "erasure")
    assert (told["count"], told["basis"]) == (1, "no_longer_needed")

    # Of the player's events only what is no personal data; of all others everything.
    files = (path for path in (tmp_path / "export/events").rglob("*") if path.is_file())
    lines = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    about = [line for line in lines if line["event"].get("subject") == seat.chain.hex]
    assert about
    assert all(("priv" in line) is (line not in about) for line in lines)
    assert (outcome.events.listed, outcome.events.erased) == (len(lines), len(about))
    # Others are as they were.
    assert vault.read(other.chain)["born"] == world.identity_of("bob").born.isoformat()
    world.play_round(world.seat_player("kim", now=LATER), now=LATER)


@pytest.mark.clause("F48")
def test_nothing_is_booked_any_more_on_an_erased_account() -> None:
    world.open_house()
    chain = world.sign_up("ophelia")
    closed(chain)
    erased(chain)
    gift = AdjustmentOrder(chain=chain, amount_minor=5, currency="USD", corrects=None)
    before = world.everything_stored()

    for order in (gift, replace(gift, amount_minor=-5), replace(gift, corrects=3)):
        with pytest.raises(vault.PlayerErased, match="Nothing was moved"):
            adjust_approved(order, by=approval(), jurisdiction=world.DEMO, now=LATER)

    assert world.everything_stored() == before


def test_nothing_at_the_tables_recognizes_a_person_whose_stakes_have_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)
    table = house_table.announced_table(house_table.table_of(seats=3))
    ada, bob = world.seat_player("ada"), world.seat_player("bob")
    digest = bytes(Player.objects.get(chain=ada.chain).person_digest or b"").hex()
    world.give_pin(ada.chain)
    # One stake is withdrawn, and one is played to its end.
    live_tables.stake(ada, table, 0)
    live_tables.withdraw(ada, table)
    live_tables.stake(ada, table, 0)
    live_tables.stake(bob, table, 1)
    assert everything_in_the_database().count(digest) == 2
    live_tables.deal(ada, bob, table=table, now=NOW + live_tables.BETTING)
    late = NOW + timedelta(minutes=1)
    closed(ada.chain, now=late)
    with pytest.raises(NotErasable) as refused:
        erased(ada.chain)
    assert "stake-open" in refused.value.members["obstacles"]  # type: ignore[operator]  # members are any
    if table_state(table).running is not None:
        assert house_table.step(table, now=late) is CroupierStep.HAND_END
    assert house_table.end_all_stakes(now=late) == 2
    emptied(ada.chain, now=late)

    erased(ada.chain, now=late + timedelta(days=RETENTION_DAYS))

    assert digest not in everything_in_the_database()


def test_the_erasure_leaves_an_event_with_its_basis_and_without_a_name() -> None:
    world.open_house()
    chain = world.sign_up("ophelia")
    closed(chain)
    erased(chain)

    newest = events(subject=chain, before=None, limit=1)[0]
    assert (newest.kind, newest.actor, newest.reason) == ("player-erased", "operator:op", "retention is over")
    assert (newest.before, newest.after) == ({}, {"basis": "no_longer_needed"})


@pytest.mark.clause("F28")
@pytest.mark.parametrize(("days", "status"), [(None, "suspended"), (RETENTION_DAYS + 1, "suspended"), (1, "active")])
def test_who_was_erased_is_known_again_only_while_an_exclusion_holds(days: int | None, status: str) -> None:
    world.open_house()
    chain = world.sign_up("ophelia")
    kind = ExclusionKind.SELF_EXCLUSION if days is None else ExclusionKind.TIME_OUT
    exclude(chain, kind, days, rules=world.DEMO.exclusions, now=NOW)
    closed(chain)
    erased(chain)

    # By the person, who has the old user name and e-mail address again; an operator looks at whom was excluded.
    assert player(world.sign_up("ophelia", now=LATER)).status == status
    assert Player.objects.get(chain=chain).email_digest is None


@pytest.mark.clause("F28")
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_import_under_way_excludes_before_the_erasure_and_not_after_it(
    servers_environment: Mapping[str, str],
) -> None:
    world.open_house()
    # In the order in which an import locks them.
    other, chain = sorted([world.sign_up("ada"), world.sign_up("bob")])
    closed(chain)
    url = servers_environment["DATABASE_URL"]

    def import_list() -> None:
        with closing(connection):
            world.import_exclusion_list("Ada,Ada,1990-01-01", f"Bob,Ada,{world.identity_of('bob').born}", now=LATER)

    def erase_player() -> None:
        with closing(connection):
            erased(chain)

    with ThreadPoolExecutor(2) as pool, psycopg.connect(url, autocommit=True) as watcher:
        with psycopg.connect(url) as rival:
            rival.execute("SELECT FROM audit_chain WHERE chain = %s FOR UPDATE", [other])
            # The import has read whom the list names, and waits to exclude the first of them.
            importing = pool.submit(import_list)
            until(lambda: waiting_for_locks(watcher) == 1)
            erasing = pool.submit(erase_player)
            until(lambda: waiting_for_locks(watcher) == 2 or erasing.done())
        importing.result()
        erasing.result()

    # Either nothing tells any more who it was, or the erasure has seen the exclusion, and left what recognizes.
    excluded = StoredExclusion.objects.filter(chain=chain).first()
    assert vault.is_erased(chain)
    assert excluded is None or excluded.listed_digest is not None
    assert Player.objects.get(chain=chain).person_digest == (None if excluded is None else excluded.listed_digest)


def waiting_for_locks(watcher: psycopg.Connection[Any]) -> int:
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    (count,) = watcher.execute(asked).fetchone() or (0,)
    return int(count)


@pytest.mark.clause("F59")
def test_nobody_is_erased_before_the_account_is_closed_and_empty_and_the_retention_over() -> None:
    world.open_house()
    seat = world.seat_player()
    waiting = world.deal_open_round(seat)

    def refused(*, now: datetime = LATER) -> list[str]:
        before = world.everything_stored()
        with pytest.raises(NotErasable) as refusal:
            erased(seat.chain, now=now)
        assert world.everything_stored() == before
        obstacles: list[str] = refusal.value.members["obstacles"]  # type: ignore[assignment]  # members are any
        return obstacles

    assert refused() == ["account-not-closed", "round-open", "money-left"]
    closed(seat.chain)
    assert refused(now=LATER - timedelta(milliseconds=1)) == ["round-open", "money-left", "retention-runs"]
    assert refused() == ["round-open", "money-left"]
    world.decide(seat, waiting)
    assert refused() == ["money-left"]
    world.give_pin(seat.chain)
    world.make_withdrawal(
        seat.chain, balance(seat.chain).cash_minor, method="bank-transfer", now=NOW + timedelta(days=1)
    )
    # What waits for an operator may come back; and the time runs from the last that moved.
    assert refused(now=LATER + timedelta(days=1)) == ["payment-open"]
    assert refused() == ["payment-open", "retention-runs"]


def test_a_refusal_says_when_the_retention_ends() -> None:
    chain = world.sign_up()
    closed(chain)

    with pytest.raises(NotErasable) as refused:
        erased(chain, now=NOW)

    # 21 November 2026 and 30 days.
    assert refused.value.members["erasable_from"] == "2026-12-21T12:00:00.000Z"
    assert "2026-12-21" in refused.value.detail


def test_what_is_erased_or_never_was_is_not_erased() -> None:
    world.open_house()
    chain = world.sign_up()
    closed(chain)
    erased(chain)
    before = world.everything_stored()

    with pytest.raises(vault.PlayerErased):
        erased(chain)
    with pytest.raises(vault.PlayerErased):
        change_profile(chain, {"email": "a@example.com"}, reason="r", actor="operator:op", now=LATER)
    with pytest.raises(PlayerNotFound):
        erased(ChainId(UUID(int=7)))

    assert world.everything_stored() == before


def test_asking_to_be_erased_is_kept_and_answered_with_what_stands_in_the_way() -> None:
    world.open_house()
    seat = world.seat_player()

    answer = ask_erasure(seat.chain, retention_days=RETENTION_DAYS, hooks=erasure_hooks(NOW), now=NOW)

    assert answer.erasable_from_ms is None
    assert [obstacle.value for obstacle in answer.obstacles] == ["account-not-closed", "money-left"]
    newest = events(subject=seat.chain, before=None, limit=1)[0]
    assert (newest.kind, newest.actor) == ("erasure-requested", "player")
    assert newest.after == {"obstacles": ["account-not-closed", "money-left"]}


def test_the_command_erases_for_an_operator_and_for_nobody_else(capsys: pytest.CaptureFixture[str]) -> None:
    world.open_house()
    chain = world.sign_up()
    # Eleven years ago, as the retention of every profile is ten.
    closed(chain, now=NOW - timedelta(days=11 * 365))
    asked = ["erase_player", chain.hex, "--basis", "legal_obligation", "--reason", "a court", "--by", "op"]
    with typed(), pytest.raises(CommandError, match="credentials are wrong"):
        call_command(*asked)
    world.create_staff("op")

    with pytest.raises(CommandError, match="Nothing was erased"):
        call_command("erase_player", "0" * 31, *asked[2:])
    with typed(), pytest.raises(CommandError, match=r"cannot be erased yet\. .* In the way: account-not-closed\."):
        call_command("erase_player", world.sign_up("bob").hex, *asked[2:])
    with typed():
        call_command(*asked)

    assert capsys.readouterr().out == f"What identified the player of chain {chain.hex} is erased.\n"
    assert vault.is_erased(chain)
    assert events(subject=chain, before=None, limit=1)[0].actor == "operator:op"


# --- Every table --------------------------------------------------------------------------------------------

# What becomes of the rows about a player, and why of those that stay. A new table of that kind is to be put here, and
# into `erase` or into these reasons.
ERASED = {
    "casework_words",
    "players_device",
    "players_login_origin",
    "players_passkey",
    "players_passkey_challenge",
    "players_person_key",
    "players_player",
    "players_mail",
    "players_message_read",
    "players_recovery_code",
    "players_reset_token",
    "players_session",
    "players_vault",
}
KEPT = {
    "approvals_proposal": "which account, which act, who decided, and the staff's reasons",
    "audit_chain": "where the chain stands",
    "audit_epoch": "seeds, which replays need",
    "audit_event": "what was done and why, without what identifies",
    "audit_leaf": "hashes",
    "casework_case": "the rule, the amounts and the day",
    "casework_dispute": "which round or hand, the outcome and instants; the words went",
    "casework_note": "who wrote when; the words went",
    "cashier_deposit_block": "instants",
    "cashier_payment": "amounts, and the provider's number",
    "cashier_status_entry": "instants and reasons",
    "audit_player_key": "public keys, drawn at random",
    "audit_player_key_end": "which key ended, when and why",
    "audit_queue": "hashes, until they are in the log",
    "audit_record": "the log",
    "games_round": "what the records say",
    "players_consent": "versions and instants; it only grows",
    "players_person_review": "which two accounts, what kinds of things they share, and who decided",
    "responsible_gaming_assessment": "figures",
    "responsible_gaming_bet_limit": "figures",
    "responsible_gaming_exclusion": "instants; whom a national list named only while that holds",
    "responsible_gaming_limits": "figures",
    "responsible_gaming_limit_setting": "figures",
    "responsible_gaming_reality_check": "figures, and the number of a session that is gone",
    "reports_account_day": "sums of the ledger",
    "tables_fate": "numbers of records",
    "tables_invitation": "which table",
    "tables_owed": "values that belong to a deck, and instants",
    "tables_request": "keys that a program drew",
    "tables_stake": "what the records say; the keyed digest of the person went when the stake ended",
    "tables_table": "what an operator opened; it has no player",
    "wallet_accounts": "the ledger",
    "wallet_journal": "the ledger",
    "wallet_posting": "the ledger",
}


def test_of_every_table_about_players_it_is_known_what_an_erasure_leaves() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT table_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_name IN ('chain', 'subject', 'player', 'player_id')"
        )
        about_players = {table for (table,) in cursor.fetchall()}

    assert about_players == ERASED | KEPT.keys()


# --- Correction ---------------------------------------------------------------------------------------------


def test_a_correction_is_noted_by_the_names_of_what_changed() -> None:
    chain = world.sign_up()
    world.give_pin(chain)
    told = {"email": "ophelia@example.com", "phone": "+12025550123"}

    change_own_profile(chain, told, pin="2580", now=NOW)
    change_profile(chain, told | {"given_name": "Ophelia"}, reason="a passport", actor="operator:op", now=NOW)
    change_profile(chain, told, reason="twice", actor="operator:op", now=NOW)

    kept = vault.read(chain)
    assert list(kept.pop("former_emails").values()) == [world.identity_of("ada").email], "it is told of the new one"
    assert kept | {"player_key": ""} == {
        **world.identity_of("ada").document(),
        "player_key": "",
        "given_name": "Ophelia",
        **told,
    }
    noted = [event for event in events(subject=chain, before=None, limit=9) if event.kind == "profile-changed"]
    assert [(event.actor, event.before, event.after) for event in noted] == [
        ("operator:op", {}, {"fields": ["given_name"]}),
        ("player", {}, {"fields": ["email", "phone"]}),
    ]
    stored = everything_in_the_database()
    assert not [value for value in (*told.values(), "Ophelia") if value in stored]


def test_a_correction_that_makes_two_accounts_of_one_person_is_refused_and_one_of_the_name_is_known_again() -> None:
    ada, bob = world.sign_up("ada"), world.sign_up("bob", born=world.identity_of("ada").born)
    before = world.everything_stored()

    for changes in ({"email": "BOB@example.test"}, {"family_name": "Bob"}):
        with pytest.raises(AccountExists):
            change_profile(ada, changes, reason="r", actor="operator:op", now=NOW)
    with pytest.raises(MalformedIdentity) as refused:
        change_profile(ada, {"email": "nobody"}, reason="r", actor="operator:op", now=NOW)
    assert refused.value.members == {"field": "email"}
    assert world.everything_stored() == before

    change_profile(bob, {"family_name": "Robert", "email": "r@example.test"}, reason="r", actor="operator:op", now=NOW)
    change_profile(ada, {"family_name": "Bob", "email": "bob@example.test"}, reason="r", actor="operator:op", now=NOW)
    assert vault.read(ada)["family_name"] == "Bob"


def test_a_correction_with_a_wrong_pin_changes_nothing_but_the_count() -> None:
    chain = world.sign_up()
    world.give_pin(chain)
    sealed = SealedProfile.objects.get(player=chain)

    with pytest.raises(WrongPin):
        change_own_profile(chain, {"email": "a@example.com"}, pin="9999", now=NOW)

    assert bytes(SealedProfile.objects.get(player=chain).document) == bytes(sealed.document)
    assert [event.kind for event in events(subject=chain, before=None, limit=9)] == ["pin-set"]
