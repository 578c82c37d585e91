import { html, nothing } from "lit";
import type { LimitName } from "../api/answers.ts";
import { PlainElement } from "../app/plain-element.ts";
import { session } from "../app/session.ts";
import { openWindow } from "../app/windows.ts";
import { GROUPS } from "./limit-figures.ts";
import { say } from "./words.ts";
import "./limit-row.ts";

/** Every limit: what binds, what is used and left, who set it, what waits, and its change. */
class LimitsView extends PlainElement {
  constructor() {
    super();
    this.watch(session);
  }

  protected override render(): unknown {
    const { me } = session.state;
    return html`<div class="stack">
      <h1>${say("limits")}</h1>
      <p>${say("limits.text")}</p>
      ${
        me?.has_pin === false
          ? html`<p class="problem info small">
              ${say("pin.none")} <a href="#/account/security">${say("pin.set")}</a>
            </p>`
          : nothing
      }
      ${GROUPS.map(([group, names]) => this.#group(group, names))}
      <div class="row">
        <button class="btn" type="button" @click=${() => openWindow("break-window")}>${say("break")}</button>
        <a class="btn" href="#/away">${say("away")}</a>
      </div>
    </div>`;
  }

  #group(group: (typeof GROUPS)[number][0], names: readonly LimitName[]): unknown {
    const { limits } = session.state;
    return html`<section class="box" aria-labelledby="limits-${group}">
      <h2 id="limits-${group}">${say(group)}</h2>
      ${names.map((name) => {
        const limit = limits?.find((each) => each.name === name);
        return limit === undefined ? nothing : html`<limit-row .limit=${limit}></limit-row>`;
      })}
    </section>`;
  }
}

customElements.define("limits-view", LimitsView);
