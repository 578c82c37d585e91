/** Cards and chips, drawn by ourselves. Each drawing that says something has a name. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { rankSign, type Card } from "./card.ts";
import { suitColour, suitInText, suitMark } from "./suits.ts";

const FONT = "system-ui,sans-serif";

/** Return a card, face up. `name` is for who does not see it: "queen of hearts". */
export function face(card: Card, name: string): TemplateResult {
  const wide = card.rank === 10;
  return html`<svg class="card" viewBox="0 0 100 140" role="img" aria-label=${name}>
    <rect x="1" y="1" width="98" height="138" rx="9" fill="var(--card)" stroke="var(--card-edge)" stroke-width="1.5" />
    <text
      x=${wide ? 7 : 11}
      y="50"
      font-size="50"
      font-weight="700"
      font-family=${FONT}
      textLength=${wide ? 52 : nothing}
      lengthAdjust="spacingAndGlyphs"
      fill=${suitColour(card.suit)}
      aria-hidden="true"
    >
      ${rankSign(card.rank)}
    </text>
    ${suitMark(card.suit, 11, 61, 26)} ${suitMark(card.suit, 42, 80, 48)}
  </svg>`;
}

/** Return a card, face down. */
export function back(name: string): TemplateResult {
  return html`<svg class="card" viewBox="0 0 100 140" role="img" aria-label=${name}>
    <rect x="1" y="1" width="98" height="138" rx="9" fill="var(--surface)" stroke="var(--edge)" stroke-width="1.5" />
    <rect x="9" y="9" width="82" height="122" rx="5" fill="var(--tint)" stroke="var(--accent)" />
    <path
      d="M9 50 50 9M9 91 91 9M9 131 91 50M50 131 91 91"
      stroke="var(--accent)"
      stroke-width="1"
      opacity=".55"
      fill="none"
    />
  </svg>`;
}

/** Return the place where a card will lie. */
export function emptyPlace(): TemplateResult {
  return html`<svg class="card" viewBox="0 0 100 140" aria-hidden="true">
    <rect x="1.5" y="1.5" width="97" height="137" rx="9" fill="none" stroke="var(--edge)" stroke-dasharray="5 5" />
  </svg>`;
}

/** Return a card within a line of text: its rank and its suit. */
export function inText(card: Card, name: string): TemplateResult {
  return html`<span class="card-in-text" role="img" aria-label=${name}
    ><span aria-hidden="true">${rankSign(card.rank)}</span
    ><svg class="svg-suit" viewBox="0 0 32 32" aria-hidden="true">${suitInText(card.suit)}</svg></span
  >`;
}

/** Face, figures and edge of a chip. The shapes of the figures differ anyway. */
const CHIP_COLOURS: readonly (readonly [string, string, string])[] = [
  ["#f2efe8", "#1a1b1e", "#8d877c"],
  ["#a9221b", "#fff", "#f3d3d0"],
  ["#0d5a3c", "#fff", "#cfe6da"],
  ["#17181c", "#fff", "#c9c9cf"],
];

/** Return a chip with the figure that stands on it; `place` says which of the four it is. */
export function chip(figure: string, place: number): TemplateResult {
  const [fill, ink, edge] = CHIP_COLOURS[place] ?? ["#f2efe8", "#1a1b1e", "#8d877c"];
  const notches = [0, 45, 90, 135, 180, 225, 270, 315];
  return html`<svg class="chip" viewBox="0 0 64 64" aria-hidden="true">
    <circle cx="32" cy="32" r="31" fill=${fill} stroke="var(--edge)" />
    ${notches.map(
      (turn) => svg`<rect x="29" y="1.5" width="6" height="8" fill=${edge} transform="rotate(${turn} 32 32)" />`,
    )}
    <circle cx="32" cy="32" r="21" fill="none" stroke=${edge} stroke-width="1.5" />
    <text
      x="32"
      y="40"
      text-anchor="middle"
      font-size=${figure.length > 3 ? 16 : figure.length > 2 ? 20 : 23}
      font-weight="700"
      font-family=${FONT}
      fill=${ink}
    >
      ${figure}
    </text>
  </svg>`;
}
