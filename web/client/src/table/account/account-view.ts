import { html, nothing } from "lit";
import { verification } from "../api/answers.ts";
import { attempt } from "../app/answer.ts";
import { dayText, instantText } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client, refresh, session } from "../app/session.ts";
import { say } from "./settings-words.ts";
import "../app/problem-box.ts";

const PAGES = ["security", "contact", "sessions", "inbox", "documents", "disputes", "data"] as const;

/** How the account stands, and the way to its pages. */
class AccountView extends PlainElement {
  static override properties = { error: { state: true }, done: { state: true } };
  declare error: unknown;
  declare protected done: string;

  constructor() {
    super();
    this.error = null;
    this.done = "";
    this.watch(session);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void attempt(this, () => refresh("me", "unread"));
  }

  protected override render(): unknown {
    const { me } = session.state;
    if (me === null) return nothing;
    return html`<div class="stack narrow">
      <h1>${say("account")}</h1>
      ${
        me.consents_current
          ? nothing
          : html`<p class="problem warn small">
              ${say("consents.outdated")} <a href="#/account/documents">${say("consents.see")}</a>
            </p>`
      }
      <dl class="box pairs">
        <dt>${say("player")}</dt>
        <dd>${me.username}</dd>
        <dt>${say("status")}</dt>
        <dd>${say(`status.${me.status}`)}</dd>
        <dt>${say("identity")}</dt>
        <dd>${this.#identity()}</dd>
        <dt>${say("since")}</dt>
        <dd>${dayText(me.created_at)}</dd>
        <dt>${say("id")}</dt>
        <dd class="mono">${me.id}</dd>
      </dl>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done === "" ? nothing : html`<p class="problem ok small">${this.done}</p>`}</div>
      <ul class="plain ways">
        ${PAGES.map((page) => html`<li><a href="#/account/${page}">${say(page)}</a></li>`)}
      </ul>
    </div>`;
  }

  #identity(): unknown {
    const known = session.state.me?.verification;
    if (known === undefined) return nothing;
    const { status, method, decided_at: decidedAt } = known;
    const asks = status === "unverified" || status === "refused";
    return html`${say(`identity.${status}`)}
    ${
      decidedAt === null
        ? nothing
        : html`<br /><span class="small quiet"
              >${method === null ? instantText(decidedAt) : say("identity.decided", { how: method, when: instantText(decidedAt) })}</span
            >`
    }
    ${
      known.mandatory && status !== "verified"
        ? html`<br /><span class="small quiet">${say("identity.needed")}</span>`
        : nothing
    }
    ${
      asks
        ? html`<br /><button class="btn low" type="button" @click=${this.#verify}>${say("verify")}</button>`
        : nothing
    }`;
  }

  readonly #verify = (): Promise<void> =>
    attempt(this, async () => {
      const now = await client.call({ method: "POST", path: "/me/verification", read: verification });
      this.done = say("verify.done", { status: say(`identity.${now.status}`) });
      await refresh("me");
    });
}

customElements.define("account-view", AccountView);
