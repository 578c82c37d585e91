"""The auditor's desk, opened from a disk: it judges honest and forged logs, says so in words, and asks nobody."""

from __future__ import annotations

import base64
import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from benchmarks.desk import write_log
from tests.browser.axe import assert_accessible
from tests.browser.conftest import PATIENCE_MS
from tests.vectors import make_forged, make_log, make_proofs
from tests.verifier.play import full_day

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

PROJECT: Final = Path(__file__).parents[2]
DESK: Final = PROJECT / "web/static/web/desk.html"
VECTORS: Final = PROJECT / "tests/vectors"
HONEST: Final = VECTORS / "log-rdf2"
FORGED: Final = VECTORS / "log-forged"
KEYS: Final = re.compile("The operator.s keys, as you got them another way")
UNDERPAID: Final = 32
"""Log index of the settlement that the forged log pays too little."""


@pytest.fixture
def asked() -> list[str]:
    """Return the addresses that the page asked for: its own file, and its worker's blob."""
    return []


@pytest.fixture
def desk(browser: Browser, asked: list[str], request: pytest.FixtureRequest) -> Iterator[Page]:
    """Return the desk, opened from a disk by a browser without network; a fault of its script or policy fails the test."""
    options = {"locale": "en-US", "viewport": {"width": 1280, "height": 900}} | getattr(request, "param", {})
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MS)
    context.set_offline(True)
    page = context.new_page()
    faults: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text))
    page.goto(DESK.as_uri())
    yield page
    context.close()
    assert not faults, faults
    assert [url for url in asked if not url.startswith(("file:", "blob:"))] == []


def give(page: Page, *paths: Path) -> None:
    """Choose files, or one folder."""
    is_folder = len(paths) == 1 and paths[0].is_dir()
    field = page.get_by_label("Choose a folder" if is_folder else "Choose files", exact=True)
    field.set_input_files(paths[0] if is_folder else list(paths))


def verdict(page: Page) -> str:
    """Return all that the verdict says, once there is one."""
    return page.get_by_role("region", name="Verdict", exact=True).inner_text()


def check(page: Page, name: str) -> tuple[str, str]:
    """Return the result of a check and how much of it."""
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name, exact=True))
    result, how_much = row.get_by_role("cell").all_inner_texts()
    return re.sub(r"^\W\s*", "", result), how_much


def proved(page: Page) -> str:
    """Return what is said of proofs without a log, once they were judged."""
    return page.get_by_role("region", name="Proofs without a log", exact=True).inner_text()


def case_files(folder: Path, name: str) -> list[Path]:
    """Write the files of a case of `proofs.jsonl`, each under a name that people give it."""
    (case,) = (case for case in make_proofs.cases() if case.name == name)
    named = {"mine.tlog-proof" if case.receipt else "consistency": case.proof, "mine.jsonl": case.receipt}
    named |= {f"checkpoint-{number}": kept for number, kept in enumerate(case.kept)}
    written = {folder / path: text for path, text in named.items() if text}
    for path, text in written.items():
        path.write_text(text)
    return list(written)


def test_proofs_are_judged_without_a_log_by_the_keys_in_words(desk: Page, tmp_path: Path) -> None:
    keys = shutil.copy(VECTORS / "log/trust.json", tmp_path / "trust.json")
    give(desk, *case_files(tmp_path, "entry 2"))
    expect(desk.get_by_text("A proof can be judged without a log")).to_be_visible()
    give(desk, Path(keys))
    assert re.search("log index 2 of 30, and the log.s key signed the root", proved(desk))
    assert_accessible(desk)

    # Another one is judged beside it.
    give(desk, *case_files(tmp_path, "grown from 6"))
    expect(desk.get_by_text("The log only grew: the 30 entries")).to_be_visible()

    desk.get_by_role("button", name="Start over").click()
    give(desk, Path(keys), *case_files(tmp_path, "grown from another tree"))
    assert "The proof does not hold." in proved(desk)
    assert "E_PROOF" in proved(desk)
    desk.get_by_role("button", name="日本語").click()
    expect(desk.get_by_role("heading", name="ログのない証明")).to_be_visible()


