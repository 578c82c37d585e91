"""Opening accounts, sessions and PINs."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test import override_settings

from audit.core.records import parse_entry
from audit.queries.records import entries
from credentials.bearer_tokens import BearerTokens
from credentials.core.usernames import MalformedUsername
from kernel.ids import ChainId
from kernel.money import UnknownCurrency
from kernel.refusals import Refusal
from players import vault
from players.core.age import ImpossibleBirthDate, Underage
from players.core.pin import MalformedPin
from players.models import Player, SealedProfile
from players.operations.check_credentials import WrongCredentials
from players.operations.log_in import LoginRequest, log_in, log_out
from players.operations.register import Registration, UsernameTaken, register
from players.operations.set_pin import PinLocked, PinNotSet, WrongPin, change_pin, require_pin, set_pin
from players.pin_hashing import hash_pin, pin_matches
from players.queries.accounts import find_player, player
from players.queries.sessions import open_session
from players.tokens import NotAuthenticated, draw_session_token, session_id_of
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from rest.passwords import WeakPassword
from tests import world
from tests.world import NOW, PASSWORD, SESSIONS, proof

pytestmark = pytest.mark.django_db

RULES = JURISDICTIONS["new-jersey"].accounts
ADA = Registration(
    username="Ada", password=PASSWORD, identity=world.identity_of("ada"), currency="USD", consents=world.CONSENTS
)


def born(day: date) -> Registration:
    return replace(ADA, identity=replace(ADA.identity, born=day))


# --- Registration -------------------------------------------------------------------------------------------


@pytest.mark.clause("F21")
def test_an_account_is_opened_with_its_first_records_and_without_money() -> None:
    chain = register(ADA, now=NOW, rules=RULES)
    records = [parse_entry(entry) for entry in entries(chain, from_seq=0, to_seq=10)]

    assert [record["type"] for record in records] == ["init", "limits", "commit"]
    assert records[0]["bal"] == [0, 0]
    assert player(chain).username == "ada"


@pytest.mark.clause("F57")
def test_the_log_says_nothing_that_identifies_and_the_table_keeps_it_sealed() -> None:
    # A name that no random hex or base64 is likely to spell.
    chain = register(replace(ADA, username="ophelia"), now=NOW, rules=RULES)
    row = Player.objects.get(chain=chain)

    told = "".join(entries(chain, from_seq=0, to_seq=10))
    assert "ophelia" not in told
    assert ADA.identity.born.isoformat() not in told
    sealed = SealedProfile.objects.get(player=chain)
    assert vault.read(chain)["born"] == ADA.identity.born.isoformat()
    assert ADA.identity.born.isoformat().encode() not in bytes(sealed.document) + bytes(sealed.wrapped_key)
    assert PASSWORD not in row.password


@pytest.mark.clause("F21")
@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"identity": born(date(2005, 11, 22)).identity}, Underage),  # 21 tomorrow
        ({"identity": born(date(2026, 11, 22)).identity}, ImpossibleBirthDate),
        ({"username": "a b"}, MalformedUsername),
        ({"username": ""}, MalformedUsername),
        ({"password": "short"}, WeakPassword),
        ({"password": "qwerty123456"}, WeakPassword),
        ({"currency": "XYZ"}, UnknownCurrency),
        ({"username": "BOB"}, UsernameTaken),
    ],
)
def test_no_account_is_opened_for_who_may_not_have_one(change: dict[str, object], kind: type[Refusal]) -> None:
    world.sign_up("bob")
    before = world.everything_stored()

    with pytest.raises(kind):
        register(replace(ADA, **change), now=NOW, rules=RULES)  # type: ignore[arg-type]  # columns of a table

    assert world.everything_stored() == before


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short", "short"),
        ("qwerty123456", "common"),
        ("my name is Ada itself", "username"),
    ],
)
def test_a_weak_password_is_refused_with_its_reason(password: str, reason: str) -> None:
    with pytest.raises(WeakPassword) as refused:
        register(replace(ADA, password=password), now=NOW, rules=RULES)

    assert refused.value.members == {"reason": reason}


def test_an_account_is_opened_on_the_very_birthday() -> None:
    assert player(register(born(date(2005, 11, 21)), now=NOW, rules=RULES)).has_pin is False


def test_the_minimum_age_is_the_installations() -> None:
    assert settings.REDDOG_JURISDICTION.accounts.minimum_age_years >= 18
    assert (
        player(register(born(date(2008, 11, 21)), now=NOW, rules=replace(RULES, minimum_age_years=18))).has_pin is False
    )


# --- Sessions -----------------------------------------------------------------------------------------------


@pytest.mark.clause("F25")
def test_a_session_is_the_players_until_it_ends() -> None:
    chain = world.sign_up()
    begun = world.log_in_player("ADA")
    session_id = session_id_of(begun.token)

    assert (begun.chain, chain_of(session_id, now=NOW)) == (chain, chain)
    assert begun.expires_at == NOW + timedelta(hours=24)
    assert chain_of(session_id, now=begun.expires_at - timedelta(microseconds=1)) == chain
    assert chain_of(session_id, now=begun.expires_at) is None


def test_two_sessions_have_different_ids() -> None:
    world.sign_up()

    assert world.log_in_player().token != world.log_in_player().token


@pytest.mark.clause("F25")
def test_logging_out_ends_one_session_and_makes_steps_under_way_look_again() -> None:
    chain = world.sign_up()
    one, other = session_id_of(world.log_in_player().token), session_id_of(world.log_in_player().token)
    version = version_of(chain)

    log_out(one, now=NOW)

    assert (chain_of(one, now=NOW), chain_of(other, now=NOW)) == (None, chain)
    assert version_of(chain) > version
    before = world.everything_stored()
    log_out(one, now=NOW + timedelta(hours=1))
    log_out(uuid4(), now=NOW)
    assert world.everything_stored() == before


@pytest.mark.clause("F22")
@pytest.mark.parametrize(
    ("username", "password"), [("ada", "another pass phrase"), ("eve", PASSWORD), ("", ""), ("ada", "")]
)
def test_the_answer_is_the_same_whichever_credential_is_wrong(username: str, password: str) -> None:
    world.sign_up()

    with pytest.raises(WrongCredentials) as refused:
        log_in(
            LoginRequest(username=username, proof=proof(password)),
            rules=SESSIONS,
            accounts=world.ACCOUNTS,
            excluded=world.excluded_at(NOW),
            now=NOW,
        )

    assert refused.value.detail == (
        "No session was begun. Three wrong attempts within 30 minutes lock a login where they came from until a second"
        " factor unlocks it. Nine within a day lock it on every device that is not known; then send password and code"
        " together."
    )
    assert refused.value.members == {}


@pytest.mark.parametrize("token", ["", "x", ":", "a:b", "é:x", "\0", "0" * 32, f"{'0' * 32}:{'x' * 43}", "x" * 10_000])
def test_a_token_that_is_not_ours_is_refused(token: str) -> None:
    with pytest.raises(NotAuthenticated):
        session_id_of(token)


def test_a_token_with_one_character_changed_is_refused() -> None:
    token = draw_session_token()

    for place in range(0, len(token), 5):
        changed = token[:place] + ("0" if token[place] != "0" else "1") + token[place + 1 :]
        with pytest.raises(NotAuthenticated):
            session_id_of(changed)


def test_a_token_signed_with_another_key_is_refused() -> None:
    with override_settings(SECRET_KEY="another key entirely"):
        forged = BearerTokens("players.session").draw()

    with pytest.raises(NotAuthenticated):
        session_id_of(forged)


def test_a_player_is_found_by_name_in_any_case() -> None:
    chain = world.sign_up()
    found = find_player("ADA")

    assert found is not None
    assert (found.chain, find_player("eve")) == (chain, None)


# --- PINs ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("F23")
def test_a_pin_is_set_with_the_password_and_changed_with_itself() -> None:
    chain = world.sign_up()
    set_pin(chain, proof=proof(), new_pin="2580", now=NOW)
    require_pin(chain, "2580", now=NOW)

    change_pin(chain, current_pin="2580", new_pin="1379", now=NOW)

    require_pin(chain, "1379", now=NOW)
    with pytest.raises(WrongPin):
        require_pin(chain, "2580", now=NOW)


@pytest.mark.clause("F23")
def test_a_pin_is_not_stored_in_clear_and_is_nothing_without_the_servers_key() -> None:
    chain = world.sign_up()
    set_pin(chain, proof=proof(), new_pin="2580", now=NOW)
    stored = Player.objects.get(chain=chain).pin_hash

    assert "2580" not in stored
    assert stored.startswith("$argon2id$")
    assert pin_matches("2580", stored, chain=chain.bytes)
    assert not pin_matches("2580", stored, chain=bytes(16))
    assert hash_pin("2580", chain=chain.bytes) != stored


@pytest.mark.clause("F23")
def test_five_wrong_pins_in_a_row_lock_it_until_the_password_sets_another() -> None:
    chain = world.sign_up()
    set_pin(chain, proof=proof(), new_pin="2580", now=NOW)
    for tries_left in (4, 3, 2, 1, 0):
        with pytest.raises(WrongPin) as refused:
            require_pin(chain, "9999", now=NOW)
        assert refused.value.members == {"tries_left": tries_left}

    with pytest.raises(PinLocked):
        require_pin(chain, "2580", now=NOW)
    with pytest.raises(PinLocked):
        change_pin(chain, current_pin="2580", new_pin="1379", now=NOW)
    assert player(chain).pin_locked

    set_pin(chain, proof=proof(), new_pin="1379", now=NOW)
    require_pin(chain, "1379", now=NOW)


def test_a_right_pin_forgets_the_wrong_ones_before_it() -> None:
    chain = world.sign_up()
    set_pin(chain, proof=proof(), new_pin="2580", now=NOW)
    for _ in range(3):
        for _ in range(4):
            with pytest.raises(WrongPin):
                require_pin(chain, "9999", now=NOW)
        require_pin(chain, "2580", now=NOW)


def test_a_wrong_password_sets_no_pin() -> None:
    chain = world.sign_up()
    with pytest.raises(WrongCredentials):
        set_pin(chain, proof=proof("another pass phrase"), new_pin="2580", now=NOW)
    with pytest.raises(MalformedPin):
        set_pin(chain, proof=proof(), new_pin="1234", now=NOW)
    with pytest.raises(PinNotSet):
        require_pin(chain, "2580", now=NOW)

    assert not player(chain).has_pin


def chain_of(session_id: UUID, *, now: datetime) -> ChainId | None:
    held = open_session(session_id, now=now)
    return None if held is None else held.chain


def version_of(chain: ChainId) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM audit_chain WHERE chain = %s", (chain,))
        version: int = cursor.fetchone()[0]
    return version


def test_a_player_registered_in_another_zone_is_as_old_as_in_utc() -> None:
    """Today is the day in UTC, whatever the server's zone: `now` is a UTC instant."""
    midnight = datetime(2026, 11, 21, 0, 0, tzinfo=UTC)

    with pytest.raises(Underage):
        register(born(date(2005, 11, 21)), now=midnight - timedelta(microseconds=1), rules=RULES)
    assert player(register(born(date(2005, 11, 21)), now=midnight, rules=RULES)).has_pin is False
