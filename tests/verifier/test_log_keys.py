"""The log key is replaced: two lines while both hold, then the successor's alone; and no rotation hides anything."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.cosigned import ONE, TWO, TWO_OF_THREE, cosigned
from tests.verifier.log_server import serving
from tests.verifier.producer import (
    LOG,
    LOG_NEXT,
    ROOT,
    ROUNDS,
    ROUNDS_NEXT,
    STRANGER,
    SYSTEM,
    TRUST,
    Log,
    Sealed,
    Signer,
    Together,
    canonical,
    receipt,
    sha256,
    sign,
)
from tests.verifier.test_published import consistency
from tests.verifier.test_receipt_search import publish
from verifier import note, trust
from verifier.__main__ import main
from verifier.judge import Depth
from verifier.tree import leaf_hash
from verifier.verdict import Code
from verifier.witness.add_checkpoint import Witness
from verifier.witness.key_file import make
from verifier.witness.known_keys import KnownKeys, WitnessedLog
from verifier.witness.state import State, StateRefused

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = Path(__file__).parents[2] / "docs/formats/signing-keys.md"
CHAIN = sha256(b"a player of two keys")[:16].hex()


def key(log: Log, kind: str, signer: Signer, use: str, *, by: Signer = ROOT) -> None:
    log.add(SYSTEM, kind, {"name": signer.name, "vkey": signer.vkey, "use": use}, signer=by)


def deposit(log: Log) -> int:
    before = sum(draft.fields["type"] == "wallet" for draft in log.drafts)
    log.add(CHAIN, "wallet", {"kind": "deposit", "moves": [["cash", 1], ["deposit", -1]], "bal": [before, before + 1]})
    return log.checkpoint()


def rotated(policy: str | None = None) -> Log:
    """Return a log that replaced its log key and its record key. Its sizes: before, with both keys twice, after."""
    log = Log()
    log.version = "rdf/2"
    key(log, "key", ROUNDS, "records")
    key(log, "key", LOG, "checkpoints")
    if policy is not None:
        log.add(SYSTEM, "policy", {"note": ROOT.note(policy).decode()})
    log.add(CHAIN, "init", {"player": "11" * 32, "cur": "USD", "exp": 2, "bal": [0, 0], "test": False})
    deposit(log)
    key(log, "key", LOG_NEXT, "checkpoints")
    key(log, "key", ROUNDS_NEXT, "records")
    deposit(log)
    log.record_signer, log.log_signer = ROUNDS_NEXT, LOG_NEXT
    deposit(log)
    key(log, "revoke", LOG, "checkpoints")
    key(log, "revoke", ROUNDS, "records")
    deposit(log)
    deposit(log)
    return log


def signed_by(sealed: Sealed, size: int, *signers: Signer) -> Sealed:
    """Have these keys and no others sign the checkpoint of a size."""
    sealed.checkpoints |= sign(sealed.entries, [size], signer=Together([*signers]))
    return sealed


BEFORE, BOTH, BOTH_LATER, AFTER, NEWEST = rotated().sizes


def test_a_log_is_followed_from_key_to_key_by_the_first_ones_trust(tmp_path: Path) -> None:
    sealed = rotated().seal()
    lines = {size: sealed.checkpoints[size].count(b"\xe2\x80\x94 casino.example/log ") for size in rotated().sizes}
    assert lines == {BEFORE: 1, BOTH: 2, BOTH_LATER: 2, AFTER: 1, NEWEST: 1}
    result = audited(sealed, kept=[sealed.checkpoints[size] for size in (BEFORE, BOTH, AFTER)])
    assert (code(result), result.checkpoints) == ("OK", 5)
    assert code(audited(sealed, depth=Depth.TREE)) == "OK"
    receipts = [receipt(entry) for entry in sealed.entries if CHAIN.encode() in entry]
    assert code(audited(sealed, receipts=receipts)) == "OK", "receipts of both record keys are genuine"
    for _ in range(3):
        assert code(audited_folder(sealed.write(tmp_path), jobs=1)) == "OK"


def test_shares_follow_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.audit.ENTRIES_WORTH_A_PROCESS", 1)
    assert code(audited_folder(rotated().seal().write(tmp_path), jobs=2)) == "OK"


SIGNED: list[tuple[str, int, list[Signer], str]] = [
    ("the successor alone, before the older key is revoked", BOTH, [LOG_NEXT], "E_CHECKPOINT"),
    ("the older key alone, while both hold", BOTH, [LOG], "E_CHECKPOINT"),
    ("the older key alone, after its revocation", AFTER, [LOG], "E_CHECKPOINT"),
    ("the newest checkpoint, by the older key alone", NEWEST, [LOG], "E_CHECKPOINT"),
    ("both, after the revocation of one", AFTER, [LOG, LOG_NEXT], "OK"),
    ("both, before the successor is announced", BEFORE, [LOG, LOG_NEXT], "OK"),
    ("the successor, before it is announced", BEFORE, [LOG_NEXT], "E_CHECKPOINT"),
    ("a stranger by the log's name", AFTER, [Signer(LOG.name, 9)], "E_CHECKPOINT"),
    ("the older key twice", BOTH, [LOG, LOG, LOG_NEXT], "E_CHECKPOINT"),
]


@pytest.mark.parametrize(("case", "size", "signers", "expected"), SIGNED)
def test_a_checkpoint_has_the_line_of_each_key_that_holds_at_its_size(
    case: str, size: int, signers: list[Signer], expected: str
) -> None:
    assert signed_verdict(size, signers) == expected, case


def signed_verdict(size: int, signers: list[Signer]) -> str:
    return code(audited(signed_by(rotated().seal(), size, *signers)))


def lacking(kind: str, signer: Signer) -> Callable[[Log], None]:
    def spoil(log: Log) -> None:
        place = next(n for n, each in enumerate(log.drafts) if _is(each.fields, kind, signer))
        # Its place stays, so that the sizes do: another record of the system chain stands there.
        log.drafts[place].fields.update(use="records", name=STRANGER.name, vkey=STRANGER.vkey)

    return spoil


def announced_by(signer: Signer) -> Callable[[Log], None]:
    def spoil(log: Log) -> None:
        next(each for each in log.drafts if _is(each.fields, "key", LOG_NEXT)).signer = signer

    return spoil


def _is(fields: dict[str, Any], kind: str, signer: Signer) -> bool:
    return fields["type"] == kind and fields.get("vkey") == signer.vkey and fields.get("use") == "checkpoints"


def last_revoked(log: Log) -> None:
    key(log, "revoke", LOG_NEXT, "checkpoints")
    log.checkpoint()


def revived(log: Log) -> None:
    key(log, "key", LOG, "checkpoints")


def listed_by_the_older_key(log: Log) -> None:
    log.log_signer = LOG
    log.list_checkpoints()


def written_by_the_older_key(log: Log) -> None:
    log.record_signer = ROUNDS
    deposit(log)


def written_before_it_holds(log: Log) -> None:
    log.drafts[BEFORE - 1].signer = ROUNDS_NEXT


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (announced_by(LOG), "E_KEY"),
        (announced_by(ROUNDS), "E_KEY"),
        (announced_by(STRANGER), "E_KEY"),
        (lacking("key", LOG_NEXT), "E_KEY"),
        (last_revoked, "E_KEY"),
        (revived, "E_KEY"),
        (listed_by_the_older_key, "E_KEY"),
        (written_by_the_older_key, "E_KEY"),
        (written_before_it_holds, "E_KEY"),
    ],
)
def test_a_rotation_that_is_not_the_roots_or_not_in_order_is_found(spoil: Callable[[Log], None], expected: str) -> None:
    assert spoilt_verdict(spoil) == expected


def spoilt_verdict(spoil: Callable[[Log], None]) -> str:
    """Return the verdict on a log that was spoilt and whose checkpoints have the lines that the honest one's have."""
    log = rotated().copied()
    spoil(log)
    sealed = log.seal()
    for size in sealed.checkpoints:
        signed_by(sealed, size, *rotated().log_signers(size))
    return code(audited(sealed))


