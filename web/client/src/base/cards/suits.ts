import { svg, type SVGTemplateResult } from "lit";
import type { Suit } from "./card.ts";

/** The suits, drawn in 32 by 32. Shape, hue and lightness all differ. */
const SHAPES: Readonly<Record<Suit, SVGTemplateResult>> = {
  s: svg`<path d="M16 2C16 2 4 11.5 4 18.7a5.9 5.9 0 0 0 10.6 3.6C14.4 25.7 13.5 28.2 11.5 30h9c-2-1.8-2.9-4.3-3.1-7.7A5.9 5.9 0 0 0 28 18.7C28 11.5 16 2 16 2z" />`,
  h: svg`<path d="M16 29.5C16 29.5 2.5 20 2.5 11.3A6.9 6.9 0 0 1 16 8.7a6.9 6.9 0 0 1 13.5 2.6C29.5 20 16 29.5 16 29.5z" />`,
  d: svg`<path d="M16 1.5 27 16 16 30.5 5 16z" />`,
  c: svg`<circle cx="16" cy="8.6" r="6.4" /><circle cx="8.5" cy="18.6" r="6.4" /><circle cx="23.5" cy="18.6" r="6.4" />
    <path d="M14.5 13h3c0 9 .9 13.2 3.8 17H10.7c2.9-3.8 3.8-8 3.8-17z" />`,
};

/** The tokens of the suits' colours: on a card's face, which stays light in the dark, and in running text. */
const NAMES: Readonly<Record<Suit, string>> = { s: "spade", h: "heart", d: "diamond", c: "club" };

/** Return the colour of a suit on a card. */
export function suitColour(suit: Suit): string {
  return `var(--${NAMES[suit]})`;
}

/** Return a suit for a drawing, `width` wide with its corner at `x`, `y`. */
export function suitMark(suit: Suit, x: number, y: number, width: number): SVGTemplateResult {
  return svg`<g transform="translate(${x} ${y}) scale(${width / 32})" fill=${suitColour(suit)}>${SHAPES[suit]}</g>`;
}

/** Return a suit for a line of text, in the ink of its colour. */
export function suitInText(suit: Suit): SVGTemplateResult {
  return svg`<g fill="var(--${NAMES[suit]}-ink)">${SHAPES[suit]}</g>`;
}
