"""The par sheet: as a document, as text, as a PDF."""

import io
import json
import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games import checks
from games.core.sheet import RuleSheet
from games.core.variants import VARIANTS, variant
from games.documents.page import Language, Page, Section, Table
from games.documents.par_page import par_page
from games.documents.pdf import pdf_of
from games.documents.rules_page import rules_page
from games.engine import engine_sha256
from games.laboratory.exact_math import figures_of

every_variant = pytest.mark.parametrize("sheet", VARIANTS, ids=lambda sheet: sheet.game)
every_complete_variant = pytest.mark.parametrize(
    "sheet", [sheet for sheet in VARIANTS if sheet.terms.complete], ids=lambda sheet: sheet.game
)


def printed(*arguments: str) -> str:
    out = io.StringIO()
    call_command("par_sheet", *arguments, stdout=out)
    return out.getvalue()


def document_of(game: str) -> dict[str, Any]:
    """Return the printed document; a number that is not whole comes as its own text."""
    document: dict[str, Any] = json.loads(printed(game, "--json"), parse_float=Decimal)
    return document


def exact(figure: dict[str, Any]) -> Fraction:
    """Return a figure, once it is certain that its decimal number is the fraction's."""
    fraction = Fraction(figure["fraction"])
    # Twelve digits: off by half of the twelfth at most.
    assert abs(Fraction(figure["decimal"]) - fraction) <= abs(fraction) * Fraction(1, 2 * 10**11)
    return fraction


@pytest.mark.clause("F05")
@pytest.mark.parametrize(
    ("game", "decks", "house_edge", "element_of_risk"),
    [
        ("red-dog-atlantic-city", 1, "3.155", "2.672"),
        ("red-dog-1-deck", 1, "3.155", "2.672"),
        ("red-dog-2-decks", 2, "3.077", "2.609"),
        ("red-dog-4-decks", 4, "2.884", "2.447"),
        ("red-dog-6-decks", 6, "2.798", "2.375"),
        ("red-dog-8-decks", 8, "2.751", "2.335"),
        ("yablon", 6, "2.798", "2.375"),
    ],
)
def test_the_par_sheets_of_the_shoes_have_the_published_edges(
    game: str, decks: int, house_edge: str, element_of_risk: str
) -> None:
    document = document_of(game)

    assert document["decks"] == decks
    assert document["strategy"] == {"raise_at_spread": [7, 8, 9, 10, 11]}
    edge = document["house_edge"]
    assert f"{100 * edge['first_bet']['decimal']:.3f}" == house_edge
    assert f"{100 * edge['total_wagered']['decimal']:.3f}" == element_of_risk


@every_complete_variant
def test_the_document_has_what_a_laboratory_asks_for(sheet: RuleSheet) -> None:
    document = document_of(sheet.game)

    assert document["variant"] == sheet.game
    assert document["engine_sha256"] == engine_sha256()
    assert {"optimal", "never_raise", "always_raise"} <= document["policies"].keys()
    for play in (document, *document["policies"].values()):
        for denominator in ("first_bet", "total_wagered"):
            assert exact(play["house_edge"][denominator]) == 1 - exact(play["rtp"][denominator])
        assert sum(exact(chance) for chance in play["outcomes"].values()) == 1
        assert sum(exact(chance) for chance in play["net"].values()) == 1
        mean = sum(Fraction(net) * exact(chance) for net, chance in play["net"].items())
        squares = sum(Fraction(net) ** 2 * exact(chance) for net, chance in play["net"].items())
        assert exact(play["house_edge"]["first_bet"]) == -mean
        assert exact(play["variance"]) == squares - mean**2
        deviation = Fraction(play["standard_deviation"])
        assert abs(deviation**2 - exact(play["variance"])) <= exact(play["variance"]) * Fraction(1, 10**10)


@every_complete_variant
def test_the_first_level_is_the_optimal_policy_and_what_the_sheet_declares(sheet: RuleSheet) -> None:
    document = document_of(sheet.game)

    assert all(document[name] == figure for name, figure in document["policies"]["optimal"].items())
    for denominator in ("first_bet", "total_wagered"):
        declared = Fraction(*document["declared_rtp"][denominator])
        assert exact(document["rtp"][denominator]) == declared == getattr(sheet.rtp, denominator)


def test_of_a_game_whose_rules_are_not_all_known_nothing_is_computed() -> None:
    document = document_of("insert")

    assert document["policies"] == {}
    names = ("house_edge", "rtp", "declared_rtp", "variance", "standard_deviation", "outcomes", "net", "confidence")
    assert {name: document[name] for name in names} == dict.fromkeys(names)


