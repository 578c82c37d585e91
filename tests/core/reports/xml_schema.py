"""A reader of XML Schema for tests: as much of it as the schemas in reports/formats use, and an error at all else."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

_XS: Final = "{http://www.w3.org/2001/XMLSchema}"

_FACETS: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "minLength": lambda text, value: len(text) >= int(value),
    "maxLength": lambda text, value: len(text) <= int(value),
    "pattern": lambda text, value: re.fullmatch(value, text) is not None,
    "minInclusive": lambda text, value: Decimal(text) >= Decimal(value),
    "maxInclusive": lambda text, value: Decimal(text) <= Decimal(value),
    "totalDigits": lambda text, value: len(Decimal(text).as_tuple().digits) <= int(value),
    "fractionDigits": lambda text, value: -int(Decimal(text).as_tuple().exponent) <= int(value),
}
_BASES: Final[Mapping[str, Callable[[str], object]]] = {
    "xs:string": str,
    "xs:integer": int,
    "xs:decimal": Decimal,
    "xs:date": date.fromisoformat,
    "xs:dateTime": datetime.fromisoformat,
}


class Schema:
    """A schema that was read from a file."""

    def __init__(self, file: Path) -> None:
        root = ET.parse(file).getroot()
        self._namespace = root.get("targetNamespace")
        self._types = {made.get("name"): made for made in root.iter(f"{_XS}simpleType")}
        (self._root,) = root.findall(f"{_XS}element")

    def check(self, document: bytes) -> None:
        """Raise AssertionError where the document does not fit."""
        self._check_element(ET.fromstring(document), self._root)

    def _check_element(self, element: ET.Element, declared: ET.Element) -> None:
        assert element.tag == f"{{{self._namespace}}}{declared.get('name')}", element.tag
        assert not element.attrib, element.tag
        named = declared.get("type")
        if named is not None:
            assert not len(element), element.tag
            self._check_text(element.text or "", named)
            return
        sequence = declared.find(f"{_XS}complexType/{_XS}sequence")
        assert sequence is not None, "an element has a type or a sequence"
        children = list(element)
        for wanted in sequence:
            assert wanted.tag == f"{_XS}element", wanted.tag
            least, most = wanted.get("minOccurs", "1"), wanted.get("maxOccurs", "1")
            found = 0
            while children and children[0].tag.endswith(f"}}{wanted.get('name')}"):
                self._check_element(children.pop(0), wanted)
                found += 1
            assert found >= int(least), f"{wanted.get('name')} is missing"
            assert most == "unbounded" or found <= int(most), f"{wanted.get('name')} occurs {found} times"
        assert not children, f"{children[0].tag} has no place here"

    def _check_text(self, text: str, named: str) -> None:
        if named in _BASES:
            _BASES[named](text)
            return
        restriction = self._types[named].find(f"{_XS}restriction")
        assert restriction is not None, named
        _BASES[restriction.get("base", "")](text)
        allowed = [facet.get("value") for facet in restriction.findall(f"{_XS}enumeration")]
        assert not allowed or text in allowed, f"{text} is none of {allowed}"
        for facet in restriction:
            name = facet.tag.removeprefix(_XS)
            assert name == "enumeration" or _FACETS[name](text, facet.get("value", "")), f"{named}: {text}"
