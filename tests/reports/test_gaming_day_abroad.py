"""A gaming day in euros and in yen whose every amount is worked out by hand, and the verifier's word on each file of it.

What the day is, Saturday, 21 November 2026 in New York (gaming_day_abroad.py). Abe's account and Fae's, which is the
house's own, are in euros; Ada's and Bea's in yen, which have no minor unit. The first two rounds were dealt on Friday.

| round             | who | game    | stake    | what happens                             | staked   | returned |
|-------------------|-----|---------|----------|------------------------------------------|----------|----------|
| raised            | Ada | 2 decks | ¥400     | 4 9, raised after midnight, 6: 1 to 1    | ¥800     | ¥1,600   |
| voided            | Bea | AC      | ¥701     | voided: no game                          |          | ¥701 back|
| spread-of-one     | Abe | AC      | €5       | 5 7, raised, 6: 5 to 1                   | €10      | €60      |
| lost              | Abe | AC      | €6       | 2 K, stands, 2                           | €6       | 0        |
| pair              | Ada | 2 decks | ¥250     | Q Q 4: push                              | ¥250     | ¥250     |
| trips             | Ada | 2 decks | ¥150     | 7 7 7: 11 to 1                           | ¥150     | ¥1,800   |
| won               | Bea | Montana | ¥600+300 | beats the hit; side bet lost with a pair | ¥600+300 | ¥1,200+0 |
| surrendered       | Bea | Montana | ¥400+200 | half back; two pair, 2 to 1              | ¥400+200 | ¥200+600 |
| tried             | Fae | 2 decks | €5       | 3 J, raised, K                           | €10      | 0        |
| tried-and-left    | Fae | 2 decks | €2.50    | waits                                    |          |          |
| over-midnight     | Abe | AC      | €8       | waits at midnight                        |          |          |
| yen-over-midnight | Ada | 2 decks | ¥1,001   | waits at midnight                        |          |          |

| who | granted before | deposits                       | withdrawals                   | granted |
|-----|----------------|--------------------------------|-------------------------------|---------|
| Abe | €100           | €50; €12 are declined          |                               | €15     |
| Ada | ¥10,000        | ¥6,500; ¥3,000 wait            |                               | ¥77     |
| Bea | ¥20,000        |                                | ¥5,500, paid; ¥4,000 wait     |         |
| Fae | €50            |                                |                               |         |

Nothing is added over currencies: each has lines of its own.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.test import TestCase

from reports.catalogue import BY_KIND, CATALOGUE
from tests import world
from tests.reports.gaming_day_abroad import play
from tests.reports.gaming_day_filed import EXPECTED, FORMATS, Filed, filed

if TYPE_CHECKING:
    from pytest_django.plugin import DjangoDbBlocker

# --- What the files say -------------------------------------------------------------------------------------
#
# wagering-summary. To games: stakes of rounds dealt and raises of rounds settled on Saturday.
#   EUR  AC       5+5 + 6 + 8 = 24             back 60                        start 0    end 8     win 24 - 8 - 60 = -44
#        2 decks, the house's own: 5+5 + 2.50 = 12.50, back 0, end 2.50, win 10
#   JPY  Montana  900 + 600 = 1,500            back 1,200 + 800 = 2,000       start 0    end 0     win -500
#        2 decks  400 (raise) + 250 + 150 + 1,001 = 1,801
#                                              back 1,600 + 250 + 1,800 = 3,650  start 400  end 1,001
#                                              win 1,801 + 400 - 1,001 - 3,650 = -2,450
#        AC       0                            back 701 (void)                start 701  end 0     win 0
#        in all 3,301, 6,351, 1,101, 1,001, -2,950
#
# taxable-revenue, of settled rounds: EUR 10 + 6 = 16 less 60 is -44; the house's 10 less 0. JPY Montana 900 + 600 = 1,500 less
#   2,000, 2 decks 800 + 250 + 150 = 1,200 less 3,650 is -2,450; in all 2,700 less 5,650 is -2,950 of five games.
#   The players lost nothing to the house in either currency, so 15 % of nothing is due in each: a row of tax a currency.
#
# game-performance: the same with side bets apart. Montana 600 + 400 = 1,000 wagered, 1,200 + 200 = 1,400 won, so 1.4; side 500,
#   600 won, so 1.2. 3,650 / 1,200 = 3.041667; 60 / 16 = 3.75; in yen 5,050 / 2,200 = 2.295455. One game has a line in each
#   currency in which it was played.
#
# rtp-variance. Deviation: (winnings - wagers) / first bets, less what the rules promise. Bound: 2.576 * sqrt(V * Q) / first bets,
#   V as in test_gaming_day.py.
#   JPY  Montana  400/1,000 + 0.041192 = 0.441192; Q 600^2 + 400^2 = 520,000: 2.576 * sqrt(1.930851 * Q) / 1,000 = 2.581202
#        side     100/500 + 0.043478 = 0.243478; Q 300^2 + 200^2 = 130,000: 2.576 * sqrt(12.357794 * Q) / 500 = 6.530072
#        2 decks  2,450/800 + 0.030766 = 3.093266; Q 400^2 + 250^2 + 150^2 = 245,000:
#                 2.576 * sqrt(2.413630 * Q) / 800 = 2.476135
#   EUR  AC       44/11 + 0.031554 = 4.031554; Q 25 + 36 = 61: 2.576 * sqrt(2.2457012 * Q) / 11 = 2.740906
#        2 decks, the house's own, as on the day in dollars: -1.969234 and 4.002038
#   Totals: EUR 11 first bets, 60/16; JPY 1,000 + 500 + 800 = 2,300, 5,650/2,700 = 2.092593.
#
# patron-account-summary.
#   Abe   100 + 50 - 24 + 60 + 15 = 201; win or loss 60 + 8 - 24 = 44
#   Ada   10,000 - 400 = 9,600; + 6,500 - 1,801 + 3,650 + 77 = 18,026; win or loss 3,650 + 1,001 - 400 - 1,801 = 2,450
#   Bea   20,000 - 701 = 19,299; - 1,500 + 2,701 - 9,500 = 11,000; win or loss 2,701 - 701 - 1,500 = 500; of 9,500 asked for,
#         5,500 were paid and 4,000 are pending
#   Fae   50 - 12.50 = 37.50
#   in yen 28,899 opening, 29,026 closing
#
# operator-liability: EUR 201 + 8 = 209; JPY 29,026 + 1,001 + 4,000 = 34,027; the house's 37.50 + 2.50 = 40.
#
# large-transactions: from 10 euros a round, 20 a day, 50 a payment and 80 a day of payments on, and from 1,500 yen a round, 2,500 a
#   day, 6,000 a payment and 9,000 a day. EUR: spread-of-one staked 10 and won 50, Fae's tried staked 10, the deposit of 50; Abe's day
#   24 staked and 60 - 24 = 36 won. JPY: trips won 1,800 - 150 = 1,650; 6,500 deposited; Bea's day 5,500 + 4,000 = 9,500
#   withdrawn. In euros 1,650 minor units would be 16.50, and 5,500 would be a large payment: the thresholds are by currency.
#
# Numbers in the chains begin with init, limits, commit and a grant (3), and a round is three records. Abe's two rounds are 4 to 9, the
# deposit 10, the grant 11. Ada's three are 4 to 12, the deposit 13, the grant 14. Bea's three are 4 to 12, of which 6 is the void; the
# withdrawals are 13 and 14.
#
# player-sessions: Abe's night 100 - 16 + 60 = 144; his day 144 + 50 + 15 - 8 = 201. Ada's night 9,600 - 400 - 250 - 150 + 3,650 = 12,450;
#   her day 12,450 + 6,500 + 77 - 1,001 = 18,026. Bea's expires after 24 hours, Fae's too. What is done within a minute of the last is not
#   noted as activity: Abe was last seen at 25 past midnight, Bea at ten to one.

ABROAD: Final = EXPECTED.parent / "expected_abroad"
KINDS: Final = tuple(sorted(path.stem for path in ABROAD.glob("*.csv")))
PROVED: Final = {
    "account-adjustments": 2,
    "game-performance": 5,
    "large-transactions": 9,
    "operator-liability": 3,
    "patron-account-summary": 4,
    # Two more have no round that ended.
    "player-sessions": 4,
    "taxable-revenue": 6,
    "voids": 1,
    "wagering-summary": 5,
}
"""The kinds whose figures the log shows, and in how many rows."""

pytestmark = [pytest.mark.clause("F53"), pytest.mark.every_format]


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
            made = filed(play(), tmp_path_factory.mktemp("gaming_day_abroad") / "export")
            world.assert_world_sound()
        finally:
            TestCase._rollback_atomics(blocks)  # type: ignore[attr-defined]  # the same
    return made


def document(day: Filed, kind: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(day.files[kind]["json"])
    return told


def table_of(csv: bytes) -> str:
    """Return the rows and totals of a CSV file: what is between its envelope and its reconciliation."""
    return csv.decode().replace("\r\n", "\n").split("\n\n")[1].rstrip("\n") + "\n"


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_is_what_was_worked_out_by_hand(day: Filed, kind: str) -> None:
    assert table_of(day.named(kind)) == (ABROAD / f"{kind}.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_each_amount_has_the_places_of_its_currency_and_no_line_has_two(day: Filed, kind: str) -> None:
    told = document(day, kind)
    names = [column["name"] for column in told["columns"]]
    lines = [dict(zip(names, line, strict=True)) for line in (*told["rows"], *told["totals"])]

    assert {line["currency"] for line in lines} <= {"EUR", "JPY"}
    assert told["currencies"] == [
        {"currency": code, "places": places}
        for code, places in (("EUR", 2), ("JPY", 0))
        if any(line["currency"] == code for line in (*lines, *told["reconciliation"]))
    ]
    keys = [(total["accounts"], total["currency"]) for total in lines[len(told["rows"]) :]]
    assert len(keys) == len(set(keys)), "one total for each kind of accounts and currency"


@pytest.mark.clause("F36")
@pytest.mark.parametrize("kind", [definition.kind for definition in CATALOGUE])
def test_whatever_is_reconciled_agrees(day: Filed, kind: str) -> None:
    lines = document(day, kind)["reconciliation"]

    assert [line["difference"] for line in lines] == [0] * len(lines)
    assert bool(lines) is (BY_KIND[kind].from_log or kind == "payments-by-state")


def test_the_thresholds_of_each_currency_stand_in_the_envelope(day: Filed) -> None:
    assert document(day, "large-transactions")["parameters"] == {
        "single_play_minor_eur": 1_000,
        "single_play_minor_jpy": 1_500,
        "day_play_minor_eur": 2_000,
        "day_play_minor_jpy": 2_500,
        "single_payment_minor_eur": 5_000,
        "single_payment_minor_jpy": 6_000,
        "day_payments_minor_eur": 8_000,
        "day_payments_minor_jpy": 9_000,
    }


@pytest.mark.clause("F38")
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("kind", [definition.kind for definition in CATALOGUE])
def test_every_file_is_the_one_that_was_filed(day: Filed, kind: str, form: str) -> None:
    proof = day.auditor.judge(day.files[kind][form])

    assert (proof.fault, proof.exit_status) == (None, 0)
    assert day.auditor.log.tally.failures == {}


@pytest.mark.clause("F36")
@pytest.mark.parametrize("form", ["csv", "json"])
@pytest.mark.parametrize("kind", PROVED)
def test_the_figures_of_the_money_reports_are_the_logs_own(day: Filed, kind: str, form: str) -> None:
    proof = day.auditor.judge(day.files[kind][form])

    assert (
        f"its {PROVED[kind]} rows are those of the log's first {day.log_size} entries, none missing or added"
        in proof.shown
    )
