import { html, nothing } from "lit";
import { Answer } from "../app/answer.ts";
import { Mistyped, moneyIn, typedIn, type Field, type Typed } from "../app/fields.ts";
import { exampleAmount, moneyText } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client, refreshMoney, session } from "../app/session.ts";
import { methods, payment, type Methods, type Payment } from "./payments.ts";
import { PaymentList } from "./payment-list.ts";
import { say, sayKnown } from "./words.ts";
import type { Money } from "../../base/money.ts";
import "../app/form-box.ts";

/** Money in and money out. */
class CashierView extends PlainElement {
  readonly #methods = new Answer<Methods>(this, () => ({ path: "/payment-methods", read: methods }));

  constructor() {
    super();
    this.watch(session);
  }

  protected override render(): unknown {
    const { wallet } = session.state;
    return html`<div class="stack narrow">
      <h1>${say("money")}</h1>
      ${
        wallet === null
          ? nothing
          : html`<dl class="box pairs">
              <dt>${say("balance")}</dt>
              <dd class="num"><strong>${moneyText(wallet.cash)}</strong></dd>
              <dt>${say("in-play")}</dt>
              <dd class="num">${moneyText(wallet.in_play)}</dd>
            </dl>`
      }
      <p><a href="#/statement">${say("statement.see")}</a></p>
      ${this.#methods.render((known) => this.#forms(known))}
      <payment-list direction="deposits"></payment-list>
      <payment-list direction="withdrawals"></payment-list>
    </div>`;
  }

  #forms(known: Methods): unknown {
    const fields = paymentFields(known);
    return html`${
        known.items.some((each) => each.real_money)
          ? nothing
          : html`<p class="problem info small">${say("play-money")}</p>`
      }
      <section class="box stack">
        <h2>${say("deposit")}</h2>
        <p>${say("deposit.text")}</p>
        <form-box
          name="deposit"
          .fields=${fields}
          button=${say("deposit")}
          .send=${(typed: Typed) => this.#pay("deposits", typed)}
        ></form-box>
      </section>
      <section class="box stack">
        <h2>${say("withdraw")}</h2>
        <p>${say("withdraw.text")}</p>
        ${
          session.state.me?.has_pin === false
            ? html`<p class="problem info small">
                ${say("pin.none")} <a href="#/account/security">${say("pin.set")}</a>
              </p>`
            : nothing
        }
        <form-box
          name="withdrawal"
          .fields=${[...fields, { name: "pin", label: say("pin"), kind: "pin" }]}
          button=${say("withdraw")}
          .send=${(typed: Typed) => this.#pay("withdrawals", typed)}
        ></form-box>
      </section>`;
  }

  async #pay(direction: "deposits" | "withdrawals", typed: Typed): Promise<string> {
    const pin = "pin" in typed ? { pin: typedIn(typed, "pin") } : {};
    const made = await client.call({
      method: "POST",
      path: `/${direction}`,
      body: { amount: amountIn(typed), method: typedIn(typed, "method"), ...pin },
      read: payment,
      once: true,
    });
    const lists = [...this.querySelectorAll("payment-list")].filter((each) => each instanceof PaymentList);
    await Promise.all([refreshMoney(), ...lists.map((each) => each.reload())]);
    return became(made);
  }
}

function paymentFields(known: Methods): readonly Field[] {
  const currency = session.state.wallet?.cash.currency ?? "";
  const options = known.items.map(({ method }) => ({ value: method, label: sayKnown("method", method) }));
  const first = known.items.find((each) => each.method === "card")?.method ?? known.items[0]?.method ?? "";
  return [
    {
      name: "amount",
      label: say("amount", { currency }),
      kind: "money",
      hint: say("amount.hint", { example: exampleAmount(currency) }),
    },
    { name: "method", label: say("method"), kind: "select", value: first, options },
  ];
}

function amountIn(typed: Typed): Money {
  const currency = session.state.wallet?.cash.currency ?? "";
  const unread = say("not-an-amount", { example: exampleAmount(currency) });
  const amount = moneyIn(typed, "amount", currency, unread);
  if (amount.amount === 0) throw new Mistyped("amount", unread);
  return amount;
}

/** Return what became of a payment, in words. */
function became(made: Payment): string {
  return say(`done.${made.status}`, { amount: moneyText(made.amount), reason: made.reason ?? say("by-operator") });
}

customElements.define("cashier-view", CashierView);
