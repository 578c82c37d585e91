"""What an export's files may lack, contradict or add."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.play import full_day, one_round
from tests.verifier.producer import LOG, ROUNDS, STRANGER, TRUST, canonical, sign
from verifier import verdict_output
from verifier.export import bundle_path

if TYPE_CHECKING:
    from pathlib import Path

    from verifier.audit import AuditResult


@pytest.fixture
def export(tmp_path: Path) -> Path:
    return full_day().seal().write(tmp_path)


def bundle_bytes(entries: list[bytes]) -> bytes:
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def test_the_full_day_fills_more_than_one_bundle(export: Path) -> None:
    assert (export / "tile/entries/000").is_file()
    assert code(audited_folder(export)) == "OK"


def test_a_missing_bundle_is_withheld_and_what_comes_before_is_still_judged(export: Path) -> None:
    (partial,) = (export / "tile/entries/001.p").iterdir()
    partial.unlink()

    outcome = audited_folder(export)

    assert code(outcome) == "E_WITHHELD_ENTRY"
    assert verdict_output.exit_status(outcome) == 1
    assert outcome.tally.milder[0].place.index == 256
    assert outcome.tally.entries == 256


def test_entries_missing_at_the_end_of_a_bundle_are_withheld(tmp_path: Path) -> None:
    sealed = one_round().seal()
    sealed.write(tmp_path)
    (tmp_path / f"tile/entries/000.p/{len(sealed.entries)}").write_bytes(bundle_bytes(sealed.entries[:-1]))

    outcome = audited_folder(tmp_path)

    assert code(outcome) == "E_WITHHELD_ENTRY"
    assert outcome.tally.milder[0].place.index == len(sealed.entries) - 1


def test_a_record_deleted_from_a_bundle_that_was_renamed_to_its_width_breaks_its_chain(tmp_path: Path) -> None:
    sealed = one_round().seal()
    sealed.write(tmp_path)
    left = sealed.entries[:-2] + sealed.entries[-1:]
    promised = tmp_path / f"tile/entries/000.p/{len(sealed.entries)}"
    promised.unlink()
    promised.with_name(str(len(left))).write_bytes(bundle_bytes(left))

    outcome = audited_folder(tmp_path)

    assert code(outcome) == "E_CHAIN"
    assert verdict_output.exit_status(outcome) == 1


@pytest.mark.parametrize("cut", [1, 40])
def test_a_bundle_cut_within_an_entry_is_malformed(tmp_path: Path, cut: int) -> None:
    sealed = one_round().seal()
    sealed.write(tmp_path)
    bundle = tmp_path / f"tile/entries/000.p/{len(sealed.entries)}"
    bundle.write_bytes(bundle.read_bytes()[:-cut])

    assert code(audited_folder(tmp_path)) == "E_FORM"


def test_a_bundle_with_something_after_its_last_entry_is_malformed(tmp_path: Path) -> None:
    sealed = one_round().seal()
    sealed.write(tmp_path)
    with (tmp_path / f"tile/entries/000.p/{len(sealed.entries)}").open("ab") as bundle:
        bundle.write(b"\x00\x01x")

    assert code(audited_folder(tmp_path)) == "E_FORM"


def test_an_empty_folder_has_no_keys(tmp_path: Path) -> None:
    assert code(audited_folder(tmp_path)) == "E_TRUST"


@pytest.mark.parametrize(
    "trust",
    [
        b"",
        b"[]",
        b"{",
        b"\xff",
        canonical(TRUST).encode(),
        canonical(TRUST).encode() + b"\n\n",
        canonical({**TRUST, "v": "rdf/2"}).encode() + b"\n",
        canonical({**TRUST, "also": ""}).encode() + b"\n",
        canonical({**TRUST, "log": TRUST["log"][:-1] + "A"}).encode() + b"\n",
        b"[" * 60_000,
    ],
)
def test_a_malformed_trust_file_is_told(export: Path, trust: bytes) -> None:
    (export / "trust.json").write_bytes(trust)

    assert code(audited_folder(export)) == "E_TRUST"


def test_an_export_that_names_other_keys_than_the_trusted_ones_is_told(export: Path) -> None:
    (export / "trust.json").write_text(canonical({**TRUST, "root": STRANGER.vkey}) + "\n")

    assert code(audited_folder(export, trust=canonical(TRUST).encode())) == "E_TRUST"


@pytest.mark.parametrize("name", ["checkpoint", "checkpoints/{newest}"])
def test_the_newest_checkpoint_stands_in_two_places(export: Path, name: str) -> None:
    newest = max(int(path.name) for path in (export / "checkpoints").iterdir())
    (export / name.format(newest=newest)).unlink()

    assert code(audited_folder(export)) == "E_CHECKPOINT"


def with_checkpoint(tmp_path: Path, note: bytes) -> AuditResult:
    sealed = one_round().seal()
    sealed.write(tmp_path)
    (tmp_path / "checkpoint").write_bytes(note)
    return audited_folder(tmp_path)


def test_a_checkpoint_of_another_key_does_not_hold(tmp_path: Path) -> None:
    entries = one_round().seal().entries

    assert code(with_checkpoint(tmp_path, sign(entries, [len(entries)], signer=ROUNDS)[len(entries)])) == "E_CHECKPOINT"


def test_a_checkpoint_of_another_origin_does_not_hold(tmp_path: Path) -> None:
    entries = one_round().seal().entries
    note = sign(entries, [len(entries)], origin="elsewhere.example/log")[len(entries)]

    assert code(with_checkpoint(tmp_path, note)) == "E_CHECKPOINT"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "one line\n",
        f"{TRUST['origin']}\n01\n{'A' * 43}=\n",
        f"{TRUST['origin']}\n1\n\n",
        f"{TRUST['origin']}\n1\n{'A' * 42}B=\n",
        f"{TRUST['origin']}\n1\n{'A' * 43}=\nan extension\n",
    ],
)
def test_a_checkpoint_that_is_none_does_not_hold(tmp_path: Path, text: str) -> None:
    assert code(with_checkpoint(tmp_path, LOG.note(text))) == "E_CHECKPOINT"


def test_a_checkpoint_under_the_name_of_another_size_does_not_hold() -> None:
    sealed = one_round().seal()
    first, *_, last = sorted(sealed.checkpoints)
    sealed.checkpoints[first] = sealed.checkpoints[last]

    assert code(audited(sealed)) == "E_CHECKPOINT"


def test_two_signed_roots_for_one_size_are_a_fork(tmp_path: Path) -> None:
    sealed = one_round().seal()
    size = len(sealed.entries)

    outcome = with_checkpoint(tmp_path, sign([b"another"] * size, [size])[size])

    assert code(outcome) == "E_FORK"


def test_history_signed_again_does_not_have_the_root_of_an_older_checkpoint() -> None:
    log = full_day()
    honest = log.seal()
    log.drafts[log.index("init")].fields["player"] = "ab" * 32
    rewritten = log.seal()
    first = min(size for size in honest.checkpoints if size > log.index("init"))
    rewritten.checkpoints[first] = honest.checkpoints[first]

    outcome = audited(rewritten)

    assert code(outcome) == "E_ROOT"
    assert outcome.checkpoints == len(rewritten.checkpoints) - 1


def test_a_checkpoint_larger_than_the_newest_promises_entries_that_are_withheld(tmp_path: Path) -> None:
    sealed = one_round().seal()
    sealed.write(tmp_path)
    (tmp_path / "checkpoint").write_bytes(sealed.checkpoints[min(sealed.checkpoints)])

    assert code(audited_folder(tmp_path)) == "E_WITHHELD_ENTRY"


def test_files_that_are_no_part_of_an_export_are_named_and_change_nothing(export: Path) -> None:
    for name in ("README", "checkpoints/latest", "tile/entries/000.p/17", "tile/entries/x001/000", "tile/8/000"):
        (export / name).parent.mkdir(parents=True, exist_ok=True)
        (export / name).write_bytes(b"\x1b[31m")

    outcome = audited_folder(export)

    assert code(outcome) == "OK"
    assert outcome.unexpected_files == [
        "README",
        "checkpoints/latest",
        "tile/8/000",
        "tile/entries/000.p/17",
        "tile/entries/x001/000",
    ]


def test_a_checkpoint_file_named_by_an_absurd_size_is_answered_at_once(export: Path) -> None:
    (export / "checkpoints/9999999999999999").write_bytes(b"")
    (export / "checkpoint").unlink()

    assert code(audited_folder(export)) == "E_CHECKPOINT"


@pytest.mark.parametrize(
    ("number", "width", "path"),
    [
        (0, 256, "tile/entries/000"),
        (67, 3, "tile/entries/067.p/3"),
        (1000, 256, "tile/entries/x001/000"),
        (1_234_067, 256, "tile/entries/x001/x234/067"),
        (1_234_067, 255, "tile/entries/x001/x234/067.p/255"),
    ],
)
def test_a_bundle_has_the_path_of_its_number_in_groups_of_three_digits(number: int, width: int, path: str) -> None:
    assert bundle_path(number, width=width) == path
