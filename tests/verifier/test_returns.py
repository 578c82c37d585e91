"""Sheets that promise their players another return than their rules give.

Each is published, and rounds are played by it as honestly as by any other.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.gamblers import Gambler, with_tables
from tests.verifier.play import announce, founded, full_day, seated
from tests.verifier.producer import ROUNDS, SYSTEM, Document, Log
from tests.verifier.sheets import INSERT, MONTANA, MONTANA_3, POT, SHEET, SHOE
from tests.verifier.tables import Host
from verifier import verdict_output
from verifier.families import FAMILIES
from verifier.verdict import Code

if TYPE_CHECKING:
    from pathlib import Path

    from verifier.audit import AuditResult


def rtp(sheet: Document, **changed: list[int]) -> Document:
    """Let a sheet declare other returns."""
    return {**sheet, "rtp": {**sheet["rtp"], **changed}}


def paying(sheet: Document, **changed: object) -> Document:
    """Let a sheet pay other odds, and declare what it did before."""
    return {**sheet, "pay": {**sheet["pay"], **changed}}


def side_bet(pay: list[int]) -> Document:
    return {**MONTANA, "bonus": {**MONTANA["bonus"], "pay": pay}}


# What the house declares, with the words of the verdict.
MISDECLARED: dict[str, tuple[Document, str]] = {
    "999 of 1000": (
        rtp(SHEET, first_bet=[999, 1000]),
        "declares a return of 999/1000 per unit of the first bet, its rules give 16052/16575",
    ),
    "999 of 1000 of all that is wagered": (
        rtp(SHEET, total_wagered=[999, 1000]),
        "declares a return of 999/1000 per unit of all that is wagered, its rules give 19052/19575",
    ),
    "the two returns exchanged": (
        rtp(SHEET, first_bet=SHEET["rtp"]["total_wagered"], total_wagered=SHEET["rtp"]["first_bet"]),
        "its rules give 16052/16575",
    ),
    "less than the rules give": (rtp(SHEET, first_bet=[9, 10]), "its rules give 16052/16575"),
    "1 to 1 on everything": (paying(SHEET, spread=[1] * 11, trips=1), "declares a return of 16052/16575"),
    "nothing for three of a kind": (paying(SHEET, trips=0), "declares a return of 16052/16575"),
    "3 to 1 on a spread of two": (paying(SHEET, spread=[5, 3, 2, *[1] * 8]), "declares a return of 16052/16575"),
    "50 to 1 for three of a kind": (paying(SHEET, trips=50), "declares a return of 16052/16575"),
    "the return of one deck for six": ({**SHOE, "rtp": SHEET["rtp"]}, "its rules give 609132/626665"),
    "the return of five cards for three": (
        rtp(MONTANA_3, first_bet=MONTANA["rtp"]["first_bet"]),
        "declares a return of 4504597/4698120 per unit of the first bet, its rules give 27907/41650",
    ),
    "1 to 1 on two pair": (
        side_bet([1, 4, 6, 8, 15, 50, 200, 500]),
        "declares a return of 2434171/2544815 per unit of the side bet",
    ),
    "all of the side bet": (
        rtp(MONTANA, bonus=[1, 1]),
        "declares a return of 1/1 per unit of the side bet, its rules give 2434171/2544815",
    ),
    "a rake that is not declared": ({**POT, "rake_basis_points": 500}, "declares a return of 1/1"),
    "half of a pot": (rtp(POT, first_bet=[1, 2]), "its rules give 1"),
    "half of a game that nobody can play": (rtp(INSERT, total_wagered=[1, 2]), "its rules give 1"),
}

# The truth is declared, and the players win on average.
GENEROUS = {
    # Each odd more on three of a kind returns another 39/16575; 19 more than 11 are 741/16575.
    "30 to 1 for three of a kind": (
        rtp(paying(SHEET, trips=30), first_bet=[16793, 16575], total_wagered=[19793, 19575]),
        "returns 16793/16575 per unit of the first bet: more than is staked",
    ),
    # 2,532,816 of 20,358,520 hands are two pair.
    "3 to 1 on two pair": (
        rtp(side_bet([3, 4, 6, 8, 15, 50, 200, 500]), bonus=[2750773, 2544815]),
        "returns 2750773/2544815 per unit of the side bet: more than is staked",
    ),
}


def played(sheet: Document, *, published: str = "rdf/2", staked: str = "rdf/2") -> Log:
    """A log in which a sheet is published and, but around a pot, two rounds are played by it."""
    log = Log()
    log.version = published
    announce(log, ROUNDS)
    rules = log.add(SYSTEM, "rules", {"rules": sheet})
    log.version = staked
    ada = seated(log, "ada").open()
    if sheet["family"] != "pot":
        ada.deal(600, rules=rules, sheet=sheet).settle().deal(600, rules=rules, sheet=sheet).settle()
    return log


def told(outcome: AuditResult) -> str:
    return "\n".join(verdict_output.as_text(outcome))


@pytest.mark.clause("F05")
@pytest.mark.parametrize(("sheet", "words"), {**MISDECLARED, **GENEROUS}.values(), ids=[*MISDECLARED, *GENEROUS])
def test_a_sheet_that_does_not_return_what_it_declares_or_too_much_is_found(sheet: Document, words: str) -> None:
    log = played(sheet)

    outcome = audited(log.seal())

    failure = verdict_output.deciding(outcome)
    assert failure is not None
    assert (failure.code, failure.place.index, failure.place.kind) == (Code.E_RTP, log.index("rules"), "rules")
    assert words in failure.sentence
    # The rounds are settled by the sheet's own paytable, so nothing else fails.
    assert +outcome.tally.failures == {Code.E_RTP: 1}
    assert verdict_output.exit_status(outcome) == 1


@pytest.mark.parametrize("sheet", [SHEET, SHOE, MONTANA, MONTANA_3, POT, INSERT], ids=lambda sheet: sheet["game"])
def test_a_sheet_that_declares_the_truth_holds(sheet: Document) -> None:
    outcome = audited(played(sheet).seal())

    assert code(outcome) == "OK"
    assert "declares" not in told(outcome)


def test_the_terms_of_a_declared_fraction_do_not_matter() -> None:
    twice = {name: [2 * number for number in part] for name, part in SHEET["rtp"].items()}

    assert code(audited(played({**SHEET, "rtp": twice}).seal())) == "OK"


# The first version of the log has no games around a pot.
OF_FIRST_VERSION = {name: case for name, case in MISDECLARED.items() if case[0]["family"] != "pot"}


@pytest.mark.parametrize(("sheet", "words"), OF_FIRST_VERSION.values(), ids=OF_FIRST_VERSION)
def test_a_log_of_the_first_version_is_judged_as_before_and_the_difference_is_told(sheet: Document, words: str) -> None:
    outcome = audited(played(sheet, published="rdf/1", staked="rdf/1").seal())

    assert code(outcome) == "OK"
    assert words in told(outcome)


def test_a_sheet_of_the_first_version_is_judged_once_a_record_of_the_second_stakes_by_it() -> None:
    sheet = rtp(SHEET, first_bet=[999, 1000])
    log = Log()
    announce(log, ROUNDS)
    rules = log.add(SYSTEM, "rules", {"rules": sheet})
    ada = seated(log, "ada").open().deal(600, rules=rules).settle()
    log.version = "rdf/2"
    ada.move("deposit", 1000)
    assert code(audited(log.seal())) == "OK"

    ada.deal(600, rules=rules)

    assert code(audited(log.seal())) == "E_RTP"


def test_a_sheet_that_is_played_at_a_table_is_judged() -> None:
    log = with_tables()
    host = Host(log, {**POT, "rake_basis_points": 500})
    log.checkpoint()
    host.stake(Gambler(log, "ada"), 0)

    outcome = audited(log.seal())

    assert code(outcome) == "E_RTP"
    assert [sheet.rounds for sheet in outcome.sheets] == [0, 1]


def test_each_misdeclared_sheet_is_told_once_however_many_processes_judge(tmp_path: Path) -> None:
    log, rules = founded()
    log.version = "rdf/2"
    false = log.add(SYSTEM, "rules", {"rules": {**rtp(SHEET, first_bet=[999, 1000]), "game": "another"}})
    for name in ("ada", "ben", "cem", "dan"):
        ada = seated(log, name, rounds=600).open()
        for number in range(255):
            ada.deal(500, rules=(rules, false)[number % 2]).settle("stand" if number % 2 else None)
    folder = log.seal().write(tmp_path)

    alone, shared = audited_folder(folder, jobs=1), audited_folder(folder, jobs=3)

    assert verdict_output.as_document(shared) == verdict_output.as_document(alone)
    assert +shared.tally.failures == {Code.E_RTP: 1}
    # 4 players with 128 rounds by the first sheet and 127 by the second.
    assert [sheet.rounds for sheet in shared.sheets] == [512, 508]


def test_the_verdict_shows_what_every_sheet_returns_and_how_often_it_was_played() -> None:
    outcome = audited(full_day().seal())

    document = verdict_output.as_document(outcome)
    assert isinstance(document["sheets"], list)
    shown = {(sheet["game"], sheet["engine_sha256"][:2]): sheet for sheet in document["sheets"]}
    montana = shown["montana-red-dog", "9f"]
    assert montana["edge"] == {
        "bonus": "110644/2544815",
        "first_bet": "193523/4698120",
        "total_wagered": "193523/6257580",
    }
    # 300.00 is the greatest stake: stake and raise win 600.00 more.
    assert (montana["highest_win"], montana["highest_win_minor"], montana["side_bet_highest_win"]) == (2, 60_000, 500)
    # Each deal of the day, the one still open included.
    assert {name: sheet["rounds"] for name, sheet in shown.items()} == {
        ("red-dog-atlantic-city", "9f"): 82,
        ("red-dog-shoe", "9f"): 40,
        ("red-dog-atlantic-city", "8e"): 0,
        ("montana-red-dog", "9f"): 11,
        ("montana-red-dog-3-card", "9f"): 9,
    }
    assert sum(sheet["rounds"] for sheet in shown.values()) == outcome.tally.records["deal"]
    words = told(outcome)
    assert "montana-red-dog version 1: 11 rounds, highest win 2 stakes," in words
    assert "edge 4.1192 % (193523/4698120) of the first bet" in words
    assert "side bet: edge 4.3478 % (110644/2544815), highest win 500 side bets," in words
    assert f"sheet {montana['sheet_sha256']}," in words
    assert json.loads(json.dumps(document)) == document


def test_more_sheets_than_a_page_holds_are_left_to_the_json_form() -> None:
    log, _ = founded()
    for number in range(50):
        log.add(SYSTEM, "rules", {"rules": {**SHEET, "engine_sha256": f"{number:064x}"}})

    outcome = audited(log.seal())

    assert "and 11 more, which --json shows" in told(outcome)
    assert len(outcome.sheets) == 51


def test_an_edge_against_the_house_is_shown_with_its_sign() -> None:
    sheet, _ = GENEROUS["30 to 1 for three of a kind"]

    # 218/16575 of the first bet, and 218/19575 of all that is wagered.
    assert "edge -1.3152 % (-218/16575) of the first bet, -1.1137 %" in told(audited(played(sheet).seal()))


def test_every_family_has_returns_for_its_sheets_here() -> None:
    for sheet in (SHEET, MONTANA, POT):
        assert FAMILIES[sheet["family"]].returns(sheet).rtp.keys() == sheet["rtp"].keys()  # type: ignore[arg-type]  # of its form
