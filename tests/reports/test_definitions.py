"""What every report of the catalogue keeps to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from reports.catalogue import CATALOGUE
from reports.core.table import Type

if TYPE_CHECKING:
    from reports.core.definition import Definition

FORMATS: Final = (Path(__file__).resolve().parents[2] / "docs" / "formats" / "report.md").read_text(encoding="utf-8")

every_report = pytest.mark.parametrize("definition", CATALOGUE, ids=lambda definition: definition.kind)


def test_reports_stand_in_the_order_of_their_names_each_once() -> None:
    kinds = [definition.kind for definition in CATALOGUE]

    assert kinds == sorted(set(kinds))


@every_report
def test_every_column_has_a_name_of_its_own_and_a_meaning_that_is_a_sentence(definition: Definition) -> None:
    names = [column.name for column in definition.columns]

    assert len(names) == len(set(names))
    for column in definition.columns:
        assert re.fullmatch("[a-z]+(_[a-z]+)*", column.name)
        assert re.fullmatch(r".+ .+\.", column.meaning), f"{column.name}: {column.meaning}"


@every_report
def test_money_stands_beside_its_currency(definition: Definition) -> None:
    names = {column.name for column in definition.columns}

    assert "currency" in names or not any(column.type is Type.MONEY for column in definition.columns)


@every_report
def test_only_texts_are_filtered_by(definition: Definition) -> None:
    types = {column.name: column.type for column in definition.columns}

    assert {types[name] for name in definition.filters} <= {Type.TEXT}


@every_report
def test_the_page_of_formats_has_the_columns_in_their_order(definition: Definition) -> None:
    names = [column.name for column in definition.columns]

    assert documented_columns(definition.kind, frozenset(names)) == names


def documented_columns(kind: str, names: frozenset[str]) -> list[str]:
    """Return the columns that docs/formats/report.md has of a report, in its order.

    It has them in a table, or within the sentences of the report's part, or in a line of the table of all reports that no
    log shows. Sentences name other things as well.
    """
    line = re.search(rf"^\| `{kind}` \|(.*)$", FORMATS, re.MULTILINE)
    if line is not None:
        return re.findall("`(.*?)`", line[1])
    part = re.search(rf"^\*\*`{kind}`\*\*.*?(?=^\*\*`|^#)", FORMATS, re.MULTILINE | re.DOTALL)
    told = part[0] if part else ""
    if "| column |" in told:
        cells = re.findall(r"^\| (`.*?) \|", told, re.MULTILINE)
        return [name for cell in cells for name in re.findall("`(.*?)`", cell)]
    return list(dict.fromkeys(name for name in re.findall("`(.*?)`", told) if name in names))
