"""Write `returns.jsonl`: what games of every family return, and casino Red Dog with each number of decks.

Usage: python tests/vectors/make_returns.py
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from games.core.montana.rules import terms_of as montana_terms  # noqa: E402  found by the line above
from games.core.pot.terms import PotTerms  # noqa: E402  the same
from games.core.sheet import RuleSheet  # noqa: E402  the same
from games.core.variants import (  # noqa: E402  the same
    montana_red_dog,
    montana_red_dog_3_card,
    montana_red_dog_b,
    montana_red_dog_c,
    montana_red_dog_table,
    pot_red_dog,
    red_dog_atlantic_city,
    red_dog_table,
    yablon,
)
from games.laboratory.exact_math import exact_rtp, figures_of  # noqa: E402  the same
from games.laboratory.par_sheet import maximum_win, sheet_sha256  # noqa: E402  the same

ENGINE: Final = "00" * 32
DECKS_MAX: Final = 8
OTHERS: Final = (
    yablon.SHEET,
    red_dog_table.SHEET,
    montana_red_dog.SHEET,
    montana_red_dog_b.SHEET,
    montana_red_dog_c.SHEET,
    montana_red_dog_table.SHEET,
    montana_red_dog_3_card.SHEET,
    pot_red_dog.SHEET,
)


def sheets() -> Iterator[RuleSheet]:
    """Yield the sheets of the file: Red Dog with one deck, the other games as they are, Red Dog with more decks."""
    yield red_dog_atlantic_city.SHEET
    yield from OTHERS
    for decks in range(2, DECKS_MAX + 1):
        shoe = replace(red_dog_atlantic_city.SHEET, decks=decks)
        yield replace(shoe, rtp=exact_rtp(shoe))


def line(sheet: RuleSheet) -> dict[str, Any]:
    """Return the line of a sheet; its edges are text in lowest terms."""
    rtp, around_pot = exact_rtp(sheet), sheet.family == PotTerms.FAMILY
    edge = {"first_bet": rtp.first_bet, "total_wagered": rtp.total_wagered, "bonus": rtp.side_bet}
    told: dict[str, Any] = {
        "sheet": sheet.document(ENGINE),
        "sheet_sha256": sheet_sha256(sheet, ENGINE),
        "edge": {name: str(1 - part) for name, part in edge.items() if part is not None},
        # Around a pot the PAR sheet has no single round's win: nobody wins more than what all others bought in for.
        "highest_win": sheet.seats - 1 if around_pot else int(maximum_win(figures_of(sheet).policies)),
    }
    if rtp.side_bet is not None:
        told["side_bet_highest_win"] = max(montana_terms(sheet).pay_side_bet)
    return told


def lines() -> Iterator[str]:
    """Yield the lines of the file."""
    for sheet in sheets():
        yield json.dumps(line(sheet), sort_keys=True, separators=(",", ":"))


def main() -> None:
    """Write the file."""
    (HERE / "returns.jsonl").write_text("\n".join(lines()) + "\n")


if __name__ == "__main__":
    main()
