import { html, nothing } from "lit";
import { cardOf } from "../../base/cards/card.ts";
import { inText } from "../../base/cards/drawings.ts";
import { amountText } from "../../base/money.ts";
import { verify as en } from "../../base/words/verify/verify.en.ts";
import { verify as ja } from "../../base/words/verify/verify.ja.ts";
import { catalogue, language } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client, session } from "../app/session.ts";
import { keeperOf } from "../play/services.ts";
import type { Drawn } from "../play/seeds/own-epochs.ts";
import { PublishedLog } from "../play/seeds/published-log.ts";
import { cardName } from "../play/words.ts";
import { proveRound, StillOpen } from "./evidence.ts";
import { summaryOf, type Step } from "./step.ts";
import "../app/problem-box.ts";
import "./dispute-box.ts";

type Key = keyof typeof en;

/** Say a message of the proof's catalogue. */
export const say = catalogue(en, ja);
const known = (key: string): key is Key => key in en;
const sayStep = (key: string, args?: Step["args"]): string => (known(key) ? say(key, args) : key);

const BOX = { holds: "ok", partly: "info", fails: "bad" } as const;
const TAG = { holds: "ok", fails: "bad", given: "", "not-checked": "warn" } as const;

/** Amounts are in minor units of the round's currency until they are shown. */
const AMOUNTS: ReadonlySet<string> = new Set(["staked", "returned", "before", "after", "recorded"]);

/** The proof of one round, step by step, computed here. */
export class VerifyView extends PlainElement {
  static override properties = { round: { type: String }, steps: { state: true }, error: { state: true } };
  declare round: string;
  declare protected steps: readonly Step[] | null;
  declare protected error: unknown;
  #currency = "";

  constructor() {
    super();
    this.round = "";
    this.steps = null;
    this.error = null;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("round")) void this.#prove();
  }

  async #prove(): Promise<void> {
    const { me } = session.state;
    if (me === null) return;
    this.steps = null;
    this.error = null;
    const { ownEpochs } = keeperOf(me.id);
    const drawn = (epoch: number): Drawn => ownEpochs.drawn(epoch);
    try {
      const sources = { client, log: new PublishedLog(localStorage), player: me.id, drawn };
      const { round, steps } = await proveRound(sources, this.round);
      this.#currency = round.stake.currency;
      this.steps = steps;
    } catch (error) {
      this.error = error;
    }
  }

  protected override render(): unknown {
    return html`<h1>${say("title")}</h1>
      <p class="mono quiet">${this.round}</p>
      ${this.#found()}
      <dispute-box .about=${{ round: this.round }}></dispute-box>
      <p><a href="#/games">${say("back")}</a></p>`;
  }

  #found(): unknown {
    if (this.error instanceof StillOpen) {
      return html`<div class="problem info" role="status">
        <strong>${say("still-open")}</strong>
        <p>${say("still-open.text")}</p>
      </div>`;
    }
    if (this.error !== null) return html`<problem-box .error=${this.error}></problem-box>`;
    if (this.steps === null) return html`<p class="quiet" role="status">${say("checking")}</p>`;
    const sum = summaryOf(this.steps);
    return html`<div class="problem ${BOX[sum]}" role="status">
        <strong>${say(`sum.${sum}`)}</strong>
        <p>${say(`sum.${sum}.text`)}</p>
      </div>
      <ol class="steps">
        ${this.steps.map((step) => this.#step(step))}
      </ol>
      <section class="box">
        <h2>${say("not-shown.title")}</h2>
        <p>${say("not-shown.text")}</p>
      </section>`;
  }

  #step(step: Step): unknown {
    return html`<li>
      <h2>${say(step.name)} <span class="tag ${TAG[step.result]}">${say(`result.${step.result}`)}</span></h2>
      <p>${sayStep(`${step.name}.${step.said}`, this.#args(step))}</p>
      ${
        step.facts.length === 0
          ? nothing
          : html`<dl class="hexes mono">
              ${step.facts.map(
                ({ name, value }) =>
                  html`<dt>${sayStep(`fact.${name}`)}</dt>
                    <dd>${value}</dd>`,
              )}
            </dl>`
      }
      ${step.draws === undefined ? nothing : this.#draws(step)}
    </li>`;
  }

  #args({ args = {} }: Step): Step["args"] {
    const money = (amount: number): string =>
      `${amountText({ amount, currency: this.#currency }, language.state.current)} ${this.#currency}`;
    return Object.fromEntries(
      Object.entries(args).map(([name, value]) => [name, AMOUNTS.has(name) ? money(Number(value)) : value]),
    );
  }

  #draws({ draws = [], shown = [] }: Step): unknown {
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
          ${draws.map(({ at, from, card }) => {
            const dealt = shown[at];
            const drawn = inText(cardOf(card), cardName(cardOf(card)));
            const compared = dealt === undefined ? say("not-shown") : dealt === card ? say("equal") : dealt;
            return html`<tr>
              <td class="num">${at + 1}</td>
              <td class="num">${from + 1}</td>
              <td>${drawn}</td>
              <td>${compared}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }
}

customElements.define("verify-view", VerifyView);