@pytest.mark.clause("F14")
def test_an_honest_log_holds_in_words(desk: Page, asked: list[str]) -> None:
    desk.get_by_role("button", name="Try an honest log").click()

    told = verdict(desk)
    assert "Everything that was checked holds." in told
    assert "45 records in 2 chains, 2 checkpoints." in told
    assert "Who made the log is not shown" in told
    assert "Receipts" in told.partition("not made:")[2]
    assert check(desk, "Receipts") == ("not checked", "")
    assert check(desk, "Results and payouts") == ("holds", "7 of 7")
    expect(desk.get_by_role("row", name="red-dog-atlantic-city")).to_contain_text("55.00 USD")
    expect(desk.get_by_role("heading", name="What no check finds")).to_be_visible()
    assert asked[0] == DESK.as_uri()
    assert_accessible(desk)


def test_a_forged_log_names_the_first_bad_record_and_what_it_should_say(desk: Page) -> None:
    desk.get_by_role("button", name="Try a forged one").click()

    told = verdict(desk)
    assert "This log was tampered with." in told
    assert f"The first bad record is at log index {UNDERPAID}, of 45." in told
    assert "TAMPERED E_PAYOUT" in told
    assert f"log index {UNDERPAID}, chain {make_log.CHAIN.hex}, number 26, type settle" in told
    assert told.index("2000 (20.00 USD)") < told.index("3000 (30.00 USD)")
    assert check(desk, "Results and payouts") == ("fails", "6 of 7")
    assert_accessible(desk)


def test_the_round_of_a_forged_record_is_played_again_up_to_the_step_that_fails(desk: Page) -> None:
    desk.get_by_role("button", name="Try a forged one").click()
    desk.get_by_role("button", name="Show the record").click()

    expect(desk.get_by_role("heading", name=f"A round is settled, log index {UNDERPAID}")).to_be_focused()
    record = desk.get_by_role("region", name="The record", exact=True)
    expect(record.get_by_role("img", name="10 of diamonds").first).to_be_visible()
    steps = record.locator("ol.steps > li").all_inner_texts()
    results = ("not checked", "holds", "fails", "given")
    assert [next(result for result in results if result in step) for step in steps] == [
        *("holds", "given", "holds", "holds", "holds", "fails", "not checked"),
    ]
    assert "Won: 10.00 USD staked, 20.00 USD returned." in steps[5]

    record.get_by_text("The signed text").click()
    expect(record.locator("pre").last).to_contain_text("— casino.example/rounds-20261121 ")


def test_a_folder_is_judged_by_the_keys_that_came_another_way(desk: Page) -> None:
    desk.get_by_label(KEYS).fill((HONEST / "trust.json").read_text())
    give(desk, HONEST)

    assert "The keys are those that you gave." in verdict(desk)
    desk.get_by_label(KEYS).fill("")
    assert "The keys are those that you gave." in verdict(desk), "the verdict is that of the keys that judged"
    assert check(desk, "The operator\N{RIGHT SINGLE QUOTATION MARK}s keys")[0] == "given"
    expect(desk.get_by_text("Log: log-rdf2, 6 files")).to_be_visible()


def test_keys_of_somebody_else_fail(desk: Page, tmp_path: Path) -> None:
    other = json.loads((HONEST / "trust.json").read_text()) | {"origin": "another.example/log"}
    (tmp_path / "trust.json").write_text(json.dumps(other))
    give(desk, HONEST)
    verdict(desk)

    give(desk, tmp_path / "trust.json")

    expect(desk.get_by_text("TAMPERED E_TRUST", exact=True)).to_be_visible()


def test_what_are_no_keys_judges_nothing(desk: Page) -> None:
    desk.get_by_label(KEYS).fill("hello")
    give(desk, HONEST)

    expect(desk.get_by_role("alert")).to_contain_text(
        "The keys that you gave are not a trust.json. Nothing was judged."
    )


def test_a_zip_of_the_folder_is_judged_like_the_folder(desk: Page, tmp_path: Path) -> None:
    archive = Path(shutil.make_archive(str(tmp_path / "march"), "zip", VECTORS, "log-forged"))
    give(desk, archive)

    assert "TAMPERED E_PAYOUT" in verdict(desk)
    expect(desk.get_by_text("Log: march.zip, an archive")).to_be_visible()


def test_receipts_are_looked_up_in_the_log(desk: Page, tmp_path: Path) -> None:
    receipts = tmp_path / "mine.jsonl"
    receipts.write_text(_receipt(HONEST))
    give(desk, receipts)
    expect(desk.get_by_text("There is no log yet.")).to_be_visible()

    give(desk, HONEST)

    assert "Everything that was checked holds." in verdict(desk)
    assert check(desk, "Receipts") == ("holds", "1 of 1")


