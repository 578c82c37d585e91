"""A laboratory's list of approved games: made from an export, signed, and compared with what was played."""

from __future__ import annotations

import contextlib
import io
import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.verifier.auditor import code
from tests.verifier.play import founded, one_round, seated
from tests.verifier.producer import STRANGER, SYSTEM, Document, Log, Signer, canonical
from tests.verifier.sheets import SHEET
from tests.verifier.test_command import CHECKOUT, run
from verifier import approval, verdict_output
from verifier.__main__ import main
from verifier.audit import AuditRequest, AuditResult, audit
from verifier.export import Export
from verifier.judge import Depth
from verifier.verdict import Code, Fault

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LAB = Signer("lab.example/games", 9)
ISSUED = 1_790_000_000_000
NEXT_ENGINE = {**SHEET, "engine_sha256": "8e" * 32}


def two_engines() -> Log:
    """A log in which three rounds are played by a sheet, and one after an update of the engine."""
    log, rules = founded()
    ada = seated(log, "ada").open()
    for _ in range(3):
        ada.deal(500, rules=rules).settle()
    ada.deal(500, rules=log.add(SYSTEM, "rules", {"rules": NEXT_ENGINE})).settle()
    return log


@pytest.fixture
def export(tmp_path: Path) -> Path:
    return two_engines().seal().write(tmp_path / "export")


def called(*arguments: str | Path) -> tuple[int, str, str]:
    """Call the program in this process; return its exit status, what it printed, and what it complained of."""
    out, complaints = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(complaints):
        try:
            status = main([*map(str, arguments)])
        except SystemExit as end:
            status = int(str(end.code))
    return status, out.getvalue(), complaints.getvalue()


def statement(export: Path, *options: str) -> str:
    status, text, complaints = called("approve", export, "--name", "Lab Ltd", "--issued", str(ISSUED), *options)
    assert (status, complaints) == (0, "")
    return text


def body(export: Path) -> Document:
    told: Document = json.loads(statement(export))
    return told


def listed(document: Document, *, signer: Signer = LAB) -> bytes:
    return signer.note(canonical(document) + "\n")


def judged(export: Path, note: bytes) -> AuditResult:
    return audit(
        AuditRequest(
            export=Export(folder=export),
            depth=Depth.FULL,
            jobs=1,
            approval=approval.parse(note, lab_vkey=LAB.vkey),
        )
    )


def test_a_statement_names_every_sheet_of_the_log_by_its_digests(export: Path) -> None:
    text = statement(export)

    document = json.loads(text)
    assert text == canonical(document) + "\n"
    assert (document["v"], document["lab"], document["issued"]) == ("rdf-approved/1", "Lab Ltd", ISSUED)
    assert [(game["game"], game["ver"], game["engine"]) for game in document["games"]] == [
        (SHEET["game"], 1, "8e" * 32),
        (SHEET["game"], 1, "9f" * 32),
    ]
    # In the order of the engines, and each the digest that a PAR sheet names.
    digests = {sheet.sheet_sha256 for sheet in judged(export, listed(document)).sheets}
    assert {game["sheet"] for game in document["games"]} == digests


def test_rounds_under_approved_sheets_are_no_matter_for_a_warning(export: Path) -> None:
    outcome = judged(export, listed(body(export)))

    assert code(outcome) == "OK"
    assert [sheet.approved for sheet in outcome.sheets] == [True, True]
    words = list(verdict_output.as_text(outcome))
    assert any(line.endswith("2 sheets by 'Lab Ltd'") for line in words)
    document = verdict_output.as_document(outcome)
    assert document["approved"] == {"lab": "Lab Ltd", "issued": ISSUED}