@pytest.mark.parametrize("by", [LOG, STRANGER])
def test_the_tree_alone_does_not_take_a_successor_from_anybody_but_the_root(by: Signer) -> None:
    log = rotated().copied()
    announced_by(by)(log)
    assert code(audited(log.seal(), depth=Depth.TREE)) == "E_KEY"


def test_no_rotation_makes_a_fork_of_an_older_key_unsaid() -> None:
    """Before and after its revocation, and where the log was written anew so that the key had ended before."""
    fork = rotated().copied()
    fork.drafts[BEFORE - 1].fields["salt"] = "ff" * 16
    forked = fork.seal()
    for size, by in ((BEFORE, [LOG]), (BOTH, [LOG]), (AFTER, [LOG]), (NEWEST, [LOG_NEXT]), (NEWEST, [LOG])):
        shown = sign(forked.entries, [size], signer=Together(by))[size]
        assert code(audited(rotated().seal(), kept=[shown])) == "E_FORK", (size, by)


def test_an_older_checkpoint_of_the_log_itself_without_a_line_accuses_nobody_of_a_fork() -> None:
    sealed = rotated().seal()
    result = audited(sealed, kept=[sign(sealed.entries, [AFTER], signer=LOG)[AFTER]])
    assert (code(result), result.tally.failures[Code.E_FORK]) == ("E_CHECKPOINT", 0)


