import { html, nothing } from "lit";
import { Answer } from "../app/answer.ts";
import { weekdayText } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { exclusions, type Exclusions } from "./exclusions.ts";
import { say } from "./words.ts";

/** Until when one stays away, and what is still possible. It stands above every page. */
class ExclusionNotice extends PlainElement {
  readonly #read = new Answer<Exclusions>(this, () => ({ path: "/me/exclusion", read: exclusions }));

  protected override render(): unknown {
    const { value } = this.#read;
    if (value === null || !value.excluded) return nothing;
    const { lifted_at: liftedAt } = value;
    return html`<div class="problem info small">
      <strong>${say("excluded")}</strong>
      <p>
        ${liftedAt === null ? say("excluded.open") : say("excluded.until", { when: weekdayText(liftedAt) })}
        <a href="#/away">${say("excluded.see")}</a>
      </p>
    </div>`;
  }
}

customElements.define("exclusion-notice", ExclusionNotice);