# How a list of both sheets differs from what was played: of the member that approves the second engine.
CHANGES: dict[str, Callable[[list[Document]], object]] = {
    "an update that was not examined": lambda games: games.pop(0),
    "another engine": lambda games: games[0].update(engine="7d" * 32),
    "another sheet": lambda games: games[0].update(sheet="7d" * 32),
    "another version": lambda games: games[0].update(ver=2),
    "another game": lambda games: games[0].update(game="red-dog"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_rounds_under_a_sheet_that_is_not_in_the_list_are_warned_of(
    export: Path, change: Callable[[list[Document]], object]
) -> None:
    document = body(export)
    change(document["games"])

    outcome = judged(export, listed(document))

    failure = verdict_output.deciding(outcome)
    assert failure is not None
    assert failure.code == Code.W_UNAPPROVED
    assert failure.place.index == two_engines().index("rules", rules=NEXT_ENGINE)
    assert failure.sentence.startswith("1 rounds were played under version 1 of red-dog-atlantic-city, sheet ")
    assert verdict_output.exit_status(outcome) == 3
    assert +outcome.tally.failures == {Code.W_UNAPPROVED: 1}


def test_a_sheet_that_nobody_plays_needs_no_approval(tmp_path: Path) -> None:
    log = one_round()
    folder = log.seal().write(tmp_path / "one")
    approved = listed(body(folder))
    log.add(SYSTEM, "rules", {"rules": NEXT_ENGINE})

    outcome = judged(log.seal().write(tmp_path / "two"), approved)

    assert code(outcome) == "OK"
    assert [sheet.approved for sheet in outcome.sheets] == [True, False]


def test_an_empty_list_approves_nothing(export: Path) -> None:
    outcome = judged(export, listed({**body(export), "games": []}))

    assert outcome.tally.failures[Code.W_UNAPPROVED] == 2


def spoilt(**changed: object) -> Callable[[Document], bytes]:
    return lambda document: listed({**document, **changed})


# What is no list of the laboratory's.
REFUSED: dict[str, Callable[[Document], bytes]] = {
    "another key": lambda document: listed(document, signer=STRANGER),
    "another key of that name": lambda document: listed(document, signer=Signer(LAB.name, 10)),
    "a changed digit": lambda document: listed(document).replace(b'"ver":1', b'"ver":2', 1),
    "spaces": lambda document: LAB.note(json.dumps(document, sort_keys=True) + "\n"),
    "no signature": lambda document: canonical(document).encode() + b"\n",
    "no JSON": lambda _: LAB.note("approved: all\n"),
    "two lines": lambda document: LAB.note(canonical(document) + "\n" + canonical(document) + "\n"),
    "another form": spoilt(v="rdf-approved/2"),
    "another member": spoilt(note="all of them"),
    "no lab": spoilt(lab=""),
    "no date": spoilt(issued="today"),
    "a game without digests": spoilt(games=[{"game": "red-dog", "ver": 1}]),
    "games as words": spoilt(games=["red-dog"]),
    "too many games": lambda document: listed({**document, "games": document["games"] * 5001}),
}


@pytest.mark.parametrize("spoil", REFUSED.values(), ids=REFUSED)
def test_what_is_no_signed_list_of_the_laboratory_judges_nothing(
    export: Path, tmp_path: Path, spoil: Callable[[Document], bytes]
) -> None:
    (tmp_path / "approved").write_bytes(spoil(body(export)))

    status, text, complaints = called(export, "--approved", tmp_path / "approved", "--lab", LAB.vkey)

    assert (status, text) == (64, "")
    assert complaints.startswith("verifier: nothing was judged: the list of approved games: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--approved", "README.md"],
        ["--lab", LAB.vkey],
        ["--approved", "no/such/file", "--lab", LAB.vkey],
        ["--approved", "README.md", "--lab", "lab.example/games"],
    ],
)
def test_a_list_without_its_key_or_the_reverse_judges_nothing(export: Path, arguments: list[str]) -> None:
    status, text, complaints = called(export, *arguments)

    assert (status, text) == (64, "")
    assert "verifier: " in complaints


def test_a_list_of_the_largest_size_is_read() -> None:
    game = {"engine": "9f" * 32, "game": "red-dog", "sheet": "0c" * 32, "ver": 1}
    document = {
        "games": [{**game, "ver": ver} for ver in range(1, 10_001)],
        "issued": 0,
        "lab": "Lab",
        "v": "rdf-approved/1",
    }

    assert len(approval.parse(listed(document), lab_vkey=LAB.vkey).sheets) == 10_000


def test_a_file_that_is_too_large_is_not_read_as_a_list() -> None:
    with pytest.raises(Fault, match="larger than"):
        approval.parse(b"x" * (approval.FILE_BYTES_MAX + 1), lab_vkey=LAB.vkey)


def test_no_statement_is_printed_of_a_log_that_does_not_hold(tmp_path: Path) -> None:
    log = one_round()
    log.drafts[-1].pinned["result"] = "jackpot"

    status, text, complaints = called(
        "approve", log.seal().write(tmp_path / "export"), "--name", "Lab", "--issued", "0"
    )

    assert (status, text) == (1, "")
    assert "E_PAYOUT" in complaints


def test_a_statement_is_cut_down_to_the_games_that_are_named(tmp_path: Path) -> None:
    log = two_engines()
    log.add(SYSTEM, "rules", {"rules": {**SHEET, "game": "another", "ver": 3}})
    folder = log.seal().write(tmp_path / "more")

    games = json.loads(statement(folder, "--only", "another@3"))["games"]

    assert [(game["game"], game["ver"]) for game in games] == [("another", 3)]


@pytest.mark.parametrize(
    "options",
    [
        ["--only", "red-dog-atlantic-city@2"],
        ["--only", "red-dog-atlantic-city@1", "--only", "red-dog"],
        ["--name", ""],
        ["--issued", "-1"],
        ["--issued", "yesterday"],
        ["--surprise"],
    ],
)
def test_a_statement_that_cannot_be_made_is_refused_with_a_sentence(export: Path, options: list[str]) -> None:
    status, text, complaints = called("approve", export, "--name", "Lab", "--issued", "0", *options)

    assert (status, text) == (64, "")
    assert "verifier: " in complaints


def test_a_laboratory_signs_as_the_auditors_page_says_and_its_list_is_taken(export: Path, tmp_path: Path) -> None:
    page = (CHECKOUT / "docs/auditor.md").read_text()
    found = re.search(r"```sh\n(python -m verifier approve .*?)```", page, re.DOTALL)
    assert found is not None
    script = found[1].replace("python ", f"{sys.executable} ").replace(" DIR ", f" {export} ")
    environment = {"PYTHONPATH": str(CHECKOUT), "PATH": "/usr/bin:/bin"}

    done = subprocess.run(
        ["bash", "-ec", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=120
    )

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "lab.key").stat().st_mode & 0o077 == 0
    vkey = done.stderr.strip().removeprefix("vkey: ")
    verdict = run(export, "--approved", tmp_path / "approved.note", "--lab", vkey)
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr
    assert "3 rounds, approved" in verdict.stdout
    other = run(export, "--approved", tmp_path / "approved.note", "--lab", LAB.vkey)
    assert other.returncode == 64
