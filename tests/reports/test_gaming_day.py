"""A gaming day whose every report is worked out by hand, and the verifier's word on each file of it.

What the day is, Saturday, 21 November 2026 in New York (gaming_day.py). Amounts in dollars; staked with the raise and the
side bet, of which `+` is the latter; the first three were dealt on Friday, the last three are settled on Sunday or not at
all. Fae is the house's own account.

| round           | who | game     | stake | what happens                              | staked | returned |
|-----------------|-----|----------|-------|-------------------------------------------|--------|----------|
| raised          | Ada | 2 decks  | 4     | 4 9, raised after midnight, 6: 1 to 1     | 8      | 16       |
| voided          | Bea | AC v1    | 7     | voided: no game                           |        | 7 back   |
| old-rules       | Abe | AC v1    | 5     | 3 8, stands, 5: 1 to 1; v2 came meanwhile | 5      | 10       |
| spread-of-one   | Ada | 2 decks  | 5     | 5 7, raised, 6: 5 to 1                    | 10     | 60       |
| lost            | Ada | 2 decks  | 3     | 2 K, stands, 2                            | 3      | 0        |
| consecutive     | Ada | 2 decks  | 2     | 8 9: push                                 | 2      | 2        |
| trips           | Ada | 2 decks  | 1     | 7 7 7: 11 to 1                            | 1      | 12       |
| pair            | Bea | 2 decks  | 2.50  | Q Q 4: push                               | 2.50   | 2.50     |
| won             | Bea | Montana  | 6+3   | beats the hit; side bet lost with a pair  | 6+3    | 12+0     |
| surrendered     | Bea | Montana  | 4+2   | half back; two pair, 2 to 1               | 4+2    | 2+6      |
| raised-and-lost | Bea | Montana  | 5     | raised; the hit is higher                 | 10     | 0        |
| tried           | Fae | 2 decks  | 5     | 3 J, raised, K                            | 10     | 0        |
| tried-side      | Fae | Montana  | 2+1   | the hit is higher; two pair, 2 to 1       | 2+1    | 0+3      |
| tried-and-left  | Fae | 2 decks  | 2.50  | waits                                     |        |          |
| over-midnight   | Bea | Montana  | 8+1   | waits at midnight                         |        |          |
| by-new-rules    | Ada | AC v2    | 10    | waits at midnight                         |        |          |

Cash, on Thursday and on Saturday:

| who | granted before | deposits | withdrawals               | granted                       |
|-----|----------------|----------|---------------------------|-------------------------------|
| Abe | 30             |          |                           |                               |
| Ada | 100            | 50 + 30  |                           | 15                            |
| Bea | 200            |          | 55 + 27 + 25 + 26 + 14    | 27 + 25 back, 2 in time       |
| Dee | 40 (2025)      |          |                           |                               |
| Fae | 50             |          |                           | 1                             |

Deposits of 12, 20 and 10 never arrived; of Bea's withdrawals 55 was paid, 26 and 14 are under way. The figures of
`expected/*.csv` are worked out below, report by report; each file is compared byte for byte.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.test import TestCase

from reports.catalogue import BY_KIND, CATALOGUE
from reports.core.definition import Page
from reports.formats import REGULATOR_FORMATS_BY_NAME, denmark_end_of_day, denmark_session
from reports.formats.regulator_format import Operator
from tests import world
from tests.core.reports.xml_schema import Schema
from tests.reports.gaming_day import play
from tests.reports.gaming_day_filed import EXPECTED, FORMATS, Filed, auditor, carried_out, filed, ordered
from tests.reports.gaming_day_ground import ADA
from verifier.__main__ import main as verify
from verifier.verdict import Code

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from pytest_django.plugin import DjangoDbBlocker

    from reports.core.definition import Definition, ReportScope
    from reports.core.table import Row

    # What an operator who lies makes of a page.
    Spoil = Callable[[list[dict[str, Any]]], list[Row]]

# --- What the files say -------------------------------------------------------------------------------------
#
# wagering-summary. To games: stakes of rounds dealt and raises of rounds settled on Saturday.
#   players  Montana   9 + 6 + 5+5 + 9 = 34        back 12 + 8 = 20           start 0      end 9
#            2 decks   4 (raise) + 10 + 3 + 2 + 1 + 2.50 = 22.50
#                                    back 16 + 60 + 0 + 2 + 12 + 2.50 = 92.50  start 4      end 0
#            AC        10              back 7 (void) + 10 = 17              start 7+5=12 end 10
#            in all 66.50, 129.50, 16, 19; win = to + start - end - from: 5, -66, -5; -66
#   test     Montana   3, back 3; 2 decks 10 + 2.50 = 12.50, back 0, end 2.50; win 0 and 10
#
# taxable-revenue, of settled rounds: handle less returned.
#   players  Montana   9 + 6 + 10 = 25 less 12 + 8 + 0 = 20: 5
#            2 decks   8 + 10 + 3 + 2 + 1 + 2.50 = 26.50 less 92.50: -66
#            AC        5 less 10: -5; in all 10 games, 56.50 less 122.50: -66
#   test     Montana   3 less 3: 0; 2 decks 10 less 0: 10; in all 2 games, 13 less 3: 10
#   tax      15 % of players' -66 is no tax; the house's own accounts have no row of it.
#
# game-performance: the same with side bets apart. Montana 6 + 4 + 10 = 20 wagered, 12 + 2 = 14 won, so 0.7; side 3 + 2 = 5,
#   6 won, so 1.2. 2 decks 92.50 / 26.50 = 3.490566. AC v1, replaced: 10 / 5 = 2, and 7 voided; AC v2 waits with 10. In all
#   116.50 / 51.50 = 2.262136. Test: Montana 0 of 2, side 3 of 1; 2 decks 0 of 10, 2.50 waits.
#   Promised: 6064057/6257580 = 0.969074 and 2434171/2544815 = 0.956522; 78428/80529 = 0.973910; 19052/19575 = 0.973282.
#   AC v2 pays 10 instead of 11 for trips, which are 3*2 / (51*50) = 1/425 of the rounds; a round wagers 19575/16575
#   on average, so (19052 - 16575/425) / 19575 = 19013/19575 = 0.971290.
#
# rtp-variance. Deviation: (winnings - wagers) / first bets, less what the rules promise of it. Bound: 2.576 * sqrt(V * Q) /
#   first bets, V of par sheets: Montana 1.930851, its side bet 12.357794, 2 decks 2.413630, AC 2.245701; Q of first bets.
#   players  Montana   -6/15 + 193523/4698120 = -0.4 + 0.041192 = -0.358808; Q 36 + 16 + 25 = 77:
#                      2.576 * sqrt(148.6755) / 15 = 2.093989
#            side      1/5 + 110644/2544815 = 0.2 + 0.043478 = 0.243478; Q 9 + 4 = 13: 2.576 * sqrt(160.6513) / 5 = 6.530072
#            2 decks   66/17.50 + 2101/68289 = 3.771429 + 0.030766 = 3.802195; Q 16 + 25 + 9 + 4 + 1 + 6.25 = 61.25:
#                      2.576 * sqrt(147.8348) / 17.50 = 1.789766
#            AC v1     5/5 + 523/16575 = 1.031554; of one round 2.576 * sqrt(2.245701) = 3.860307
#   test     Montana   -1 + 0.041192 = -0.958808; 2.576 * sqrt(1.930851) = 3.579483
#            side      2 + 0.043478 = 2.043478; 2.576 * sqrt(12.357794) = 9.055581
#            2 decks   -10/5 + 0.030766 = -1.969234; 2.576 * sqrt(2.413630) = 4.002038
#   Totals: 15 + 5 + 17.50 + 5 = 42.50 first bets; 122.50 / 56.50 = 2.168142. Test: 8; 3/13 = 0.230769.
#
# patron-account-summary. Opening is what was granted less what is in play; closing follows.
#   Abe   30 - 5 = 25; back 10; win or loss 10 - 5 = 5; closing 35
#   Ada   100 - 4 = 96; + 80 deposited - 30 (4 + 10 + 3 + 2 + 1 + 10) + 90 (16 + 60 + 0 + 2 + 12) + 15 = 251;
#         win or loss 90 + 10 - 4 - 30 = 66
#   Bea   200 - 7 = 193; - 36.50 (2.50 + 9 + 6 + 10 + 9) + 29.50 (7 + 2.50 + 12 + 8) - 147 + 52 + 2 = 93;
#         win or loss 29.50 + 9 - 7 - 36.50 = -5; of 147 asked for, 55 paid, 25 refused and 27 cancelled are 52 returned, and
#         26 and 14 are 40 pending: 55 + 52 + 40 = 147
#   Dee   40
#   Fae   50 - 15.50 (10 + 3 + 2.50) + 3 + 1 = 38.50; win or loss 3 + 2.50 - 15.50 = -10
#   players 354 + 80 - 66.50 + 129.50 - 147 + 52 + 17 = 419
#
# operator-liability: 419, 19 in play, 26 pending and 14 cancelling are 478; Fae's 38.50 and 2.50 are 41. Unpaid and paid,
#   26 + 14 + 55 = 95, are what was asked for less what came back, 147 - 52.
#
# variance: all of the above once more, from four places. Stakes 66.50, handle 56.50, returned 122.50, voided 7, deposits 80,
#   withdrawals 147, of which 52 came back, adjustments 15 + 2 = 17, cash 419, in play 19. Test: 15.50, 13, 3, -, -, -, 1, 38.50, 2.50.
#
# account-adjustments: 15, 2 a millisecond before midnight, and not the 3 of midnight itself: 17.
#   Numbers in the chains, which begin with init, limits, commit, a grant (3) and, of Ada, a limit (4), of Bea two (4, 5). A
#   round is three records: open, deal, settle or void. Ada's five are 5 to 19, her deposits 20 and 21, so the grant is 22.
#   Bea's five are 6 to 20, her withdrawals 21 to 25, what came back 26 and 27; two limits, open and deal, and the grant is 32.
#   Fae's rounds, of which the last has no end, are 4 to 11, the grant 12.
#
# voids: Bea's 7. Her first round is 6 to 8 in her chain: open, deal, void.
#
# limits-refused: of a stake of 250 that Bea asked for before her 8, the operator's limit of 200 let nothing through.
#
# harm-markers: of the five players Bea alone met one, two cancelled withdrawals. Ada asked for a looser limit and was refused one,
#   which is one too few, and nobody played in more than one night.
#
# large-transactions, from 10 a round, 20 a day of rounds, 50 a payment and 80 a day of payments on. Rounds: spread-of-one
#   staked 10 and won 50, trips won 12 - 1 = 11, raised-and-lost and Fae's tried staked 10. Payments: 50 and 55. Days: Ada
#   staked 30, won 90 - 30 = 60 and deposited 50 + 30 = 80; Bea staked 36.50 and withdrew 147. Abe's 10 is below 20.
#
# payments-by-state: the ten payments of the day, of which 50 + 30 = 80 came in and 55 went out; 55 + 27 + 25 + 26 + 14 = 147 were
#   asked for, and 27 + 25 = 52 came back. Numbers in the chains as above: a payment has that of its newest movement.
#
# pending-payments: 20 + 10 + 26 + 14 = 70, as they stood at midnight, though 26 was paid at ten past.
#
# player-sessions, by the session of the stake: Ada's night raised, spread-of-one, lost, consecutive and trips, 8 + 10 + 3 + 2 +
#   1 = 24 wagered, 90 back, 96 - 4 - 10 - 3 - 2 - 1 + 90 = 166; her day settled none, 166 + 80 + 15 - 10 = 251. Bea's night pair,
#   won, surrendered and raised-and-lost, 2.50 + 6 + 4 + 10 = 22.50 less 2.50 + 12 + 2 = 16.50, aside 3 + 2 = 5 less 6, and 7
#   voided: 193 + 7 - 2.50 + 2.50 - 9 + 12 - 6 + 8 - 10 = 195; then 195 - 147 + 27 + 25 = 100, and 100 - 9 + 2 = 93. Abe's 25 + 10
#   = 35. Fae's is expired after 24 hours, at 8 in the evening. In all the games of game-performance.
#
# session-games: the same by game, from the first stake to the last end. Ada's night is all 2 decks, 11:50 in the evening to
#   12:35. Bea's: Montana 6 + 4 + 10 = 20 less 12 + 2 = 14, aside 3 + 2 = 5 less 6, 12:45 to 12:56; 2 decks her pair at 12:40;
#   AC v1 her 7 voided, 11:51 to 12:10. Abe's AC v1 from 11:52 to 8. Fae: Montana 2 less 0, aside 1 less 3; 2 decks 10 less 0.
#
# Denmark's records, made from game-performance and session-games: 10 games, staked 51.50 + 5 aside = 56.50, returned 116.50 + 6 =
#   122.50, all against the house; a record for each line of session-games with a game, so not for Bea's AC v1.
#
# dormant-accounts: Dee, opened 400 days before and never seen again; 40.
#
# responsible-gaming-activity: an hour and a half of Ada's night was 5,400,000 ms, 24.00 staked, 90.00 back. A loosening may be
#   confirmed 24 hours after it was asked for and lapses a week later; a return is a day after it was asked for.
#
# significant-events has all of these but the reality check, and logins, payments decided, lists and the staff's beside;
#   the void, the second version of the rules, and the three adjustments with the cash before and after: Ada's 166 + 80 =
#   246, and 15; Fae's 50 - 10 - 2.50 = 37.50, and 1; Bea's 91, and 2.

PROVED: Final = {
    "account-adjustments": 3,
    "game-performance": 6,
    "large-transactions": 12,
    "operator-liability": 2,
    "patron-account-summary": 5,
    # Four more have no round that ended, and the log does not show them.
    "player-sessions": 4,
    "session-games": 7,
    "taxable-revenue": 6,
    "voids": 1,
    "wagering-summary": 5,
}
"""The kinds whose figures the log shows, and in how many rows."""

PLAYED: Final = ("games", "wagers", "winnings", "side_wagers", "side_winnings", "voided", "voided_amount")
"""What sessions and games have both."""

# The day is played once where all of it is tested in one process.
pytestmark = pytest.mark.every_format
every_report = pytest.mark.parametrize("kind", [definition.kind for definition in CATALOGUE])
every_proved = pytest.mark.parametrize("kind", PROVED)


@pytest.fixture(scope="module")
def day(
    django_db_setup: None,  # noqa: ARG001  there has to be a database
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Filed:
    """Play the day and file its reports once for all tests, which only look; nothing of it stays in the database."""
    with django_db_blocker.unblock():
        blocks = TestCase._enter_atomics()  # type: ignore[attr-defined]  # what a test case does for all its tests
        try:
            made = filed(play(), tmp_path_factory.mktemp("gaming_day") / "export")
            world.assert_world_sound()
        finally:
            TestCase._rollback_atomics(blocks)  # type: ignore[attr-defined]  # the same
    return made


def document(day: Filed, kind: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(day.files[kind]["json"])
    return told


@pytest.mark.clause("F32")
@pytest.mark.clause("F33")
@pytest.mark.clause("F34")
@pytest.mark.clause("F35")
@pytest.mark.clause("F39")
@pytest.mark.clause("F46")
@every_report
def test_a_report_is_what_was_worked_out_by_hand(day: Filed, kind: str) -> None:
    assert day.named(kind).decode() == (EXPECTED / f"{kind}.csv").read_bytes().decode()


@pytest.mark.clause("F39")
@pytest.mark.parametrize(
    ("kind", "name", "schema"),
    [
        ("game-performance", "denmark-xml", denmark_end_of_day),
        ("session-games", "denmark-session-xml", denmark_session),
    ],
)
def test_a_regulators_record_is_what_was_worked_out_by_hand_and_fits_its_schema(
    day: Filed, kind: str, name: str, schema: ModuleType
) -> None:
    operator = Operator(licence="Example A/S", website="https://play.example", generator="RNG-1")

    content = b"".join(REGULATOR_FORMATS_BY_NAME[name].write(document(day, kind), operator))

    Schema(Path(str(schema.__file__)).with_suffix(".xsd")).check(content)
    # The id of a session is made from what the log calls it, which is another number in each run.
    ids = re.compile(r"(?<=<SpilTransaktionIdentifikation>)[0-9a-f-]{36}")
    assert ids.sub("{transaction}", content.decode()) == (EXPECTED / f"{name}.xml").read_bytes().decode()
    assert len(set(ids.findall(content.decode()))) == len(ids.findall(content.decode()))


@pytest.mark.clause("F36")
def test_four_sources_do_not_vary(day: Filed) -> None:
    told = document(day, "variance")
    place = [column["name"] for column in told["columns"]].index("difference")

    # Ten figures of players, six of test accounts: nobody deposited or withdrew there, and nothing was voided.
    assert [row[place] for row in told["rows"]] == [0] * (10 + 6)


@pytest.mark.clause("F36")
@every_report
def test_whatever_is_reconciled_agrees(day: Filed, kind: str) -> None:
    lines = document(day, kind)["reconciliation"]

    assert [line["difference"] for line in lines] == [0] * len(lines)
    assert bool(lines) is (BY_KIND[kind].from_log or kind == "payments-by-state")


@pytest.mark.clause("F25")
@pytest.mark.clause("F36")
def test_the_rounds_of_all_sessions_are_those_of_all_games(day: Filed) -> None:
    totals: dict[str, list[dict[str, Any]]] = {}
    for kind in ("player-sessions", "game-performance"):
        told = document(day, kind)
        names = [column["name"] for column in told["columns"]]
        totals[kind] = [dict(zip(names, total, strict=True)) for total in told["totals"]]

    shared = ("accounts", "currency", *PLAYED)
    sessions, games = ([[total[name] for name in shared] for total in each] for each in totals.values())
    assert len(sessions) == 2
    assert sessions == games


# --- The verifier's word ------------------------------------------------------------------------------------


def test_the_log_of_the_day_holds(day: Filed) -> None:
    assert (day.auditor.log.tally.failures, day.auditor.log.origin) == ({}, "demo.reddog.example/log")


@pytest.mark.clause("F38")
@pytest.mark.parametrize("form", FORMATS)
@every_report
def test_every_file_is_the_one_that_was_filed(day: Filed, kind: str, form: str) -> None:
    proof = day.auditor.judge(day.files[kind][form])

    assert (proof.fault, proof.exit_status) == (None, 0)
    assert proof.filed is not None
    assert (proof.filed.record["report"], proof.filed.format, proof.filed.superseded) == (kind, form, False)
    assert proof.shown[0] == "the operator signed this file's SHA-256, and the signature stands in the log"


@pytest.mark.clause("F36")
@pytest.mark.parametrize("form", ["csv", "json"])
@every_proved
def test_the_figures_of_the_money_reports_are_the_logs_own(day: Filed, kind: str, form: str) -> None:
    proof = day.auditor.judge(day.files[kind][form])

    assert (
        f"its {PROVED[kind]} rows are those of the log's first {day.log_size} entries, none missing or added"
        in proof.shown
    )


def test_of_the_other_reports_the_verifier_says_what_it_cannot_show(day: Filed) -> None:
    for kind in BY_KIND.keys() - PROVED.keys():
        told = day.auditor.judge(day.files[kind]["json"])
        assert "its rows: they do not follow from the log by rules that this program knows" in told.not_shown
        (left_out,) = day.auditor.judge(day.files[kind]["csv"]).not_shown
        assert left_out.endswith("give it the json of the same filing")


def test_an_auditor_proves_a_file_with_one_command(
    day: Filed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "filed.csv").write_bytes(day.files["taxable-revenue"]["csv"])

    assert verify(["report", str(tmp_path / "filed.csv"), str(day.folder), "--jobs", "1"]) == 0
    # The log's own verdict says what reports of all time would: Sunday is in it.
    assert "report    OK" in capsys.readouterr().out


@pytest.mark.clause("F38")
@pytest.mark.parametrize("form", FORMATS)
@every_report
def test_a_file_of_which_one_byte_is_another_was_not_filed(day: Filed, kind: str, form: str) -> None:
    content = bytearray(day.files[kind][form])
    content[len(content) // 2] ^= 1

    proof = day.auditor.judge(bytes(content))

    assert proof.fault is not None
    assert (proof.fault.code, proof.exit_status) == (Code.E_REPORT_UNKNOWN, 1)


@pytest.mark.clause("F36")
@pytest.mark.django_db
def test_a_wrong_figure_is_found_though_the_operator_signed_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play()
    wrong: dict[tuple[str, str], bytes] = {}
    for told, spoil, filters in (
        ("a figure", one_more, {}),
        ("a row too few", first_left_out, {"currency": "USD"}),
        ("a row too many", each_twice, {"accounts": "players"}),
    ):
        spoiled = {kind: wrongly(BY_KIND[kind], spoil) for kind in PROVED}
        monkeypatch.setattr("reports.operations.generate.BY_KIND", {**BY_KIND, **spoiled})
        for kind in PROVED:
            files = carried_out(ordered(kind, **filters))
            wrong |= {(f"{kind}, {told}", form): files[form] for form in ("csv", "json")}

    moved = wrongly(BY_KIND["player-sessions"], played_in_the_next)
    monkeypatch.setattr("reports.operations.generate.BY_KIND", {**BY_KIND, "player-sessions": moved})
    files = carried_out(ordered("player-sessions", account=ADA.hex))
    wrong |= {("a round in another session", form): files[form] for form in ("csv", "json")}

    later = wrongly(BY_KIND["session-games"], begun_later)
    monkeypatch.setattr("reports.operations.generate.BY_KIND", {**BY_KIND, "session-games": later})
    files = carried_out(ordered("session-games", account=ADA.hex))
    wrong |= {("a session that began later", form): files[form] for form in ("csv", "json")}

    asked = auditor(tmp_path / "export")

    assert asked.log.tally.failures == {}
    verdicts = {name: asked.judge(content).fault for name, content in wrong.items()}
    # Three lies about each kind and two more, in two formats.
    assert len(verdicts) == (len(PROVED) * 3 + 2) * 2
    assert {
        name: fault for name, fault in verdicts.items() if fault is None or fault.code != Code.E_REPORT_FIGURE
    } == {}


def wrongly(definition: Definition, spoil: Spoil) -> Definition:
    """Return a report that is spoiled, and says that all is well."""

    def read_page(scope: ReportScope, cursor: str) -> Page:
        page = definition.read_page(scope, cursor)
        # A page may be an hour in which nothing happened.
        return Page(spoil([dict(row) for row in page.rows]) if page.rows else page.rows, page.next_cursor)

    return replace(definition, read_page=read_page, reconcile=lambda *_: ())


def one_more(rows: list[dict[str, Any]]) -> list[Row]:
    """Tell a cent more of the first row's first figure that the log shows."""
    figures = ("amount", "cash", "winnings", "closing", "tax", "win")
    name = next(name for name in figures if name in rows[0])
    rows[0][name] += 1
    return list(rows)


def first_left_out(rows: list[dict[str, Any]]) -> list[Row]:
    return list(rows[1:])


def played_in_the_next(rows: list[dict[str, Any]]) -> list[Row]:
    """Tell of each of Ada's sessions what was played in her other one."""
    hers = [row for row in rows if row["account"] == ADA.hex]
    figures = [{name: row[name] for name in PLAYED} for row in hers]
    return [{**row, **other} for row, other in zip(hers, reversed(figures), strict=True)]


def begun_later(rows: list[dict[str, Any]]) -> list[Row]:
    return [{**row, "first_stake": row["first_stake"] + 1} for row in rows]


def each_twice(rows: list[dict[str, Any]]) -> list[Row]:
    return [row for row in rows for _ in range(2)]