def test_a_receipt_for_another_record_in_its_place_shows_that_the_operator_signed_two(
    desk: Page, tmp_path: Path
) -> None:
    receipts = tmp_path / "mine.jsonl"
    receipts.write_text(_receipt(FORGED))
    give(desk, HONEST)
    verdict(desk)

    give(desk, receipts)

    expect(desk.get_by_text("TAMPERED E_SPLIT", exact=True)).to_be_visible()


def test_a_changed_byte_and_a_missing_bundle_are_found(desk: Page, tmp_path: Path) -> None:
    spoilt = shutil.copytree(HONEST, tmp_path / "spoilt")
    bundle = spoilt / "tile/entries/000.p/45"
    content = bytearray(bundle.read_bytes())
    content[20_100] ^= 1
    bundle.write_bytes(content)
    give(desk, spoilt)
    assert "This log was tampered with." in verdict(desk)

    cut = shutil.copytree(HONEST, tmp_path / "cut")
    (cut / "tile/entries/000.p/45").unlink()
    give(desk, cut)

    expect(desk.get_by_text("Part of this log is missing.").first).to_be_visible()


def test_a_report_is_found_among_the_filings_and_its_figures_are_not_checked(desk: Page, tmp_path: Path) -> None:
    # The vectors' filing names the digest of these bytes.
    report = tmp_path / "taxable-revenue_r1.json"
    report.write_bytes(b"report")
    give(desk, HONEST)
    verdict(desk)
    give(desk, report)

    about = desk.get_by_role("region", name="The report")
    expect(about).to_contain_text("The operator filed this very file: taxable-revenue")
    expect(about).to_contain_text("Its figures were not checked.")

    report.write_bytes(b"report changed")
    give(desk, report)

    expect(about).to_contain_text("No filing in this log names this file.")


def test_what_is_no_log_is_said_to_be_none(desk: Page, tmp_path: Path) -> None:
    (tmp_path / "holiday.zip").write_bytes(b"no archive")
    give(desk, tmp_path / "holiday.zip")

    expect(desk.get_by_role("alert")).to_contain_text("There is no exported log in this. Nothing was judged.")
    assert_accessible(desk)


def test_a_folder_that_is_dropped_is_taken_like_a_chosen_one(desk: Page) -> None:
    place = desk.get_by_text("Drop an exported log here").bounding_box()
    assert place is not None
    debugger = desk.context.new_cdp_session(desk)
    for kind in ("dragEnter", "dragOver", "drop"):
        carried = {"items": [], "files": [str(HONEST)], "dragOperationsMask": 1}
        debugger.send(
            "Input.dispatchDragEvent", {"type": kind, "x": place["x"] + 9, "y": place["y"] + 9, "data": carried}
        )

    assert "Everything that was checked holds." in verdict(desk)
    expect(desk.get_by_text("Log: log-rdf2, 6 files")).to_be_visible()


def test_it_says_how_far_it_is_and_can_be_stopped_and_begun_again(desk: Page, tmp_path: Path) -> None:
    log = tmp_path / "long"
    records = write_log(log, records=8_000)
    give(desk, log)

    bar = desk.get_by_role("progressbar", name="Checking")
    expect(bar).to_have_attribute("max", str(records))
    expect(desk.get_by_text(re.compile(rf"^[1-9][0-9,]* of {records:,} records\."))).to_be_visible()
    assert 0 < bar.evaluate("bar => bar.value") <= records
    desk.get_by_role("button", name="Stop").click()

    expect(bar).to_have_count(0)
    expect(desk.get_by_role("region", name="Verdict", exact=True)).to_have_count(0)
    # What was given is still there; the worker that was ended says nothing any more.
    expect(desk.get_by_text("Log: long")).to_be_visible()
    desk.get_by_role("button", name="Judge with these keys").click()
    expect(bar).to_be_visible()
    assert "Everything that was checked holds." in verdict(desk)


