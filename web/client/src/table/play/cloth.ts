/** The cards on the cloth. */
import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { cardOf, type Card } from "../../base/cards/card.ts";
import { back, emptyPlace, face } from "../../base/cards/drawings.ts";
import type { Round } from "./answers.ts";
import { beats } from "./counts.ts";
import { rankRail, spreadRail } from "./rails.ts";
import { resultOf } from "./result.ts";
import { PAID_CATEGORIES, type MontanaTerms, type RedDogTerms, type Terms } from "./sheet.ts";
import { cardName, categoryName, sayBoard, sayCard } from "./words.ts";

/** The dealer's five and the burnt card lie between the hand and the hit card. */
const FACE_DOWN = 6;

/** Return the cards of a round, or their empty places, above the words, and what is below them. */
export function cloth(terms: Terms, round: Round | null, words: unknown): unknown {
  return terms.family === "montana" ? montanaCloth(terms, round, words) : redDogCloth(terms, round, words);
}

function redDogCloth(terms: RedDogTerms, round: Round | null, words: unknown): unknown {
  const [first, second, third] = (round?.cards ?? []).map(cardOf);
  const won = round !== null && resultOf(round)?.worth === "won";
  return html`
    <div class="cards" role="group" aria-label=${sayBoard("cards")}>
      ${place(first, sayBoard("first"))} ${place(third, sayBoard("third"), won)} ${place(second, sayBoard("second"))}
    </div>
    ${spreadRail(terms, first, second)} ${words} ${rankRail(first, second, third)}
  `;
}

function montanaCloth(terms: MontanaTerms, round: Round | null, words: unknown): unknown {
  const cards = (round?.cards ?? []).map(cardOf);
  const hand = cards.slice(0, terms.hand);
  const hit = cards.length > terms.hand ? cards.at(-1) : undefined;
  const places = Array.from({ length: terms.hand }, (_, at) => hand[at]);
  const won = round !== null && resultOf(round)?.worth === "won" && round.outcome === "win";
  const beating = (card: Card | undefined): boolean =>
    won && card !== undefined && hit !== undefined && beats([card], hit);
  return html`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${sayBoard("dealers-five")}>
        ${Array.from({ length: FACE_DOWN }, (_, at) =>
          round === null
            ? html`<figure>${emptyPlace()}</figure>`
            : html`<figure>${back(sayCard(at === FACE_DOWN - 1 ? "burnt" : "dealers"))}</figure>`,
        )}
      </div>
      <div class="cards hit">${hitCard(round, hit)}</div>
    </div>
    <div class="cards five" role="group" aria-label=${sayBoard("hand")}>
      ${places.map((card) => place(card, null, beating(card)))}
    </div>
    ${words} ${terms.bonus.length > 0 ? bonusTable(terms.bonus) : nothing}
  `;
}

function hitCard(round: Round | null, hit: Card | undefined): unknown {
  if (round !== null && hit === undefined) {
    return html`<figure>
      ${back(sayCard("face-down"))}
      <figcaption>${sayBoard("hit")}</figcaption>
    </figure>`;
  }
  return place(hit, sayBoard("hit"));
}

/** Return a card with what it is called below. It is a new figure whenever another card comes, so that it moves in. */
function place(card: Card | undefined, caption: string | null, won = false): unknown {
  const name = card === undefined ? "" : cardName(card);
  const drawn = card === undefined ? emptyPlace() : face(card, name);
  return keyed(
    name,
    html`<figure class="${card === undefined ? "" : "new"}${won ? " won" : ""}">
      ${drawn}${caption === null ? nothing : html`<figcaption>${caption}</figcaption>`}
    </figure>`,
  );
}

function bonusTable(odds: readonly number[]): unknown {
  return html`<details class="bonus small">
    <summary>${sayBoard("bonus-pays")}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">${sayBoard("bonus-pays.hand")}</th>
          <th scope="col" class="num">${sayBoard("bonus-pays.pays")}</th>
        </tr>
      </thead>
      <tbody>
        ${[...PAID_CATEGORIES.entries()].toReversed().map(
          ([index, category]) =>
            html`<tr>
              <td>${categoryName(category)}</td>
              <td class="num">${sayBoard("bonus-pays.odds", { odds: odds[index] ?? 0 })}</td>
            </tr>`,
        )}
        ${["pair", "high-card"].map(
          (category) =>
            html`<tr>
              <td>${categoryName(category)}</td>
              <td class="num">${sayBoard("bonus-pays.lost")}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}
