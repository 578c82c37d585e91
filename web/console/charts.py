"""Bars of figures, drawn in a line of SVG beside the figure's text. The drawing adds nothing to the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from web.console.listing import Text

WIDTH: Final = 1000
"""Of a drawing, in its own units; a page stretches it."""

_MINUS: Final = "\N{MINUS SIGN}"
_LEAST: Final = 2
"""So wide is the smallest bar that is not nothing."""


class Figure(NamedTuple):
    """A number to draw, with what stands beside it."""

    label: Text
    value: int
    texts: Sequence[str]
    """The cells of its row: the value itself among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A bar from the line of zero. One below zero is hollow."""

    label: Text
    texts: Sequence[str]
    zero: int
    left: int
    width: int
    is_hollow: bool


class Deviation(NamedTuple):
    """A measured return beside what the rules promise, in ratios as the reports write them; empty where there is none."""

    label: Text
    deviation: str
    bound: str
    verdict: Text
    tone: str
    texts: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A mark at the measured deviation, over the band in which luck keeps it."""

    label: Text
    texts: Sequence[str]
    verdict: Text
    tone: str
    band_left: int
    band_width: int
    mark: int | None


def bars(figures: Sequence[Figure]) -> list[Bar]:
    """Return the bars of figures on one scale, which has zero on it."""
    low = min([0, *(figure.value for figure in figures)])
    high = max([0, *(figure.value for figure in figures)])
    span = (high - low) or 1
    zero = -low * WIDTH // span
    return [_bar(figure, zero=zero, span=span) for figure in figures]


def _bar(figure: Figure, *, zero: int, span: int) -> Bar:
    width = abs(figure.value) * WIDTH // span
    width = max(width, _LEAST) if figure.value else 0
    left = max(zero - width, 0) if figure.value < 0 else min(zero, WIDTH - width)
    return Bar(label=figure.label, texts=figure.texts, zero=zero, left=left, width=width, is_hollow=figure.value < 0)


def marked(deviations: Sequence[Deviation]) -> list[Marked]:
    """Return marks and bands on one scale, with zero in the middle."""
    reach = max(
        [abs(Fraction(text)) for each in deviations for text in (each.deviation, each.bound) if text],
        default=Fraction(0),
    )
    scale = Fraction(WIDTH, 2) / reach if reach else Fraction(0)
    return [_marked(each, scale) for each in deviations]


def _marked(each: Deviation, scale: Fraction) -> Marked:
    half = int(Fraction(each.bound) * scale) if each.bound else 0
    return Marked(
        label=each.label,
        texts=each.texts,
        verdict=each.verdict,
        tone=each.tone,
        band_left=WIDTH // 2 - half,
        band_width=2 * half,
        mark=WIDTH // 2 + int(Fraction(each.deviation) * scale) if each.deviation else None,
    )


def percent(ratio: str) -> str:
    """Return a ratio of a report, `0.967300`, in percent: `96.7300`."""
    return f"{Decimal(ratio).scaleb(2)}".replace("-", _MINUS) if ratio else ""
