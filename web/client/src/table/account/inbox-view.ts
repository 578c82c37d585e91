import { html, nothing } from "lit";
import { integer, nullable, oneOf, record, text, type Shape } from "../api/shape.ts";
import { attempt } from "../app/answer.ts";
import { instantText } from "../app/language.ts";
import { Listing } from "../app/listing.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client, session } from "../app/session.ts";
import { messageWords } from "./message-words.ts";
import { say } from "./settings-words.ts";

const message = record({
  id: text,
  occurred_at: text,
  kind: text,
  subject: text,
  text,
  actor: oneOf("player", "staff", "platform"),
  read_at: nullable(text),
});
type Message = Shape<typeof message>;
const unread = record({ unread: integer });

/** What was done to the account, the newest first. */
class InboxView extends PlainElement {
  static override properties = { error: { state: true } };
  declare error: unknown;
  readonly #messages = new Listing(this, "/me/inbox", message);

  constructor() {
    super();
    this.error = null;
  }

  protected override render(): unknown {
    const fresh = (this.#messages.items ?? []).filter((each) => each.read_at === null);
    return html`<div class="stack">
      <h1>${say("inbox")}</h1>
      <p>${say("inbox.text")}</p>
      <problem-box .error=${this.error}></problem-box>
      ${
        fresh.length === 0
          ? nothing
          : html`<button class="btn" type="button" @click=${() => this.#note(fresh)}>${say("inbox.read")}</button>`
      }
      ${this.#messages.render(
        say("inbox.none"),
        (items) =>
          html`<ul class="plain stack1">
            ${items.map((each) => this.#item(each))}
          </ul>`,
      )}
    </div>`;
  }

  #item(each: Message): unknown {
    const when = { when: instantText(each.occurred_at), actor: say(`actor.${each.actor}`) };
    const words = messageWords(each);
    return html`<li class="box stack1">
      <h2 class="row between">
        <span lang=${words.language}>${words.subject}</span>
        ${each.read_at === null ? html`<span class="tag info">${say("inbox.new")}</span>` : nothing}
      </h2>
      <p lang=${words.language}>${words.text}</p>
      <p class="small quiet">${say("inbox.when", when)}</p>
    </li>`;
  }

  #note(fresh: readonly Message[]): Promise<void> {
    return attempt(this, async () => {
      const body = { ids: fresh.map((each) => each.id) };
      const left = await client.call({ method: "POST", path: "/me/inbox/reads", body, read: unread });
      session.set({ unread: left.unread });
      await this.#messages.begin();
    });
  }
}

customElements.define("inbox-view", InboxView);