def test_the_side_bet_has_one_edge_for_each_scale() -> None:
    side_bet = document_of("montana-red-dog-c")["bonus"]

    assert set(side_bet) == {"A", "B", "C"}
    declared = {scale: sheet.rtp.side_bet for scale, sheet in zip("ABC", montana(), strict=True)}
    assert {scale: 1 - exact(play["house_edge"]) for scale, play in side_bet.items()} == declared


def test_the_maximum_win_is_that_of_the_best_paid_cards() -> None:
    # A spread of 1 pays 5 to 1 on stake and raise, three of a kind 11 to 1 on the stake alone.
    assert exact(document_of("yablon")["policies"]["always_raise"]["maximum_win"]) == 11
    text = printed("montana-red-dog")
    # Raised, two stakes of 300.00; a royal flush 500 times a bonus bet of 300.00.
    assert re.search(r"the first bet, raised +2 +600\.00 USD", text)
    assert re.search(r"the bonus bet +500 +150,000\.00 USD", text)


@every_complete_variant
def test_the_confidence_band_narrows_by_the_root_of_the_rounds(sheet: RuleSheet) -> None:
    document = document_of(sheet.game)

    rtp, deviation = exact(document["rtp"]["first_bet"]), Fraction(document["standard_deviation"])
    for rounds, (least, most) in document["confidence"].items():
        half = Fraction(196, 100) * deviation / Fraction(int(rounds) ** 0.5)
        assert Fraction(most) - rtp == pytest.approx(half)
        assert Fraction(least) == pytest.approx(max(rtp - half, Fraction(0)))


def test_stake_and_bonus_bet_return_their_mean_weighted_by_size() -> None:
    document = document_of("montana-red-dog")

    first_bet, side_bet = exact(document["rtp"]["first_bet"]), exact(document["bonus"]["A"]["rtp"])
    combined = {Fraction(ratio): exact(rtp) for ratio, rtp in document["combined_rtp"].items()}
    assert combined[Fraction(1)] == (first_bet + side_bet) / 2
    assert combined[Fraction(2)] == (first_bet + 2 * side_bet) / 3
    assert document_of("montana-red-dog-3-card")["combined_rtp"] == {}


def montana() -> list[RuleSheet]:
    sheets = [variant(f"montana-red-dog{suffix}") for suffix in ("", "-b", "-c")]
    return [sheet for sheet in sheets if sheet is not None]


def test_the_same_sheet_is_printed_in_the_same_bytes(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("first.pdf", "second.pdf", "dated.pdf")]
    for file in files[:2]:
        call_command("par_sheet", "yablon", pdf=file)
    call_command("par_sheet", "yablon", "--date", "2026-11-21", pdf=files[2])

    assert files[0].read_bytes() == files[1].read_bytes() != files[2].read_bytes()
    assert b"CreateDate>2026-11-21T00:00:00" in files[2].read_bytes()
    assert printed("yablon", "--json") == printed("yablon", "--json")


@every_variant
def test_the_pdf_is_an_archive_file_of_one_to_four_pages(sheet: RuleSheet) -> None:
    pdf = pdf_of(par_page(sheet, figures_of(sheet), engine_sha256="ab" * 32))

    assert pdf.startswith(b"%PDF-")
    assert b"<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>" in pdf
    pages = re.search(rb"<xmpTPg:NPages>(\d+)</xmpTPg:NPages>", pdf)
    assert pages is not None
    assert 1 <= int(pages[1]) <= 4


def test_a_text_that_looks_like_markup_is_printed_and_not_obeyed() -> None:
    hostile = '#panic("obeyed") $x$ `raw` *bold* @label <label> #import "x.typ": * \\'
    page = Page(
        language=Language.EN,
        title=hostile,
        sections=(
            Section(
                id="x",
                heading=hostile,
                paragraphs=(hostile,),
                tables=(Table(columns=(hostile,), rows=((hostile,),), bars=(10_000,)),),
            ),
        ),
    )

    assert pdf_of(page).startswith(b"%PDF-")


@every_complete_variant
def test_the_text_says_what_the_document_says(sheet: RuleSheet) -> None:
    text, document = printed(sheet.game), document_of(sheet.game)

    title = rules_page(sheet, Language.EN).title
    assert text.startswith(f"PAR sheet: {title}, version {sheet.version}\n")
    assert re.search(rf"^game +{sheet.game}$", text, re.MULTILINE)
    assert document["sheet_sha256"] in text
    assert document["house_edge"]["first_bet"]["fraction"].removesuffix("/1") in text
    for chance in document["net"].values():
        assert chance["fraction"].removesuffix("/1") in text


