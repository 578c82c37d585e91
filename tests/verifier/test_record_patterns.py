"""The patterns of records say yes to nothing that the checks field by field, and the encoding, would refuse."""

from __future__ import annotations

import json
import time
from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.keyed import keyed_day
from tests.verifier.play import full_day
from tests.verifier.table_logs import montana_hand, pot_game, shared_hand, silent_hand, voided_hand
from verifier import canonical, note, schema
from verifier.verdict import Code, Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.verifier.producer import Log

ODD: tuple[Any, ...] = (
    0,
    -1,
    1,
    2**53,
    True,
    False,
    "",
    "x",
    "A" * 32,
    "0" * 32,
    "0" * 64,
    'quote"quote',
    "back\\slash",
    "line\nfeed",
    "\u00e9t\u00e9",
    [],
    [0],
    [0, 0],
    [True, False],
    ["2c", "2c"],
    ["2c", 3],
    [[]],
    [["cash", 5]],
    [["cash", 5], ["cash", -5]],
    [["nobody", 5]],
    [["cash"]],
    [[["cash"], 5]],
    {},
    {"n": 1},
)


def texts(log: Log) -> Iterator[str]:
    """Yield the text of one record of each form."""
    seen: set[tuple[str, ...]] = set()
    for entry in log.seal().entries:
        text = note.line_of(note.split(entry))
        document = json.loads(text)
        form = (document["type"], document["v"], *document)
        if form not in seen:
            seen.add(form)
            yield text


ENTRY_LETTERS = 60_000
BUSY_SECONDS = 5
"""A pattern that could match in two ways would take hours; these take milliseconds each."""

LOGS = (full_day, keyed_day, shared_hand, montana_hand, silent_hand, voided_hand, pot_game)
TEXTS = sorted({text for log in LOGS for text in texts(log())})


FREQUENT = {
    *("deal", "settle", "wallet", "commit", "open", "init", "player_key", "events", "checkpoints"),
    *("sit", "act", "leave", "hand", "turn", "hand_end"),
}
"""Types of which a log has so many that the way field by field would be felt."""


def spelled(document: object) -> str:
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def changed(value: Any) -> Iterator[Any]:
    """Yield copies of a value with one part replaced, left out, or added, at any depth."""
    yield from ODD
    if type(value) is dict:
        for name, member in value.items():
            yield {other: kept for other, kept in value.items() if other != name}
            yield from ({**value, name: other} for other in changed(member))
        yield {**value, "zz": 1}
    elif type(value) is list:
        for place, member in enumerate(value):
            yield [*value[:place], *value[place + 1 :]]
            yield from ([*value[:place], other, *value[place + 1 :]] for other in changed(member))
        yield [*value, *value[:1]]


def misspelled(text: str) -> Iterator[str]:
    """Yield texts that say the same as a canonical one, or nearly, and are not canonical."""
    document: dict[str, Any] = json.loads(text)
    name, *others = document
    yield spelled({other: document[other] for other in others})[:-1] + f',"{name}":{spelled(document[name])}}}'
    yield text.replace(":", ": ", 1)
    yield text + " "
    yield text.replace(f'"{name}"', f'"\\u{ord(name[0]):04x}{name[1:]}"', 1)
    yield text.replace('"rdf', '"\\u0072df', 1)
    yield text.replace("}", f',"{others[-1]}":{spelled(document[others[-1]])}}}', 1)
    yield text.replace('"seq":', '"seq":-', 1)
    yield text.replace('"seq":', '"seq":0', 1)
    yield text.replace(',"time":', '.0,"time":', 1)
    yield text.replace('"salt":"', '"salt":"\\\\', 1)


def outcome(text: str, *, by_pattern: bool) -> str | None:
    """Return the code and sentence of the fault; None if the record is accepted."""
    try:
        document = canonical.parse(text)
        if by_pattern:
            # In whatever chain it says it stands.
            schema.read(document, text, chain=document.get("chain", "") if type(document) is dict else "")
        else:
            schema.check(document)
            canonical.require(document, text)
    except Fault as fault:
        return f"{fault.code} {fault.sentence}"
    return None


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: json.loads(text)["type"])
def test_a_pattern_says_what_the_checks_say(text: str) -> None:
    document = json.loads(text)
    assert outcome(text, by_pattern=True) is None, "this makes the pattern"
    assert outcome(text, by_pattern=True) is None
    for other in chain(map(spelled, changed(document)), misspelled(text)):
        assert outcome(other, by_pattern=True) == outcome(other, by_pattern=False), other


@pytest.mark.parametrize(
    "text",
    [text for text in TEXTS if json.loads(text)["type"] in FREQUENT],
    ids=lambda text: json.loads(text)["type"],
)
def test_the_second_record_of_a_form_is_accepted_by_its_pattern(text: str) -> None:
    document = json.loads(text)
    schema.read(document, text, chain=document["chain"])

    assert schema.accepted(document, text)


@pytest.mark.parametrize("text", [' {"a":1}', '{"a":1} ', '\n{"a":1}\n', '{"a": 1}'])
def test_spaces_are_a_fault_of_the_spelling_and_not_of_the_json(text: str) -> None:
    document = canonical.parse(text)

    assert document == {"a": 1}
    with pytest.raises(Fault) as refused:
        canonical.require(document, text)
    assert refused.value.code is Code.E_CANON


@pytest.mark.parametrize("text", ["", "{", '{"a":1}}', '{"a":1}{', '{"a":1,}', "x"])
def test_what_is_no_json_is_a_fault_of_the_form(text: str) -> None:
    with pytest.raises(Fault) as refused:
        canonical.parse(text)
    assert refused.value.code is Code.E_FORM


def lengthened(value: Any) -> Iterator[Any]:
    """Yield copies of a value in which one part is repeated until the text is nearly as long as an entry may be."""
    if type(value) is dict:
        for name, member in value.items():
            yield from ({**value, name: other} for other in lengthened(member))
    elif type(value) is list and value:
        yield value * (ENTRY_LETTERS // len(spelled(value)))
        for place, member in enumerate(value):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in lengthened(member))
    elif type(value) is str:
        yield from (part * (ENTRY_LETTERS // len(part)) for part in (value or "x", "a", "aaa-", "A/", "0f"))


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: json.loads(text)["type"])
def test_no_long_text_keeps_a_pattern_busy(text: str) -> None:
    document = json.loads(text)
    schema.read(document, text, chain=document["chain"])
    began = time.process_time()
    for longer in lengthened(document):
        schema.accepted(longer, spelled(longer)[:-1] + "x")

    assert time.process_time() - began < BUSY_SECONDS
