"""Anybody learns who signs records and by which rules is settled, from signed records that the log proves."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from audit.core.note import leaf_hash
from tests import world
from tests.api.caller import Caller, problem

pytestmark = pytest.mark.django_db


def told(path: str) -> Any:
    answer = Caller().get(path)
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def announced(record_type: str) -> list[dict[str, str]]:
    items: list[dict[str, str]] = told(f"/log/announcements/{record_type}")["items"]
    return items


def test_keys_and_rules_are_announced_as_signed_records() -> None:
    world.open_house(now=datetime.now(UTC))
    trust = told("/log/trust")

    keys, rules = announced("key"), announced("rules")

    assert {each["leaf"] for each in keys + rules} == {leaf_hash(each["note"]).hex() for each in keys + rules}
    root_name = trust["root"].partition("+")[0]
    assert keys
    assert all(f"\n\u2014 {root_name} " in each["note"] for each in keys)
    games = told("/games")["items"]
    assert {game["rules"] for game in games} <= {each["leaf"] for each in rules}
    assert announced("revoke") == []


def test_other_records_are_announced_to_nobody() -> None:
    world.open_house(now=datetime.now(UTC))
    for record_type in ("deal", "init", "events", "KEY", "%00"):
        refused = Caller().get(f"/log/announcements/{record_type}")
        assert refused.status_code in {400, 404}, record_type
    assert problem(Caller().get("/log/announcements/deal"), 404, "record-not-found")
