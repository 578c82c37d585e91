"""A gaming day of the small operator, and what he files of it: every figure is worked out by hand.

The day is 21 November 2026 of New York, from 05:00 UTC on. Red Dog pays 11 to 1 on trips; Montana's side bet pays 2 to
1
on two pair. All amounts are cents.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.verifier.hands import deals, deals_a_beaten_hit, deals_consecutive, deals_loss, deals_pair_push, deals_trips
from tests.verifier.play import Player, founded
from tests.verifier.producer import HOUR_MS, ORIGIN, SYSTEM, Document, Log, canonical, sha256
from tests.verifier.sheets import MONTANA, SHEET

if TYPE_CHECKING:
    from tests.verifier.hands import Wanted

FROM, TO = 1_795_237_200_000, 1_795_323_600_000
ZONE = "America/New_York"
GAME, MONTANA_GAME = "red-dog-atlantic-city", "montana-red-dog"
SHEET_2 = {**SHEET, "ver": 2, "stake_max": 20_000}
UNPROVED = {
    "operator-liability": {"unpaid_requested", "unpaid_pending", "unpaid_cancelling"},
    "patron-account-summary": {"withdrawals_paid", "withdrawals_refused", "withdrawals_pending"},
    "account-adjustments": {"reason", "by", "approved_by"},
}
# The columns whose meaning changed once.
DEFINITIONS = dict.fromkeys(
    ("operator-liability", "patron-account-summary", "account-adjustments", "large-transactions", "taxable-revenue"), 2
)
PARAMETERS = {
    "large-transactions": {
        "single_play_minor_usd": 1400,
        "day_play_minor_usd": 3800,
        "single_payment_minor_usd": 1250,
        "day_payments_minor_usd": 1350,
    },
    # The day is the first of another law: 19.75 %, after bonuses.
    "taxable-revenue": {
        "rate_from_2026_01_01": 1500,
        "bonus_deducted_from_2026_01_01": 0,
        "rate_from_2026_11_21": 1975,
        "bonus_deducted_from_2026_11_21": 1,
    },
}

# What a second revision says of the first.
REVISED = {"reason": "late-entries", "rows_added": 1, "rows_removed": 1}
COLUMNS = {
    "game-performance": (
        "accounts text, game text, version integer, family text, currency text, available_since instant, status text,"
        " theoretical_rtp ratio, games integer, wagers money, winnings money, actual_rtp ratio,"
        " theoretical_side_rtp ratio, side_wagers money, side_winnings money, actual_side_rtp ratio, voided integer,"
        " voided_amount money, fees money, interrupted integer, interrupted_funds money"
    ),
    "taxable-revenue": (
        "accounts text, day day, game text, currency text, games integer, handle money, returned money, ggr money,"
        " deductions money, taxable money, tax money"
    ),
    "wagering-summary": (
        "accounts text, game text, currency text, to_games money, from_games money, start_funds money,"
        " end_funds money, win money, rake money"
    ),
    "operator-liability": (
        "accounts text, currency text, cash money, in_play money, unpaid_requested money, unpaid_pending money,"
        " unpaid_cancelling money, liability money"
    ),
    "patron-account-summary": (
        "accounts text, account text, currency text, opening money, deposits money, bonus_in money,"
        " bonus_wagered money, bonus_expired money, to_games money, from_games money, withdrawals_requested money,"
        " withdrawals_paid money, withdrawals_refused money, withdrawals_returned money, withdrawals_pending money,"
        " adjustments money, start_funds money, end_funds money, win_loss money, closing money"
    ),
    "account-adjustments": (
        "time instant, accounts text, account text, currency text, seq integer, amount money, reason text, by text,"
        " approved_by text"
    ),
    "large-transactions": (
        "time instant, accounts text, account text, currency text, type text, game text, reference text,"
        " amount money, threshold money"
    ),
    "voids": (
        "time instant, accounts text, account text, currency text, game text, round text, seq integer, amount money,"
        " cause text, reason text, by text, approved_by text"
    ),
}


@dataclass
class Day:
    """The log of the day with what the figures need to know of it; `size` is what the reports cover."""

    log: Log
    size: int = 0
    chains: dict[str, str] = field(default_factory=dict)
    # Of what has a name: when it was logged, and its number in its chain.
    at: dict[str, int] = field(default_factory=dict)
    seq: dict[str, int] = field(default_factory=dict)
    rounds: dict[str, str] = field(default_factory=dict)

    def mark(self, name: str, player: Player | None = None) -> None:
        self.at[name] = self.log.now
        self.seq[name] = self.log.drafts[-1].fields["seq"]
        if player is not None:
            self.rounds[name] = f"{player.chain}-{player.epoch}-{player.nonce}"


def hand(player: Player, wanted: Wanted) -> Player:
    """Open an epoch whose first hand is as wanted."""
    player.log.checkpoint()
    return player.open(wanted=wanted)


def two_pair_win(cards: list[str]) -> bool:
    return deals_a_beaten_hit(cards) and deals("two_pair")(cards)


def seated(day: Day, name: str, *, granted: int, test: bool = False) -> Player:
    player = Player(day.log, name).register(test=test).commit()
    day.chains[name] = player.chain
    return player.move("adjustment", granted) if granted else player


def played(*, late: bool = True) -> Day:
    """Play the day; `late` entries of it reach the log when its reports are made already."""
    log, rules = founded()
    day = Day(log)
    day.mark("v1")
    log.add(SYSTEM, "rules", {"rules": {**SHEET, "engine_sha256": "8e" * 32}})
    montana = log.add(SYSTEM, "rules", {"rules": MONTANA})
    day.mark("montana")

    log.now = FROM - 3 * HOUR_MS
    ada, ben = seated(day, "ada", granted=100_000), seated(day, "ben", granted=100_000, test=True)
    cem, eve = seated(day, "cem", granted=100_000), seated(day, "eve", granted=50)
    seated(day, "fay", granted=0)
    hand(ada, deals_loss).deal(500, rules=rules).settle("stand")
    hand(cem, two_pair_win).deal(600, rules=montana, sheet=MONTANA, bonus=200)
    del eve

    log.now = FROM - 1000
    cem.settle("raise")
    day.mark("cem wins", cem)
    assert log.now == FROM
    ada.move("deposit", 5000)
    day.mark("deposit")
    ada.move("withdrawal", -1250)
    day.mark("withdrawal")
    ada.move("adjustment", -300)
    day.mark("ada corrected")
    ada.move("bonus", 777)
    hand(ada, deals_loss).deal(1000, rules=rules).settle("raise")
    day.mark("ada loses", ada)
    hand(ada, deals_trips).deal(500, rules=rules).settle()
    day.mark("ada wins", ada)
    ada.deal(700, rules=rules).void()
    day.mark("ada voided", ada)
    ada.deal(600, rules=montana, sheet=MONTANA).settle("surrender")
    hand(ben, deals_consecutive).deal(800, rules=rules).settle()
    ben.move("adjustment", 40)
    day.mark("ben corrected")
    hand(ben, deals_loss).deal(900, rules=rules)
    second = log.add(SYSTEM, "rules", {"rules": SHEET_2})
    day.mark("v2")
    hand(cem, deals_pair_push).deal(500, rules=second, sheet=SHEET_2).settle()
    log.now = TO - 1001
    ada.move("withdrawal", -100)

    # The day ends in the last millisecond before midnight; what bears midnight itself is of the next.
    assert log.now == TO - 1
    log.now = TO - 1000
    ben.settle("stand")
    assert log.now == TO
    ada.move("deposit", 9999)
    log.now = TO + 60_000
    day.size = log.checkpoint()
    if late:
        _late(day)
    return day


def _late(day: Day) -> None:
    """Log what happened in the day too late for its reports."""
    day.log.now = TO - HOUR_MS
    dan = seated(day, "dan", granted=70_000)
    dan.move("deposit", 6000)
    day.log.now = TO + 120_000


def games(day: Day) -> list[list[object]]:
    theoretical, side = "0.973282", ["", 0, 0, ""]
    told: list[tuple[list[object], list[object]]] = [
        # Cem's two pair: 600 raised by 600 come back as 2400, 200 on two pair as 600. Ada gives up 300 of 600.
        (
            ["players", MONTANA_GAME, 1, "montana", "USD", day.at["montana"], "offered", "0.969074"],
            # 1200 + 600, 2400 + 300, 2700 / 1800; 600 / 200
            [2, 1800, 2700, "1.500000", "0.956522", 200, 600, "3.000000", 0, 0, 0, 0, 0],
        ),
        # Ada: 1000 raised by 1000 lost, 500 * 12 = 6000 won: 6000 / 2500; 700 voided.
        (
            ["players", GAME, 1, "red-dog", "USD", day.at["v1"], "replaced", theoretical],
            [2, 2500, 6000, "2.400000", *side, 1, 700, 0, 0, 0],
        ),
        # Cem's pair.
        (
            ["players", GAME, 2, "red-dog", "USD", day.at["v2"], "offered", theoretical],
            [1, 500, 500, "1.000000", *side, 0, 0, 0, 0, 0],
        ),
        # Ben's consecutive cards; 900 lie on the table as the day ends.
        (
            ["test", GAME, 1, "red-dog", "USD", day.at["v1"], "replaced", theoretical],
            [1, 800, 800, "1.000000", *side, 0, 0, 0, 1, 900],
        ),
    ]
    return [[*sheet, *numbers] for sheet, numbers in told]


def revenue(day: Day) -> list[list[object]]:
    del day
    none = [""] * 3
    return [
        # -1300 - 3500 - Ada's bonus of 777: no tax. Of Ben, who is the house's own, there is no row.
        ["players", "", "", "USD", "", "", "", "", 777, -5577, 0],
        # Cem 1400 for 3000, Ada 600 for 300.
        ["players", "2026-11-21", MONTANA_GAME, "USD", 2, 2000, 3300, -1300, *none],
        # Ada 2000 for nothing and 500 for 6000, Cem 500 for 500.
        ["players", "2026-11-21", GAME, "USD", 3, 3000, 6500, -3500, *none],
        ["test", "2026-11-21", GAME, "USD", 1, 800, 800, 0, *none],
    ]


def wagering(day: Day) -> list[list[object]]:
    del day
    return [
        # Cem's raise and Ada's 600; 3000 + 300; Cem's 800 lay there before: 1200 + 800 - 3300.
        ["players", MONTANA_GAME, "USD", 1200, 3300, 800, 0, -1300, 0],
        # 2000 + 500 + 700 + 500; 6000 + 700 + 500.
        ["players", GAME, "USD", 3700, 7200, 0, 0, -3500, 0],
        # 800 + 900; 800; 1700 - 900 - 800.
        ["test", GAME, "USD", 1700, 800, 0, 900, 0, 0],
    ]


def liability(day: Day) -> list[list[object]]:
    del day
    return [
        # Ada 106,827, Cem 101,600, Eve 50; of Ada's 1250 + 100 the latter was paid.
        ["players", "USD", 208_477, 0, 50, 1200, 0, 209_727],
        # 100,000 + 40 - 900.
        ["test", "USD", 99_140, 900, 0, 0, 0, 100_040],
    ]


def patrons(day: Day) -> list[list[object]]:
    ada, ben, cem, eve = (day.chains[name] for name in ("ada", "ben", "cem", "eve"))
    # Of Ada's 1350 that were asked for, 100 are paid and 1250 pending.
    asked, none = [1350, 100, 0, 0, 1250], [0] * 5
    rows: list[list[object]] = [
        # 99,500 + 5000 + 777 - 3800 + 7000 - 1350 - 300 = 106,827; 7000 - 3800 = 3200.
        ["players", ada, "USD", 99_500, 5000, 777, 0, 0, 3800, 7000, *asked, -300, 0, 0, 3200, 106_827],
        # 99,200 - 1100 + 3500 = 101,600; 3500 - 800 - 1100 = 1600.
        ["players", cem, "USD", 99_200, 0, 0, 0, 0, 1100, 3500, *none, 0, 800, 0, 1600, 101_600],
        ["players", eve, "USD", 50, 0, 0, 0, 0, 0, 0, *none, 0, 0, 0, 0, 50],
        # 100,000 - 1700 + 800 + 40 = 99,140; 800 + 900 - 1700 = 0.
        ["test", ben, "USD", 100_000, 0, 0, 0, 0, 1700, 800, *none, 40, 0, 900, 0, 99_140],
    ]
    return sorted(rows, key=lambda row: str(row[1]))


def adjustments(day: Day) -> list[list[object]]:
    told = ["a payment that failed", "operator-17", "operator-4"]
    return [
        [day.at["ada corrected"], "players", day.chains["ada"], "USD", day.seq["ada corrected"], -300, *told],
        [day.at["ben corrected"], "test", day.chains["ben"], "USD", day.seq["ben corrected"], 40, *told],
    ]


def large(day: Day) -> list[list[object]]:
    """Tell what reaches a threshold of PARAMETERS; Ada's day won 3200, and does not."""
    ada, cem = ([("players", day.chains[name], "USD")] for name in ("ada", "cem"))
    rows: list[tuple[int, list[tuple[str, str, str]], list[object]]] = [
        (day.at["cem wins"], cem, ["single-wager", MONTANA_GAME, day.rounds["cem wins"], 1400, 1400]),
        # 3000 - 1400
        (day.at["cem wins"], cem, ["single-win", MONTANA_GAME, day.rounds["cem wins"], 1600, 1400]),
        (day.at["deposit"], ada, ["single-deposit", "", str(day.seq["deposit"]), 5000, 1250]),
        (day.at["withdrawal"], ada, ["single-withdrawal", "", str(day.seq["withdrawal"]), 1250, 1250]),
        (day.at["ada loses"], ada, ["single-wager", GAME, day.rounds["ada loses"], 2000, 1400]),
        # 6000 - 500
        (day.at["ada wins"], ada, ["single-win", GAME, day.rounds["ada wins"], 5500, 1400]),
        (TO - 1, ada, ["day-deposits", "", "2026-11-21", 5000, 1350]),
        # 2000 + 500 + 700 + 600
        (TO - 1, ada, ["day-wagers", "", "2026-11-21", 3800, 3800]),
        # 1250 + 100
        (TO - 1, ada, ["day-withdrawals", "", "2026-11-21", 1350, 1350]),
    ]
    return [[at, *who[0], *cells] for at, who, cells in rows]


