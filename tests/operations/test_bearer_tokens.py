"""Tokens of players, of the staff and of enrolments: whoever has the database and Django's key cannot make one."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING

import pytest
from django.core.signing import Signer
from django.db import connection
from django.test import Client

from players.queries.sessions import open_session
from players.tokens import NotAuthenticated, session_id_of
from reddog_platform.personal_data import stream_personal_data
from staff.operations.check_credentials import StaffCredentials, StaffPlace
from staff.operations.enrol import begin_enrolment
from tests import world
from tests.api.caller import BET, V1, Operator, Player, now, problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

pytestmark = [pytest.mark.clause("F22"), pytest.mark.django_db]


def everything_stored_as_text() -> str:
    """Return every row of every table, as whoever copied the database reads it."""
    with connection.cursor() as cursor:
        # Nothing writes to the few that the application's role may not read.
        cursor.execute(
            "SELECT tablename FROM pg_tables"
            " WHERE schemaname = 'public' AND has_table_privilege(quote_ident(tablename), 'SELECT') ORDER BY 1"
        )
        tables = [table for (table,) in cursor.fetchall()]
        rows = []
        for table in tables:
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            rows += [row for (row,) in cursor.fetchall()]
    return "\n".join(rows)


def forged_from(session_id: UUID) -> Iterator[str]:
    """Yield what somebody with the row and Django's key would sign: the id, as earlier versions did, in each form."""
    signer = Signer(salt="players.session")
    for text in (session_id.hex, str(session_id), session_id.bytes.decode("latin-1")):
        yield signer.sign(text)


def test_the_database_and_djangos_key_make_no_players_token() -> None:
    world.open_house(now=now())
    player = Player()
    # A step of this process is remembered: the short way must ask for the secret, too.
    assert player.bet().status_code == 201
    before = world.everything_stored()

    for forged in forged_from(player.seat.session_id):
        assert open_session(session_id_of(forged), now=now()) is None
        for method, path, body in (("GET", "/wallet", None), ("POST", f"/games/{world.GAME}/rounds", BET)):
            answer = Client().generic(
                method,
                V1 + path,
                json.dumps(body),
                "application/json",
                headers={"Authorization": f"Bearer {forged}", "Idempotency-Key": secrets.token_hex(8)},
            )
            problem(answer, 401, "not-authenticated")  # type: ignore[arg-type]  # the test client's own response
    assert world.everything_stored() == before
    assert player.get("/wallet").status_code == 200


def test_nothing_that_is_stored_or_exported_holds_any_part_of_a_token() -> None:
    world.open_house(now=now())
    player, operator = Player(), Operator()
    player.bet()
    begun = begin_enrolment(
        StaffCredentials(username="op", password=world.PASSWORD, place=StaffPlace(address=world.ADDRESS)), now=now()
    ).token
    secret, signature = player.seat.token.split(":")

    readable = everything_stored_as_text() + b"".join(stream_personal_data(player.seat.chain)).decode()
    readable += player.get("/me/sessions").content.decode()
    readable += operator.get(f"/ops/players/{player.seat.chain.hex}/events").content.decode()

    assert player.seat.session_id.hex in readable
    staff_token = (operator.authorization or "").removeprefix("Token ")
    # knox keeps the first characters of a token to find its row by; the others are in nobody's hands.
    for hidden in (secret, signature, *begun.split(":"), staff_token, staff_token[15:]):
        assert len(hidden) >= 43
        assert hidden not in readable


def test_a_ceremony_is_not_entered_by_its_id_and_djangos_key() -> None:
    world.create_staff("op")
    begin_enrolment(
        StaffCredentials(username="op", password=world.PASSWORD, place=StaffPlace(address=world.ADDRESS)), now=now()
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM staff_ceremony")
        (ceremony_id,) = cursor.fetchone()

    forged = Signer(salt="staff.ceremony").sign(ceremony_id.hex)
    answer = Client().post(f"{V1}/ops/factors/totp", headers={"Authorization": f"Enrolment {forged}"})

    problem(answer, 401, "challenge-expired")  # type: ignore[arg-type]  # the test client's own response


def test_a_token_of_one_purpose_is_none_of_another() -> None:
    world.create_staff("op")
    begun = begin_enrolment(
        StaffCredentials(username="op", password=world.PASSWORD, place=StaffPlace(address=world.ADDRESS)), now=now()
    )

    with pytest.raises(NotAuthenticated):
        session_id_of(begun.token)
