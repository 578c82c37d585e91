"""What doctor says of the way to the database, and what an address may say."""

from __future__ import annotations

import pytest
from django.db import connection

from reddog_platform import database_diagnostics, environment


@pytest.mark.django_db
def test_doctor_says_whether_answers_are_on_a_second_machine() -> None:
    found = database_diagnostics.durability()

    assert found.healthy
    assert found.state == ("synchronous_commit on; answers are given from one machine: no synchronous standby is named")


@pytest.mark.django_db
def test_doctor_is_red_where_an_answer_may_be_lost_with_the_server() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")

        assert not database_diagnostics.durability().healthy


@pytest.mark.django_db
def test_without_a_pooler_each_connection_has_a_session_of_its_own() -> None:
    assert database_diagnostics.pooler().healthy


def test_an_address_may_name_several_hosts_of_which_one_takes_writes() -> None:
    entry = environment.database(
        "postgresql://app:secret@a:5432,b:5433/reddog?target_session_attrs=read-write&connect_timeout=3", prepared=True
    )

    assert (entry["HOST"], entry["PORT"]) == ("a,b", "5432,5433")
    assert (
        entry["OPTIONS"].items()
        >= {
            "server_side_binding": True,
            "prepare_threshold": 0,
            "target_session_attrs": "read-write",
            "connect_timeout": "3",
        }.items()
    )
