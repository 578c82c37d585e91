"""The PDF: what a regulator reads, read back by a reader that is not ours."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import pypdf
import pytest
from hypothesis import given, strategies as st

from reports.core.bars import MOST_NAMES, panels
from reports.core.definition import Chart
from reports.core.readable import grouped, in_words
from reports.core.table import Column, Type
from reports.formats import pdf
from reports.formats.glyphs import JAPANESE, font_of, printable
from reports.formats.layout import breakable, layout_of
from reports.formats.report_format import written
from tests.core.report_cases import AGREES, BY_GAME, COLUMNS, TWO_CURRENCIES, any_text, report, row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.core.definition import Report
    from reports.core.table import Cell

HOSTILE = '#panic("obeyed") $x$ `raw` *bold* @label <label> #import "x.typ": * \\ \x00\x07'


def pages(made: Report, **options: int) -> list[str]:
    """Return the texts of the pages, with single spaces."""
    reader = pypdf.PdfReader(io.BytesIO(written(lambda report, file: pdf.write_to(report, file, **options), made)))
    return [re.sub(r"\s+", " ", page.extract_text()) for page in reader.pages]


def many(count: int) -> Report:
    return report([row(game=f"game-{number:05}") for number in range(count)])


def test_the_pdf_is_an_archive_file_dated_by_the_report() -> None:
    written = pdf.FORMAT.write(report())

    assert written.startswith(b"%PDF-")
    assert b"<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>" in written
    assert b"CreateDate>2026-11-22T05:01:00" in written
    reader = pypdf.PdfReader(io.BytesIO(written))
    assert reader.metadata is not None
    assert reader.metadata.title == "Games by day"


def test_the_file_has_the_structure_of_an_archive_that_screen_readers_read() -> None:
    # As much of ISO 19005-2, level A, as this library can tell: it is no validator.
    reader = pypdf.PdfReader(
        io.BytesIO(pdf.FORMAT.write(report([row(game="\N{PLAYING CARD ACE OF SPADES}")], chart=BY_GAME)))
    )
    trailer: Any = reader.trailer
    catalogue: Any = reader.root_object
    things = [reader.get_object(number) for number in range(1, trailer["/Size"])]
    held = [thing for thing in things if isinstance(thing, pypdf.generic.DictionaryObject)]

    assert not reader.is_encrypted
    assert len(trailer["/ID"]) == 2
    assert catalogue["/MarkInfo"]["/Marked"]
    assert catalogue["/Lang"] == "en"
    assert catalogue["/OutputIntents"][0]["/S"] == "/GTS_PDFA1"
    # Nothing that acts, and nothing that is somewhere else.
    assert not {"/OpenAction", "/AA", "/AcroForm", "/Names"} & catalogue.keys()
    assert not any({"/JS", "/F", "/Filespec"} & thing.keys() for thing in held if thing.get("/Type") != "/Annot")
    # Every font is inside, and says which characters its glyphs are.
    fonts = [thing for thing in held if thing.get("/Type") == "/FontDescriptor"]
    assert any("DejaVu" in str(font["/FontName"]) for font in fonts)
    assert all({"/FontFile2", "/FontFile3"} & font.keys() for font in fonts)
    assert all("/ToUnicode" in thing for thing in held if thing.get("/Subtype") == "/Type0")
    # What is a heading, a table, the name of a column, a cell, a picture; a picture has words.
    tags = {str(thing["/S"]) for thing in held if "/S" in thing and "/P" in thing}
    assert tags >= {"/Document", "/H1", "/H2", "/Table", "/THead", "/TBody", "/TR", "/TH", "/TD", "/Figure"}
    assert all(thing.get("/Alt") for thing in held if thing.get("/S") == "/Figure")
    assert all("/StructParents" in page for page in reader.pages)


WIDE: Final = [
    *COLUMNS[:4],
    *(Column(name=f"figure_{number}", type=Type.MONEY, meaning="Money.", summed=True) for number in range(14)),
]


def of_width(columns: Sequence[Column], minor: int) -> Report:
    cells: dict[Type, Cell] = {
        Type.TEXT: "text",
        Type.DAY: "2026-11-21",
        Type.MONEY: minor,
        Type.INTEGER: minor,
        Type.INSTANT: minor,
    }
    rows = {column.name: cells[column.type] for column in columns if column.quotient is None}
    return report([rows | {"accounts": "players", "currency": "USD"}], columns=columns)


@pytest.mark.parametrize(
    ("columns", "minor", "size"),
    [
        (COLUMNS, 1250, (595, 842)),
        (COLUMNS, 10**14, (842, 595)),
        (WIDE, 10**9, (842, 595)),
    ],
    ids=["portrait", "landscape", "parts"],
)
def test_the_page_lies_where_the_table_is_wide_and_no_type_is_smaller_than_eight_points(
    columns: Sequence[Column], minor: int, size: tuple[int, int]
) -> None:
    sizes: set[float] = set()

    def see(text: str, cm: Sequence[float], tm: Sequence[float], _: object, points: float) -> None:
        if text.strip():
            sizes.add(round(points * abs(cm[0] * cm[3] * tm[0] * tm[3]) ** 0.5, 2))

    reader = pypdf.PdfReader(io.BytesIO(pdf.FORMAT.write(of_width(columns, minor))))
    texts = [page.extract_text(visitor_text=see) for page in reader.pages]

    box = reader.pages[0].mediabox
    assert (round(box.width), round(box.height)) == size
    assert min(sizes) >= 8
    assert ("Part 2 of 2 of the columns" in " ".join(texts)) == (columns is WIDE)


def test_every_part_of_a_wide_table_begins_with_what_names_the_row() -> None:
    text = " ".join(pages(of_width(WIDE, 10**9)))

    assert text.count("players 2026-11-21 text USD 10,000,000.00") == 2
    # A row and its total, each with fourteen figures.
    assert text.count("10,000,000.00") == 28


def test_thousands_are_apart_and_json_is_in_words() -> None:
    told = '{"by":["ada","bea"],"limits":{"day_minor":5000,"none":null},"test":true}'
    text = " ".join(pages(report([row(game=told, games=12_345, wagers=100, winnings=-123_456_789)])))

    assert "by: ada, bea; limits day minor: 5000; limits none: none; test: yes" in text
    assert "12,345 1.00 -1,234,567.89" in text
    assert "{" not in text
    # Neither is what only begins like it.
    assert in_words('{"a"') == '{"a"'
    assert grouped("999") == "999"
    assert grouped("Total") == "Total"
    assert grouped("0.001") == "0.001"


def test_the_first_page_has_the_envelope() -> None:
    text = pages(report(filters={"game": "red-dog"}, parameters={"day_play_minor": 2000}))[0]

    for told in (
        "Operator Example Casino",
        "First gaming day 2026-11-21",
        "Days begin at 00:00, on the wall of America/New_York",
        "Generated at 2026-11-22T05:01:00.000Z",
        "Filter game red-dog",
        "Parameter day_play_minor 2000",
        "Currency USD, 2 decimal places",
        "Definition version 3",
        "Software version 0.1.0",
        "Revision 2",
        "Log casino.example/log",
        "Entries of the log that are covered 4711",
    ):
        assert told in text


def test_the_table_has_every_row_and_the_totals() -> None:
    text = " ".join(pages(report()))

    assert "players 2026-11-21 red-dog USD 2026-11-22T05:01:00.000Z 3 12.50 10.00 0.800000" in text
    assert "players 2026-11-21 montana-red-dog USD 3 0.00 0.00" in text
    assert "players JPY 3 300 -450 -1.500000 players USD 6 12.50 10.00 0.800000 test USD 3 0.07 0.02" in text


def test_every_page_is_numbered_and_begins_with_the_names_of_the_columns() -> None:
    told = pages(many(150))

    assert len(told) > 2
    for number, text in enumerate(told, 1):
        assert f"Page {number} of {len(told)}" in text
        assert "Games by day, Example Casino, 2026-11-21 to 2026-11-21, revision 2" in text
    for text in told[:-1]:
        assert "accounts day game currency since games wagers winnings rtp" in text
    assert len(re.findall(r"game-\d{5}", " ".join(told))) == 150


def test_a_row_stays_on_one_page_unless_none_can_hold_it() -> None:
    def told(number: int, words: int) -> str:
        return f"begins-{number:02} {'word ' * words}ends-{number:02}"

    texts = pages(report([row(game=told(number, 70)) for number in range(40)]))
    starts, ends = ([re.findall(rf"{mark}-(\d\d)", text) for text in texts] for mark in ("begins", "ends"))
    assert len(texts) > 2
    assert starts == ends

    tall = pages(report([row(game=told(1, 5_000))]))
    assert len(tall) > 2
    assert ("begins-01" in tall[0], "ends-01" in " ".join(tall[1:])) == (True, True)
    assert " ".join(tall).count("word") == 5_000


def test_names_in_meanings_are_quoted() -> None:
    column = Column(name="x", type=Type.TEXT, meaning="The `sess` of a `deal`.")

    assert "The \u201csess\u201d of a \u201cdeal\u201d." in " ".join(pages(report([{"x": "1"}], columns=(column,))))


def test_an_empty_report_says_no_activity_in_place_of_its_table() -> None:
    (text,) = pages(report([], chart=BY_GAME))

    # In the envelope, and in large letters.
    assert text.count("No Activity") == 2
    assert "accounts day game" not in text


def test_a_difference_is_said_before_the_figures() -> None:
    text = pages(report())[0]

    assert "1 of 3 figures differ from the ledger." in text
    assert "What came back players USD 10.00 12.50 -2.50" in text
    assert text.index("differ from the ledger") < text.index("What came back") < text.index("montana-red-dog")


def test_figures_that_agree_are_said_to() -> None:
    text = pages(report(reconciled=[AGREES]))[0]

    assert "Figures that were compared with the ledger: 1. Every one agrees, with a difference of zero." in text
    assert "differ from" not in text


def test_a_text_that_looks_like_markup_is_printed_and_not_obeyed() -> None:
    columns = [*COLUMNS[:2], Column(name="game", type=Type.TEXT, meaning=HOSTILE), *COLUMNS[3:]]
    made = report(
        [row(game=HOSTILE)],
        columns=columns,
        title=HOSTILE,
        filters={"game": HOSTILE},
        reconciled=[AGREES._replace(what=HOSTILE)],
        chart=Chart(title=HOSTILE, label="game", values=("wagers",)),
    )

    text = " ".join(pages(made)).replace(" ", "")
    assert text.count('#panic("obeyed")$x$`raw`*bold*@label<label>') >= 6
    assert "<U+0000><U+0007>" in text


def test_what_has_no_glyph_is_printed_by_its_number() -> None:
    assert printable("Zoë Ж ≥ \N{PLAYING CARD ACE OF SPADES}") == "Zoë Ж ≥ \N{PLAYING CARD ACE OF SPADES}"
    assert printable("\N{EGYPTIAN HIEROGLYPH A001}\x07\N{RIGHT-TO-LEFT OVERRIDE}") == "<U+13000><U+0007><U+202E>"
    assert printable("a\tb\r\nc") == "a b  c"
    # A letter and its accent in two characters are the one that has a form.
    assert printable("e\N{COMBINING ACUTE ACCENT}") == "é"
    assert "<U+13000>" in " ".join(pages(report([row(game="\N{EGYPTIAN HIEROGLYPH A001}")])))


@pytest.mark.skipif(JAPANESE is None, reason="requirements-reports.txt is not installed as it is now")
def test_japanese_is_printed_with_a_font_of_its_own() -> None:
    made = report([row(game="上限を変更しました")], title="日本語", chart=BY_GAME)
    content = pdf.FORMAT.write(made)

    text = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)
    assert "上限を変更しました" in text
    assert "<U+" not in text
    assert b"IPAexGothic" in content
    from reports.formats.chart import pictures

    # A chart draws its letters as outlines: those of another text are other ones, and none is a missing glyph's box.
    drawn, other, missing = (
        pictures(report([row(game=game)], chart=BY_GAME), width_pt=500)[0].svg for game in ("日", "月", "\U00013000")
    )
    assert len({drawn, other, missing}) == 3
    assert b"IPAexGothic" in drawn
    assert b"IPAexGothic" not in missing
    assert [font_of(text).name for text in ("red-dog", "日-dog")] == ["DejaVuSans.ttf", "ipaexg.ttf"]


def test_64_hex_digits_stay_whole_to_those_who_copy_them() -> None:
    digest = sha256(b"account").hexdigest()
    texts = [Column(name=f"text_{number}", type=Type.TEXT, meaning="A text.") for number in range(12)]
    made = report([dict.fromkeys((column.name for column in texts), digest)], columns=texts)

    # A column holds less than a digest, which runs over lines: nothing but the lines' ends is put between.
    assert " ".join(pages(made)).replace(" ", "").count(digest[:8]) >= 12
    (part,) = layout_of(made.table, [[digest] * 12]).parts
    assert max(part.characters) < 64
    assert "".join(breakable(digest, 20)) == digest


@given(any_text, st.integers(4, 40))
def test_a_text_in_pieces_is_the_same_text(text: str, characters: int) -> None:
    assert "".join(breakable(text, characters)) == text


@given(st.lists(st.tuples(st.sampled_from(Type), st.integers(0, 14)), min_size=1, max_size=24))
def test_a_table_fits_the_page_and_its_numbers_fit_their_columns(columns: list[tuple[Type, int]]) -> None:
    made = [Column(name=f"c{place}", type=kind, meaning="") for place, (kind, _) in enumerate(columns)]
    cells = ["9" * (length if kind is not Type.TEXT else length * 8) for kind, length in columns]
    table = report([], columns=made).table

    layout = layout_of(table, [cells])

    assert 8 <= layout.size_pt <= 9
    assert {index for part in layout.parts for index in part.columns} == set(range(len(columns)))
    for part in layout.parts:
        assert sum(part.widths_pt) <= layout.orientation.value + 0.01 * len(columns)
        for index, characters in zip(part.columns, part.characters, strict=True):
            assert columns[index][0] is Type.TEXT or len(cells[index]) <= characters


def test_a_table_that_is_too_long_for_paper_says_what_is_left_out() -> None:
    text = " ".join(pages(many(21), most_cells=9 * 20))

    assert "Printed are the first 20 of 21 rows." in text
    assert "game-00019" in text
    assert "game-00020" not in text
    # 21 rows of 12.50.
    assert "262.50" in text


# --- Charts -------------------------------------------------------------------------------------------------


def test_a_chart_is_of_players_and_of_each_currency_by_itself() -> None:
    drawn = panels(report((*TWO_CURRENCIES, row(wagers=250)), chart=BY_GAME))

    assert [(panel.kind, panel.unit) for panel in drawn] == [
        (Type.MONEY, "JPY"),
        (Type.MONEY, "USD"),
        (Type.RATIO, ""),
    ]
    assert drawn[0].labels == ("blackjack",)
    assert drawn[0].series == {"wagers": ("300",), "winnings": ("-450",)}
    # 12.50 + 2.50 of the same game; the test account's 0.07 is in none.
    assert dict(zip(drawn[1].labels, drawn[1].series["wagers"], strict=True)) == {
        "red-dog": "15.00",
        "montana-red-dog": "0.00",
    }


def test_ratios_of_one_label_have_a_bar_each_that_can_be_told_apart() -> None:
    drawn = panels(
        report([row(day="2026-11-20", winnings=500), row()], chart=Chart(title="RTP", label="game", values=("rtp",)))
    )

    assert drawn[0].labels == ("red-dog 2026-11-20", "red-dog 2026-11-21")
    assert drawn[0].series == {"rtp": ("0.400000", "0.800000")}


def test_a_chart_of_many_names_keeps_the_largest_and_says_so() -> None:
    chart = Chart(title="Stakes", label="game", values=("wagers",))
    made = report([row(game=f"game-{number}", wagers=number) for number in range(MOST_NAMES + 2)], chart=chart)

    (panel,) = panels(made)

    assert panel.label_count == MOST_NAMES + 2
    assert panel.labels == tuple(f"game-{number}" for number in range(2, MOST_NAMES + 2))
    assert f"Shown are {MOST_NAMES} of {MOST_NAMES + 2}: those with the largest figures." in pages(made)[0]


def test_a_chart_of_days_keeps_the_latest() -> None:
    days = [f"{2024 + number // 336}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}" for number in range(400)]
    chart = Chart(title="Stakes", label="day", values=("wagers",))

    (panel,) = panels(report([row(day=day) for day in days], chart=chart))

    assert (len(panel.labels), panel.label_count) == (366, 400)
    assert panel.labels == tuple(days[-366:])


def test_a_chart_without_players_is_none() -> None:
    assert panels(report([row(accounts="test")], chart=BY_GAME)) == []
    assert panels(report(chart=None)) == []


def test_a_picture_has_words_for_those_who_do_not_see_it() -> None:
    from reports.formats.chart import pictures

    first = pictures(report(chart=BY_GAME), width_pt=527)[1]

    assert first.caption == "Stakes and what came back (USD)"
    assert "wagers, winnings, in USD, for 2 of 2 values of game, from red-dog to montana-red-dog" in first.words
    assert ET.fromstring(first.svg).tag.endswith("svg")
    # Its names are the same each time, and not drawn by lot.
    assert pictures(report(chart=BY_GAME), width_pt=527)[1].svg == first.svg
    # Neither a clock nor a font of the reader's machine.
    assert b"<dc:date>" not in first.svg
    assert b"<text" not in first.svg
    assert b"/Alt" in pdf.FORMAT.write(report(chart=BY_GAME))
    assert b"/Alt" not in pdf.FORMAT.write(report())


def test_a_report_made_within_a_second_is_typeset_too() -> None:
    made = report()
    made = replace(made, envelope=replace(made.envelope, generated_ms=made.envelope.generated_ms + 123))

    assert "2026-11-22T05:01:00.123Z" in pages(made)[0]