def test_a_proof_and_a_kept_checkpoint_are_held_against_the_log(desk: Page, tmp_path: Path) -> None:
    page = (PROJECT / "docs/formats/log.md").read_text()
    proof = page.partition("```tlog-proof\n")[2].partition("```")[0]
    (tmp_path / "mine.tlog-proof").write_text(proof)
    (tmp_path / "other.tlog-proof").write_text(proof.replace("index 2", "index 3"))
    shutil.copy(VECTORS / "log/checkpoints/30", tmp_path / "kept-checkpoint")
    give(desk, VECTORS / "log")
    before = verdict(desk)
    give(desk, tmp_path / "mine.tlog-proof", tmp_path / "kept-checkpoint")

    proofs = desk.get_by_role("region", name="Proofs")
    expect(proofs).to_contain_text("The entry at log index 2 is in the log of 30 entries")
    expect(desk.get_by_text("Kept checkpoint: kept-checkpoint")).to_be_visible()
    assert verdict(desk).splitlines()[0] == before.splitlines()[0]
    assert_accessible(desk)

    give(desk, tmp_path / "other.tlog-proof")
    expect(proofs).to_contain_text("The proof of log index 3 does not hold.")
    assert "TAMPERED E_PROOF" in verdict(desk)


def test_a_fork_of_a_stolen_key_is_a_warning_in_words(desk: Page, tmp_path: Path) -> None:
    case = written("kept.jsonl", "a stolen key's fork at 19 that no quorum saw", tmp_path / "log")
    (tmp_path / "kept-checkpoint").write_bytes(base64.b64decode(case["kept"]))
    give(desk, tmp_path / "log")
    give(desk, tmp_path / "kept-checkpoint")

    expect(desk.get_by_text("WARNING W_FORK_STOLEN", exact=True)).to_be_visible()
    assert "Nothing was tampered with, and something needs an explanation." in verdict(desk)


def test_a_policy_of_ones_own_asks_for_witnesses_that_the_log_does_not_have(desk: Page, tmp_path: Path) -> None:
    own = json.loads((VECTORS / "witnesses.jsonl").read_text().splitlines()[0])["policy"]
    (tmp_path / "witness-policy").write_text(own)
    (tmp_path / "policy-of-nobody").write_text("quorum\n")
    give(desk, HONEST)
    give(desk, tmp_path / "witness-policy")

    expect(desk.get_by_text("TAMPERED E_QUORUM", exact=True)).to_be_visible()
    give(desk, tmp_path / "policy-of-nobody")
    expect(desk.get_by_role("alert")).to_contain_text("The file named as a policy of witnesses is none.")


def witnessed(name: str, folder: Path) -> Path:
    """Write an export of `witnesses.jsonl`."""
    written("witnesses.jsonl", name, folder)
    return folder


def written(vectors: str, name: str, folder: Path) -> dict[str, Any]:
    """Write an export of a file of vectors, and return its case."""
    cases = map(json.loads, (VECTORS / vectors).read_text().splitlines()[1:])
    case: dict[str, Any] = next(each for each in cases if each["name"] == name)
    for path, content in case["files"].items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(base64.b64decode(content))
    return case


def test_a_log_that_witnesses_have_seen_says_how_many_and_between_which_instants_a_record_was_written(
    desk: Page, tmp_path: Path
) -> None:
    give(desk, witnessed("quorum reached", tmp_path / "log"))

    told = verdict(desk)
    assert "Everything that was checked holds." in told
    assert "2 witnesses of 3 signed the newest checkpoint, of 7 entries." in told
    assert "The policy\N{RIGHT SINGLE QUOTATION MARK}s quorum had signed it by Sep 21, 2026, 14:13:27 UTC." in told
    assert "Signed by: one, two." in told
    assert check(desk, "Witnesses") == ("holds", "3 of 3")
    desk.get_by_label("Log index, round, leaf, or the beginning of a chain").fill("5")
    desk.get_by_label("Log index, round, leaf, or the beginning of a chain").press("Enter")
    expect(desk.get_by_role("region", name="The record", exact=True)).to_contain_text(
        "By the witnesses\N{RIGHT SINGLE QUOTATION MARK} clocks, written between Sep 21, 2026, 14:13:13 UTC and"
        " Sep 21, 2026, 14:13:29 UTC"
    )
    assert_accessible(desk)


