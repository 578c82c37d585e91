"""Draw the chart of a report as SVG: always the same bytes for the same figures.

Imported only by callers that draw, because the plotting library is large.
"""

import io
from typing import Final, NamedTuple
from unicodedata import east_asian_width

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.style import context
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.core.bars import Panel, panels
from reports.core.definition import Chart, Report
from reports.core.table import Type
from reports.formats.glyphs import font_of, printable

_HEIGHT_PT: Final = 193
_PT_PER_INCH: Final = 72

_FONT_PT: Final = 8
_MOST_LABELS: Final = 40
"""The most labels that fit along the axis. Of more labels, every second or third is drawn."""
_FEW: Final = 8
_LEVEL_CHARACTER_PT: Final = 6
"""The width of a character, if all labels are on one line. Longer labels are rotated."""
_WIDE: Final = frozenset({"F", "W"})
"""Of East Asian characters, those that are as wide as the type is high (Unicode, UAX 11)."""
_LABEL_BEGINS, _LABEL_ENDS = 15, 8
"""How many characters of a long label remain at both ends: the end may be what makes it unique."""

# Distinguishable by colour, and without colour by lightness and hatching.
_FILLS: Final = (("#8c1c13", ""), ("#7d93a8", "////"), ("#d9b44a", "...."), ("#3f5d4e", "xxxx"))

# No settings of the current user; glyphs as paths, so that no reader needs a font; no dollar sign begins a formula.
_STYLE: Final = (
    "default",
    {"svg.fonttype": "path", "svg.hashsalt": "report", "text.parse_math": False, "hatch.linewidth": 0.5},
)


class Picture(NamedTuple):
    """A drawn chart."""

    caption: str
    """The title with the unit."""

    words: str
    """A description for readers who do not see the drawing."""

    note: str
    """What is left out; empty if nothing is."""

    svg: bytes
    """The drawing."""


def pictures(report: Report, *, width_pt: int) -> list[Picture]:
    """Return a picture for each unit of a report's chart; none without a chart or without figures.

    It is drawn as wide as it is printed, so that its type keeps its size.
    """
    chart = report.chart
    return [] if chart is None else [_picture(chart, panel, width_pt) for panel in panels(report)]


def _picture(chart: Chart, panel: Panel, width_pt: int) -> Picture:
    unit = _unit(panel)
    names = ", ".join(map(_spaced, panel.series))
    shown_count, total = len(panel.labels), panel.label_count
    kept = "the latest" if chart.label == "day" else "those with the largest figures"
    return Picture(
        caption=f"{chart.title} ({unit})",
        words=(
            f"Bar chart: {chart.title}. {names}, in {unit}, for {shown_count} of {total} values of"
            f" {_spaced(chart.label)},"
            f" from {panel.labels[0]} to {panel.labels[-1]}. The figures are those of the table."
        ),
        note="" if shown_count == total else f"Shown are {shown_count} of {total}: {kept}.",
        svg=_svg(chart, panel, unit, width_pt),
    )


def _svg(chart: Chart, panel: Panel, unit: str, width_pt: int) -> bytes:
    small = _font(unit)
    with context(list(_STYLE)):
        figure = Figure(figsize=(width_pt / _PT_PER_INCH, _HEIGHT_PT / _PT_PER_INCH), layout="constrained")
        axes = figure.subplots()
        _draw_bars(axes, panel)
        _label_places(axes, panel, width_pt)
        axes.set_ylabel(unit, fontproperties=small)
        axes.set_xlabel(_spaced(chart.label), fontproperties=small)
        axes.yaxis.set_major_locator(MaxNLocator(nbins=6))
        axes.yaxis.set_major_formatter(FuncFormatter(_tick))
        for written in axes.get_yticklabels():
            written.set_fontproperties(small)
        if len(panel.series) > 1:
            axes.legend(prop=small, frameon=False, ncols=len(panel.series), loc="lower right", bbox_to_anchor=(1, 1))
        drawn = io.BytesIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    return drawn.getvalue()


def _draw_bars(axes: Axes, panel: Panel) -> None:
    width = 0.8 / len(panel.series)
    for number, (name, figures) in enumerate(panel.series.items()):
        fill, hatch = _FILLS[number % len(_FILLS)]
        # Only the heights of bars are floats. Every written figure is exact.
        axes.bar(
            [place + (number + 0.5) * width - 0.4 for place in range(len(figures))],
            [float(figure or 0) for figure in figures],
            width,
            label=_spaced(name),
            color=fill,
            hatch=hatch,
            edgecolor="white",
            linewidth=0,
        )
    axes.axhline(0, color="#444444", linewidth=0.6)
    axes.grid(axis="y", linewidth=0.3, color="#cccccc")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    # A few bars stand in the middle, as narrow as many would be.
    beside = max(0, _FEW - len(panel.labels)) / 2
    axes.set_xlim(-0.7 - beside, len(panel.labels) - 0.3 + beside)


def _label_places(axes: Axes, panel: Panel, width_pt: int) -> None:
    """Label the groups of bars: horizontally if the labels fit, else rotated; of many labels only some."""
    every = -(-len(panel.labels) // _MOST_LABELS)
    labels = [_short(label) for label in panel.labels[::every]]
    level = max(map(_level_pt, labels)) * max(len(labels), _FEW) <= width_pt
    axes.set_xticks(
        range(0, len(panel.labels), every),
        labels,
        rotation=0 if level else 40,
        ha="center" if level else "right",
        rotation_mode="anchor",
    )
    for written in axes.get_xticklabels():
        written.set_fontproperties(_font(written.get_text()))
    axes.tick_params(axis="x", length=0)


def _unit(panel: Panel) -> str:
    return {Type.MONEY: panel.unit, Type.RATIO: "share, 1 is all"}.get(panel.kind, "count")


def _font(text: str) -> FontProperties:
    return FontProperties(fname=str(font_of(text)), size=_FONT_PT)


def _level_pt(label: str) -> int:
    return sum(_FONT_PT if east_asian_width(character) in _WIDE else _LEVEL_CHARACTER_PT for character in label)


def _short(label: str) -> str:
    text = printable(label)
    # As long on paper whatever the script: the height of the bars is what long labels leave.
    begins, ends = (
        most * _LEVEL_CHARACTER_PT * len(text) // max(1, _level_pt(text)) for most in (_LABEL_BEGINS, _LABEL_ENDS)
    )
    if len(text) <= begins + ends + 1:
        return text
    return f"{text[:begins]}\N{HORIZONTAL ELLIPSIS}{text[-ends:]}"


def _tick(value: float, _: int | None) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.10g}"


def _spaced(name: str) -> str:
    return name.replace("_", " ")
