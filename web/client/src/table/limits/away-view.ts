import { html, nothing } from "lit";
import { Answer, attempt } from "../app/answer.ts";
import { weekdayText } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client, platformNow, refresh } from "../app/session.ts";
import { openWindow } from "../app/windows.ts";
import { exclusions, type Exclusion, type Exclusions } from "./exclusions.ts";
import { RETURN, signLoosening } from "./loosening.ts";
import { say } from "./words.ts";

/** What keeps one from the games, and the way back. */
class AwayView extends PlainElement {
  static override properties = { error: { state: true }, done: { state: true } };
  declare error: unknown;
  declare protected done: string;
  readonly #read = new Answer<Exclusions>(this, () => ({ path: "/me/exclusion", read: exclusions }));

  constructor() {
    super();
    this.error = null;
    this.done = "";
  }

  protected override render(): unknown {
    return html`<div class="stack narrow">
      <h1>${say("away")}</h1>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done === "" ? nothing : html`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.#read.render((now) =>
        now.items.length === 0
          ? html`<p>${say("away.none")}</p>`
          : html`<p>${say("away.text")}</p>
              <ul class="plain stack1">
                ${now.items.map((each) => this.#item(each))}
              </ul>`,
      )}
      <button class="btn" type="button" @click=${() => openWindow("break-window")}>${say("break")}</button>
    </div>`;
  }

  #item(each: Exclusion): unknown {
    const { returnable_from: returnable, lifted_at: liftedAt, ends_at: endsAt } = each;
    const asks = returnable !== null && liftedAt === null && Date.parse(returnable) <= platformNow();
    return html`<li class="box stack1">
      <h2>${say(`kind.${each.kind}`)}</h2>
      <p>
        ${say("away.since", { when: weekdayText(each.started_at) })}
        ${
          liftedAt !== null
            ? say("away.lifted", { when: weekdayText(liftedAt) })
            : endsAt === null
              ? say("away.no-end")
              : say("away.ends", { when: weekdayText(endsAt) })
        }
        ${returnable === null || liftedAt !== null ? nothing : say("away.returnable", { when: weekdayText(returnable) })}
      </p>
      ${
        asks
          ? html`<p class="small quiet">${say("away.return.text")}</p>
              <button class="btn" type="button" @click=${this.#comeBack}>${say("away.return")}</button>`
          : nothing
      }
    </li>`;
  }

  readonly #comeBack = (): Promise<void> =>
    attempt(this, async () => {
      const path = "/me/exclusion/return";
      const now = await client.call({ method: "POST", path, body: {}, read: exclusions, sign: signLoosening(RETURN) });
      const ends = now.items.find((each) => each.kind === "self-exclusion")?.lifted_at ?? null;
      this.done = ends === null ? say("away.none") : say("away.asked", { when: weekdayText(ends) });
      await Promise.all([this.#read.read(), refresh("me")]);
    });
}

customElements.define("away-view", AwayView);
