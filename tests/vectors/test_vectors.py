"""Our vectors are what their scripts write, and the verifier, which shares nothing with them, agrees."""

import hashlib
import itertools
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.shared_vectors import published_lines
from tests.vectors import make_forged, make_log, make_player_keys, make_shuffle, make_tables
from tests.vectors.make_log import FIRST_KEY, HERE, LOG, ORIGIN, ROOT
from verifier import canonical, note, schema, shuffle, tree
from verifier.audit import AuditRequest, AuditResult, audit
from verifier.export import Export
from verifier.judge import Depth
from verifier.verdict import Code
from verifier.verdict_output import exit_status

TYPES = (
    "key",
    "revoke",
    "rules",
    "erasure",
    "filing",
    "init",
    "limits",
    "wallet",
    "commit",
    "open",
    "deal",
    "settle",
    "void",
)


def judged(folder: Path) -> AuditResult:
    export = Export(folder=folder)
    return audit(AuditRequest(export=export, depth=Depth.FULL, jobs=1, trust=None, receipts=None, checkpoints=()))


def verdict_on(folder: Path) -> int:
    """Return the verifier's exit status."""
    return exit_status(judged(folder))


def worked() -> list[dict[str, str]]:
    return [json.loads(line) for line in (HERE / "records.jsonl").read_text().splitlines()]


def test_the_shuffle_file_is_what_its_script_writes() -> None:
    assert json.loads((HERE / "shuffle.json").read_text()) == make_shuffle.vectors()


def test_the_worked_records_are_what_their_script_writes() -> None:
    assert (HERE / "records.jsonl").read_text().splitlines() == list(make_log.lines(make_log.whole_log()))


def test_the_player_keys_are_what_their_script_writes() -> None:
    written = [json.loads(line) for line in (HERE / "player_keys.jsonl").read_text().splitlines()]

    assert written == list(make_player_keys.vectors())


@pytest.mark.parametrize("folder", make_log.SECOND_VERSION_FROM)
def test_a_log_is_what_its_script_writes(folder: str) -> None:
    log = make_log.whole_log(second_version_from=make_log.SECOND_VERSION_FROM[folder])
    stored = {
        path.relative_to(HERE / folder).as_posix(): path.read_bytes()
        for path in (HERE / folder).rglob("*")
        if path.is_file()
    }

    assert stored == make_log.files(log)


def test_the_roots_are_those_of_the_verifier() -> None:
    told = json.loads((HERE / "roots.json").read_text())
    leaves = [bytes.fromhex(leaf) for leaf in told["leaves"]]

    assert told == make_log.roots()
    assert [tree.root_of(leaves[:size]).hex() for size in range(9)] == told["roots"]


def test_the_verifier_shuffles_the_same_decks() -> None:
    told = json.loads((HERE / "shuffle.json").read_text())
    chain, client = bytes.fromhex(told["chain"]), bytes.fromhex(told["client"])
    seeds = [bytes.fromhex(seed) for seed in (told["commitment"], *told["seeds"])]

    for index, (before, after) in enumerate(itertools.pairwise(seeds)):
        assert shuffle.seed_before(chain=chain, epoch=0, index=index, seed=after) == before
    for deck in told["decks"]:
        source = shuffle._stream(
            entropy=seeds[deck["nonce"]],
            nonce=chain + bytes(4) + deck["nonce"].to_bytes(8, "big"),
            personalization=b"RDF1/deck\0" + client,
        )
        order = list(shuffle.permutation(source, size=52 * deck["decks"]))
        assert order[:12] == deck["first"]
        assert hashlib.sha256(b"".join(card.to_bytes(2, "big") for card in order)).hexdigest() == deck["sha256"]


def test_every_type_of_record_stands_in_the_log_and_is_of_its_form() -> None:
    records = worked()[1:]

    assert {record["type"] for record in records} == set(TYPES)
    for record in records:
        entry = record["note"].encode()
        assert schema.check(canonical.parse(note.line_of(note.split(entry))))["type"] == record["type"]
        assert tree.leaf_hash(entry).hex() == record["leaf"]