def test_witnesses_and_policy_hold_on_under_both_keys() -> None:
    log = rotated(TWO_OF_THREE)
    start = 1_790_000_000
    times = {size: {ONE: start + size, TWO: start + size} for size in log.sizes}
    assert code(audited(cosigned(log.seal(), times))) == "OK"
    del times[log.sizes[-1]]
    assert code(audited(cosigned(log.seal(), times))) == "E_QUORUM"
    late = {size: {ONE: start + size - 60, TWO: start + size - 60} for size in log.sizes}
    assert code(audited(cosigned(log.seal(), late))) == "E_BACKDATED"


# --- Stolen keys --------------------------------------------------------------------------------------------

THEFT = 2
"""So many of the last seconds before the revocation the thief had the key."""


def stolen(policy: str | None = None, *, since_ms: int | None = None, **changed: object) -> Log:
    """Return a log in which the older keys are revoked as stolen, two seconds before."""
    log = rotated(policy).copied()
    for draft in log.drafts:
        if draft.fields["type"] == "revoke":
            since = draft.fields["time"] - 1000 * THEFT if since_ms is None else draft.fields["time"] - since_ms
            draft.fields.update({"why": "stolen", "since": since, **changed})
    return log


def stolen_verdict(*, since_ms: int | None = None, why: str = "stolen") -> str:
    return code(audited(stolen(since_ms=since_ms, why=why).seal()))


def test_a_stolen_key_is_warned_of_where_it_signed_since_the_theft_and_nothing_else_changes() -> None:
    log = stolen()
    log.drafts[BOTH_LATER - 1].signer = ROUNDS
    result = audited(log.seal())
    assert (code(result), result.tally.failures[Code.W_SUSPECT]) == ("W_SUSPECT", 1)
    assert code(audited(stolen().seal())) == "OK", "it signed nothing since the theft"
    assert code(audited(log.seal(), depth=Depth.TREE)) == "W_SUSPECT"


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        (stolen(since_ms=24 * 3_600_000), "OK"),
        (stolen(since_ms=24 * 3_600_000 + 1), "E_KEY"),
        (stolen(since_ms=-1), "E_KEY"),
        (stolen(why="rotated"), "E_FORM"),
        (stolen(why="lost"), "E_FORM"),
    ],
)
def test_no_theft_is_dated_back_more_than_a_day(log: Log, expected: str) -> None:
    verdict = code(audited(log.seal()))
    # A day is longer than this log, so everything that the key signed is suspect.
    assert verdict == ("W_SUSPECT" if expected == "OK" else expected)


