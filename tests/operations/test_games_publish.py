"""No game is offered on a promise that its rules do not keep."""

import io
from dataclasses import replace
from fractions import Fraction

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError, SystemCheckError

from games import checks
from games.core.red_dog.terms import terms_of
from games.core.sheet import RuleSheet
from games.core.variants import OFFERED, VARIANTS, yablon
from games.operations import publish_rules as publishing
from games.operations.publish_rules import RtpMisdeclared, publish_rules
from reddog_platform.checks import refuse_misdeclared_returns
from tests import world
from tests.world import NOW

pytestmark = pytest.mark.django_db

SHEET = yablon.SHEET


@pytest.mark.clause("F05")
@pytest.mark.parametrize(
    "changed",
    [
        replace(SHEET, version=2, rtp=replace(SHEET.rtp, first_bet=Fraction(99, 100))),
        replace(SHEET, version=2, rtp=replace(SHEET.rtp, bonus=Fraction(1, 2))),
        replace(SHEET, version=2, decks=8),
        replace(SHEET, version=2, terms=replace(terms_of(SHEET), pay_trips=12)),
    ],
)
def test_a_sheet_that_declares_another_return_than_its_rules_give_is_not_published(
    changed: RuleSheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.house_opened()
    before = world.everything_stored()
    monkeypatch.setattr(publishing, "OFFERED", (*OFFERED[:-1], changed))

    with pytest.raises(RtpMisdeclared) as refused:
        publish_rules(now=NOW)

    assert refused.value.members["game"] == "yablon"
    assert world.everything_stored() == before


def test_the_command_says_which_sheet_it_does_not_publish(monkeypatch: pytest.MonkeyPatch) -> None:
    world.house_opened()
    monkeypatch.setattr(publishing, "OFFERED", (replace(SHEET, version=2, decks=8),))

    with pytest.raises(CommandError, match="Version 2 of yablon declares a return that its rules do not give"):
        call_command("publish_rules", stdout=io.StringIO())


@pytest.mark.clause("F05")
def test_a_web_server_does_not_start_on_a_sheet_that_declares_another_return(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_misdeclared_returns()
    honest = VARIANTS[0]
    boast = replace(honest, rtp=replace(honest.rtp, first_bet=Fraction(99, 100)))
    monkeypatch.setattr(checks, "VARIANTS", (boast, *VARIANTS[1:]))

    with pytest.raises(SystemCheckError, match="red-dog-atlantic-city declares the return"):
        refuse_misdeclared_returns()