def voids(day: Day) -> list[list[object]]:
    where = [day.at["ada voided"], "players", day.chains["ada"], "USD", GAME, day.rounds["ada voided"]]
    told = ["void", "the table's terminal broke", "operator:operator-17", "operator:operator-4"]
    return [[*where, day.seq["ada voided"], 700, *told]]


ROWS = {
    "game-performance": games,
    "taxable-revenue": revenue,
    "wagering-summary": wagering,
    "operator-liability": liability,
    "patron-account-summary": patrons,
    "account-adjustments": adjustments,
    "large-transactions": large,
    "voids": voids,
}

_PLAYERS = ["players", "", "", "", "USD", "", "", ""]
TOTALS: dict[str, list[list[object]]] = {
    "game-performance": [
        # 1800 + 2500 + 500; 2700 + 6000 + 500; 9200 / 4800 = 1.91666…
        [*_PLAYERS, 5, 4800, 9200, "1.916667", "", 200, 600, "3.000000", 1, 700, 0, 0, 0],
        ["test", "", "", "", "USD", "", "", "", 1, 800, 800, "1.000000", "", 0, 0, "", 0, 0, 0, 1, 900],
    ],
    "taxable-revenue": [
        ["players", "", "", "USD", 5, 5000, 9800, -4800, 777, -5577, 0],
        ["test", "", "", "USD", 1, 800, 800, 0, 0, 0, 0],
    ],
    "wagering-summary": [
        ["players", "", "USD", 4900, 10_500, 800, 0, -4800, 0],
        ["test", "", "USD", 1700, 800, 0, 900, 0, 0],
    ],
    "operator-liability": [
        ["players", "USD", 208_477, 0, 50, 1200, 0, 209_727],
        ["test", "USD", 99_140, 900, 0, 0, 0, 100_040],
    ],
    "patron-account-summary": [
        # 99,500 + 99,200 + 50; 3800 + 1100; 7000 + 3500; 3200 + 1600; 106,827 + 101,600 + 50
        [
            "players",
            "",
            "USD",
            198_750,
            5000,
            777,
            0,
            0,
            4900,
            10_500,
            1350,
            100,
            0,
            0,
            1250,
            -300,
            800,
            0,
            4800,
            208_477,
        ],
        ["test", "", "USD", 100_000, 0, 0, 0, 0, 1700, 800, 0, 0, 0, 0, 0, 40, 0, 900, 0, 99_140],
    ],
    "account-adjustments": [
        ["Total", "players", "", "USD", "", -300, "", "", ""],
        ["Total", "test", "", "USD", "", 40, "", "", ""],
    ],
    "large-transactions": [],
    "voids": [["Total", "players", "", "USD", "", "", "", 700, "", "", "", ""]],
}


