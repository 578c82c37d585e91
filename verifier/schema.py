"""The closed schema of records: the type decides which fields a record has and what each may hold.

Source: docs/formats/record.md, "Types".
"""

import re
from collections.abc import Mapping
from typing import cast

from verifier import (
    announced_policies,
    canonical,
    checkpoint_list,
    event_list,
    player_key_shapes,
    profiles,
    stolen_keys,
    table_shapes,
)
from verifier.predicates import (
    CURRENCY,
    HEX_16,
    HEX_32,
    KEBAB,
    MILLISECONDS,
    Check,
    array,
    boolean,
    by_name,
    card,
    closed,
    integer,
    limits,
    limits_to_come,
    matching,
    moves,
    one_of,
    text,
    two_operators,
)
from verifier.record_patterns import object_pattern, pattern_of
from verifier.records import Record
from verifier.shape import BALANCE, EPOCH, MINOR, TABLES_VERSION, WORD, Shape, extended, shape
from verifier.sheets import sheet
from verifier.verdict import Code, Fault, Place

SYSTEM_CHAIN = "0" * 32
SYSTEM_TYPES = frozenset(("key", "revoke", "rules", "erasure", "filing", "events", "checkpoints", "policy", "profile"))


def read(document: object, text: str, *, chain: str) -> Record:
    """Return `document` as a record of `chain`, if it passes `check` and `text` is its canonical text.

    Raises:
        Fault: as `check` and `canonical.require`; `E_FORM` for another chain.
    """
    if type(document) is dict and accepted(document, text):
        record = cast("Record", document)
    else:
        record = check(document)
        canonical.require(document, text)
        _remember(cast("dict[str, object]", document))
    if record["chain"] != chain:
        raise Fault(Code.E_FORM, "the chain is not where a record of this type has it")
    return record


def check(document: object) -> Record:
    """Check `document` against the schema of its type, and return it as a record.

    Raises:
        Fault: `E_FORM` for a wrong field, `E_TYPE` for a type not known here, `E_SYS` for one in the wrong chain.
    """
    if type(document) is not dict:
        raise Fault(Code.E_FORM, "the text is not a JSON object")
    kind = document.get("type")
    if type(kind) is not str:
        raise Fault(Code.E_FORM, "the record has no type")
    form = _shape_of(document, kind)
    if form is None:
        raise Fault(Code.E_TYPE, f"the type {kind[:40]!a} is not known to this version")

    missing = form.required - document.keys()
    if missing:
        raise Fault(Code.E_FORM, f"the field {min(missing)} is missing")
    for name, value in document.items():
        test = form.fields.get(name)
        if test is None:
            raise Fault(Code.E_FORM, f"the field {name[:40]!a} does not belong to this type")
        if not test(value):
            raise Fault(Code.E_FORM, f"the field {name} is not of its form")

    if (document["chain"] == SYSTEM_CHAIN) is not (kind in SYSTEM_TYPES):
        raise Fault(Code.E_SYS, f"a {kind} record may not stand in this chain")
    return cast("Record", document)


def accepted(document: dict[str, object], text: str) -> bool:
    """Accept a record by the pattern of those with the same fields; False too if there is none yet."""
    try:
        pattern = _patterns.get((document["type"], document["v"], *document))
    except (KeyError, TypeError):
        # A type or version is missing, or is none. The checks say which.
        return False
    return pattern is not None and pattern.fullmatch(text) is not None


def _remember(document: dict[str, object]) -> None:
    """Make the pattern of records with the fields of this one, which was accepted."""
    kind = cast("str", document["type"])
    form = _shape_of(document, kind)
    assert form is not None, "it was accepted by its form"
    key = (document["type"], document["v"], *document)
    if key in _patterns or len(_patterns) >= _PATTERNS_MAX:
        return
    chain = f'"{SYSTEM_CHAIN}"' if kind in SYSTEM_TYPES else f'(?!"{SYSTEM_CHAIN}"){pattern_of(HEX_16)}'
    fixed = {"chain": chain, "type": f'"{kind}"', "v": f'"{document["v"]}"'}
    spelled = object_pattern({name: pattern_of(form.fields[name]) for name in document} | fixed)
    _patterns[key] = None if spelled is None else re.compile(spelled)


def claimed_place(document: object, *, index: int) -> Place:
    """Return the place that a document claims; fields of the wrong form are left out."""
    if type(document) is not dict:
        return Place(index=index)
    chain, seq, kind = document.get("chain"), document.get("seq"), document.get("type")
    return Place(
        index=index,
        chain=chain if type(chain) is str and HEX_16(chain) else None,
        seq=seq if type(seq) is int and MILLISECONDS(seq) else None,
        kind=kind if type(kind) is str and kind in KINDS else None,
    )


def _shape_of(document: Mapping[str, object], kind: str) -> Shape | None:
    """Return the shape of a record's type in its version; None if that version does not have the type."""
    form = _SHAPES.get(kind)
    if document.get("v") != TABLES_VERSION:
        return form
    if kind in _LISTS:
        return _LISTS[kind]
    at_table = table_shapes.shape_of(document, kind)
    if at_table is not None:
        return event_list.shape_with_event(at_table, kind, at_table=True)
    form = _SHAPES_SINCE_TABLES.get(kind, form)
    return None if form is None else event_list.shape_with_event(form, kind, at_table=False)