def test_a_log_that_too_few_have_seen_or_that_their_clocks_contradict_is_told_in_words(
    desk: Page, tmp_path: Path
) -> None:
    give(desk, witnessed("an unknown witness", tmp_path / "unknown"))
    told = verdict(desk)
    assert "TAMPERED E_QUORUM" in told
    assert "1 witness of 3 signed the newest checkpoint, of 7 entries. These are too few for the policy." in told
    assert check(desk, "Witnesses") == ("fails", "0 of 1")

    give(desk, witnessed("cosignatures older than the policy", tmp_path / "older"))
    expect(desk.get_by_text("TAMPERED E_BACKDATED", exact=True)).to_be_visible()
    told = verdict(desk)
    assert "A record is dated otherwise than the witnesses\N{RIGHT SINGLE QUOTATION MARK} clocks allow." in told
    assert "1789999943000 (Sep 21, 2026, 14:12:23 UTC)" in told
    assert_accessible(desk)


def test_any_number_of_records_is_there_a_page_at_a_time(desk: Page, tmp_path: Path) -> None:
    log = full_day().seal().write(tmp_path / "day")
    give(desk, log)
    verdict(desk)
    explorer = desk.get_by_role("region", name="List")
    explorer.get_by_role("button", name="Player").first.click()

    rows = explorer.get_by_role("listitem").filter(has=desk.locator(".entry"))
    expect(rows).to_have_count(50)
    first = rows.first.inner_text()
    explorer.get_by_role("button", name="Next").click()
    expect(explorer.get_by_role("status")).to_contain_text("51 to 100 of")
    assert rows.first.inner_text() != first

    desk.get_by_label("Log index, round, leaf, or the beginning of a chain").fill("300")
    desk.get_by_label("Log index, round, leaf, or the beginning of a chain").press("Enter")
    expect(desk.get_by_role("region", name="The record", exact=True).get_by_role("heading", level=3)).to_contain_text(
        "log index 300"
    )
    desk.get_by_role("button", name="Rule sheets").click()
    expect(desk.get_by_role("article")).to_have_count(5)
    assert_accessible(desk)


def test_the_desk_is_worked_by_keys_alone(desk: Page) -> None:
    for name in ("To the desk", "日本語", "Choose a folder", "Choose files", "Try an honest log"):
        desk.keyboard.press("Tab")
        focused = desk.evaluate("(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()")
        assert focused == name
    desk.keyboard.press("Enter")

    verdict(desk)
    # The verdict has the focus, and with the next key one is at what to do with it.
    desk.keyboard.press("Tab")
    expect(desk.get_by_role("button", name="Copy the verdict")).to_be_focused()


def test_the_verdict_can_be_copied(desk: Page) -> None:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.get_by_role("button", name="Try a forged one").click()
    desk.get_by_role("button", name="Copy the verdict").click()

    expect(desk.get_by_role("status").first).to_contain_text("The verdict is in the clipboard.")
    copied = desk.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("verdict     TAMPERED E_PAYOUT\n")
    assert "2000 was returned, the rules give 3000" in copied


@pytest.mark.parametrize(
    "desk",
    [{"locale": "ja-JP", "viewport": {"width": 320, "height": 640}, "color_scheme": "dark"}],
    indirect=True,
    ids=["ja-320-dark"],
)
def test_a_narrow_dark_screen_in_japanese_has_everything_without_scrolling_sideways(desk: Page) -> None:
    assert_accessible(desk)
    desk.get_by_role("button", name="偽造されたログを試す").click()
    desk.get_by_role("button", name="記録を表示").click()

    expect(desk.get_by_role("heading", name=f"ラウンドの精算、ログ番号 {UNDERPAID}")).to_be_focused()
    expect(desk.get_by_text("このログは改ざんされています。").first).to_be_visible()
    assert desk.evaluate("document.documentElement.scrollWidth") == 320
    assert_accessible(desk)


def test_the_platform_serves_the_same_file_to_be_looked_at_and_to_be_kept(page: Page, tmp_path: Path) -> None:
    page.goto("/desk")
    page.get_by_role("button", name="Try an honest log").click()
    assert "Everything that was checked holds." in verdict(page)

    with page.expect_download() as kept:
        page.get_by_role("link", name="Keep this file").click()
    kept.value.save_as(tmp_path / "desk.html")

    assert kept.value.suggested_filename == "reddog-desk.html"
    assert (tmp_path / "desk.html").read_bytes() == DESK.read_bytes()


def _receipt(export: Path) -> str:
    """Return the receipt of the settlement that the forged log changes, as this log has it."""
    made = make_forged.forged_log() if export == FORGED else make_log.whole_log(second_version_from=6)
    return json.dumps({"note": made.records[UNDERPAID].entry}) + "\n"
