import { html, nothing } from "lit";
import { attempt } from "../app/answer.ts";
import { instantText, moneyText } from "../app/language.ts";
import { Listing } from "../app/listing.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client, refreshMoney } from "../app/session.ts";
import { payment, type Payment } from "./payments.ts";
import { say, sayKnown } from "./words.ts";

/** The payments of one direction, the newest first; a withdrawal that waits can be cancelled. */
export class PaymentList extends PlainElement {
  static override properties = { direction: {}, error: { state: true }, done: { state: true } };
  declare direction: "deposits" | "withdrawals";
  declare error: unknown;
  declare protected done: string;
  #payments: Listing<Payment> | null = null;

  constructor() {
    super();
    this.direction = "deposits";
    this.error = null;
    this.done = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#payments ??= new Listing(this, `/${this.direction}`, payment);
  }

  /** Read the list anew, after a payment. */
  async reload(): Promise<void> {
    await this.#payments?.begin();
  }

  protected override render(): unknown {
    return html`<section class="box stack">
      <div class="row between">
        <h2>${say(this.direction)}</h2>
        <button
          class="btn low"
          type="button"
          aria-label="${say("reload")}: ${say(this.direction)}"
          @click=${this.#again}
        >
          ${say("reload")}
        </button>
      </div>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done === "" ? nothing : html`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.#payments?.render(
        say(`${this.direction}.none`),
        (items) =>
          html`<ul class="plain payments">
            ${items.map((each) => this.#item(each))}
          </ul>`,
      )}
    </section>`;
  }

  #item(each: Payment): unknown {
    const amount = moneyText(each.amount);
    return html`<li class="limit">
      <div class="row between">
        <strong>${amount}</strong>
        <span class=${TONES[each.status]}>${say(`status.${each.status}`)}</span>
      </div>
      <p class="small quiet">
        ${sayKnown("method", each.method)}.
        ${instantText(each.requested_at)}${each.reason === null ? nothing : html`. <code>${each.reason}</code>`}
      </p>
      ${
        this.direction === "withdrawals" && each.status === "pending"
          ? html`<div>
              <button
                class="btn low"
                type="button"
                aria-label=${say("cancel.label", { amount })}
                @click=${() => this.#cancel(each)}
              >
                ${say("cancel")}
              </button>
            </div>`
          : nothing
      }
    </li>`;
  }

  readonly #again = (): Promise<void> =>
    attempt(this, async () => {
      this.done = "";
      await Promise.all([this.reload(), refreshMoney()]);
    });

  #cancel(each: Payment): Promise<void> {
    return attempt(this, async () => {
      const now = await client.call({ method: "PUT", path: `/withdrawals/${each.id}/cancellation`, read: payment });
      this.done = say("cancel.done", { amount: moneyText(now.amount), status: say(`status.${now.status}`) });
      await Promise.all([this.reload(), refreshMoney()]);
    });
  }
}

const TONES = {
  requested: "tag warn",
  pending: "tag warn",
  cancelling: "tag warn",
  settled: "tag",
  refused: "tag bad",
  cancelled: "tag",
} as const;

customElements.define("payment-list", PaymentList);
