/** Cards as a reader sees and hears them. */
import { html } from "lit";
import { cardText, type Speech } from "../speech.ts";

const SUITS = { s: "spade", h: "heart", d: "diamond", c: "club" } as const;

/** Cards in running text. */
export function cardsText(speak: Speech, cards: readonly string[]): unknown {
  return cards.map((card) => {
    const text = cardText(card, speak);
    if (text === undefined) return html`<code>${card}</code> `;
    return html`<span class="suit ${SUITS[text.suit]}" role="img" aria-label=${text.name}>${text.sign}</span> `;
  });
}

/** Cards as they lie on a table. */
export function cardsView(speak: Speech, cards: readonly string[]): unknown {
  if (cards.length === 0) return undefined;
  return html`
    <ul class="plain deal">
      ${cards.map((card) => {
        const text = cardText(card, speak);
        if (text === undefined) return html`<li><code>${card}</code></li>`;
        return html`<li class="face ${SUITS[text.suit]}">
          <span role="img" aria-label=${text.name}>${text.sign}</span>
        </li>`;
      })}
    </ul>
  `;
}
