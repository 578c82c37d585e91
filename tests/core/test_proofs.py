"""Tiles and proofs against RFC 6962 by its definition, against C2SP's examples, and against published answers."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, strategies as st

from audit.core.proofs import (
    Place,
    consistency_document,
    consistency_stretches,
    inclusion_document,
    inclusion_stretches,
    proof_hashes,
    tiles_needed,
)
from audit.core.tiles import MalformedTile, Tile, full_tiles, number_path, partial_tiles, tile_at, tile_root
from tests.crash.merkle import root
from tests.shared_vectors import published
from verifier import proofs
from verifier.verdict import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

pytestmark = pytest.mark.clause("F12")

SIZES = st.integers(1, 70_000)


def leaf(number: int) -> bytes:
    return hashlib.sha256(b"\x00" + number.to_bytes(8, "big")).digest()


LEAVES = [leaf(number) for number in range(1_400)]
LEAVES_OF_MANY = [leaf(number) for number in range(65_536 + 300)]


def rows(leaves: Sequence[bytes]) -> dict[Place, bytes]:
    """Return every hash of the tree's tiles, each computed from its leaves by the definition of tlog-tiles."""
    stored = {Place(0, number): node for number, node in enumerate(leaves)}
    level, below = 1, list(leaves)
    while len(below) >= 256:
        below = [root(below[at : at + 256]) for at in range(0, len(below) - 255, 256)]
        stored |= {Place(level, number): node for number, node in enumerate(below)}
        level += 1
    return stored