def test_a_receipt_of_a_stolen_key_since_the_theft_proves_no_broken_promise_and_an_earlier_one_does() -> None:
    log, sealed = stolen(), stolen().seal()
    revoked = log.drafts[log.index("revoke", vkey=ROUNDS.vkey)].fields

    def missing(at: int, signer: Signer = ROUNDS) -> str:
        fields = {**log.drafts[BEFORE - 1].fields, "time": at, "salt": "ee" * 16}
        return code(audited(sealed, receipts=[receipt(signer.note(canonical(fields) + "\n"))]))

    assert missing(revoked["since"]) == "W_SUSPECT"
    assert missing(revoked["time"] + 5) == "W_SUSPECT"
    assert missing(revoked["since"] - 1) == "E_SPLIT"
    assert missing(revoked["since"], ROUNDS_NEXT) == "E_SPLIT"


def test_a_fork_by_a_stolen_log_key_without_a_quorum_is_a_warning_and_with_one_a_fork() -> None:
    start = 1_790_000_000
    log = stolen(TWO_OF_THREE)
    times = {size: {ONE: start + size, TWO: start + size} for size in log.sizes}
    honest = cosigned(log.seal(), times)
    fork = log.copied()
    fork.drafts[5].fields["salt"] = "ff" * 16
    entries = fork.seal().entries
    for size in (log.sizes[0], log.sizes[-1]):
        shown = sign(entries, [size], signer=LOG)[size]
        assert code(audited(honest, kept=[shown])) == "W_FORK_STOLEN", size
        seen = shown + ONE.line(shown, start + size) + TWO.line(shown, start + size)
        assert code(audited(honest, kept=[seen])) == "E_FORK", size
    by_next = sign(entries, [log.sizes[-1]], signer=LOG_NEXT)[log.sizes[-1]]
    assert code(audited(honest, kept=[by_next])) == "E_FORK", "that key was not stolen"
    without_policy = stolen().copied()
    without_policy.drafts[5].fields["salt"] = "ff" * 16
    shown = sign(without_policy.seal().entries, [AFTER], signer=LOG)[AFTER]
    assert code(audited(stolen().seal(), kept=[shown])) == "E_FORK", "nobody could have known better"


