"""Witnesses: a log that too few of them have seen is found, and so is a record that their clocks contradict."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.cosigned import CHAIN, ONE, THREE, TWO, TWO_OF_THREE, CoSigner, cosigned, witnessed_log
from tests.verifier.producer import LOG, ROOT, STRANGER, SYSTEM, TRUST, canonical
from verifier import cosignature, note, verdict_output, witness_policy
from verifier.audit import AuditRequest, audit
from verifier.export import Export
from verifier.judge import Depth
from verifier.verdict import Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.verifier.producer import Log, Sealed

PAGE = Path(__file__).parents[2] / "docs/formats/witnesses.md"
START = 1_790_000_000
"""The second before the first record's; each later one comes a second later."""


def at(*seconds: int) -> Mapping[CoSigner, int]:
    return dict(zip((ONE, TWO, THREE), (START + each for each in seconds), strict=False))


def honest(times: Callable[[int], Mapping[CoSigner, int]] = lambda index: at(index + 1, index + 1)) -> Sealed:
    """Return a log whose checkpoints are signed by two witnesses in the second of the last record, or as `times` says."""
    log, sizes = witnessed_log()
    return cosigned(log.seal(), {size: times(size) for size in sizes})


def spoiled(sealed: Sealed, **changed: Mapping[CoSigner, int]) -> str:
    return code(audited(cosigned(sealed, {int(size.removeprefix("of_")): by for size, by in changed.items()})))


def test_an_honest_log_is_witnessed_and_the_verdict_names_the_quorum() -> None:
    result = audited(honest())

    assert code(result) == "OK"
    document: Any = verdict_output.as_document(result)
    size = document["size"]
    newest = {"names": ["one", "two"], "least": START + size + 1, "greatest": START + size + 1}
    assert (document["profile"], document["witnesses"]) == ("witnessed", {"quorums": 3, "newest": newest})
    assert "was signed by 'one', 'two', at 2026-09-21T" in "\n".join(verdict_output.as_text(result))


def test_a_log_without_a_policy_is_judged_as_before_also_with_lines_of_strangers() -> None:
    log, sizes = witnessed_log(f"log {LOG.vkey}\nquorum none\n")
    sealed = cosigned(log.seal(), {size: at(0) for size in sizes})
    document = verdict_output.as_document(audited(sealed))
    assert (document["verdict"], document["profile"], document["witnesses"]) == ("ok", "no-witness", None)


ATTACKS: dict[str, Callable[[int], Mapping[CoSigner, int]]] = {
    "nobody signed": lambda _: {},
    "one of three signed": lambda size: at(size + 1),
    "one signed twice": lambda size: {ONE: START + size, CoSigner(ONE.name, 101): START + size + 1},
    "another key by the name of a witness": lambda size: {ONE: START + size, CoSigner(TWO.name, 9): START + size},
}


@pytest.mark.parametrize("times", ATTACKS.values(), ids=ATTACKS)
def test_a_log_that_too_few_witnesses_have_seen_is_found(times: Callable[[int], Mapping[CoSigner, int]]) -> None:
    assert code(audited(honest(times))) == "E_QUORUM"


def test_a_history_written_anew_lacks_the_quorum_though_the_old_cosignatures_stand_there() -> None:
    sealed, anew = honest(), witnessed_log()[0]
    anew.drafts[-1].fields["salt"] = "ff" * 16
    forged = anew.seal()
    for size, cosigned_note in sealed.checkpoints.items():
        lines = cosigned_note.partition(b"\n\n")[2].split(b"\n", 1)[1]
        forged.checkpoints[size] += lines
    assert code(audited(forged)) == "E_QUORUM"


def test_checkpoints_that_were_published_to_nobody_may_lack_the_quorum() -> None:
    log, sizes = witnessed_log()
    sealed = cosigned(log.seal(), {sizes[-1]: at(9, 9)})
    assert code(audited(sealed)) == "OK"


@pytest.mark.parametrize(
    ("case", "times", "expected"),
    [
        # The third checkpoint's last record is of second 6; the second checkpoint's newest record is of second 5.
        ("the checkpoint before was witnessed 12 s after it", {6: at(18, 18), 7: at(20, 20)}, "OK"),
        ("13 s after it", {6: at(19, 19), 7: at(20, 20)}, "E_BACKDATED"),
        ("witnessed 3 s before it was written", {6: at(3, 3), 7: at(3, 3)}, "OK"),
        ("4 s before it was written", {6: at(2, 2), 7: at(2, 2)}, "E_BACKDATED"),
        ("one of three is late, and the quorum does not need it", {6: at(5, 5, 900), 7: at(6, 6, 900)}, "OK"),
        ("one of three is early, and the quorum does not need it", {6: at(5, 5, -900), 7: at(6, 6, -900)}, "OK"),
        ("two of three are late", {6: at(5, 900, 900), 7: at(901, 901)}, "E_BACKDATED"),
    ],
)
def test_witnessed_time_binds_the_records_on_both_sides(
    case: str,
    times: Mapping[int, Mapping[CoSigner, int]],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("verifier.audit.ENTRIES_WORTH_A_PROCESS", 1)
    log, sizes = witnessed_log()
    assert sizes == [5, 6, 7], "the seconds above are of these"
    folder = cosigned(log.seal(), times).write(tmp_path)
    # In shares too, for one of each verdict: processes take a second to begin.
    in_shares = case in {"13 s after it", "one of three is late, and the quorum does not need it"}
    assert {code(audited_folder(folder, jobs=jobs)) for jobs in ((1, 2) if in_shares else (1,))} == {expected}


def respelt(change: Callable[[Log], None]) -> str:
    log, sizes = witnessed_log()
    change(log)
    return code(audited(cosigned(log.seal(), {size: at(size, size) for size in sizes})))


def set_note(content: str) -> Callable[[Log], None]:
    def change(log: Log) -> None:
        log.drafts[log.index("policy")].fields["note"] = content

    return change


def announce_again(log: Log) -> None:
    log.add(SYSTEM, "policy", {"note": ROOT.note(TWO_OF_THREE).decode()})
    log.checkpoint()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (set_note(STRANGER.note(TWO_OF_THREE).decode()), "E_KEY"),
        (set_note(ROOT.note("quorum none\n").decode()), "E_FORM"),
        (set_note("no note"), "E_FORM"),
        (announce_again, "E_KEY"),
    ],
)
def test_a_policy_that_is_not_the_roots_or_not_this_logs_is_found(change: Callable[[Log], None], expected: str) -> None:
    assert respelt(change) == expected