def test_the_keys_of_the_first_line_are_those_that_signed() -> None:
    keys = worked()[0]

    assert (keys["root_key_seed"], keys["record_key_seed"]) == (ROOT.seed.hex(), FIRST_KEY.seed.hex())
    signers = {line["note"].rstrip("\n").rpartition("\n")[2].split(" ")[1] for line in worked()[1:]}
    assert signers == {ROOT.name, FIRST_KEY.name, make_log.SECOND_KEY.name}
    assert LOG.name == ORIGIN


@pytest.mark.clause("F13")
@pytest.mark.parametrize(
    ("folder", "versions"), [("log", ["rdf/1"] * 30), ("log-rdf2", ["rdf/1"] * 6 + ["rdf/2"] * 39)]
)
def test_the_verifier_accepts_a_log_of_the_first_version_and_one_that_went_on_as_the_second(
    folder: str, versions: list[str]
) -> None:
    log = make_log.whole_log(second_version_from=make_log.SECOND_VERSION_FROM[folder])

    assert [record.document["v"] for record in log.records] == versions
    assert verdict_on(HERE / folder) == 0


def test_the_forged_log_is_what_its_script_writes_and_only_one_payout_is_wrong() -> None:
    made = make_log.files(make_forged.forged_log())

    assert {path: (HERE / make_forged.FOLDER / path).read_bytes() for path in made} == made
    tally = judged(HERE / make_forged.FOLDER).tally
    assert tally.failures == {Code.E_PAYOUT: 1}
    assert tally.gravest is not None
    assert tally.gravest.sentence == "2000 was returned, the rules give 3000"


def places() -> Iterator[tuple[str, int]]:
    """Yield a byte of every record, and some of each checkpoint."""
    bundle = next((HERE / "log" / "tile").rglob("30"))
    size = len(bundle.read_bytes())
    yield from ((bundle.relative_to(HERE / "log").as_posix(), place) for place in range(7, size, size // 30))
    for checkpoint in ("checkpoint", "checkpoints/6", "checkpoints/30"):
        yield from ((checkpoint, place) for place in (0, 20, 40, 120))


@pytest.mark.clause("F11")
@pytest.mark.parametrize(("path", "place"), list(places()))
def test_the_verifier_refuses_the_log_with_one_bit_flipped(tmp_path: Path, path: str, place: int) -> None:
    spoilt = tmp_path / "log"
    shutil.copytree(HERE / "log", spoilt)
    content = bytearray((spoilt / path).read_bytes())
    content[place] ^= 1
    (spoilt / path).write_bytes(content)

    assert verdict_on(spoilt) == 1


def tables() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / "tables.jsonl").read_text().splitlines()]


def test_the_tables_file_is_what_its_script_writes() -> None:
    written = [*make_tables.derivations(), *make_tables.hands_and_games()]

    assert tables() == json.loads(json.dumps(written))


@pytest.mark.skipif(not published_lines("tables.jsonl"), reason="../shared/vectors/tables.jsonl does not exist")
def test_what_tables_derive_is_what_was_published() -> None:
    derived = [line for line in tables() if "records" not in line]

    assert len(derived) == 7
    assert derived == [line for line in published_lines("tables.jsonl") if "log" not in line]


def test_the_verifier_deals_the_decks_of_tables_from_their_seeds() -> None:
    for line in tables():
        if "deck" not in line:
            continue
        dealt = shuffle.shoe(
            seed=bytes.fromhex(line["seed"]),
            chain=bytes.fromhex(line["chain"]),
            epoch=line["epoch"],
            nonce=1,
            client=bytes.fromhex(line["client"]),
            decks=line["decks"],
        )
        assert list(itertools.islice(dealt, len(line["deck"]))) == line["cards"].split()


def test_the_games_of_tables_have_every_end_a_reshuffle_a_rake_and_somebody_away() -> None:
    games = [line["records"] for line in tables() if line["vector"].startswith("pot")]
    ends = [records[-1] for records in games]

    assert {end["why"] for end in ends} == {"all_out", "last_one", "agreed", "time"}
    assert max(record["at"][0] for records in games for record in records if "at" in record) >= 3
    assert any(result["rake"] for end in ends for result in end["results"])
    decided_by = {record["by"] for records in games for record in records if record["type"] == "turn"}
    assert decided_by == {"player", "timeout", "away"}
