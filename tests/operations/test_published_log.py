"""What the public sees of the log: files and answers that anybody can check, and nothing beyond the checkpoint."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import pytest
from django.db import connection, transaction

from audit import keys
from audit.core.checkpoint import size_of
from audit.core.note import sign_note
from audit.core.proofs import Place
from audit.core.tiles import Tile, full_tiles, partial_tiles
from audit.models import Checkpoint, Leaf, Log, Subtree
from audit.operations import add_subtrees as adding, publish as publishing
from audit.operations.add_subtrees import add_subtrees
from audit.operations.integrate import LogForked, integrate, require_continuation, sign_newest
from audit.operations.list_events import list_events
from audit.operations.publish import Publication
from audit.published_folder import PublishedFolder, TileChanged
from audit.queries.published_tiles import changed_tiles, sampled_tiles
from audit.queries.tiles import stored_hashes
from kernel import canonical_json
from reddog_platform import setup_diagnostics
from tests import world
from tests.api.caller import Caller
from tests.crash.merkle import root
from tests.world import NOW
from verifier import proofs, served_keys, trust as trusted_keys
from verifier.published_commands import judge_tiles

if TYPE_CHECKING:
    from pathlib import Path

    from django.http import HttpResponse
    from pytest_django.fixtures import Settings

    from audit.operations.publish import PublishedPlace
    from kernel.ids import ChainId
    from verifier.trust import Trust

pytestmark = [pytest.mark.clause("F12"), pytest.mark.django_db]


@pytest.fixture
def ada() -> ChainId:
    world.open_house()
    return world.sign_up("ada")


def grow(player: ChainId, count: int) -> None:
    for _ in range(count):
        world.fund(player, 1)


def leaves() -> list[bytes]:
    return [bytes(leaf) for leaf in Leaf.objects.order_by("index").values_list("leaf", flat=True)]


def trust() -> Trust:
    return trusted_keys.parse(json.dumps(dict(keys.trust_document())).encode(), exact=False)


def get(path: str, **headers: str) -> HttpResponse:
    caller = Caller()
    caller._headers = headers
    return caller.get(f"/log/{path}")


def code_of(answer: HttpResponse) -> tuple[int, str]:
    return answer.status_code, json.loads(answer.content)["code"]


def test_what_is_published_is_the_tree_and_the_answers_are_the_files(ada: ChainId, tmp_path: Path) -> None:
    grow(ada, 300)
    world.run_sequencer(folder=tmp_path)
    (tmp_path / "trust").write_text(json.dumps(dict(keys.trust_document())))
    tree = leaves()

    assert judge_tiles([str(tmp_path), "--trust", str(tmp_path / "trust")]) == 0
    files = {path.relative_to(tmp_path).as_posix() for path in (tmp_path / "tile").rglob("*") if path.is_file()}
    assert files == {tile.path for tile in [*full_tiles(before=0, size=len(tree)), *partial_tiles(len(tree))]}
    assert (tmp_path / "tile/0/000").read_bytes() == b"".join(tree[:256])
    assert (tmp_path / "tile/1/000.p/1").read_bytes() == root(tree[:256])
    for file in [*files, "checkpoint"]:
        answer = get(file)
        assert (answer.status_code, answer.content) == (200, (tmp_path / file).read_bytes()), file


Spoil = Callable[[bytes], bytes]


def _served(content: bytes) -> list[dict[str, str]]:
    return [json.loads(line) for line in content.splitlines()]


def _written(lines: list[dict[str, str]]) -> bytes:
    return b"".join(canonical_json.encode({**line}) + b"\n" for line in lines)


def _with_proof(change: Callable[[str], str]) -> Spoil:
    return lambda content: _written([{**line, "proof": change(line["proof"])} for line in _served(content)])


def _other_hash(proof: str) -> str:
    head, index, first, *rest = proof.split("\n")
    return "\n".join([head, index, base64.b64encode(bytes(32)).decode(), *rest]) if len(first) == 44 else proof


def _in_another_tree(content: bytes) -> bytes:
    """Prove the second record as the only entry of a log, whose checkpoint our key signed."""
    (_, line), signer = _served(content), keys.signer("log")
    alone = hashlib.sha256(b"\0" + line["note"].encode()).digest()
    text = f"{signer.name}\n1\n{base64.b64encode(alone).decode()}\n"
    return _written([{**line, "proof": f"c2sp.org/tlog-proof@v1\nindex 0\n\n{sign_note(text, signer)}"}])


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (_with_proof(_other_hash), "E_PROOF"),
        (_with_proof(lambda _: ""), "E_PROOF"),
        (_with_proof(lambda proof: proof.replace("index 0", "index 1")), "E_PROOF"),
        (lambda content: _written([{"note": line["note"]} for line in _served(content)]), "E_PROOF"),
        (lambda content: _written(_served(content)[::-1]), "E_PROOF"),
        (lambda content: content[:-30], "E_PROOF"),
        (lambda _: b'{"note":"\\ud800","proof":"\\ud800"}\n', "E_PROOF"),
        (lambda _: b"\xff\xfe\n", "E_PROOF"),
        (lambda _: b"[" * 200_000, "E_PROOF"),
        (lambda _: b" " * (served_keys.FILE_BYTES_MAX + 1), "E_PROOF"),
        (_in_another_tree, "E_ROOT"),
    ],
)
def test_the_keys_of_a_folder_are_held_to_their_proofs_and_harm_no_sequencer(
    ada: ChainId, tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: Spoil, code: str
) -> None:
    grow(ada, 20)
    world.run_sequencer(folder=tmp_path)
    (tmp_path / "trust").write_text(json.dumps(dict(keys.trust_document())))
    words = [str(tmp_path), "--trust", str(tmp_path / "trust"), "--json"]
    honest = (tmp_path / "keys").read_bytes()
    assert judge_tiles(words) == 0
    assert json.loads(capsys.readouterr().out)["keys"] == "2 records with their proofs"
    assert honest == get("keys").content

    (tmp_path / "keys").write_bytes(spoil(honest))
    assert judge_tiles(words) == 1
    assert json.loads(capsys.readouterr().out)["failures"][0]["code"] == code
    grow(ada, 1)
    world.run_sequencer(folder=tmp_path)
    assert judge_tiles(words) == 0
    assert (tmp_path / "keys").read_bytes() == get("keys").content


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\n1\n", b"no checkpoint\n", b"demo.reddog.example/log\nmany\n"])
def test_a_checkpoint_in_the_folder_that_is_none_ends_the_sequencer_with_a_word(
    ada: ChainId, tmp_path: Path, content: bytes
) -> None:
    grow(ada, 1)
    world.run_sequencer(folder=tmp_path)
    (tmp_path / "checkpoint").write_bytes(content)
    published = PublishedFolder(tmp_path).checkpoint()
    assert published is not None

    with pytest.raises(LogForked, match=r"somebody changed it|not the one that was published"):
        require_continuation(published)


def test_keys_are_published_before_the_checkpoint_that_they_explain(ada: ChainId, tmp_path: Path) -> None:
    world.run_sequencer(folder=tmp_path)
    grow(ada, 1)
    integrate()
    sign_newest(now=NOW)
    add_subtrees()
    place = PublishedFolder(tmp_path)

    class KilledError(Exception):
        """As a process that ends here."""

    class Dying:
        def __getattr__(self, name: str) -> object:
            return getattr(place, name)

        def replace(self, note: str, *, keys: bytes | None, in_place_of: str | None) -> None:
            assert note != in_place_of
            place.replace(in_place_of or "", keys=keys, in_place_of=in_place_of)
            raise KilledError

    with pytest.raises(KilledError):
        Publication(cast("PublishedPlace", Dying())).publish(hashes_size=len(leaves()))

    # Its proofs lead to a checkpoint beyond the newest published one: that says nothing against the log.
    (tmp_path / "trust").write_text(json.dumps(dict(keys.trust_document())))
    assert judge_tiles([str(tmp_path), "--trust", str(tmp_path / "trust")]) == 0


def test_caches_keep_what_never_changes_and_ask_for_the_rest(ada: ChainId) -> None:
    grow(ada, 260)
    world.run_sequencer()
    size = len(leaves())
    kept = "public, max-age=31536000, immutable"

    for path, cache, media_type in (
        ("checkpoint", "public, no-cache", "text/plain; charset=utf-8"),
        (f"checkpoints/{size}", kept, "text/plain; charset=utf-8"),
        ("tile/0/000", kept, "application/octet-stream"),
        ("tile/1/000.p/1", "public, max-age=3600", "application/octet-stream"),
        (f"proof/{leaves()[7].hex()}.tlog-proof", "public, no-cache", "text/plain; charset=utf-8"),
        (f"proof/{leaves()[7].hex()}.tlog-proof?size={size}", kept, "text/plain; charset=utf-8"),
        (f"consistency/1/{size}", kept, "text/plain; charset=utf-8"),
    ):
        answer = get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, cache), path
        assert answer.headers["Content-Type"] == media_type
        again = get(path, **{"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_every_leaf_is_proved_and_the_log_is_proved_to_have_grown(ada: ChainId) -> None:
    sizes = []
    for count in (1, 130, 131):
        grow(ada, count)
        world.run_sequencer()
        sizes.append(len(leaves()))
    tree = leaves()
    assert sizes[1] < 256 < sizes[2]
    assert get("checkpoints").content == "".join(f"{size}\n" for size in sizes).encode()
    assert get(f"checkpoints?above={sizes[1]}").content == f"{sizes[2]}\n".encode()
    assert get(f"checkpoints?above={sizes[2]}").content == b""
    assert code_of(get("checkpoints?above=many")) == (400, "malformed-tree-size")

    for index in (0, 1, 99, 255, 256, len(tree) - 1):
        proof = proofs.parse(get(f"proof/{tree[index].hex()}.tlog-proof").content, trust=trust())
        assert isinstance(proof, proofs.InclusionProof)
        assert (proof.index, proof.checkpoint.size) == (index, len(tree))
        proofs.require_included(tree[index], index, proof.path, size=len(tree), root=root(tree))
    older = proofs.parse(get(f"proof/{tree[9].hex()}.tlog-proof?size={sizes[1]}").content, trust=trust())
    assert older.checkpoint.root == root(tree[: sizes[1]])
    for before, after in ((sizes[0], sizes[1]), (sizes[0], sizes[2]), (sizes[1], sizes[2]), (7, sizes[2])):
        grown = proofs.parse(get(f"consistency/{before}/{after}").content, trust=trust())
        assert isinstance(grown, proofs.ConsistencyProof)
        proofs.require_consistent(
            grown.path,
            from_size=before,
            from_root=root(tree[:before]),
            to_size=after,
            to_root=grown.checkpoint.root,
        )


def test_nothing_is_shown_beyond_the_published_checkpoint(ada: ChainId) -> None:
    assert code_of(get("checkpoint")) == (404, "checkpoint-not-signed")
    integrate()
    sign_newest(now=NOW)
    leaf = leaves()[0].hex()
    assert code_of(get("checkpoint")) == (404, "checkpoint-not-signed")
    assert code_of(get(f"proof/{leaf}.tlog-proof")) == (404, "checkpoint-not-signed")
    world.run_sequencer()
    shown = len(leaves())
    grow(ada, 1)
    integrate()
    sign_newest(now=NOW)

    assert size_of(get("checkpoint").content.decode()) == shown
    late = get(f"proof/{leaves()[-1].hex()}.tlog-proof")
    assert (code_of(late), late.headers["Retry-After"]) == ((404, "uncovered-leaf"), "1")
    assert code_of(get(f"tile/0/000.p/{shown + 1}")) == (404, "uncovered-tile")
    assert code_of(get(f"checkpoints/{shown + 1}")) == (404, "unknown-checkpoint")
    assert code_of(get(f"consistency/{shown}/{shown + 1}")) == (404, "unknown-checkpoint")

    world.run_sequencer()

    assert get(f"proof/{leaves()[-1].hex()}.tlog-proof").status_code == 200
    pinned = get(f"proof/{leaves()[-1].hex()}.tlog-proof?size={shown}")
    assert (code_of(pinned), "Retry-After" in pinned.headers) == ((404, "uncovered-leaf"), False)
    assert get(f"consistency/{shown}/{shown + 1}").status_code == 200


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("tile/0/0", 400, "malformed-tile"),
        ("tile/64/000", 400, "malformed-tile"),
        ("tile/0/000.p/256", 400, "malformed-tile"),
        ("tile/0/x999/999", 404, "uncovered-tile"),
        ("tile/63/x999/x999/x999/x999/x999/999", 404, "uncovered-tile"),
        ("checkpoints/0", 400, "malformed-tree-size"),
        ("checkpoints/01", 400, "malformed-tree-size"),
        ("checkpoints/9999999999999999", 404, "unknown-checkpoint"),
        ("proof/" + "0" * 64 + ".tlog-proof", 404, "unknown-leaf"),
        ("proof/" + "A" * 64 + ".tlog-proof", 400, "malformed-leaf"),
        ("proof/0.tlog-proof", 400, "malformed-leaf"),
        ("proof/" + "0" * 64 + ".tlog-proof?size=-1", 400, "malformed-tree-size"),
        ("proof/" + "0" * 64, 404, "not-found"),
        ("consistency/0/1", 400, "malformed-tree-size"),
        ("consistency/2/1", 422, "impossible-consistency"),
        ("consistency/1/9999999999999999", 404, "unknown-checkpoint"),
    ],
)
def test_what_cannot_be_shown_is_refused(ada: ChainId, path: str, status: int, code: str) -> None:
    del ada
    world.run_sequencer()

    answer = get(path)

    assert code_of(answer) == (status, code)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers.get("Retry-After") == ("10" if code == "unknown-leaf" else None)


def test_a_log_that_had_no_tiles_gets_them_all(ada: ChainId, tmp_path: Path) -> None:
    grow(ada, 520)
    list_events(now=NOW, at_once=True)
    integrate()
    sign_newest(now=NOW)
    note = Checkpoint.objects.latest("size").note
    # As an earlier version left it.
    PublishedFolder(tmp_path).replace(note, keys=None, in_place_of=None)
    assert not Subtree.objects.exists()

    world.run_sequencer(folder=tmp_path)

    (tmp_path / "trust").write_text(json.dumps(dict(keys.trust_document())))
    assert judge_tiles([str(tmp_path), "--trust", str(tmp_path / "trust")]) == 0
    assert [bytes(row.root) for row in Subtree.objects.order_by("index")] == [
        root(leaves()[first : first + 256]) for first in (0, 256)
    ]
    assert Log.objects.get().published_size == size_of(note)


def test_going_back_a_long_way_is_done_in_parts(ada: ChainId, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adding, "_ROOTS_MAX", 1)
    monkeypatch.setattr(publishing, "_ENTRIES_MAX", 256)
    grow(ada, 520)
    integrate()
    sign_newest(now=NOW)
    publication = Publication(PublishedFolder(tmp_path))

    reached = [add_subtrees(), add_subtrees()]

    assert reached == [256, len(leaves())]
    assert not publication.publish(hashes_size=256)
    assert not (tmp_path / "checkpoint").exists()
    turns = 1
    while not publication.publish(hashes_size=len(leaves())):
        turns += 1
        assert not (tmp_path / "checkpoint").exists(), "the checkpoint comes after all of its tiles"
    assert turns > 1
    assert (tmp_path / "checkpoint").exists()


def test_three_levels_of_subtrees_are_those_of_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 65_536 + 700
    tree = [hashlib.sha256(number.to_bytes(8, "big")).digest() for number in range(count)]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO audit_leaf (index, chain, seq, leaf)"
            " SELECT at, gen_random_uuid(), 0, sha256(int8send(at)) FROM generate_series(0, %s) at",
            (count - 1,),
        )
        Log.objects.update(size=count, frontier=[bytes(32)] * count.bit_count())
        monkeypatch.setattr(adding, "_ROOTS_MAX", 100)

        reached = [add_subtrees() for _ in range(3)]

        assert reached == [25_600, 51_200, count]
        stored = stored_hashes([*full_tiles(before=0, size=count), *partial_tiles(count)])
        assert stored[Place(2, 0)] == root(tree[:65_536])
        assert stored[Place(1, 256)] == root(tree[65_536 : 65_536 + 256])
        assert len(stored) == count + 258 + 1
        transaction.set_rollback(True)


def test_a_tile_left_by_a_lost_history_is_replaced_before_it_is_promised(ada: ChainId, tmp_path: Path) -> None:
    world.run_sequencer(folder=tmp_path)
    promised = len(leaves())
    grow(ada, 1)
    # The record that grows the log, and the one that lists its event.
    stray = tmp_path / f"tile/0/000.p/{promised + 2}"
    stray.write_bytes(bytes(32 * (promised + 2)))

    world.run_sequencer(folder=tmp_path)

    assert stray.read_bytes() == b"".join(leaves())


def test_a_promised_tile_that_was_cut_is_not_replaced(ada: ChainId, tmp_path: Path) -> None:
    grow(ada, 260)
    world.run_sequencer(folder=tmp_path)
    tile, note = tmp_path / "tile/0/000", (tmp_path / "checkpoint").read_text()
    tile.write_bytes(tile.read_bytes()[:-1])
    grow(ada, 1)

    with pytest.raises(TileChanged, match="8191 bytes instead of 8192"):
        world.run_sequencer(folder=tmp_path)

    assert (len(tile.read_bytes()), (tmp_path / "checkpoint").read_text()) == (8191, note)


@pytest.mark.parametrize("path", ["tile/0/000", "tile/0/001.p/{}", "tile/1/000.p/1"])
def test_a_byte_that_was_flipped_in_a_tile_is_seen_by_the_doctor(
    ada: ChainId, tmp_path: Path, settings: Settings, path: str
) -> None:
    settings.REDDOG_LOG_DIR = tmp_path
    assert setup_diagnostics.published_tiles().state == "none yet"
    grow(ada, 260)
    world.run_sequencer(folder=tmp_path)
    assert setup_diagnostics.published_tiles().healthy
    path = path.format(len(leaves()) % 256)
    tile = tmp_path / path
    whole = tile.read_bytes()

    tile.write_bytes(bytes([whole[0] ^ 1]) + whole[1:])
    # The sequencer does not read a tile again, and the length is right.
    world.run_sequencer(folder=tmp_path)
    assert setup_diagnostics.published_log().healthy

    assert not setup_diagnostics.published_tiles().healthy
    assert setup_diagnostics.published_tiles().state.endswith(f"1 of those looked at were changed, the first is {path}")
    tile.unlink()
    world.run_sequencer(folder=tmp_path)
    assert tile.read_bytes() == whole
    assert setup_diagnostics.published_tiles().healthy


def test_a_full_tile_stands_for_the_partial_one_that_the_doctor_looked_for(ada: ChainId, tmp_path: Path) -> None:
    grow(ada, 260)
    world.run_sequencer(folder=tmp_path)

    assert changed_tiles(PublishedFolder(tmp_path), size=200) == []
    assert not (tmp_path / "tile/0/000.p").exists()
    tile = tmp_path / "tile/0/000"
    tile.write_bytes(bytes(32) + tile.read_bytes()[32:])
    assert changed_tiles(PublishedFolder(tmp_path), size=200) == ["tile/0/000.p/200"]


def test_a_database_behind_the_published_checkpoint_is_red(ada: ChainId, tmp_path: Path, settings: Settings) -> None:
    settings.REDDOG_LOG_DIR = tmp_path
    grow(ada, 1)
    world.run_sequencer(folder=tmp_path)
    note = (tmp_path / "checkpoint").read_text()
    (tmp_path / "checkpoint").write_text(note.replace(f"\n{size_of(note)}\n", f"\n{size_of(note) + 1}\n", 1))

    assert not setup_diagnostics.published_tiles().healthy


def test_the_doctor_looks_at_as_many_tiles_however_large_the_log_is() -> None:
    size = 10_000_000
    seen = {tile for _ in range(8) for tile in sampled_tiles(size)}

    # 39,062 full tiles of leaves, 152 above them: the newest 4 of each and 32 by chance, and the 3 partial ones.
    for _ in range(3):
        sample = list(sampled_tiles(size))
        assert len(sample) == len(set(sample)) == 2 * (4 + 32) + 3
        assert {Tile(0, 39_061), Tile(1, 151), *partial_tiles(size)} <= set(sample)
        assert all(tile.entries_end <= size for tile in sample)
    assert len({tile for tile in seen if tile.level == 0}) > 36 + 1 + 100
    assert len(list(sampled_tiles(2**62))) <= 8 * 37


def test_an_answer_costs_the_same_few_statements_however_many_entries_there_are(
    ada: ChainId, django_assert_max_num_queries: object
) -> None:
    world.run_sequencer()
    leaf = leaves()[0].hex()
    grow(ada, 300)
    world.run_sequencer()
    size = len(leaves())

    for path, statements in (
        ("checkpoint", 1),
        ("checkpoints?above=0", 1),
        (f"checkpoints/{size}", 1),
        ("tile/0/000", 2),
        (f"proof/{leaf}.tlog-proof", 3),
        (f"consistency/3/{size}", 2),
    ):
        with django_assert_max_num_queries(statements):  # type: ignore[operator]  # the plugin has no types
            assert get(path).status_code == 200


def test_hashes_are_found_by_keys() -> None:
    for statement, key in (
        ("SELECT index FROM audit_leaf WHERE leaf = '\\x00'", "audit_leaf_by_hash"),
        ("SELECT leaf FROM audit_leaf WHERE index >= 0 AND index < 256", "audit_leaf_pkey"),
        ("SELECT root FROM audit_subtree WHERE level = 1 AND index >= 0 AND index < 256", "audit_subtree_pkey"),
        ("SELECT max(index) + 1 FROM audit_subtree WHERE level = 1", "audit_subtree_pkey"),
    ):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {statement}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
        assert key in plan, plan


def test_a_checkpoint_in_a_proof_is_the_published_one_to_the_byte(ada: ChainId) -> None:
    del ada
    world.run_sequencer()

    proof = get(f"proof/{leaves()[0].hex()}.tlog-proof").content.decode()

    head, _, note = proof.partition("\n\n")
    assert note == get("checkpoint").content.decode()
    lines = head.split("\n")
    assert lines[:2] == ["c2sp.org/tlog-proof@v1", "index 0"]
    assert base64.b64decode(lines[2]) == leaves()[1], "a leaf's sibling comes first"


def test_what_a_process_left_that_died_is_removed_and_what_may_be_in_use_is_not(tmp_path: Path) -> None:
    for name, age_seconds in ((".new", 3700), (".new-00", 3700), (".new-01", 60), ("keys", 3700)):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (NOW.timestamp() - age_seconds,) * 2)

    PublishedFolder(tmp_path).drop_leftovers(now=NOW)

    assert {path.name for path in tmp_path.iterdir()} == {".new-01", "keys"}
