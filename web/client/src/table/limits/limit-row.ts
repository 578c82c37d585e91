import { html, nothing } from "lit";
import { limit as limitAnswer, type Limit, type LimitValue } from "../api/answers.ts";
import { nothing as noBody } from "../api/shape.ts";
import { attempt } from "../app/answer.ts";
import { Mistyped, moneyIn, typedIn, type Field, type Typed } from "../app/fields.ts";
import { exampleAmount, moneyText, sentences, weekdayText } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client, platformNow, refresh, session } from "../app/session.ts";
import { openWindow } from "../app/windows.ts";
import { confirmable, isTime, percentUsed, sameValue, setBy, usedAmount } from "./limit-figures.ts";
import { valueText } from "./limit-text.ts";
import { asking, confirming, signLoosening } from "./loosening.ts";
import { say } from "./words.ts";
import "../app/form-box.ts";

type Loosening = NonNullable<Limit["loosening"]>;

/** One limit, with the form that changes it. */
class LimitRow extends PlainElement {
  static override properties = { limit: { attribute: false }, error: { state: true }, done: { state: true } };
  declare limit: Limit | null;
  declare error: unknown;
  declare protected done: string;

  constructor() {
    super();
    this.limit = null;
    this.error = null;
    this.done = "";
  }

  protected override render(): unknown {
    const { limit } = this;
    if (limit === null) return nothing;
    const percent = percentUsed(limit);
    return html`<div class="limit">
      <h3 class="row between"><span>${say(limit.name)}</span><span>${this.#value(limit)}</span></h3>
      ${percent === null ? nothing : this.#meter(percent)}
      <p class="small quiet">${this.#about(limit)}</p>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done === "" ? nothing : html`<p class="problem ok small">${this.done}</p>`}</div>
      ${
        limit.name === "stake_max"
          ? html`<div>
              <button class="btn low" type="button" @click=${() => openWindow("bet-limit-window")}>
                ${say("bet-limit")}
              </button>
            </div>`
          : html`${limit.loosening === null ? nothing : this.#waits(limit, limit.loosening)} ${this.#change(limit)}`
      }
    </div>`;
  }

  #value(limit: Limit): string {
    const used = usedAmount(limit);
    const binding = valueText(limit.name, limit.binding_value);
    if (used === null) return binding;
    if (limit.binding_value === null) return say("used-only", { used: moneyText(used) });
    return say("of-limit", { used: moneyText(used), limit: binding });
  }

  #meter(percent: number): unknown {
    return html`<meter min="0" max="100" .value=${percent} aria-label=${say("percent-used", { percent })}></meter>`;
  }

  #about(limit: Limit): string {
    const by = setBy(limit);
    const own = valueText(limit.name, limit.player_value);
    const operator = valueText(limit.name, limit.operator_value);
    const { window: counted } = limit;
    return sentences([
      limit.name === "stake_max" ? say("stake-max.text") : "",
      limit.name === "reality_check" ? say("check.text") : "",
      by === "both" ? say("by-both", { own, operator }) : say(`by-${by}`),
      counted?.remaining ? say("left", { remaining: moneyText(counted.remaining) }) : "",
      counted === null
        ? ""
        : counted.ends_at === null
          ? say("period-rolls")
          : say("period-ends", { when: weekdayText(counted.ends_at) }),
    ]);
  }

  #waits(limit: Limit, loosening: Loosening): unknown {
    const value = valueText(limit.name, loosening.value);
    const times = { from: weekdayText(loosening.confirmable_from), until: weekdayText(loosening.expires_at) };
    const name = say(limit.name);
    return html`<div class="problem info small stack1">
      <strong>${say("waits.heading", { value })}</strong>
      <p>${say("waits", times)}</p>
      ${
        confirmable(loosening, platformNow())
          ? html`<form-box
              name="confirm-${limit.name}"
              .fields=${[{ name: "pin", label: say("pin"), kind: "pin" }]}
              button=${say("confirm", { value })}
              .send=${(typed: Typed) => this.#confirm(limit, typed)}
            ></form-box>`
          : nothing
      }
      <button
        class="btn low"
        type="button"
        aria-label=${say("take-back.label", { name })}
        @click=${() => this.#takeBack(limit)}
      >
        ${say("take-back")}
      </button>
    </div>`;
  }

  #change(limit: Limit): unknown {
    const time = isTime(limit.name);
    const currency = currencyOf();
    const fields: readonly Field[] = [
      {
        name: "value",
        label: time ? say("new-minutes") : say("new-amount", { currency }),
        kind: time ? "number" : "money",
        hint: say("new.hint"),
        optional: "unmarked",
      },
      { name: "pin", label: say("pin"), kind: "pin" },
    ];
    return html`<details>
      <summary aria-label=${say("change.label", { name: say(limit.name) })}>${say("change")}</summary>
      <form-box
        name=${limit.name}
        .fields=${fields}
        button=${say("set")}
        .send=${(typed: Typed) => this.#set(limit, typed)}
      ></form-box>
    </details>`;
  }

  async #set(limit: Limit, typed: Typed): Promise<string> {
    const value = valueIn(limit, typed);
    const body = { value, pin: typedIn(typed, "pin") };
    const sign = signLoosening(asking(limit.name, value));
    const now = await client.call({ method: "PUT", path: `/me/limits/${limit.name}`, body, read: limitAnswer, sign });
    await refresh("limits");
    const said = valueText(limit.name, value);
    if (now.loosening === null || !sameValue(now.loosening.value, value)) return say("set.now", { value: said });
    return say("set.later", { value: said, from: weekdayText(now.loosening.confirmable_from) });
  }

  async #confirm(limit: Limit, typed: Typed): Promise<void> {
    const path = `/me/limits/${limit.name}/loosening/confirmation`;
    const body = { pin: typedIn(typed, "pin") };
    const sign = signLoosening(confirming(limit.name));
    const now = await client.call({ method: "POST", path, body, read: limitAnswer, sign });
    this.done = say("confirmed", { value: valueText(limit.name, now.player_value) });
    await refresh("limits");
  }

  #takeBack(limit: Limit): Promise<void> {
    return attempt(this, async () => {
      await client.call({ method: "DELETE", path: `/me/limits/${limit.name}/loosening`, read: noBody });
      this.done = say("taken-back");
      await refresh("limits");
    });
  }
}

/** The currency of the account. */
function currencyOf(): string {
  return session.state.wallet?.cash.currency ?? "";
}

/** Return the value that was typed: nothing is no limit. */
function valueIn(limit: Limit, typed: Typed): LimitValue | null {
  const raw = typedIn(typed, "value").normalize("NFKC").trim();
  if (raw === "") return null;
  if (!isTime(limit.name)) {
    const currency = currencyOf();
    return moneyIn(typed, "value", currency, say("not-an-amount", { example: exampleAmount(currency) }));
  }
  if (!/^\d+$/.test(raw)) throw new Mistyped("value", say("not-minutes"));
  return { seconds: Number(raw) * 60 };
}

customElements.define("limit-row", LimitRow);
