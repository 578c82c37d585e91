import { html, nothing } from "lit";
import { nullable, oneOf, record, text, type Shape } from "../api/shape.ts";
import { instantText } from "../app/language.ts";
import { Listing } from "../app/listing.ts";
import { PlainElement } from "../app/plain-element.ts";
import { say } from "./settings-words.ts";

const dispute = record({
  id: text,
  round_id: text,
  status: oneOf("open", "answered"),
  opened_at: text,
  answer_due_at: text,
  text: nullable(text),
  answered_at: nullable(text),
  outcome: nullable(oneOf("upheld", "rejected")),
  answer: nullable(text),
});
type Dispute = Shape<typeof dispute>;

/** The rounds that one disputed, and what the operator answered. */
class DisputesView extends PlainElement {
  readonly #disputes = new Listing(this, "/me/disputes", dispute);

  protected override render(): unknown {
    return html`<div class="stack">
      <h1>${say("disputes")}</h1>
      <p>${say("disputes.text")}</p>
      ${this.#disputes.render(
        say("disputes.none"),
        (items) =>
          html`<ul class="plain stack1">
            ${items.map((each) => this.#item(each))}
          </ul>`,
      )}
    </div>`;
  }

  #item(each: Dispute): unknown {
    const { answered_at: answeredAt, outcome, answer } = each;
    return html`<li class="box stack1">
      <h2 class="row between">
        <span>${say("dispute.round")} <span class="mono">${each.round_id}</span></span>
        <span class="tag">${say(outcome === null ? "dispute.waiting" : `dispute.${outcome}`)}</span>
      </h2>
      <p class="small quiet">
        ${say("dispute.opened", { when: instantText(each.opened_at) })}.
        ${
          answeredAt === null
            ? say("dispute.due", { when: instantText(each.answer_due_at) })
            : say("dispute.answered", { when: instantText(answeredAt) })
        }
      </p>
      <h3>${say("dispute.yours")}</h3>
      <p>${each.text ?? say("dispute.erased")}</p>
      ${
        answer === null
          ? nothing
          : html`<h3>${say("dispute.answer")}</h3>
              <p>${answer}</p>`
      }
    </li>`;
  }
}

customElements.define("disputes-view", DisputesView);
