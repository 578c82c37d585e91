import { html, nothing } from "lit";
import { cardOf } from "../../base/cards/card.ts";
import { inText } from "../../base/cards/drawings.ts";
import { amountText } from "../../base/money.ts";
import { enCodes } from "../../base/words/desk/en-codes.ts";
import { jaCodes } from "../../base/words/desk/ja-codes.ts";
import { hand as en } from "../../base/words/verify/hand.en.ts";
import { hand as ja } from "../../base/words/verify/hand.ja.ts";
import { catalogue, language } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client, session } from "../app/session.ts";
import { sayOr } from "../live/words.ts";
import { PublishedLog } from "../play/seeds/published-log.ts";
import { cardName } from "../play/words.ts";
import { proveHand, type ProvedHand } from "./hand-evidence.ts";
import type { HandStep, SeatResult, TurnStep } from "./hand-step.ts";
import { summaryOf } from "./step.ts";
import "../app/problem-box.ts";
import "./dispute-box.ts";

type Key = keyof typeof en;

const say = catalogue(en, ja);
/** The rules that a record may break, in the words of the auditor's desk. */
const sayCode = catalogue(enCodes, jaCodes);
const known = (key: string): key is Key => key in en;
const coded = (key: string): key is keyof typeof enCodes => key in enCodes;

const BOX = { holds: "ok", partly: "info", fails: "bad" } as const;
const TAG = { holds: "ok", fails: "bad", given: "", "not-checked": "warn" } as const;

/** Amounts are in minor units of the table's currency until they are shown. */
const AMOUNTS: ReadonlySet<string> = new Set(["staked", "returned", "rake", "told"]);

/** The proof of one hand of a table, step by step, computed here. */
export class HandView extends PlainElement {
  static override properties = { hand: { type: String }, proved: { state: true }, error: { state: true } };
  /** The table's id, a slash, and the epoch. */
  declare hand: string;
  declare protected proved: ProvedHand | null;
  declare protected error: unknown;

  constructor() {
    super();
    this.hand = "";
    this.proved = null;
    this.error = null;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("hand")) void this.#prove();
  }

  get #place(): { readonly table: string; readonly epoch: number } {
    const [table = "", epoch = ""] = this.hand.split("/");
    return { table, epoch: Number(epoch) };
  }

  async #prove(): Promise<void> {
    const { me } = session.state;
    if (me === null) return;
    this.proved = null;
    this.error = null;
    const { table, epoch } = this.#place;
    try {
      const sources = { client, log: new PublishedLog(localStorage), player: me.id };
      this.proved = await proveHand(sources, table, epoch);
    } catch (error) {
      this.error = error;
    }
  }

  protected override render(): unknown {
    const { table, epoch } = this.#place;
    return html`<h1>${say("title")}</h1>
      <p class="quiet">${say("title.of", { epoch })}, <span class="mono">${table}</span></p>
      ${this.#found()}
      <dispute-box .about=${{ table, epoch }}></dispute-box>
      <p><a href="#/table/${table}">${say("back")}</a></p>`;
  }

  #found(): unknown {
    if (this.error !== null) return html`<problem-box .error=${this.error}></problem-box>`;
    if (this.proved === null) return html`<p class="quiet" role="status">${say("checking")}</p>`;
    const { steps } = this.proved;
    const sum = summaryOf(steps);
    return html`<div class="problem ${BOX[sum]}" role="status">
        <strong>${say(`sum.${sum}`)}</strong>
        <p>${say(`sum.${sum}.text`)}</p>
      </div>
      <ol class="steps">
        ${steps.map((step) => this.#step(step))}
      </ol>
      <section class="box">
        <h2>${say("not-shown.title")}</h2>
        <p>${say("not-shown.text")}</p>
      </section>`;
  }

  #step(step: HandStep): unknown {
    const { name, result, facts, draws = [], results = [], turns = [] } = step;
    return html`<li>
      <h2>${say(name)} <span class="tag ${TAG[result]}">${say(`result.${result}`)}</span></h2>
      <p>${this.#sentence(step)}</p>
      ${
        facts.length === 0
          ? nothing
          : html`<dl class="hexes mono">
              ${facts.map(
                (fact) =>
                  html`<dt>${known(`fact.${fact.name}`) ? say(`fact.${fact.name}` as Key) : fact.name}</dt>
                    <dd>${fact.value}</dd>`,
              )}
            </dl>`
      }
      ${
        results.length === 0
          ? nothing
          : html`<ul class="plain small">
              ${results.map((each) => html`<li>${say("payout.seat", this.#ended(each))}</li>`)}
            </ul>`
      }
      ${draws.length === 0 ? nothing : drawsTable(step)} ${turns.length === 0 ? nothing : this.#turns(turns)}
    </li>`;
  }

  #sentence({ name, said, args = {} }: HandStep): string {
    const code = `code.${String(args["code"])}`;
    const rule = coded(code) ? sayCode(code) : code;
    const own = `${name}.${said}`;
    const key = known(own) ? own : said;
    if (!known(key)) return key;
    const values = Object.entries(args).map(([arg, value]) => [
      arg,
      AMOUNTS.has(arg) ? this.#money(Number(value)) : value,
    ]);
    return say(key, { ...Object.fromEntries(values), rule });
  }

  #money(minor: number): string {
    const currency = this.proved?.currency ?? "";
    return `${amountText({ amount: minor, currency }, language.state.current)} ${currency}`;
  }

  #turns(turns: readonly TurnStep[]): unknown {
    return html`<details>
      <summary>${say("turns", { turns: turns.length })}</summary>
      <ol class="plain small">
        ${turns.map((turn) => {
          const { number, seat, act, amount, by, finished, result } = turn;
          const who = known(`by.${by}`) ? say(`by.${by}` as Key) : by;
          const args = { number, seat: seat + 1, act: sayOr(`word.${act}`, act), by: who, amount: this.#money(amount) };
          return html`<li>
            ${say(amount > 0 ? "turn.did.amount" : "turn.did", args)}
            <span class="tag ${TAG[result]}">${say(`result.${result}`)}</span>
            ${finished.map((each) => html`<br />${this.#finished(each)}`)}
          </li>`;
        })}
      </ol>
    </details>`;
  }

  #finished(turn: TurnStep["finished"][number]): string {
    const cards = turn.cards.map((card) => cardName(cardOf(card))).join(", ");
    const { seat, staked, returned } = this.#ended(turn);
    return say("turn.finished", { seat, cards, staked, returned });
  }

  #ended({ seat, result, staked, returned }: SeatResult): {
    seat: number;
    result: string;
    staked: string;
    returned: string;
  } {
    const word = result.replaceAll("_", "-");
    return {
      seat: seat + 1,
      result: sayOr(`outcome.${word}`, word),
      staked: this.#money(staked),
      returned: this.#money(returned),
    };
  }
}

function drawsTable({ draws = [], shown = [] }: HandStep): unknown {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${say("draws")}>
    <table>
      <thead>
        <tr>
          <th class="num">${say("place")}</th>
          <th class="num">${say("from")}</th>
          <th>${say("card")}</th>
          <th>${say("dealt")}</th>
        </tr>
      </thead>
      <tbody>
        ${draws.map(
          ({ at, from, card }) =>
            html`<tr>
              <td class="num">${at + 1}</td>
              <td class="num">${from + 1}</td>
              <td>${inText(cardOf(card), cardName(cardOf(card)))}</td>
              <td>${shown[at] === card ? say("equal") : shown[at]}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

customElements.define("hand-view", HandView);