# By type, version and fields. A log that has a record with each choice of optional fields has some hundred.
_patterns: dict[tuple[object, ...], re.Pattern[str] | None] = {}
_PATTERNS_MAX = 1000

_NONCE = integer(0)
_ROUNDS = integer(1, 1024)
_CARDS = array(card, 1, 416)

_ACT = closed(
    {
        "a": WORD,
        "amt": MINOR,
        "by": one_of(("player", "timeout")),
        "t": MILLISECONDS,
    }
)

CAUSES = ("correction", "other", "play_money", "returned")
FILE_FORMATS = ("csv", "json", "parquet", "pdf", "xlsx")
_BASES = ("no_longer_needed", "consent_withdrawn", "objection", "unlawful_processing", "legal_obligation")

_KEY = shape({"name": text, "vkey": text, "use": one_of(("records", "checkpoints"))})

_SHAPES = {
    "key": _KEY,
    "revoke": _KEY,
    "rules": shape({"rules": sheet}),
    "erasure": shape({"count": integer(1), "basis": one_of(_BASES)}),
    "filing": shape(
        {
            "report": KEBAB,
            "def": integer(1),
            "from": MILLISECONDS,
            "to": MILLISECONDS,
            "filters": by_name(text),
            "rev": integer(1),
            "size": integer(0),
            "gen": MILLISECONDS,
            "files": closed({}, dict.fromkeys(FILE_FORMATS, HEX_32), least=1),
        }
    ),
    "init": shape(
        {
            "player": HEX_32,
            "cur": CURRENCY,
            "exp": integer(0, 8),
            "bal": array(integer(0, 0), 2, 2),
            "test": boolean,
        }
    ),
    "limits": shape({"rg": closed({"now": limits}, {"next": limits_to_come})}),
    "wallet": shape(
        {
            "kind": one_of(("deposit", "withdrawal", "adjustment", "bonus")),
            "moves": moves,
            "bal": BALANCE,
        }
    ),
    "commit": shape({"epoch": EPOCH, "n": _ROUNDS, "commit": HEX_32}, {"reason": text}),
    "open": shape(
        {
            "epoch": EPOCH,
            "client": matching(r"([0-9a-f]{2}){16,64}"),
            "next": closed({"commit": HEX_32, "n": _ROUNDS}),
            "size": integer(0),
        }
    ),
    "deal": shape(
        {
            "epoch": EPOCH,
            "nonce": _NONCE,
            "rules": HEX_32,
            "limits": HEX_32,
            "ante": MINOR,
            "cards": _CARDS,
            "moves": moves,
            "bal": BALANCE,
        },
        {"bonus": integer(1), "req": HEX_32},
    ),
    "settle": shape(
        {
            "deal": HEX_32,
            "epoch": EPOCH,
            "nonce": _NONCE,
            "acts": array(_ACT, 0, 16),
            "cards": _CARDS,
            "result": WORD,
            "pay": closed({"returned": MINOR, "staked": MINOR}),
            "moves": moves,
            "bal": BALANCE,
            "seed": HEX_32,
        },
        {"bonus": closed({"category": WORD, "returned": MINOR})},
    ),
    "void": shape(
        {
            "deal": HEX_32,
            "epoch": EPOCH,
            "nonce": _NONCE,
            "reason": text,
            "by": two_operators,
            "moves": moves,
            "bal": BALANCE,
        },
        {"seed": HEX_32},
    ),
}

# What the second version adds to types of the first, what of that is needed, and its own types.
_ADDED: dict[str, Mapping[str, Check]] = {
    **player_key_shapes.ADDED,
    "deal": {**player_key_shapes.ADDED["deal"], "sess": HEX_32},
    "key": {"warrant": text},
    "revoke": {"warrant": text, "why": one_of((stolen_keys.ROTATED, stolen_keys.STOLEN)), "since": MILLISECONDS},
    "wallet": {"cause": one_of(CAUSES), "of": HEX_32},
    "open": {**player_key_shapes.ADDED["open"], "left": HEX_32, "replaced": array(HEX_32, 1, 1024)},
}
_REQUIRED = {"deal": ("sess",), "limits": ("act",)}
_SHAPES_SINCE_TABLES = {
    **{kind: extended(_SHAPES[kind], fields, required=_REQUIRED.get(kind, ())) for kind, fields in _ADDED.items()},
    **player_key_shapes.SHAPES,
    "profile": profiles.SHAPE,
}

# What the log lists by itself: no event causes it.
_LISTS = {
    "events": event_list.EVENTS,
    "checkpoints": checkpoint_list.CHECKPOINTS,
    "policy": announced_policies.SHAPE,
}

KINDS = frozenset(_SHAPES) | table_shapes.KINDS | player_key_shapes.SHAPES.keys() | _LISTS.keys() | {"profile"}
