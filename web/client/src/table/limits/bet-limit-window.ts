import { html, nothing } from "lit";
import { betLimit, type BetLimit } from "../api/answers.ts";
import { list, money, nothing as noBody, record } from "../api/shape.ts";
import type { Money } from "../../base/money.ts";
import { attempt } from "../app/answer.ts";
import { moneyIn, typedIn, type Field, type Typed } from "../app/fields.ts";
import { exampleAmount, moneyText, weekdayText } from "../app/language.ts";
import { client, platformNow, refresh, session } from "../app/session.ts";
import { WindowElement } from "../app/window-element.ts";
import { GAMING_ZONE } from "../../base/instants.ts";
import { easternText } from "./eastern.ts";
import { confirmable } from "./limit-figures.ts";
import { highestMaximum, modifiable } from "./bet-limit-rules.ts";
import { asking, confirming, signLoosening } from "./loosening.ts";
import { say } from "./words.ts";
import "../app/form-box.ts";

const games = record({ items: list(record({ stakes: list(record({ stake_max: money })) })) });

/** Bet Options: Modify Table Bet Limit. A new limit, the PIN, OK. */
class BetLimitWindow extends WindowElement {
  static override properties = { error: { state: true }, done: { state: true }, highest: { state: true } };
  declare error: unknown;
  declare protected done: string;
  /** The highest maximum of the tables, which a limit is lower than; null while it is not known. */
  declare protected highest: Money | null;

  constructor() {
    super();
    this.error = null;
    this.done = "";
    this.highest = null;
    this.watch(session);
  }

  override open(): void {
    this.error = null;
    this.done = "";
    super.open();
    void attempt(this, async () => {
      await refresh("betLimit", "me");
      const all = (await client.call({ path: "/games", read: games })).items.flatMap((game) => game.stakes);
      this.highest = highestMaximum(all, session.state.wallet?.cash.currency ?? "");
    });
  }

  protected heading(): string {
    return say("bet-limit");
  }

  protected content(): unknown {
    const limit = session.state.betLimit;
    return html`<p>${say("bet-limit.text")}</p>
      ${limit === null ? nothing : this.#now(limit)}
      ${limit === null || limit.loosening === null ? nothing : this.#waits(limit.loosening)}
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done === "" ? nothing : html`<p class="problem ok small">${this.done}</p>`}</div>
      ${
        session.state.me?.has_pin === false
          ? html`<p class="problem info small">
              ${say("pin.none")} <a href="#/account/security" @click=${() => this.close()}>${say("pin.set")}</a>
            </p>`
          : nothing
      }
      <form-box
        name="bet-limit"
        .fields=${this.#fields()}
        button=${say("ok")}
        .send=${(typed: Typed) => this.#set(typed)}
        .rest=${html`<button class="btn" type="button" @click=${() => this.close()}>${say("close")}</button>`}
      ></form-box>`;
  }

  #fields(): readonly Field[] {
    const maximum = this.highest;
    return [
      {
        name: "maximum",
        label: say("new-amount", { currency: session.state.wallet?.cash.currency ?? "" }),
        kind: "money",
        hint: maximum === null ? say("bet-limit.hint.plain") : say("bet-limit.hint", { maximum: moneyText(maximum) }),
        optional: "unmarked",
      },
      { name: "pin", label: say("pin"), kind: "pin" },
    ];
  }

  #now(limit: BetLimit): unknown {
    const now = modifiable(limit);
    return html`<dl class="pairs">
      <dt>${say("in-force")}</dt>
      <dd><strong>${own(limit.maximum)}</strong></dd>
      ${
        now
          ? html`<dt>${say("change-now")}</dt>
              <dd>${say("yes")}</dd>
              <dt>${say("change-next")}</dt>
              <dd>${bothClocks(limit.week_ends_at)}</dd>`
          : html`<dt>${say("change-from")}</dt>
              <dd>${bothClocks(limit.modifiable_from)}</dd>`
      }
    </dl>`;
  }

  #waits(loosening: NonNullable<BetLimit["loosening"]>): unknown {
    const value = own(loosening.maximum);
    const times = { from: easternText(loosening.confirmable_from), until: easternText(loosening.expires_at) };
    return html`<div class="problem info small stack1">
      <strong>${say("waits.heading", { value })}</strong>
      <p>${say("waits", times)}</p>
      ${
        confirmable(loosening, platformNow())
          ? html`<form-box
              name="bet-limit-confirmation"
              .fields=${[{ name: "pin", label: say("pin"), kind: "pin" }]}
              button=${say("confirm", { value })}
              .send=${(typed: Typed) => this.#confirm(typed)}
            ></form-box>`
          : nothing
      }
      <button
        class="btn low"
        type="button"
        aria-label=${say("take-back.label", { name: say("stake_max") })}
        @click=${this.#takeBack}
      >
        ${say("take-back")}
      </button>
    </div>`;
  }

  async #set(typed: Typed): Promise<string> {
    const currency = session.state.wallet?.cash.currency ?? "";
    const unread = say("not-an-amount", { example: exampleAmount(currency) });
    const wanted = typedIn(typed, "maximum").trim() === "" ? null : moneyIn(typed, "maximum", currency, unread);
    this.done = "";
    const body = { maximum: wanted, pin: typedIn(typed, "pin") };
    const sign = signLoosening(asking("stake_max", wanted));
    const now = await client.call({ method: "PUT", path: "/me/bet-limit", body, read: betLimit, sign });
    session.set({ betLimit: now });
    await refresh("limits");
    if (now.loosening === null) return say("bet-limit.changed", { value: own(now.maximum) });
    const from = easternText(now.loosening.confirmable_from);
    return say("bet-limit.asked", { value: own(wanted), from, present: own(now.maximum) });
  }

  async #confirm(typed: Typed): Promise<void> {
    const path = "/me/bet-limit/loosening/confirmation";
    const body = { pin: typedIn(typed, "pin") };
    const sign = signLoosening(confirming("stake_max"));
    const now = await client.call({ method: "POST", path, body, read: betLimit, sign });
    session.set({ betLimit: now });
    this.done = say("bet-limit.changed", { value: own(now.maximum) });
    await refresh("limits");
  }

  readonly #takeBack = (): Promise<void> =>
    attempt(this, async () => {
      await client.call({ method: "DELETE", path: "/me/bet-limit/loosening", read: noBody });
      this.done = say("taken-back");
      await refresh("betLimit", "limits");
    });
}

/** Return a limit of one's own as it is read. */
function own(maximum: Money | null): string {
  return maximum === null ? say("no-own") : moneyText(maximum);
}

/** Render an instant of the gaming week on the wall of New York's clocks, and on the reader's own where that is another. */
function bothClocks(instant: string): unknown {
  const there = weekdayText(instant, GAMING_ZONE);
  const here = weekdayText(instant);
  return html`${easternText(instant)}
  ${there === here ? nothing : html`<br /><span class="quiet">${say("here", { when: here })}</span>`}`;
}

customElements.define("bet-limit-window", BetLimitWindow);
