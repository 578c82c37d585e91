/** The cards of a live table. */
import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { cardOf, type Card } from "../../base/cards/card.ts";
import { back, emptyPlace, face, inText } from "../../base/cards/drawings.ts";
import { beats } from "../play/counts.ts";
import { rankRail, spreadRail } from "../play/rails.ts";
import type { RedDogTerms } from "../play/sheet.ts";
import { amount, cardName, sayBoard, sayCard } from "../play/words.ts";
import { montanaCards } from "./board-facts.ts";
import { resultAt } from "./results.ts";
import type { Scene } from "./sentences.ts";
import type { EndedHand, FinishedTurn } from "./told.ts";
import { say, seatNumber } from "./words.ts";

const HAND = 5;
const FACE_DOWN = 6;
const TURNS_SHOWN = 8;

/** Return the cards of a scene, with the words between them. */
export function liveCloth(scene: Scene, turns: readonly FinishedTurn[], words: unknown): unknown {
  const { terms } = scene;
  if (terms.family === "red-dog") return redDog(scene, terms, words);
  return terms.family === "montana" ? montana(scene, words) : pot(scene, turns, words);
}

/** Return the hand that lies on the cloth although it is over: until the next one is dealt, or the player sits down for it. */
function lying({ table, ended }: Scene): EndedHand | null {
  return table.phase === "betting" && table.own === null ? ended : null;
}

function redDog(scene: Scene, terms: RedDogTerms, words: unknown): unknown {
  const cards = scene.table.hand?.cards ?? lying(scene)?.cards ?? [];
  const [first, second, third] = cards.map(cardOf);
  return html`
    <div class="cards" role="group" aria-label=${sayBoard("cards")}>
      ${place(first, sayBoard("first"))} ${place(third, sayBoard("third"))} ${place(second, sayBoard("second"))}
    </div>
    ${spreadRail(terms, first, second)} ${words} ${rankRail(first, second, third)}
  `;
}

function montana(scene: Scene, words: unknown): unknown {
  const over = lying(scene);
  const dealt = over === null ? null : montanaCards(over);
  const mine = scene.own?.kept.seat ?? null;
  const shown = dealt === null || mine === null ? undefined : dealt.hands.get(mine);
  const own = (scene.table.own?.hand?.cards ?? shown ?? []).map(cardOf);
  const hit = dealt === null || dealt.hit === null ? undefined : cardOf(dealt.hit);
  const playing = scene.table.phase === "playing";
  const won = mine !== null && resultAt(over, mine)?.outcome === "win";
  const others = [...(dealt?.hands ?? [])].filter(([seat]) => seat !== mine || shown === undefined);
  return html`
    <div class="dealers">
      <div class="cards mini" role="group" aria-label=${sayBoard("dealers-five")}>
        ${Array.from({ length: FACE_DOWN }, (_, at) => dealersPlace(playing, dealt, at))}
      </div>
      <div class="cards hit">
        ${
          playing
            ? html`<figure>
                ${back(sayCard("face-down"))}
                <figcaption>${sayBoard("hit")}</figcaption>
              </figure>`
            : place(hit, sayBoard("hit"))
        }
      </div>
    </div>
    <div class="cards five" role="group" aria-label=${say("own-cards")}>
      ${Array.from({ length: HAND }, (_, at) => {
        const card = own[at];
        return place(card, null, won && card !== undefined && hit !== undefined && beats([card], hit));
      })}
    </div>
    ${words} ${others.length === 0 ? nothing : otherHands(others)}
  `;
}

function dealersPlace(
  playing: boolean,
  dealt: { readonly dealer: readonly string[]; readonly burnt: string | null } | null,
  at: number,
): unknown {
  const name = at === FACE_DOWN - 1 ? dealt?.burnt : dealt?.dealer[at];
  if (name !== undefined && name !== null) return place(cardOf(name), null);
  if (!playing) return html`<figure>${emptyPlace()}</figure>`;
  return html`<figure>${back(sayCard(at === FACE_DOWN - 1 ? "burnt" : "dealers"))}</figure>`;
}

function otherHands(hands: readonly (readonly [number, readonly string[]])[]): unknown {
  return html`<ul class="plain small others">
    ${hands.map(
      ([seat, cards]) => html`<li>${say("seat-cards", { seat: seatNumber(seat) })} ${cardsInText(cards)}</li>`,
    )}
  </ul>`;
}

function pot(scene: Scene, turns: readonly FinishedTurn[], words: unknown): unknown {
  const game = scene.table.pot_game;
  const turn = game?.turn ?? null;
  const [first, second] = (turn?.cards ?? []).map(cardOf);
  const own = scene.table.own?.hand?.cards ?? [];
  const hidden = own.length > 0 && turn?.seat !== scene.table.own?.seat;
  const caption = turn === null ? sayBoard("cards") : say("turn-cards", { seat: seatNumber(turn.seat) });
  return html`
    <p class="pot">${say("pot", { amount: amount(game?.pot.amount ?? 0) })}</p>
    <div class="dealers">
      <div class="cards two" role="group" aria-label=${caption}>
        ${place(first, sayBoard("first"))} ${place(undefined, sayBoard("third"))} ${place(second, sayBoard("second"))}
      </div>
      ${
        hidden
          ? html`<div class="cards mini held" role="group" aria-label=${say("own-cards")}>
              ${own.map((card) => place(cardOf(card), null))}
              <span class="small quiet">${say("own-cards")}</span>
            </div>`
          : nothing
      }
    </div>
    ${words} ${turns.length === 0 ? nothing : turnList(turns)}
  `;
}

function turnList(turns: readonly FinishedTurn[]): unknown {
  return html`<section class="turns small" aria-label=${say("turns")}>
    <h2 class="small">${say("turns")}</h2>
    <ol class="plain">
      ${turns
        .slice(-TURNS_SHOWN)
        .toReversed()
        .map(
          (turn) =>
            html`<li>
              <b>${say("turn.seat", { seat: seatNumber(turn.seat) })}</b> ${cardsInText(turn.cards)}
              <span class="quiet">${turnText(turn)}</span>
            </li>`,
        )}
    </ol>
  </section>`;
}

/** Return what a turn came to, in words. */
export function turnText(turn: FinishedTurn): string {
  const facts = {
    staked: amount(turn.staked),
    returned: amount(turn.returned),
    won: amount(turn.returned - turn.staked),
  };
  const refill = turn.refill > 0 ? ` ${say("turn.refill", { amount: amount(turn.refill) })}` : "";
  return turnWords(turn.result, facts) + refill;
}

function turnWords(
  result: string,
  facts: { readonly staked: string; readonly returned: string; readonly won: string },
) {
  switch (result) {
    case "consecutive-draw":
    case "pair-take":
    case "red-dog":
    case "pair-miss":
    case "down":
    case "win":
    case "lose":
      return say(`turn.${result}`, facts);
    default:
      return result;
  }
}

/** Return cards within a line of text. */
export function cardsInText(names: readonly string[]): unknown {
  return html`<span class="c">${names.map(cardOf).map((card) => inText(card, cardName(card)))}</span>`;
}

/** Return a card with what it is called below. It is a new figure whenever another card comes, so that it moves in. */
function place(card: Card | undefined, caption: string | null, won = false): unknown {
  const name = card === undefined ? "" : cardName(card);
  return keyed(
    name,
    html`<figure class="${card === undefined ? "" : "new"}${won ? " won" : ""}">
      ${card === undefined ? emptyPlace() : face(card, name)}${
        caption === null ? nothing : html`<figcaption>${caption}</figcaption>`
      }
    </figure>`,
  );
}
