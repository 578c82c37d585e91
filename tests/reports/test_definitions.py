"""What every report of the catalogue keeps to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from reports.catalogue import CATALOGUE
from reports.core.table import Type

if TYPE_CHECKING:
    from reports.core.definition import Definition

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
