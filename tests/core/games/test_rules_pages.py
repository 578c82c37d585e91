"""The public rules pages, in both languages."""

import io
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.core.red_dog.rules import terms_of
from games.core.red_dog.terms import Quotes, RaiseMode, RedDogTerms
from games.core.sheet import RuleSheet
from games.core.sheet_document import MalformedSheet
from games.core.variants import OFFERED, VARIANTS, red_dog_table, variant, yablon
from games.documents.page import Language, Page, Section, Table
from games.documents.rules_files import rules_files
from games.documents.rules_page import rules_page
from games.management.commands.rules_pages import FOLDER

WORDS = Path(__file__).parents[3] / "games" / "documents" / "words"
every_variant = pytest.mark.parametrize("sheet", VARIANTS, ids=lambda sheet: sheet.game)
every_language = pytest.mark.parametrize("language", Language)


def section(page: Page, name: str) -> Section:
    return next(section for section in page.sections if section.id == name)


def texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a file of words with its place."""
    if isinstance(value, str):
        yield name, value
        return
    places = value.items() if isinstance(value, dict) else enumerate(value)
    for place, inner in places:
        yield from texts(inner, f"{name}.{place}")


# --- Words --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted({path.name.split(".")[0] for path in WORDS.glob("*.toml")}))
def test_every_translation_has_the_same_members_filled_in_from_the_same_figures(name: str) -> None:
    english, *others = (
        dict(texts(tomllib.loads((WORDS / f"{name}.{language}.toml").read_text(encoding="utf-8"))))
        for language in Language
    )

    for other in others:
        assert other.keys() == english.keys()
        for place, text in other.items():
            assert sorted(re.findall(r"\{\w*\}", text)) == sorted(re.findall(r"\{\w*\}", english[place])), place


def test_japanese_is_written_in_japanese() -> None:
    for path in WORDS.glob("*.ja.toml"):
        for place, text in texts(tomllib.loads(path.read_text(encoding="utf-8"))):
            mostly_figures = re.fullmatch(r"[\W\d]*(\{\w*\}[\W\d]*)*", text)
            assert mostly_figures or re.search(r"[぀-ヿ一-鿿]", text), place


# --- Pages --------------------------------------------------------------------------------------------------


@every_variant
def test_a_page_has_the_same_sections_and_tables_in_every_language(sheet: RuleSheet) -> None:
    pages = [rules_page(sheet, language) for language in Language]
    shapes = [
        [
            (each.id, len(each.paragraphs), [(len(table.columns), len(table.rows)) for table in each.tables])
            for each in page.sections
        ]
        for page in pages
    ]

    assert all(shape == shapes[0] for shape in shapes)
    assert len({page.title for page in pages}) == len(Language)


@every_variant
@every_language
def test_every_sentence_is_filled_in(sheet: RuleSheet, language: Language) -> None:
    text = rules_page(sheet, language).markdown()

    assert not re.search(r"[{}]", text)
    assert "None" not in text


@pytest.mark.clause("F05")
@every_variant
@every_language
def test_a_page_states_the_return_with_its_denominator_and_strategy(sheet: RuleSheet, language: Language) -> None:
    returned = section(rules_page(sheet, language), "return")
    if sheet.game == "insert":
        assert returned.tables == ()
        return

    shares = [
        share for share in (sheet.rtp.first_bet, sheet.rtp.total_wagered, sheet.rtp.side_bet) if share is not None
    ]
    table, outcomes = returned.tables
    assert [row[1] for row in table.rows] == [str(share) for share in shares]
    assert all(row[0] for row in table.rows)
    assert sum(Fraction(row[1]) for row in outcomes.rows) == 1


@every_language
def test_a_page_says_limits_and_time_in_the_words_of_its_sheet(language: Language) -> None:
    page = rules_page(yablon.SHEET, language)

    glance = " ".join(cell for row in section(page, "glance").tables[0].rows for cell in row)
    assert all(figure in glance for figure in ("1.00 USD", "500.00 USD", "6", "24"))
    # The most that may be at stake with the raise.
    assert any("1,000.00 USD" in paragraph for paragraph in section(page, "rounds").paragraphs)


def test_a_house_that_quotes_totals_shows_totals() -> None:
    def pays(sheet: RuleSheet) -> list[str]:
        return [row[1] for row in section(rules_page(sheet, Language.JA), "pay").tables[0].rows]

    assert pays(red_dog_table.SHEET) == ["12倍", "6倍", "5倍", "3倍", "2倍"]
    assert pays(yablon.SHEET) == ["11対1", "5対1", "4対1", "2対1", "1対1"]


def test_another_raise_mode_and_other_best_spreads_are_told() -> None:
    terms = terms_of(yablon.SHEET)
    generous = replace(terms, raise_mode=RaiseMode.UP_TO, pay_spread=(30, *terms.pay_spread[1:]))
    page = rules_page(replace(yablon.SHEET, terms=generous), Language.EN)

    assert any("any amount up to your stake" in paragraph for paragraph in section(page, "rounds").paragraphs)
    # A spread of 1 has 24 chances in 310, at 30 to 1 more than enough.
    assert "Raise at a spread of 1, 7, 8, 9, 10, 11; stand otherwise." in section(page, "return").paragraphs[0]


def test_a_game_that_cannot_be_played_says_so_and_promises_nothing() -> None:
    sheet = variant("insert")
    assert sheet is not None
    page = rules_page(sheet, Language.EN)

    assert [each.id for each in page.sections] == ["rounds", "return", "readings", "sheet"]
    assert "cannot be played" in section(page, "return").paragraphs[-1]
    assert "%" not in page.markdown()
    # Nobody knows its limits, its seats or its stakes in money.
    assert "USD" not in page.markdown()


@every_variant
@every_language
def test_a_title_and_its_sources_are_names_and_no_identifiers(sheet: RuleSheet, language: Language) -> None:
    page = rules_page(sheet, language)

    assert sheet.game not in page.title
    origin = " ".join(cell for row in section(page, "sheet").tables[0].rows for cell in row)
    assert not any(file in origin for file in sheet.source)


@every_variant
@every_language
def test_a_game_that_is_not_on_offer_says_so_below_its_title(sheet: RuleSheet, language: Language) -> None:
    lines = rules_page(sheet, language).markdown().splitlines()

    assert lines[2].startswith("**") is (sheet not in OFFERED)


def test_a_game_without_a_title_of_its_own_is_called_by_its_family_and_decks() -> None:
    three = replace(yablon.SHEET, game="red-dog-3-decks", decks=3)

    assert rules_page(three, Language.EN).title == "Red Dog, 3 decks"
    assert rules_page(three, Language.JA).title == "レッドドッグ（3デッキ）"  # noqa: RUF001  Japanese brackets


# --- Forms --------------------------------------------------------------------------------------------------


def test_a_page_in_text_keeps_its_columns_below_one_another_in_wide_letters_too() -> None:
    table = Table(columns=("札", "pays"), rows=(("スプレッド1", "x"), ("A", "y")))
    page = Page(language=Language.JA, title="題", sections=(Section(id="pay", heading="配当", tables=(table,)),))

    # スプレッド1 is eleven columns wide.
    assert page.text() == "題\n==\n\n配当\n----\n札           pays\nスプレッド1  x\nA            y\n"


def test_a_page_in_markdown_has_its_tables_as_tables() -> None:
    table = Table(columns=("a", "b"), rows=(("1", "2"),))
    page = Page(
        language=Language.EN,
        title="T",
        sections=(Section(id="s", heading="S", paragraphs=("One.", "Two."), tables=(table,)),),
    )

    assert page.markdown() == "# T\n\n## S\n\nOne.\n\nTwo.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"


def test_the_files_of_the_documentation_are_those_that_the_sheets_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.??.md")}
    assert written == rules_files(VARIANTS)

    (tmp_path / "whist.en.md").touch()
    (tmp_path / "red-dog.md").touch()
    monkeypatch.setattr("games.management.commands.rules_pages.FOLDER", tmp_path)
    call_command("rules_pages", stdout=io.StringIO())

    assert {path.name for path in tmp_path.iterdir()} == {"red-dog.md", *written}


# --- Quotes -------------------------------------------------------------------------------------------------


def test_totals_are_in_the_document_and_odds_go_without_saying() -> None:
    totals = red_dog_table.SHEET.document("0" * 64)

    assert totals["pay"] == {"spread": [5, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1], "trips": 11, "quotes": "totals"}
    assert "quotes" not in str(yablon.SHEET.document("0" * 64)["pay"])
    assert terms_of(RuleSheet.from_document(totals)).quotes is Quotes.TOTALS


@pytest.mark.parametrize("quotes", ["odds", "for one", None, 1])
def test_other_quotes_are_no_rule_sheet(quotes: object) -> None:
    document: dict[str, Any] = yablon.SHEET.document("0" * 64)
    document["pay"]["quotes"] = quotes

    with pytest.raises(MalformedSheet) as refused:
        RuleSheet.from_document(document)

    assert refused.value.members == {"member": "pay.quotes"}


def test_how_a_house_quotes_changes_no_payment() -> None:
    terms = terms_of(red_dog_table.SHEET)

    assert isinstance(terms, RedDogTerms)
    assert replace(terms, quotes=Quotes.ODDS) == terms_of(yablon.SHEET)
