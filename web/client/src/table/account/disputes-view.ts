import { html, nothing } from "lit";
import { integer, nullable, oneOf, record, text, type Shape } from "../api/shape.ts";
import { instantText } from "../app/language.ts";
import { Listing } from "../app/listing.ts";
import { PlainElement } from "../app/plain-element.ts";
import { say } from "./settings-words.ts";

const dispute = record({
  id: text,
  about: oneOf("round", "hand"),
  round_id: nullable(text),
  table_id: nullable(text),
  epoch: nullable(integer),
  status: oneOf("open", "answered"),
  opened_at: text,
  answer_due_at: text,
  text: nullable(text),
  answered_at: nullable(text),
  outcome: nullable(oneOf("upheld", "rejected")),
  answer: nullable(text),
});
type Dispute = Shape<typeof dispute>;

/** The rounds and hands that one disputed, and what the operator answered. */
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
        ${disputed(each)}
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

/** What is disputed, with the way to its proof. */
function disputed({ about, round_id: round, table_id: table, epoch }: Dispute): unknown {
  if (about === "round") {
    return html`<a href="#/verify/${round}">${say("dispute.round")} <span class="mono">${round}</span></a>`;
  }
  return html`<a href="#/verify-hand/${table}/${epoch}"
    >${say("dispute.hand", { epoch: epoch ?? "" })} <span class="mono">${table}</span></a
  >`;
}

customElements.define("disputes-view", DisputesView);