def test_the_newest_policy_below_a_size_holds_and_an_auditors_own_in_its_place() -> None:
    log, sizes = witnessed_log()
    log.add(SYSTEM, "policy", {"note": ROOT.note(f"log {LOG.vkey}\nwitness w {THREE.vkey}\nquorum w\n").decode()})
    log.add(CHAIN, "wallet", {"kind": "deposit", "moves": [["cash", 1], ["deposit", -1]], "bal": [3, 4]})
    sizes.append(log.checkpoint())

    def judged(times: Mapping[int, Mapping[CoSigner, int]], own: str | None = None) -> str:
        with tempfile.TemporaryDirectory() as folder:
            cosigned(log.seal(), times).write(Path(folder))
            policy = None if own is None else witness_policy.parse(own)
            request = AuditRequest(export=Export(folder=Path(folder)), depth=Depth.FULL, jobs=1, policy=policy)
            return code(audit(request))

    before = {size: at(size, size) for size in sizes[:-1]}
    assert judged({**before, sizes[-1]: {THREE: START + 9}}) == "OK"
    assert judged({**before, sizes[-1]: at(9, 9)}) == "E_QUORUM"
    assert judged({**before, sizes[-1]: at(9, 9)}, own=TWO_OF_THREE) == "OK"


def test_the_policy_of_the_trusted_keys_holds_before_the_log_announces_one() -> None:
    log, _ = witnessed_log()
    del log.drafts[log.index("policy") :]
    log.sizes = []
    trust = canonical({**TRUST, "policy": TWO_OF_THREE}).encode()
    assert code(audited(log.seal(), trust=trust)) == "E_QUORUM"
    assert code(audited(cosigned(log.seal(), {2: at(1, 1)}), trust=trust)) == "OK"
    assert code(audited(log.seal())) == "OK"


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"log {LOG.vkey}\n",
        "quorum none\nquorum none\n",
        "quorum later\n",
        f"witness none {ONE.vkey}\nquorum none\n",
        f"witness a {ONE.vkey}\nwitness b {ONE.vkey}\nquorum a\n",
        f"witness a {LOG.vkey}\nquorum a\n",
        f"witness a {ONE.vkey}\ngroup g 2 a\nquorum g\n",
        f"witness a {ONE.vkey}\ngroup g 0 a\nquorum g\n",
        f"witness a {ONE.vkey}\ngroup g any a\ngroup h any a\nquorum g\n",
        f"witness a {ONE.vkey}\ngroup g any b\nquorum g\n",
        f"witness a {ONE.vkey}\nquorum a",
        f"witness a {ONE.vkey}\r\nquorum a\n",
    ],
)
def test_a_text_that_is_no_policy_is_refused(text: str) -> None:
    with pytest.raises(Fault):
        witness_policy.parse(text)


def test_groups_count_their_members_and_comments_do_not_count() -> None:
    policy = witness_policy.parse(
        f"# two organizations\n\n witness a {ONE.vkey} https://a.example\nwitness b {TWO.vkey}\n\twitness c {THREE.vkey}\n"
        "group inner any a b\ngroup outer all inner c\nquorum outer\n"
    )
    wanted = {"a": False, "c": False, "ab": False, "ac": True, "bc": True, "abc": True}
    assert {names: policy.holds(list(names)) for names in wanted} == wanted


def test_the_example_of_the_page_is_a_cosigned_checkpoint_under_its_policy() -> None:
    signed, spelt = re.findall(r"```(?:cosigned-checkpoint|witness-policy)\n(.*?)```", PAGE.read_text(), re.DOTALL)
    text, lines = note.split_lines(signed.encode())
    policy = witness_policy.parse(spelt)
    key = policy.witnesses["w1"]
    assert [time for line in lines if (time := key.time_of(line, text)) is not None] == [1_790_000_040]
    assert (cosignature.vkey(key.name, key.public), policy.holds(["w1"])) == (ONE.vkey, True)
    assert text == (PAGE.parents[2] / "tests/vectors/log/checkpoint").read_bytes().partition(b"\n\n")[0] + b"\n"
