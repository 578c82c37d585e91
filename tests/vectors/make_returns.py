"""Write `returns.jsonl`: what each sheet on offer returns, and casino Red Dog with each number of decks.

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
from games.core.red_dog.terms import RedDogTerms  # noqa: E402  the same
from games.core.sheet import RuleSheet  # noqa: E402  the same
from games.core.variants import OFFERED  # noqa: E402  the same
from games.laboratory.exact_math import exact_rtp, figures_of  # noqa: E402  the same
from games.laboratory.par_sheet import maximum_win, sheet_sha256  # noqa: E402  the same

ENGINE: Final = "00" * 32
DECKS: Final = range(1, 9)


def sheets() -> Iterator[RuleSheet]:
    """Yield every sheet on offer, then each paytable of Red Dog with each number of decks."""
    yield from OFFERED
    paytables = {sheet.terms: sheet for sheet in reversed(OFFERED) if sheet.family == RedDogTerms.FAMILY}
    for sheet in paytables.values():
        for decks in DECKS:
            other = replace(sheet, decks=decks)
            if all(other.document(ENGINE) != offered.document(ENGINE) for offered in OFFERED):
                yield replace(other, rtp=exact_rtp(other))


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
