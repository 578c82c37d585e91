import { html, nothing } from "lit";
import { Answer, attempt } from "../app/answer.ts";
import { instantText } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client, refresh } from "../app/session.ts";
import { consents, type Consents } from "./documents.ts";
import { say } from "./settings-words.ts";

type Consent = Consents["items"][number];

/** What one agreed to; agreeing to a new version, and taking back what need not be. */
class ConsentsView extends PlainElement {
  static override properties = { error: { state: true } };
  declare error: unknown;
  readonly #given = new Answer<Consents>(this, () => ({ path: "/me/consents", read: consents }));

  constructor() {
    super();
    this.error = null;
  }

  protected override render(): unknown {
    return html`<div class="stack narrow">
      <h1>${say("documents")}</h1>
      <p>${say("documents.text")}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.#given.render(
        (given) =>
          html`<ul class="plain stack1">
            ${given.items.map((each) => this.#item(each))}
          </ul>`,
      )}
    </div>`;
  }

  #item(each: Consent): unknown {
    const { kind, current_version: current, agreed_version: agreed, agreed_at: agreedAt } = each;
    const label = say("agree.read.label", { version: current, document: say(kind) });
    return html`<li class="box stack1">
      <h2>${say(kind)}</h2>
      <p>
        ${
          agreed === null || agreedAt === null
            ? say("agreed.none")
            : say("agreed.to", { version: agreed, when: instantText(agreedAt) })
        }
      </p>
      <div class="row">
        <a class="btn" href="#/documents/${kind}" aria-label=${label}>${say("agree.read", { version: current })}</a>
        ${
          agreed === current
            ? nothing
            : html`<button class="btn main" type="button" @click=${() => this.#change({ [kind]: current })}>
                ${say("agree.new", { version: current })}
              </button>`
        }
        ${
          each.mandatory || agreed === null
            ? nothing
            : html`<button class="btn" type="button" @click=${() => this.#change({ [kind]: null })}>
                ${say("agree.withdraw")}
              </button>`
        }
      </div>
    </li>`;
  }

  #change(body: Readonly<Record<string, string | null>>): Promise<void> {
    return attempt(this, async () => {
      await client.call({ method: "PUT", path: "/me/consents", body, read: consents });
      await Promise.all([this.#given.read(), refresh("me")]);
    });
  }
}

customElements.define("consents-view", ConsentsView);
