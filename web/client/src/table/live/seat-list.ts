/** The seats above the cards: who is in with how much, and whose turn it is, by outline and by word. */
import { html, nothing } from "lit";
import { amount, signedAmount } from "../play/words.ts";
import type { LiveTable } from "./answers.ts";
import { seatsOf, type SeatFacts, type SeatWord } from "./board-facts.ts";
import { netOf } from "./results.ts";
import type { EndedHand } from "./told.ts";
import { say, sayOr, seatNumber } from "./words.ts";

/** How a free seat is chosen; null while none can be. */
export interface Choosing {
  readonly chosen: number | null;
  choose(seat: number, event: Event): void;
}

export function seatList(table: LiveTable, ended: EndedHand | null, choosing: Choosing | null): unknown {
  const seats = seatsOf(table, ended);
  const { currency } = table.stake_min;
  return html`<ol class="plain seats of-${table.seats_max}" aria-label=${say("seats")}>
    ${seats.map((seat) => (seat.taken ? takenSeat(seat, currency) : freeSeat(seat, choosing, currency)))}
  </ol>`;
}

function takenSeat(seat: SeatFacts, currency: string): unknown {
  const number = seatNumber(seat.seat);
  return html`<li class="${seat.mine ? "me" : ""} ${seat.turn ? "turn" : ""}">
    <b>${seat.mine ? say("you.seat", { seat: number }) : say("seat", { seat: number })}</b>
    ${amount(seat.amount ?? 0, currency)}
    <span class="quiet word">${wordText(seat.word)}</span>
  </li>`;
}

function freeSeat(seat: SeatFacts, choosing: Choosing | null, currency: string): unknown {
  const number = seatNumber(seat.seat);
  const net = seat.last === null ? null : netOf(seat.last);
  const content = html`<b>${say("seat", { seat: number })}</b> <span class="quiet">${say("free")}</span> ${
      net === null ? nothing : html`<span class="word">${signedAmount(net, currency)}</span>`
    }`;
  if (choosing === null) return html`<li class="empty">${content}</li>`;
  return html`<li class="empty choose">
    <button
      type="button"
      aria-pressed=${choosing.chosen === seat.seat}
      @click=${(event: Event) => choosing.choose(seat.seat, event)}
    >
      ${content}
    </button>
  </li>`;
}

/** Return what a seat does, in words. */
export function wordText(word: SeatWord): string {
  if (typeof word === "string") return word === "free" ? say("free") : say(`word.${word}`);
  const done = sayOr(`word.${word.action}`, word.action);
  return word.byClock ? say("word.clock", { word: done }) : done;
}