def columns_of(kind: str) -> list[Document]:
    pairs = (told.split() for told in COLUMNS[kind].split(","))
    return [{"name": name, "type": form, "meaning": "what it says"} for name, form in pairs]


def report(kind: str, day: Day) -> Document:
    """Write an honest report of the day."""
    return {
        "v": "rdf-report/3",
        "kind": kind,
        "title": "What was played",
        "source": "GLI-19 2.9",
        "definition": DEFINITIONS.get(kind, 1),
        "software": "0.1.0",
        "operator": "Example Casino",
        "profile": "new-jersey",
        "interval": {
            "first": "2026-11-21",
            "until": "2026-11-22",
            "zone": ZONE,
            "starts": "00:00",
            "from": FROM,
            "to": TO,
        },
        "revision": 1,
        "revised": {},
        "generated_at": TO + 60_000,
        "log": {"origin": ORIGIN, "size": day.size},
        "filters": {},
        "parameters": dict(PARAMETERS.get(kind, {})),
        "currencies": [{"currency": "USD", "places": 2}],
        "activity": "Activity",
        "page": [1, 1],
        "columns": columns_of(kind),
        "rows": ROWS[kind](day),
        "totals": [list(total) for total in TOTALS[kind]],
        "reconciliation": [
            {"what": "to the ledger", "accounts": "players", "currency": "USD"}
            | {"reported": 5000, "ledger": 5003, "difference": -3}
        ],
    }


def as_json(document: Document) -> bytes:
    return canonical(document).encode() + b"\n"


def filing_of(document: Document, **files: bytes) -> Document:
    """Return the fields of the record that files these files of a report."""
    return {
        "report": document["kind"],
        "def": document["definition"],
        "from": document["interval"]["from"],
        "to": document["interval"]["to"],
        "filters": document["filters"],
        "rev": document["revision"],
        "size": document["log"]["size"],
        "gen": document["generated_at"],
        "files": {form: sha256(content).hex() for form, content in files.items()},
    }
