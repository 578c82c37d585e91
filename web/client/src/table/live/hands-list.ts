import { html, nothing, type PropertyValues } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { instantText } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client } from "../app/session.ts";
import { openWindow } from "../app/windows.ts";
import { amount, signedAmount } from "../play/words.ts";
import { burntHands, hands, stakes, type BurntHand, type HandSummary, type Stake } from "./answers.ts";
import { cardsInText } from "./live-cloth.ts";
import { say as sayReport } from "./report-words.ts";
import { reportable, reporting, type ReportableHand } from "./seat-report.ts";
import { say, sayOr, seatNumber } from "./words.ts";
import "../app/problem-box.ts";

const PAGE = 8;
const OWN_NEWEST = 100;

/** The hands that a table has finished, newest first, and those that were not dealt. */
export class HandsList extends PlainElement {
  static override properties = {
    table: { attribute: false },
    epoch: { attribute: false },
    items: { state: true },
    next: { state: true },
    own: { state: true },
    burnt: { state: true },
    error: { state: true },
  };
  /** The table's id. */
  declare table: string;
  /** The epoch that the table is at: when it goes on, a hand has ended. */
  declare epoch: number;
  declare protected items: readonly HandSummary[] | null;
  declare protected next: string | null;
  /** The player's stakes at this table by epoch. */
  declare protected own: ReadonlyMap<number, Stake>;
  declare protected burnt: readonly BurntHand[] | null;
  declare protected error: unknown;

  constructor() {
    super();
    this.table = "";
    this.epoch = -1;
    this.items = null;
    this.next = null;
    this.own = new Map();
    this.burnt = null;
    this.error = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if ((changed.has("epoch") || changed.has("table")) && this.epoch >= 0) void this.#read();
  }

  async #read(): Promise<void> {
    const path = `/tables/${this.table}`;
    try {
      const [newest, mine, burnt] = await Promise.all([
        client.call({ path: `${path}/hands?limit=${PAGE}`, read: hands }),
        client.call({ path: `/me/stakes?limit=${OWN_NEWEST}`, read: stakes }),
        client.call({ path: `${path}/burnt-hands?limit=${PAGE}`, read: burntHands }),
      ]);
      this.items = newest.items;
      this.next = newest.next;
      const here = mine.items.filter((stake) => stake.table_id === this.table && stake.outcome !== "withdrawn");
      this.own = new Map(here.map((stake) => [stake.epoch, stake]));
      this.burnt = burnt.items;
      this.error = null;
    } catch (error) {
      this.error = error;
    }
  }

  readonly #more = async (): Promise<void> => {
    try {
      const cursor = encodeURIComponent(this.next ?? "");
      const path = `/tables/${this.table}/hands?limit=${PAGE}&cursor=${cursor}`;
      const older = await client.call({ path, read: hands });
      this.items = [...(this.items ?? []), ...older.items];
      this.next = older.next;
    } catch (error) {
      this.error = error;
    }
  };

  protected override render(): unknown {
    return html`<section class="box hist" aria-labelledby="hands-heading">
        <h2 id="hands-heading">${say("hands")}</h2>
        <problem-box .error=${this.error}></problem-box>
        ${this.items === null ? html`<span class="skel late"></span>` : this.#list(this.items)}
        ${
          this.next === null
            ? nothing
            : html`<button class="btn bare low" type="button" @click=${this.#more}>${say("hands.more")}</button>`
        }
      </section>
      ${this.#burnt()}`;
  }

  #list(items: readonly HandSummary[]): unknown {
    if (items.length === 0) return html`<p class="none quiet small">${say("hands.none")}</p>`;
    // By its epoch, so that what is open and has the focus stays of the same hand when a newer one comes.
    return html`<div class="hands">
      ${repeat(
        items,
        (hand) => hand.epoch,
        (hand) => this.#hand(hand),
      )}
    </div>`;
  }

  #hand(hand: HandSummary): unknown {
    const mine = this.own.get(hand.epoch);
    const back = mine?.returned ?? null;
    const net = mine === undefined || back === null ? null : back.amount - mine.staked.amount;
    const seats = hand.results.length;
    const others = reportable(this.table, hand, mine?.seat ?? null);
    return html`<details>
      <summary>
        ${cardsOf(hand)}
        <span class="num">
          ${net === null ? (seats > 0 ? say("hands.seats", { seats }) : "") : signedAmount(net, back?.currency)}
        </span>
      </summary>
      <p class="quiet small">
        ${say("hands.epoch", { epoch: hand.epoch })}. ${say("hands.ended", { instant: instantText(hand.ended_at) })}
      </p>
      ${seats === 0 ? nothing : resultsTable(hand, mine?.seat ?? null)}
      <a class="small" href="#/verify-hand/${this.table}/${hand.epoch}">${say("verify.one", { epoch: hand.epoch })}</a>
      ${others === null ? nothing : reportButton(others)}
    </details>`;
  }

  #burnt(): unknown {
    const items = this.burnt ?? [];
    return html`<details class="box burnt">
      <summary>${say("burnt")}</summary>
      <p class="small quiet">${say(items.length === 0 ? "burnt.none" : "burnt.text")}</p>
      <ul class="plain small">
        ${items.map(
          (hand) =>
            html`<li>
              <b>${say("hands.epoch", { epoch: hand.epoch })}</b>, ${instantText(hand.burnt_at)}.
              ${hand.values
                .map((value) => say(`burnt.seat.${value.status}`, { seat: seatNumber(value.seat) }))
                .join(". ")}.
              ${
                hand.house_would_have_won === null
                  ? nothing
                  : say("burnt.house", {
                      amount: amount(hand.house_would_have_won.amount, hand.house_would_have_won.currency),
                    })
              }
            </li>`,
        )}
      </ul>
    </details>`;
  }
}

/** Return a hand in a line: its cards where all seats shared them, the hit card of many, or why it ended. */
function cardsOf(hand: HandSummary): unknown {
  const word = { "no-reveal": "burnt", "not-covered": "burnt", decided: "" }[hand.ended_by as string] ?? hand.ended_by;
  if (word !== "") return html`<span>${sayOr(`hands.${word}`, word)}</span>`;
  const shown = hand.cards.length > 3 ? hand.cards.slice(-1) : hand.cards;
  return cardsInText(shown);
}

function reportButton(hand: ReportableHand): unknown {
  const open = (): void => {
    reporting.set({ hand });
    void openWindow("report-window");
  };
  return html`<button
    class="btn bare small"
    type="button"
    aria-label=${sayReport("report.label", { epoch: hand.epoch })}
    @click=${open}
  >
    ${sayReport("report")}
  </button>`;
}

function resultsTable(hand: HandSummary, mine: number | null): unknown {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${say("hands.seat")}</th>
        <th scope="col">${say("hands.outcome")}</th>
        <th scope="col" class="num">${say("hands.net")}</th>
      </tr>
    </thead>
    <tbody>
      ${hand.results.map(
        (result) =>
          html`<tr>
            <td>
              ${
                result.seat === mine
                  ? say("you.seat", { seat: seatNumber(result.seat) })
                  : say("seat", { seat: seatNumber(result.seat) })
              }
            </td>
            <td>${sayOr(`outcome.${result.outcome}`, result.outcome)}</td>
            <td class="num">${signedAmount(result.returned.amount - result.staked.amount, result.staked.currency)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

customElements.define("hands-list", HandsList);
