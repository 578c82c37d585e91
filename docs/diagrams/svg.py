"""A drawing of boxes, arrows and words as SVG, with colours for light and dark pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TITLE: Final = 16
SMALL: Final = 13.5
LINE: Final = 18
PAD: Final = 12
CHARACTER: Final = 6.7
"""What a character of a small line takes, on average."""

# A picture has a ground of its own, so that it can be read on whatever page it stands.
_STYLE: Final = """
  .ground { fill: #ffffff; stroke: #d9d9de; }
  .box { fill: #f4f5f8; stroke: #8a8f9c; }
  .core { fill: #fdeceb; stroke: #c0392b; }
  .store { fill: #e9f1fb; stroke: #3b6fb0; }
  .none { fill: none; stroke: #8a8f9c; stroke-dasharray: 5 4; }
  .band { fill: #f4f5f8; stroke: none; }
  .line { fill: none; stroke: #4a4f5c; stroke-width: 1.5; }
  .dashed { stroke-dasharray: 5 4; }
  .lane { stroke: #b4b8c2; stroke-dasharray: 2 4; }
  .head { fill: #4a4f5c; }
  .halo { fill: #ffffff; }
  text { fill: #1d2029; font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
  .title { font-weight: 600; }
  .soft { fill: #4f5563; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #1e2129; stroke: #3a3f4b; }
    .box { fill: #2a2e39; stroke: #7d8494; }
    .core { fill: #45282a; stroke: #e0786c; }
    .store { fill: #22324a; stroke: #77a5e0; }
    .none { stroke: #7d8494; }
    .band { fill: #2a2e39; }
    .line { stroke: #b6bcc9; }
    .lane { stroke: #5a6070; }
    .head { fill: #b6bcc9; }
    .halo { fill: #1e2129; }
    text { fill: #eceef3; }
    .soft { fill: #b9bfcc; }
  }
"""

Point = tuple[float, float]


@dataclass(slots=True)
class Drawing:
    """A picture that grows by what is drawn on it."""

    title: str
    """What a reader who cannot see it is told."""
    width: int
    height: int
    parts: list[str] = field(default_factory=list)

    def box(
        self, x: float, y: float, width: float, height: float, title: str, lines: Sequence[str] = (), kind: str = "box"
    ) -> None:
        """Draw a box with a title and smaller lines under it, all of which must fit."""
        for line in lines:
            assert len(line) * CHARACTER <= width - PAD, f"too long for its box: {line}"
        self.parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>')
        self.words(x + PAD, y + 23, title, style="title", size=TITLE)
        for number, line in enumerate(lines):
            self.words(x + PAD, y + 23 + LINE * (number + 1) + 2, line, style="soft")

    def words(
        self, x: float, y: float, text: str, *, style: str = "", size: float = SMALL, anchor: str = "start"
    ) -> None:
        """Write one line."""
        self.parts.append(
            f'<text class="{style}" x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}">{escape(text)}</text>'
        )

    def arrow(self, *points: Point, dashed: bool = False, label: str = "", at: Point | None = None) -> None:
        """Draw an arrow through points, with a label at a place of its own."""
        path = " ".join(f"{x},{y}" for x, y in points)
        style = "line dashed" if dashed else "line"
        self.parts.append(f'<polyline class="{style}" points="{path}" marker-end="url(#head)"/>')
        if label:
            assert at is not None, "a label has a place"
            self.label(*at, label)

    def label(self, x: float, y: float, text: str) -> None:
        """Write a centred line over whatever lies under it."""
        width = len(text) * SMALL * 0.52 + 8
        self.parts.append(f'<rect class="halo" x="{x - width / 2}" y="{y - 13}" width="{width}" height="18"/>')
        self.words(x, y, text, style="soft", anchor="middle")

    def line(self, start: Point, end: Point, style: str) -> None:
        """Draw a line without a head."""
        self.parts.append(f'<line class="{style}" x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}"/>')

    def band(self, y: float, height: float, text: str) -> None:
        """Draw a strip over the whole width, which begins a part."""
        self.parts.append(f'<rect class="band" x="1" y="{y}" width="{self.width - 2}" height="{height}"/>')
        self.words(PAD, y + height - 8, text, style="title")

    def save(self, path: Path) -> None:
        """Write the file."""
        body = "\n".join(self.parts)
        path.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}"'
            f' width="{self.width}" height="{self.height}" role="img" aria-label="{escape(self.title)}">\n'
            f"<style>{_STYLE}</style>\n"
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"'
            ' orient="auto-start-reverse"><path class="head" d="M0,0 L8,4 L0,8 z"/></marker></defs>\n'
            f'<rect class="ground" x="0.5" y="0.5" width="{self.width - 1}" height="{self.height - 1}" rx="8"/>\n'
            f"{body}\n</svg>\n"
        )
