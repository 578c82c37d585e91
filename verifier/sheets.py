"""The closed form of rule sheets: the fields of every sheet and those of its family, and no others.

Source: docs/formats/rule-sheet.md.
"""

from verifier import stake_currencies
from verifier.families import FAMILIES, OF_ONE_SEAT
from verifier.predicates import CURRENCY, HEX_32, KEBAB, Check, array, closed, integer, one_of, text

_OF_EVERY_SHEET: dict[str, Check] = {
    "authority": text,
    "cur": CURRENCY,
    "engine_sha256": HEX_32,
    "family": text,
    "game": KEBAB,
    "mmd_ms": integer(0),
    "seats": integer(1, 10),
    "shuffle": one_of(("every-round",)),
    "source": array(text, 0, 100),
    "stake_max": integer(1),
    "stake_min": integer(1),
    "timeout_ms": integer(0),
    "ver": integer(1),
}

_FORMS = {name: closed({**_OF_EVERY_SHEET, **family.fields}, family.optional) for name, family in FAMILIES.items()}


def sheet(value: object) -> bool:
    """Accept a rule sheet of the first version: of a family whose rounds one player plays, and in one currency."""
    if type(value) is not dict or not stake_currencies.FIELDS.keys().isdisjoint(value):
        return False
    return sheet_of_any_family(value) and value["family"] in OF_ONE_SEAT


def sheet_of_any_family(value: object) -> bool:
    """Accept a rule sheet of a family that is known here."""
    family = value.get("family") if type(value) is dict else None
    return type(family) is str and family in _FORMS and _FORMS[family](value)