def path_by_definition(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    """Return PATH of RFC 6962, section 2.1.1."""
    if len(leaves) == 1:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if index < half:
        return [*path_by_definition(index, leaves[:half]), root(leaves[half:])]
    return [*path_by_definition(index - half, leaves[half:]), root(leaves[:half])]


def proof_by_definition(size: int, leaves: Sequence[bytes], *, whole: bool = True) -> list[bytes]:
    """Return SUBPROOF of RFC 6962, section 2.1.2."""
    if size == len(leaves):
        return [] if whole else [root(leaves)]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if size <= half:
        return [*proof_by_definition(size, leaves[:half], whole=whole), root(leaves[half:])]
    return [*proof_by_definition(size - half, leaves[half:], whole=False), root(leaves[:half])]


STORED = rows(LEAVES)
STORED_OF_MANY = rows(LEAVES_OF_MANY)


def hashes_of(stretches: Any, size: int, stored: Mapping[Place, bytes]) -> list[bytes]:
    """Compute a proof from nothing but the tiles that it says it needs."""
    needed = {
        Place(tile.level, number): stored[Place(tile.level, number)]
        for tile in tiles_needed(stretches, size)
        for number in range(tile.first, tile.end)
    }
    return proof_hashes(stretches, needed)


@given(st.data(), st.integers(1, len(LEAVES)))
def test_an_inclusion_proof_from_tiles_is_that_of_the_rfc(data: st.DataObject, size: int) -> None:
    index = data.draw(st.integers(0, size - 1))

    path = hashes_of(inclusion_stretches(index, size), size, STORED)

    assert path == path_by_definition(index, LEAVES[:size])
    proofs.require_included(LEAVES[index], index, path, size=size, root=root(LEAVES[:size]))


@given(st.data(), st.integers(1, len(LEAVES)))
def test_a_consistency_proof_from_tiles_is_that_of_the_rfc(data: st.DataObject, size: int) -> None:
    before = data.draw(st.integers(1, size))

    path = hashes_of(consistency_stretches(before, size), size, STORED)

    assert path == proof_by_definition(before, LEAVES[:size])
    proofs.require_consistent(
        path, from_size=before, from_root=root(LEAVES[:before]), to_size=size, to_root=root(LEAVES[:size])
    )


@pytest.mark.parametrize(("size", "index"), [(65_535, 0), (65_536, 65_279), (65_537, 65_536), (65_836, 256)])
def test_proofs_cross_three_levels(index: int, size: int) -> None:
    leaves = LEAVES_OF_MANY[:size]

    path = hashes_of(inclusion_stretches(index, size), size, STORED_OF_MANY)
    grown = hashes_of(consistency_stretches(index + 1, size), size, STORED_OF_MANY)

    proofs.require_included(leaves[index], index, path, size=size, root=root(leaves))
    proofs.require_consistent(
        grown, from_size=index + 1, from_root=root(leaves[: index + 1]), to_size=size, to_root=root(leaves)
    )


@given(st.data(), st.integers(1, 2**50))
def test_a_proof_needs_two_tiles_of_a_level_at_most(data: st.DataObject, size: int) -> None:
    index = data.draw(st.integers(0, size - 1))

    for stretches in (inclusion_stretches(index, size), consistency_stretches(index + 1, size)):
        needed = tiles_needed(stretches, size)
        levels = [tile.level for tile in needed]
        assert max(levels.count(level) for level in range(8)) <= 2
        assert len(stretches) <= size.bit_length() + 1
        assert all(tile.entries_end <= size for tile in needed)


def test_an_entry_that_is_not_in_the_tree_has_no_proof() -> None:
    with pytest.raises(AssertionError):
        inclusion_stretches(5, 5)
    with pytest.raises(AssertionError):
        consistency_stretches(6, 5)
    with pytest.raises(AssertionError):
        consistency_stretches(0, 5)


def test_a_tree_of_70_000_entries_has_the_tiles_that_c2sp_counts() -> None:
    full = list(full_tiles(before=0, size=70_000))

    assert [sum(tile.level == level for tile in full) for level in range(3)] == [273, 1, 0]
    assert list(partial_tiles(70_000)) == [Tile(0, 273, 112), Tile(1, 1, 17), Tile(2, 0, 1)]
    assert list(partial_tiles(256)) == [Tile(1, 0, 1)]
    assert list(full_tiles(before=0, size=256)) == [Tile(0, 0)]
    assert list(partial_tiles(0)) == list(full_tiles(before=0, size=0)) == []


@given(SIZES, SIZES)
def test_what_a_log_adds_step_by_step_is_what_it_has(one: int, other: int) -> None:
    before, size = sorted((one, other))

    added = [*full_tiles(before=0, size=before), *full_tiles(before=before, size=size)]

    assert sorted(added) == sorted(full_tiles(before=0, size=size))


def test_numbers_are_written_as_c2sp_writes_them() -> None:
    assert number_path(1_234_067) == "x001/x234/067"
    assert Tile(2, 7).path == "tile/2/007"
    assert Tile(0, 1_000, 3).path == "tile/0/x001/000.p/3"


@given(st.integers(0, 63), st.integers(0, 10**15), st.integers(1, 256))
def test_a_tile_is_found_again_by_its_path(level: int, number: int, width: int) -> None:
    tile = Tile(level, number, width)
    _, level_text, place = tile.path.split("/", 2)

    assert tile_at(level_text, place) == tile


@pytest.mark.parametrize(
    ("level", "place"),
    [
        *(
            ("00", "000"),
            ("64", "000"),
            ("-1", "000"),
            ("x", "000"),
            ("0", ""),
            ("0", "0"),
            ("0", "0000"),
            ("0", "x000"),
        ),
        *(("0", "x000/001"), ("0", "000/001"), ("0", "x001/x1/001"), ("0", "000.p/0"), ("0", "000.p/256")),
        *(
            ("0", "000.p/01"),
            ("0", "000.p"),
            ("0", "000.p/"),
            ("0", "000/"),
            ("0", "../../checkpoint"),
            ("0", "\uff10\uff10\uff11"),
        ),
        *(("0", "x001/" * 6 + "001"), ("0", "000\n"), ("\u0663", "000")),
    ],
)
def test_what_is_no_path_of_a_tile_is_refused(level: str, place: str) -> None:
    with pytest.raises(MalformedTile):
        tile_at(level, place)


def test_only_a_full_tile_has_a_root() -> None:
    assert tile_root(LEAVES[:256]) == root(LEAVES[:256])
    with pytest.raises(AssertionError):
        tile_root(LEAVES[:255])


def test_roots_agree_with_published_answers() -> None:
    told = published("rfc6962_roots.json")
    leaves = [hashlib.sha256(b"\x00" + bytes.fromhex(entry)).digest() for entry in told["leaves"]]

    for size in range(1, 9):
        expected = bytes.fromhex(told["roots"][size])
        for index in range(size):
            path = hashes_of(inclusion_stretches(index, size), size, rows(leaves))
            proofs.require_included(leaves[index], index, path, size=size, root=expected)
            before = bytes.fromhex(told["roots"][index + 1])
            grown = hashes_of(consistency_stretches(index + 1, size), size, rows(leaves))
            proofs.require_consistent(grown, from_size=index + 1, from_root=before, to_size=size, to_root=expected)


def test_the_verifier_judges_published_proofs_as_their_publishers_do() -> None:
    judged = 0
    for case in published("rfc6962_proofs.json"):
        path = [base64.b64decode(node) for node in case["proof"] or ()]
        judged += 1
        try:
            if "size1" in case:
                proofs.require_consistent(
                    path,
                    from_size=case["size1"],
                    from_root=base64.b64decode(case["root1"]),
                    to_size=case["size2"],
                    to_root=base64.b64decode(case["root2"]),
                )
            else:
                proofs.require_included(
                    base64.b64decode(case["leafHash"]),
                    case["leafIdx"],
                    path,
                    size=case["treeSize"],
                    root=base64.b64decode(case["root"]),
                )
        except Fault:
            assert case["wantErr"], case["name"]
        else:
            assert not case["wantErr"], case["name"]
    assert judged == 98


def test_the_platform_makes_the_published_proofs() -> None:
    told = published("rfc6962_roots.json")
    leaves = [hashlib.sha256(b"\x00" + bytes.fromhex(entry)).digest() for entry in told["leaves"]]
    stored, made = rows(leaves), 0
    for case in published("rfc6962_proofs.json"):
        if case["wantErr"] or case.get("treeSize", case.get("size2")) > len(leaves):
            continue
        if "size1" in case:
            stretches, size = consistency_stretches(case["size1"], case["size2"]), case["size2"]
        else:
            stretches, size = inclusion_stretches(case["leafIdx"], case["treeSize"]), case["treeSize"]
        path = [base64.b64encode(node).decode() for node in hashes_of(stretches, size, stored)]
        assert path == (case["proof"] or []), case["name"]
        made += 1
    assert made > 5


def test_a_proof_is_written_line_by_line() -> None:
    node = bytes(range(32))
    line = base64.b64encode(node).decode()

    assert inclusion_document(5, [node, node], "a checkpoint\n") == (
        f"c2sp.org/tlog-proof@v1\nindex 5\n{line}\n{line}\n\na checkpoint\n"
    )
    assert inclusion_document(0, [], "a checkpoint\n") == "c2sp.org/tlog-proof@v1\nindex 0\n\na checkpoint\n"
    assert consistency_document(7, [node], "a checkpoint\n") == f"old 7\n{line}\n\na checkpoint\n"
