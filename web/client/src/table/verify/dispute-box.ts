import { html, nothing } from "lit";
import type { Typed } from "../app/fields.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client } from "../app/session.ts";
import { say, sendDispute, type Disputed } from "./dispute.ts";
import "../app/form-box.ts";

/** The form by which a player disputes what the page is about. Closed until it is wanted: most rounds are disputed by nobody. */
export class DisputeBox extends PlainElement {
  static override properties = { about: { attribute: false } };
  declare about: Disputed | null;

  constructor() {
    super();
    this.about = null;
  }

  protected override render(): unknown {
    const { about } = this;
    if (about === null) return nothing;
    return html`<details class="box">
      <summary>${say("title")}</summary>
      <div class="stack">
        <p>${say("text")}</p>
        <form-box
          name="dispute"
          .fields=${[{ name: "text", label: say("words"), kind: "area" }]}
          button=${say("send")}
          .rest=${html`<a href="#/account/disputes">${say("all")}</a>`}
          .send=${(typed: Typed) => sendDispute(client, about, typed)}
        ></form-box>
      </div>
    </details>`;
  }
}

customElements.define("dispute-box", DisputeBox);
