"""Sheets that are played in several currencies: each with its own limits, and none that the sheet does not name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.verifier.attacked import verdict
from tests.verifier.auditor import audited
from tests.verifier.play import founded, seated
from tests.verifier.producer import LOG, ROOT, SYSTEM, Document, Log
from tests.verifier.sheets import MONTANA, SHEET
from tests.verifier.spoiling import fields, put_in
from tests.verifier.table_logs import montana_hand, pot_game, shared_hand
from verifier.families import game_of
from verifier.note import parse_vkey
from verifier.sheets import sheet, sheet_of_any_family
from verifier.statistics import blind_cell
from verifier.system import System
from verifier.verdict import Code, Fault

if TYPE_CHECKING:
    from collections.abc import Callable

YEN = {"cur": "JPY", "min": 100, "max": 5_000_000}
EURO = {"cur": "EUR", "min": 200, "max": 40_000}
ABROAD: Document = {**SHEET, "stakes": [EURO, YEN]}
MONTANA_ABROAD: Document = {**MONTANA, "stakes": [{**YEN, "bonus": {"min": 50, "max": 70_000}}]}


def evening(ante: int, *, currency: str, published: Document = ABROAD, bonus: int = 0, version: str = "rdf/2") -> Log:
    """Return a log in which a player who keeps an account in a currency is dealt a round for this ante."""
    log, _ = founded()
    log.version = version
    rules = log.add(SYSTEM, "rules", {"rules": json.loads(json.dumps({**published, "ver": 2}))})
    player = seated(log, "ada")
    fields(log, "init")["cur"] = currency
    player.move("adjustment", 10_000_000).open().deal(ante, rules=rules, sheet=published, bonus=bonus).settle()
    log.checkpoint()
    return log


@pytest.mark.parametrize(
    ("currency", "ante", "expected"),
    [
        ("USD", 500, "OK"),
        ("USD", 499, "E_RULES"),
        ("USD", 30_000, "OK"),
        ("USD", 30_001, "E_RULES"),
        ("EUR", 200, "OK"),
        ("EUR", 199, "E_RULES"),
        ("EUR", 40_000, "OK"),
        ("EUR", 40_001, "E_RULES"),
        ("JPY", 100, "OK"),
        ("JPY", 99, "E_RULES"),
        ("JPY", 5_000_000, "OK"),
        ("JPY", 5_000_001, "E_RULES"),
        # The sheet does not offer it.
        ("GBP", 500, "E_RULES"),
    ],
)
def test_an_ante_is_held_to_the_limits_of_its_own_currency(currency: str, ante: int, expected: str) -> None:
    assert verdict(evening(ante, currency=currency)) == expected


@pytest.mark.parametrize(
    ("currency", "bonus", "expected"),
    [
        ("USD", 100, "OK"),
        ("USD", 99, "E_RULES"),
        ("USD", 70_000, "E_RULES"),
        ("JPY", 50, "OK"),
        ("JPY", 49, "E_RULES"),
        ("JPY", 70_000, "OK"),
        ("JPY", 70_001, "E_RULES"),
    ],
)
def test_a_side_bet_is_held_to_the_limits_of_its_own_currency(currency: str, bonus: int, expected: str) -> None:
    assert verdict(evening(600, currency=currency, published=MONTANA_ABROAD, bonus=bonus)) == expected


def test_the_currencies_of_a_sheet_are_named_where_none_of_them_is_the_chains() -> None:
    failure = audited(evening(500, currency="GBP").seal()).tally.tampering

    assert failure is not None
    assert failure.sentence == "the rules are in USD, EUR, JPY, the chain in GBP"


def test_a_round_in_a_currency_that_is_not_offered_is_told_once() -> None:
    assert audited(evening(500, currency="GBP").seal()).tally.failures == {Code.E_RULES: 1}


def test_what_a_sheet_returns_is_the_same_in_each_currency() -> None:
    log = evening(500, currency="JPY")
    fields(log, "rules", -1)["rules"]["rtp"] = {"first_bet": [999, 1000], "total_wagered": [999, 1000]}

    assert verdict(log) == "E_RTP"


def test_published_limits_never_change() -> None:
    log = evening(500, currency="USD")
    log.add(SYSTEM, "rules", {"rules": {**ABROAD, "ver": 2, "stakes": [EURO]}})
    assert verdict(log) == "E_RULES"

    log = evening(500, currency="USD")
    log.add(SYSTEM, "rules", {"rules": {**ABROAD, "ver": 3, "stakes": [EURO]}})
    assert verdict(log) == "OK"


def test_a_stake_weighs_by_the_highest_one_in_its_currency() -> None:
    system = System(root=parse_vkey(ROOT.vkey), log=parse_vkey(LOG.vkey))
    log = Log()
    log.version = "rdf/2"
    leaf = log.add(SYSTEM, "rules", {"rules": ABROAD})
    system.accept(json.loads(json.dumps(log.drafts[0].fields)), leaf=leaf, index=0)

    weights = {}
    for currency in ("USD", "EUR", "JPY"):
        game = system.game_in(leaf, currency)
        assert game is not None
        weights[currency] = blind_cell(game, ante_minor=20_000).eighths

    # 8 * 20,000 / 30,000, / 40,000 and / 5,000,000, rounded up.
    assert weights == {"USD": 6, "EUR": 4, "JPY": 1}
    assert system.game_in(leaf, "GBP") is None
    assert system.game_in("5e" * 32, "USD") is None


# --- Tables -------------------------------------------------------------------------------------------------


def moved_abroad(make: Callable[[], Log], **limits: object) -> Log:
    """Return a log of a table in dollars whose sheet is in pounds, and is played in dollars within these limits."""
    log = make().copied()
    table = fields(log, "table")
    published = next(draft for draft in log.drafts if draft.leaf == table["rules"]).fields["rules"]
    own = {"cur": "USD", "min": published["stake_min"], "max": published["stake_max"], **limits}
    if published.get("bonus"):
        own.setdefault("bonus", {"min": published["bonus"]["min"], "max": published["bonus"]["max"]})
        published["bonus"] |= {"min": 1, "max": 1}
    published |= {"cur": "GBP", "stake_min": 1, "stake_max": 2, "stakes": [own]}
    return log


@pytest.mark.parametrize("make", [shared_hand, montana_hand])
def test_a_table_has_the_limits_of_its_own_currency(make: Callable[[], Log]) -> None:
    assert verdict(moved_abroad(make)) == "OK"
    least, most = fields(make(), "table")["stake"]
    assert verdict(moved_abroad(make, min=least + 1)) == "E_TABLE"
    assert verdict(moved_abroad(make, max=most - 1)) == "E_TABLE"


def test_a_side_bet_at_a_table_is_held_to_the_limits_of_its_currency() -> None:
    placed = fields(montana_hand(), "deal")["bonus"]

    assert verdict(moved_abroad(montana_hand, bonus={"min": 1, "max": placed})) == "OK"
    assert verdict(moved_abroad(montana_hand, bonus={"min": 1, "max": placed - 1})) == "E_RULES"


def test_a_table_in_a_currency_that_its_sheet_does_not_offer_is_refused() -> None:
    log = moved_abroad(shared_hand)
    fields(log, "table")["cur"] = "EUR"

    assert verdict(log) == "E_RULES"


def test_a_table_of_rules_that_are_not_known_is_refused() -> None:
    log = shared_hand().copied()
    fields(log, "table")["rules"] = "5e" * 32

    assert verdict(log) == "E_RULES"


# --- The form -----------------------------------------------------------------------------------------------

SPOILED: list[tuple[str, object]] = [
    ("no currency", []),
    ("no array", {"JPY": YEN}),
    ("no object", ["JPY"]),
    ("no currency's code", [{**YEN, "cur": "yen"}]),
    ("limits of no currency", [{"min": 100, "max": 200}]),
    ("no least stake", [{"cur": "JPY", "max": 5}]),
    ("a stake of nothing", [{**YEN, "min": 0}]),
    ("another limit", [{**YEN, "step": 100}]),
    ("least above greatest", [{**YEN, "min": 5_000_001}]),
    ("the sheet's own currency", [{**YEN, "cur": "USD"}]),
    ("a currency twice", [EURO, EURO]),
    ("currencies in another order", [YEN, EURO]),
    ("a side bet that is not offered", [{**YEN, "bonus": {"min": 1, "max": 2}}]),
]


@pytest.mark.parametrize(("what", "stakes"), SPOILED, ids=[what for what, _ in SPOILED])
def test_limits_by_currency_have_one_form(what: str, stakes: object) -> None:
    log = evening(500, currency="USD")
    fields(log, "rules", -1)["rules"]["stakes"] = stakes

    assert verdict(log) == "E_FORM", what


@pytest.mark.parametrize("bonus", [None, {"min": 7, "max": 6}, {"min": 1}])
def test_limits_of_a_side_bet_are_there_where_the_sheet_offers_one(bonus: object) -> None:
    limits: Document = {**YEN, **({} if bonus is None else {"bonus": bonus})}
    log = evening(600, currency="USD", published={**MONTANA, "stakes": [limits]})

    assert verdict(log) == "E_FORM"


def test_a_game_whose_sheet_fixes_other_amounts_is_played_in_one_currency() -> None:
    log = pot_game().copied()
    put_in("rules", ("rules", "stakes"), [EURO], number=-1)(log)

    assert verdict(log) == "E_FORM"


def test_the_first_version_of_the_log_knows_one_currency_for_each_sheet() -> None:
    assert verdict(evening(500, currency="USD", version="rdf/1")) == "E_FORM"
    assert verdict(evening(500, currency="USD", version="rdf/1", published=SHEET)) == "OK"
    assert sheet_of_any_family(ABROAD)
    assert not sheet(ABROAD)
    assert sheet(SHEET)


def test_a_sheet_of_contradictory_limits_makes_no_game() -> None:
    contradictory: Document = {**ABROAD, "stakes": [{**EURO, "min": 2, "max": 1}]}
    with pytest.raises(Fault) as refused:
        game_of(contradictory)  # type: ignore[arg-type]  # a document of its form

    assert refused.value.code is Code.E_FORM
