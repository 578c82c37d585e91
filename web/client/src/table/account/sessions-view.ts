import { html, nothing } from "lit";
import { flag, nothing as noBody, nullable, oneOf, record, text, type Shape } from "../api/shape.ts";
import { attempt } from "../app/answer.ts";
import { instantText } from "../app/language.ts";
import { Listing } from "../app/listing.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client, forget } from "../app/session.ts";
import { say } from "./settings-words.ts";

const sessionOfMine = record({
  id: text,
  began_at: text,
  ip_address: text,
  device_label: text,
  active_at: text,
  ended_at: nullable(text),
  end_reason: nullable(oneOf("logged-out", "replaced", "expired", "password-changed", "closed")),
  current: flag,
});
type SessionOfMine = Shape<typeof sessionOfMine>;

/** Where the account is or was logged in, and the end of any of it. */
class SessionsView extends PlainElement {
  static override properties = { error: { state: true } };
  declare error: unknown;
  readonly #sessions = new Listing(this, "/me/sessions", sessionOfMine);

  constructor() {
    super();
    this.error = null;
  }

  protected override render(): unknown {
    return html`<div class="stack">
      <h1>${say("sessions")}</h1>
      <p>${say("sessions.text")}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.#sessions.render(
        say("sessions.none"),
        (items) =>
          html`<ul class="plain stack1">
            ${items.map((each) => this.#item(each))}
          </ul>`,
      )}
    </div>`;
  }

  #item(each: SessionOfMine): unknown {
    const began = instantText(each.began_at);
    const over = each.ended_at !== null;
    return html`<li class="box stack1">
      <dl class="pairs">
        <dt>${say("session.began")}</dt>
        <dd>${began}</dd>
        <dt>${say("session.used")}</dt>
        <dd>${instantText(each.active_at)}</dd>
        <dt>${say("session.device")}</dt>
        <dd>${each.device_label === "" ? say("session.unknown") : each.device_label}</dd>
        <dt>${say("session.address")}</dt>
        <dd>${each.ip_address === "" ? say("session.unknown") : each.ip_address}</dd>
        <dt>${say("session.state")}</dt>
        <dd>
          ${each.end_reason === null ? say("session.open") : say(`ended.${each.end_reason}`)}
          ${each.ended_at === null ? nothing : html`<span class="quiet">${instantText(each.ended_at)}</span>`}
          ${each.current ? html`<span class="tag info">${say("session.this")}</span>` : nothing}
        </dd>
      </dl>
      ${
        over
          ? nothing
          : html`<button
              class="btn low"
              type="button"
              aria-label=${say("session.end.label", { when: began })}
              @click=${() => this.#end(each)}
            >
              ${say("session.end")}
            </button>`
      }
    </li>`;
  }

  #end(each: SessionOfMine): Promise<void> {
    return attempt(this, async () => {
      await client.call({ method: "DELETE", path: `/me/sessions/${each.id}`, read: noBody });
      if (each.current) forget(false);
      else await this.#sessions.begin();
    });
  }
}

customElements.define("sessions-view", SessionsView);