def test_the_thief_cannot_go_on() -> None:
    log = stolen()
    written_by_the_older_key(log)
    assert code(audited(log.seal())) == "E_KEY"
    assert code(audited(signed_by(stolen().seal(), NEWEST, LOG))) == "E_CHECKPOINT", "the newest is never excused"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with the trusted keys, and a served log after a rotation."""
    sealed = rotated().seal()
    publish(sealed, tmp_path / "served")
    (tmp_path / "trust.json").write_text(canonical(TRUST))
    return tmp_path


def proved(files: Path, *keys: str) -> int:
    proof = next((files / "served/proof").iterdir())
    leaf = proof.name.partition(".")[0]
    return main(["proof", str(proof), "--leaf", leaf, "--trust", str(files / "trust.json"), *keys])


def test_a_proof_is_followed_by_the_records_of_keys_that_the_log_serves(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert proved(files) == 1
    assert "if the log key was replaced, the log's records of keys say so" in capsys.readouterr().out
    assert proved(files, "--keys", str(files / "served/keys")) == 0


@pytest.mark.parametrize("dropped", ["key", "revoke"])
def test_a_served_list_of_keys_without_a_record_proves_no_more_than_the_keys_it_shows(
    files: Path, dropped: str
) -> None:
    keys = files / "served/keys"
    lines = keys.read_bytes().splitlines(keepends=True)
    wanted = LOG_NEXT if dropped == "key" else LOG
    keys.write_bytes(b"".join(line for line in lines if not _is(_record(line), dropped, wanted)))
    assert proved(files, "--keys", str(keys)) == 1


def _record(line: bytes) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(json.loads(line)["note"].partition("\n")[0])
    return record


def test_a_receipt_is_proved_by_a_served_log_under_either_key(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = files / "receipt"
    kept.write_bytes(receipt(rotated().seal().entries[-1]))
    with serving(files / "served") as server:
        address = server.address
        assert main(["receipt", str(kept), "--log", address]) == 0, capsys.readouterr().out
        assert main(["tiles", address, "--trust", str(files / "trust.json")]) == 0, capsys.readouterr().out
    folder = rotated().seal().write(files / "export")
    assert main(["receipt", str(kept), "--log", str(folder)]) == 0, capsys.readouterr().out
    assert main(["event", "1", str(folder)]) == 0, capsys.readouterr().out


def test_keys_that_are_proved_beyond_the_tiles_are_not_called_held_to_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shorter = rotated()
    del shorter.drafts[-1:]
    whole, behind = tmp_path / "whole", tmp_path / "behind"
    sealed = rotated().seal()
    publish(sealed, whole)
    publish(shorter.seal(), behind)
    shutil.copy(whole / "keys", behind / "keys")
    trusted = whole / "trust.json"

    def said(folder: Path) -> str:
        assert main(["tiles", str(folder), "--trust", str(trusted), "--json"]) == 0
        keys: str = json.loads(capsys.readouterr().out)["keys"]
        return keys

    assert said(whole).endswith("records with their proofs")
    assert said(behind).endswith(
        f"records with proofs in a tree of {len(sealed.entries)} entries, which these tiles do not reach"
    )


def missing_since_the_theft(folder: Path) -> Path:
    """Return the file of a receipt by the stolen key that no log has."""
    log = stolen()
    fields = {**log.drafts[BEFORE - 1].fields, "salt": "ee" * 16}
    fields["time"] = log.drafts[log.index("revoke", vkey=ROUNDS.vkey)].fields["since"]
    (folder / "receipt").write_bytes(receipt(ROUNDS.note(canonical(fields) + "\n")))
    return folder / "receipt"


@pytest.mark.parametrize("shown", ["nothing", "another tree"])
def test_a_theft_that_is_proved_in_another_tree_than_the_log_excuses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], shown: str
) -> None:
    published, kept = stolen(), missing_since_the_theft(tmp_path)
    del published.drafts[-2:]
    deposit(published)
    sealed, secret = published.seal(), stolen().seal()
    publish(sealed, tmp_path / "served")
    publish(secret, tmp_path / "secret")
    shutil.copy(tmp_path / "secret/keys", tmp_path / "served/keys")
    smaller, leaves = len(sealed.entries), list(map(leaf_hash, secret.entries))
    if shown == "another tree":
        path = tmp_path / f"served/consistency/{smaller}/{len(leaves)}"
        path.parent.mkdir(parents=True)
        path.write_bytes(consistency(smaller, leaves, secret.checkpoints[len(leaves)]))

    with serving(tmp_path / "served") as server:
        assert main(["receipt", str(kept), "--log", server.address]) == 1, capsys.readouterr().out
    assert "W_SUSPECT" not in capsys.readouterr().out


@pytest.mark.parametrize(("is_one_tree", "status"), [(True, 3), (False, 1)])
def test_a_theft_is_held_against_the_tiles_where_no_trees_are_compared_by_the_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *, is_one_tree: bool, status: int
) -> None:
    """A bucket has tiles and keys, and answers no question about two sizes."""
    earlier, grown, kept = stolen(), stolen(), missing_since_the_theft(tmp_path)
    if not is_one_tree:
        del grown.drafts[-2:]
        deposit(grown)
        deposit(grown)
    deposit(grown)
    publish(grown.seal(), tmp_path / "served")
    publish(earlier.seal(), tmp_path / "earlier")
    shutil.copy(tmp_path / "earlier/keys", tmp_path / "served/keys")

    with serving(tmp_path / "served") as server:
        assert main(["receipt", str(kept), "--log", server.address]) == status, capsys.readouterr().out
    assert ("W_SUSPECT" if is_one_tree else "E_FORK") in capsys.readouterr().out


def test_a_receipt_of_a_stolen_key_is_a_warning_by_a_served_log_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed, kept = stolen().seal(), missing_since_the_theft(tmp_path)
    publish(sealed, tmp_path / "served")
    with serving(tmp_path / "served") as server:
        assert main(["receipt", str(kept), "--log", server.address]) == 3, capsys.readouterr().out
    assert "WARNING W_SUSPECT" in capsys.readouterr().out
    assert main(["receipt", str(kept), "--log", str(sealed.write(tmp_path / "export"))]) == 3


class TestWitness:
    """A witness follows the root's word, and nobody else's."""

    @pytest.fixture
    def witness(self, tmp_path: Path) -> Witness:
        State.create(tmp_path / "signed.json")
        return Witness(
            signer=make(tmp_path / "witness.key", "witness.example/w1", passphrase=None),
            state=State.open(tmp_path / "signed.json"),
            keys=KnownKeys.open(tmp_path / "log-keys.json", [WitnessedLog(parse(LOG), parse(ROOT))]),
            now=lambda: 1_790_000_000,
        )

    def test_it_signs_under_the_successor_once_the_root_named_it(self, witness: Witness, tmp_path: Path) -> None:
        sealed = rotated().seal()
        by_next = b"old 0\n\n" + sealed.checkpoints[NEWEST]
        assert witness.add_checkpoint(by_next).status == 403
        assert witness.add_key(self.entry(sealed, "key", LOG_NEXT)).status == 200
        assert witness.add_key(self.entry(sealed, "revoke", LOG)).status == 200
        assert witness.add_checkpoint(b"old 0\n\n" + sign(sealed.entries, [NEWEST])[NEWEST]).status == 403
        assert witness.add_checkpoint(by_next).status == 200
        known = KnownKeys.open(tmp_path / "log-keys.json", [WitnessedLog(parse(LOG), parse(ROOT))])
        assert known.of(LOG.name) == [parse(LOG_NEXT)], "it remembers"
        with pytest.raises(StateRefused):
            KnownKeys.open(tmp_path / "log-keys.json", [WitnessedLog(parse(LOG), parse(STRANGER))])

    def test_it_takes_no_key_from_anybody_else(self, witness: Witness) -> None:
        log = rotated().copied()
        announced_by(LOG)(log)
        assert witness.add_key(self.entry(log.seal(), "key", LOG_NEXT)).status == 403
        sealed = rotated().seal()
        assert witness.add_key(self.entry(sealed, "revoke", LOG)).status == 400, "the last one"
        assert witness.add_key(sealed.entries[0]).status == 400, "a key of records"
        assert witness.add_key(b"nothing").status == 400
        rootless = Witness(
            signer=witness.signer,
            state=witness.state,
            keys=KnownKeys(Path(), [WitnessedLog(parse(LOG))]),
            now=witness.now,
        )
        assert rootless.add_key(self.entry(sealed, "key", LOG_NEXT)).status == 403
        foreign = KnownKeys(Path(), [WitnessedLog(parse(STRANGER), parse(ROOT))])
        elsewhere = Witness(signer=witness.signer, state=witness.state, keys=foreign, now=witness.now)
        assert elsewhere.add_key(self.entry(sealed, "key", LOG_NEXT)).status == 404

    def test_no_key_begins_a_new_history(self, witness: Witness) -> None:
        sealed = rotated().seal()
        assert witness.add_checkpoint(b"old 0\n\n" + sealed.checkpoints[BEFORE]).status == 200
        assert witness.add_key(self.entry(sealed, "key", LOG_NEXT)).status == 200
        anew = sign(sealed.entries[1:], [BEFORE], signer=LOG_NEXT)[BEFORE]
        assert witness.add_checkpoint(f"old {BEFORE}\n\n".encode() + anew).status == 409

    def entry(self, sealed: Sealed, kind: str, signer: Signer) -> bytes:
        return next(each for each in sealed.entries if _is(json.loads(each.partition(b"\n")[0]), kind, signer))


def parse(signer: Signer) -> note.VerifierKey:
    return note.parse_vkey(signer.vkey)


def test_the_example_of_the_page_has_a_line_of_each_key() -> None:
    (signed,) = re.findall(r"```rotated-checkpoint\n(.*?)```", PAGE.read_text(), re.DOTALL)
    text, lines = note.split_lines(signed.encode())
    vector = trust.parse((PAGE.parents[2] / "tests/vectors/log/trust.json").read_bytes(), exact=True)
    successor = parse(Signer(vector.log.name, 6))
    for by in (vector.log, successor):
        assert note.signed_by(by, text, lines)
    assert f'"vkey":"{Signer(vector.log.name, 6).vkey.partition("+AY")[0]}' in PAGE.read_text()
