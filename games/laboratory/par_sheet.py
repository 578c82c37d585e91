"""The par sheet: everything that is exact about a game, as one document for a test laboratory.

Source: docs/formats/par-sheet.md.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from games.core.sheet import RuleSheet
from games.laboratory.exact_figures import ExactFigures, StrategyResult
from kernel import canonical_json
from kernel.decimals import significant, square_root


@dataclass(frozen=True, slots=True)
class Number:
    """A decimal number as it is to be written: JSON's own, which no float has touched."""

    text: str


_PLAY: Final = ("house_edge", "rtp", "mean_wagered", "variance", "standard_deviation", "outcomes", "net")


def par_sheet(sheet: RuleSheet, figures: ExactFigures, *, engine_sha256: str) -> dict[str, object]:
    """Write the figures of a sheet. `Number` stands for each JSON number that is not whole.

    The figures on the first level are those of the strategy that wins most; `policies` has them once more, beside
    those of the other ways to play. All are per first bet of 1 unless their name says otherwise. Of a game whose rules
    are not all known they are null: nothing is computed that nobody has said.
    """
    document = sheet.document(engine_sha256)
    return {
        "variant": sheet.game,
        "version": sheet.version,
        "family": sheet.family,
        "decks": sheet.decks,
        "seats": sheet.seats,
        "sheet_sha256": sheet_sha256(sheet, engine_sha256),
        "engine_sha256": engine_sha256,
        "authority": sheet.authority,
        "source": list(sheet.source),
        "declared_rtp": sheet.rtp.document() if sheet.terms.complete else None,
        "strategy": figures.strategy,
        **(_play(figures.optimal) if sheet.terms.complete else dict.fromkeys(_PLAY)),
        "policies": {name: _play(play) for name, play in figures.policies.items()} if sheet.terms.complete else {},
        "bonus": {scale: _side_bet(play) for scale, play in figures.side_bet.items()},
        "tables": figures.tables,
        "sheet": document,
    }


def sheet_sha256(sheet: RuleSheet, engine_sha256: str) -> str:
    """Hash the sheet's canonical document, engine included: 64 hex digits."""
    return hashlib.sha256(canonical_json.encode(sheet.document(engine_sha256))).hexdigest()


def _play(play: StrategyResult) -> dict[str, object]:
    rtp = play.rtp
    return {
        "house_edge": {"first_bet": _exact(1 - rtp.first_bet), "total_wagered": _exact(1 - rtp.total_wagered)},
        "rtp": {"first_bet": _exact(rtp.first_bet), "total_wagered": _exact(rtp.total_wagered)},
        "mean_wagered": _exact(play.staked),
        "variance": _exact(play.variance),
        "standard_deviation": Number(square_root(play.variance)),
        "outcomes": {outcome: _exact(chance) for outcome, chance in play.outcomes.items()},
        "net": _distribution(play.net),
    }


def _side_bet(play: StrategyResult) -> dict[str, object]:
    """Write the figures of a side bet: it is made once and never raised, so that its edge has one denominator."""
    edge, rtp = 1 - play.rtp.first_bet, play.rtp.first_bet
    return _play(play) | {"house_edge": _exact(edge), "rtp": _exact(rtp)}


def _distribution(net: Mapping[Fraction, Fraction]) -> dict[str, object]:
    return {str(result): _exact(chance) for result, chance in sorted(net.items())}


def _exact(value: Fraction) -> dict[str, object]:
    """Write a fraction in lowest terms, and the decimal number nearest to it."""
    numerator, denominator = value.as_integer_ratio()
    return {"fraction": f"{numerator}/{denominator}", "decimal": Number(significant(value))}