@pytest.mark.parametrize(
    ("game", "seats"), [("red-dog-table", 7), ("montana-red-dog-table", 7), ("montana-red-dog-3-card", 7)]
)
def test_a_game_at_tables_is_told_with_its_seats_and_without_a_word_that_it_is_off(game: str, seats: int) -> None:
    text = printed(game)

    assert re.search(rf"^seats, at most +{seats}$", text, re.MULTILINE)
    assert f"Up to {seats} seats" in text
    assert "not on offer" not in text
    assert document_of(game)["seats"] == seats


@pytest.mark.clause("RD-10")
def test_the_shared_table_is_told_in_totals_and_counted_in_odds() -> None:
    text, document = printed("red-dog-table"), document_of("red-dog-table")

    assert re.findall(r"^.* (\d+) times$", text, re.MULTILINE) == ["12", "6", "5", "3", "2"]
    # Every figure is that of the game of one seat from one pack, which pays the same.
    assert document["policies"] == document_of("red-dog-1-deck")["policies"]


@pytest.mark.parametrize("game", ["pot-red-dog", "insert"])
def test_where_players_play_each_other_the_text_has_no_edge_and_no_best_policy(game: str) -> None:
    text = printed(game)

    known = game == "pot-red-dog"
    assert ("The players play against one another, and the house has no part in the pot" in text) is known
    assert bool(re.search(r"^buy-in +50\.00 USD to 500\.00 USD$", text, re.MULTILINE)) is known
    for misleading in ("edge", "variance", "policy", "Net result", "0.0000 %", "100.0000 %", "first bet", "None"):
        assert misleading not in text


@every_variant
def test_no_heading_of_the_text_stands_over_nothing(sheet: RuleSheet) -> None:
    sections = par_page(sheet, figures_of(sheet), engine_sha256="ab" * 32).sections

    assert all(section.paragraphs or section.tables for section in sections)


def test_amounts_are_printed_as_money() -> None:
    text = printed("pot-red-dog")

    # 10.00 / (1/25); (0.92 * 10.00 - 5.00) / 0.08; 3250/3 minor units, of which whole ones can be exceeded.
    for row in ("pair .* 250.00 USD", "1 .* 52.50 USD", "3 .* 10.83 USD"):
        assert re.search(rf"^{row}$", text, re.MULTILINE), row
    assert not re.search(r"\d\.\d\d(?: |$)(?!USD)", text, re.MULTILINE)


def test_the_categories_of_the_bonus_bet_are_in_the_order_of_their_rank() -> None:
    text = printed("montana-red-dog")
    below = text[text.index("category  ") :]

    assert re.findall(r"^([a-z ]+?)  ", below, re.MULTILINE)[1:11] == [
        "royal flush",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
        "three of a kind",
        "two pair",
        "pair",
        "high card",
    ]


@pytest.mark.parametrize(
    ("game", "unit"),
    [
        ("yablon", "per unit of the first bet"),
        ("montana-red-dog", "per unit of the first bet"),
        ("pot-red-dog", "per unit of the raise"),
    ],
)
def test_the_tables_of_decisions_say_what_their_figures_are_counted_in(game: str, unit: str) -> None:
    sheet = variant(game)
    assert sheet is not None
    figures = figures_of(sheet)
    sections = {section.id: section for section in par_page(sheet, figures, engine_sha256="ab" * 32).sections}

    assert all(unit in sections[name].paragraphs[0] for name in figures.tables)


def test_policies_are_printed_as_they_are_typed() -> None:
    document = document_of("montana-red-dog")

    text = printed("montana-red-dog")
    assert all(re.search(rf"^{name} ", text, re.MULTILINE) for name in document["policies"])


def test_a_game_that_does_not_exist_is_refused_with_the_names_of_those_that_do() -> None:
    with pytest.raises(CommandError, match=r"^whist is not a game\. Games: .*yablon"):
        printed("whist")


def test_a_file_that_cannot_be_written_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"couldn't write .*absent"):
        call_command("par_sheet", "yablon", pdf=tmp_path / "absent" / "par.pdf")


def test_a_day_that_is_none_is_refused() -> None:
    with pytest.raises(CommandError, match="2026-02-30 is no day"):
        printed("yablon", "--date", "2026-02-30")


def test_the_return_that_all_sheets_declare_can_be_asked_before_a_deployment() -> None:
    out = io.StringIO()

    call_command("check", "--deploy", "--tag", "rtp", stdout=out)

    assert "no issues" in out.getvalue()


def test_a_sheet_that_declares_another_return_is_named_before_a_deployment(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = VARIANTS[0]
    boast = replace(sheet, rtp=replace(sheet.rtp, first_bet=Fraction(99, 100)))
    monkeypatch.setattr(checks, "VARIANTS", (*VARIANTS[1:], boast))

    (error,) = checks.check_declared_returns()

    assert error.id == "games.E001"
    assert error.msg.startswith(f"{boast.game} declares")
