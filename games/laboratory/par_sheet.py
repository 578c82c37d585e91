"""The PAR sheet: all exact figures of a game, as one document for a test laboratory.

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
    """A decimal number as JSON text, so that no float can round it."""

    text: str


_PLAY: Final = (
    *("house_edge", "rtp", "mean_wagered", "variance", "standard_deviation", "outcomes", "net"),
    *("maximum_win", "confidence"),
)

CONFIDENCE_ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""The numbers of rounds for which the confidence band is shown."""
_STANDARD_DEVIATIONS: Final = Fraction(196, 100)
"""A normal distribution has 95 of 100 samples within this many standard deviations of its mean, on both sides."""
_RATIOS: Final = (Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2))
"""The sizes of a side bet, in stakes, for which the combined return is shown."""


def par_sheet(sheet: RuleSheet, figures: ExactFigures, *, engine_sha256: str) -> dict[str, object]:
    """Return the figures of a sheet as a document, with a `Number` for each JSON number that is not whole.

    The figures on the first level are those of the strategy that wins most; `policies` repeats them beside those of the
    other policies. All are per stake of 1 unless their name says otherwise. They are null for a game whose rules are
    not all known.
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
        "combined_rtp": _combined(sheet),
        "tables": figures.tables,
        "sheet": document,
    }


def maximum_win(policies: Mapping[str, StrategyResult]) -> Fraction:
    """Return the most that one round can win by any of these policies: net, in stakes."""
    return max(max(play.net) for play in policies.values())


def confidence_band(play: StrategyResult, *, rounds: int) -> tuple[Fraction, Fraction]:
    """Return the bounds between which the measured return of `rounds` equal stakes lies in 95 of 100 samples.

    The mean of many independent rounds is nearly normal, with the standard deviation of one divided by the root of
    their number (de Moivre and Laplace). The measured return cannot be negative.
    """
    half = _STANDARD_DEVIATIONS * Fraction(square_root(play.variance / rounds))
    return max(play.rtp.first_bet - half, Fraction(0)), play.rtp.first_bet + half


def combined_rtp(first_bet: Fraction, side_bet: Fraction, *, ratio: Fraction) -> Fraction:
    """Return the RTP of a stake together with a side bet of `ratio` stakes, per unit of both.

    Means add up even if the two results depend on each other.
    """
    return (first_bet + ratio * side_bet) / (1 + ratio)


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
        "maximum_win": _exact(max(play.net)),
        "confidence": {str(rounds): _band(play, rounds) for rounds in CONFIDENCE_ROUNDS},
    }


def _band(play: StrategyResult, rounds: int) -> list[Number]:
    return [Number(significant(bound)) for bound in confidence_band(play, rounds=rounds)]


def _combined(sheet: RuleSheet) -> dict[str, object]:
    """Write the RTP of stake and side bet together, by the size of the side bet in stakes."""
    side_bet = sheet.rtp.side_bet
    if side_bet is None:
        return {}
    return {str(ratio): _exact(combined_rtp(sheet.rtp.first_bet, side_bet, ratio=ratio)) for ratio in _RATIOS}


def _side_bet(play: StrategyResult) -> dict[str, object]:
    """Write the figures of a side bet: it is placed once and never raised, so its edge has only one denominator."""
    edge, rtp = 1 - play.rtp.first_bet, play.rtp.first_bet
    return _play(play) | {"house_edge": _exact(edge), "rtp": _exact(rtp)}


def _distribution(net: Mapping[Fraction, Fraction]) -> dict[str, object]:
    return {str(result): _exact(chance) for result, chance in sorted(net.items())}


def _exact(value: Fraction) -> dict[str, object]:
    """Write a fraction in lowest terms, and the decimal number nearest to it."""
    numerator, denominator = value.as_integer_ratio()
    return {"fraction": f"{numerator}/{denominator}", "decimal": Number(significant(value))}
