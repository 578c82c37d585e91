"""No game is offered on a promise that its rules do not keep."""

import io
import threading
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError, SystemCheckError
from django.db import connection

from audit import keys
from audit.core.note import vkey
from audit.core.records import parse_entry
from audit.operations import write_system_record as announcing
from audit.operations.export import export_log
from audit.operations.write_system_record import announce_keys
from audit.queries.events import EventRow, events
from audit.queries.records import entries
from games import checks
from games.core.red_dog.rules import terms_of
from games.core.sheet import RuleSheet
from games.core.variants import OFFERED, VARIANTS, yablon
from games.engine import engine_sha256
from games.operations import publish_rules as publishing
from games.operations.publish_rules import RtpMisdeclared, publish_rules
from kernel.ids import SYSTEM_CHAIN
from reddog_platform.checks import refuse_misdeclared_returns
from tests import world
from tests.world import NOW
from verifier.__main__ import main as verify

pytestmark = pytest.mark.django_db

SHEET = yablon.SHEET
LATER = NOW + timedelta(days=1)


@pytest.mark.clause("F05")
@pytest.mark.parametrize(
    "changed",
    [
        replace(SHEET, version=3, rtp=replace(SHEET.rtp, first_bet=Fraction(99, 100))),
        replace(SHEET, version=3, rtp=replace(SHEET.rtp, side_bet=Fraction(1, 2))),
        replace(SHEET, version=3, decks=8),
        replace(SHEET, version=3, terms=replace(terms_of(SHEET), pay_trips=12)),
    ],
)
def test_a_sheet_that_declares_another_return_than_its_rules_give_is_not_published(
    changed: RuleSheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.open_house()
    before = world.everything_stored()
    monkeypatch.setattr(publishing, "OFFERED", (*OFFERED[:-1], changed))

    with pytest.raises(RtpMisdeclared) as refused:
        publish_rules(now=NOW)

    assert refused.value.members["game"] == "yablon"
    assert world.everything_stored() == before


@pytest.mark.clause("F16")
@pytest.mark.clause("F34")
def test_what_is_published_is_a_significant_event_with_the_version_before_and_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.open_house()
    (first,) = published_events()
    assert first.before == dict.fromkeys((sheet.game for sheet in OFFERED), None)

    world.open_house()
    assert published_events() == [first], "nothing was new"

    third = replace(SHEET, version=3)
    monkeypatch.setattr(publishing, "OFFERED", tuple(third if sheet is SHEET else sheet for sheet in OFFERED))
    publish_rules(now=LATER)
    (newest, _) = published_events()
    assert (newest.actor, newest.at) == ("platform", LATER)
    assert newest.before == {"yablon": {"ver": 2, "engine_sha256": engine_sha256()}}
    assert newest.after == {"yablon": {"ver": 3, "engine_sha256": engine_sha256()}}


@pytest.mark.clause("F34")
def test_the_keys_of_a_new_house_are_one_significant_event() -> None:
    world.open_house()
    world.open_house()

    (event,) = (event for event in events(subject=None, before=None, limit=9) if event.kind == "keys-announced")
    assert event.after == {vkey(keys.signer("rounds")): "records", vkey(keys.signer("log")): "checkpoints"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("known", [0, 1])
def test_hosts_that_announce_keys_at_once_announce_each_once(known: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(announcing, "_FIRST_KEYS", announcing._FIRST_KEYS[:known])
        assert announce_keys(now=NOW) == known
    announced: list[int] = []

    def announce() -> None:
        announced.append(announce_keys(now=NOW))
        connection.close()

    hosts = [threading.Thread(target=announce) for _ in range(4)]
    for host in hosts:
        host.start()
    for host in hosts:
        host.join()

    assert sorted(announced) == [0, 0, 0, 2 - known]
    assert len(list(entries(SYSTEM_CHAIN, from_seq=0, to_seq=9))) == 2
    assert len(events(subject=None, before=None, limit=9)) == 1 + known


def published_events() -> list[EventRow]:
    return [event for event in events(subject=None, before=None, limit=9) if event.kind == "rules-published"]


def test_the_command_says_which_sheet_it_does_not_publish(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    monkeypatch.setattr(publishing, "OFFERED", (replace(SHEET, version=3, decks=8),))

    with pytest.raises(CommandError, match="Version 3 of yablon declares a return that its rules do not give"):
        call_command("publish_rules", stdout=io.StringIO())


@pytest.mark.clause("F05")
def test_a_web_server_does_not_start_on_a_sheet_that_declares_another_return(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_misdeclared_returns()
    honest = VARIANTS[0]
    boast = replace(honest, rtp=replace(honest.rtp, first_bet=Fraction(99, 100)))
    monkeypatch.setattr(checks, "VARIANTS", (boast, *VARIANTS[1:]))

    with pytest.raises(SystemCheckError, match="red-dog-atlantic-city declares the return"):
        refuse_misdeclared_returns()


@pytest.mark.clause("F16")
def test_an_auditor_accepts_a_log_with_the_sheets_of_all_games_on_offer(tmp_path: Path) -> None:
    world.open_house()
    world.run_sequencer(now=NOW)
    export_log(tmp_path / "log")

    records: list[dict[str, Any]] = [dict(parse_entry(entry)) for entry in entries(SYSTEM_CHAIN, from_seq=0, to_seq=99)]
    sheets = [record["rules"] for record in records if record["type"] == "rules"]
    assert [sheet["game"] for sheet in sheets] == [sheet.game for sheet in OFFERED]
    assert {sheet["family"] for sheet in sheets} == {sheet.family for sheet in OFFERED}
    assert verify([str(tmp_path / "log")]) == 0
