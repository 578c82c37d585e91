"""The Python blocks of docs/formats, put together as a stranger would, judge a log without any of our code."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from cryptography.exceptions import InvalidSignature

from games.engine import ENGINE_FILES, engine_sha256
from verifier.families import FAMILIES, OF_ONE_SEAT

if TYPE_CHECKING:
    from collections.abc import Callable

PROJECT: Final = Path(__file__).resolve().parents[2]
FORMATS: Final = PROJECT / "docs" / "formats"
VECTORS: Final = PROJECT / "tests" / "vectors"
PAGES: Final = ("record.md", "shuffle.md", "rule-sheet.md", "log.md")
LOGS: Final = ("log", "log-rdf2")
ROUNDS: Final = 7
"""Rounds that were settled in each of the two logs."""

Names = dict[str, Any]
Records = list[tuple[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def pages() -> Names:
    """Return the names that the blocks define, run in the order of the pages in one namespace."""
    names: Names = {}
    for page in PAGES:
        blocks = re.findall(r"```python\n(.*?)```", (FORMATS / page).read_text(encoding="utf-8"), re.DOTALL)
        assert blocks, page
        for block in blocks:
            exec(compile(block, page, "exec"), names)
    return names


@pytest.mark.parametrize("log", LOGS)
def test_the_pages_replay_every_round_of_a_log(pages: Names, log: str) -> None:
    assert pages["check"](VECTORS / log) == ROUNDS


def test_the_pages_give_the_known_roots(pages: Names) -> None:
    known = json.loads((VECTORS / "roots.json").read_bytes())
    leaves = [bytes.fromhex(leaf) for leaf in known["leaves"]]

    assert [pages["root"](leaves[:size]).hex() for size in range(len(leaves) + 1)] == known["roots"]


def test_the_pages_give_the_known_seeds_and_decks(pages: Names) -> None:
    known = json.loads((VECTORS / "shuffle.json").read_bytes())
    chain, epoch, client = bytes.fromhex(known["chain"]), known["epoch"], bytes.fromhex(known["client"])
    seeds = [bytes.fromhex(seed) for seed in known["seeds"]]

    newest = len(seeds)
    recovered = [pages["recovered"](chain, epoch, newest, seeds[-1], k) for k in range(newest + 1)]
    assert recovered == [bytes.fromhex(known["commitment"]), *seeds]
    for dealt in known["decks"]:
        taken = pages["stream"](chain, epoch, dealt["nonce"], seeds[dealt["nonce"] - 1], client)
        deck = list(pages["deck"](taken, 52 * dealt["decks"]))
        assert deck[: len(dealt["first"])] == dealt["first"]
        assert sorted(deck) == list(range(52 * dealt["decks"]))


@pytest.mark.parametrize("line", [b'{"b":1,"a":2}', b'{"a": 1}', b'{"a":1,"a":1}', b'{"a":null}', b'{"a":1.5}'])
def test_the_pages_refuse_what_is_not_canonical(pages: Names, line: bytes) -> None:
    with pytest.raises(AssertionError):
        pages["parsed"](line)


@pytest.mark.parametrize("log", LOGS)
def test_the_pages_check_signature_and_chain_of_every_entry(pages: Names, log: str) -> None:
    trust, entries = _read(pages, log)

    for at, entry in enumerate(entries):
        spoilt = entry.replace(b'"salt":"', b'"salt":"0', 1)
        with pytest.raises(InvalidSignature):
            list(pages["judged"]([*entries[:at], spoilt], trust))
    for at in range(len(entries) - 1):
        with pytest.raises(AssertionError):
            list(pages["judged"]([*entries[: at + 1], entries[at]], trust))


def test_the_pages_hold_checkpoints_against_the_tree(pages: Names, tmp_path: Path) -> None:
    trust, entries = _read(pages, "log")
    entries[27], entries[28] = entries[28], entries[27]
    assert pages["replayed"](pages["judged"](entries, trust)) == ROUNDS, "two chains: only the tree has their order"

    export = tmp_path / "export"
    shutil.copytree(VECTORS / "log", export)
    bundle = b"".join(len(entry).to_bytes(2) + entry for entry in entries)
    (export / "tile/entries/000.p/30").write_bytes(bundle)
    with pytest.raises(AssertionError):
        pages["check"](export)


def test_the_pages_refuse_a_checkpoint_beyond_the_newest(pages: Names, tmp_path: Path) -> None:
    export = tmp_path / "export"
    shutil.copytree(VECTORS / "log", export)
    shutil.copy(VECTORS / "log-rdf2/checkpoints/45", export / "checkpoints/45")

    with pytest.raises(AssertionError):
        pages["check"](export)


@pytest.mark.parametrize(
    ("kind", "field", "change"),
    [
        ("settle", "pay", lambda pay: pay | {"returned": pay["returned"] + 1}),
        ("settle", "pay", lambda pay: pay | {"staked": pay["staked"] + 1}),
        ("settle", "cards", lambda cards: [cards[1], cards[0], *cards[2:]]),
        ("settle", "result", lambda result: "win" if result == "lose" else "lose"),
        ("settle", "seed", lambda seed: seed[2:] + "00"),
        ("settle", "acts", lambda acts: [*acts, {"a": "stand", "amt": 0}]),
        ("deal", "cards", lambda cards: cards[::-1]),
        ("void", "seed", lambda seed: seed[2:] + "00"),
        ("open", "client", lambda client: client[2:] + "00"),
        ("commit", "commit", lambda commit: commit[2:] + "00"),
    ],
)
def test_the_pages_replay_each_part_of_a_round(
    pages: Names, kind: str, field: str, change: Callable[[Any], Any]
) -> None:
    trust, entries = _read(pages, "log-rdf2")
    records: Records = list(pages["judged"](entries, trust))
    first = next(at for at, (_, record) in enumerate(records) if record["type"] == kind)
    leaf, record = records[first]
    records[first] = leaf, record | {field: change(record[field])}

    with pytest.raises(AssertionError):
        pages["replayed"](records)


def test_the_page_on_sheets_lists_the_files_that_the_engine_digest_covers(pages: Names) -> None:
    section = (FORMATS / "rule-sheet.md").read_text(encoding="utf-8").partition("\n## The engine\n")[2]
    listed = section.partition("```text\n")[2].partition("```")[0].split()

    assert listed == sorted(ENGINE_FILES), "docs/formats/rule-sheet.md lists other files than games/engine.py"
    assert pages["engine_sha256"](PROJECT, listed) == engine_sha256()


def test_the_pages_name_the_families_that_the_program_knows() -> None:
    families = (FORMATS / "README.md").read_text(encoding="utf-8").partition("## Which families there are")[2]
    sheets = (FORMATS / "rule-sheet.md").read_text(encoding="utf-8")

    assert set(re.findall(r"`([a-z-]+)`", families.partition("\n## ")[0])) == set(FAMILIES)
    assert set(re.findall(r"^## Family `(.+)`$", sheets, re.MULTILINE)) == set(FAMILIES)
    assert set(FAMILIES) - set(OF_ONE_SEAT) == {"pot"}


def _read(pages: Names, log: str) -> tuple[dict[str, str], list[bytes]]:
    export = VECTORS / log
    trust = json.loads((export / "trust.json").read_bytes())
    size, _ = pages["checkpoint"]((export / "checkpoint").read_bytes(), trust)
    return trust, list(pages["bundles"](export, size))
