import { html, nothing } from "lit";
import { Problem } from "../api/problem.ts";
import { filled, typedIn, type Field, type Typed } from "../app/fields.ts";
import { PlainElement } from "../app/plain-element.ts";
import { go, place } from "../app/routes.ts";
import { logIn, session } from "../app/session.ts";
import { say } from "./words.ts";
import "../app/form-box.ts";

/** Logging in. The second factor is asked for once the platform has asked for it. */
class LogInView extends PlainElement {
  static override properties = { coded: { state: true } };
  /** Whether the second factor is asked for. */
  declare protected coded: boolean;

  constructor() {
    super();
    this.coded = false;
    this.watch(session);
  }

  protected override render(): unknown {
    const { ended } = session.state;
    return html`<div class="stack narrow">
      <h1>${say("log-in")}</h1>
      ${ended ? html`<p class="problem info small" role="status">${say("logged-out")}</p>` : nothing}
      ${this.coded ? html`<p class="problem info small" role="status">${say("code.asked")}</p>` : nothing}
      <div class="box">
        <form-box
          name="log-in"
          .fields=${this.#fields()}
          button=${say("log-in")}
          .send=${(typed: Typed) => this.#send(typed)}
        ></form-box>
      </div>
      <p>${say("no-account")} <a href="#/register">${say("register")}</a></p>
      <p>${say("cannot-log-in")} <a href="#/recover">${say("recover")}</a></p>
    </div>`;
  }

  #fields(): readonly Field[] {
    const fields: Field[] = [
      { name: "username", label: say("user-name"), autocomplete: "username" },
      { name: "password", label: say("password"), kind: "password" },
    ];
    return this.coded
      ? [...fields, { name: "code", label: say("code"), kind: "code", hint: say("code.hint") }]
      : fields;
  }

  async #send(typed: Typed): Promise<false | void> {
    const { address } = place.state;
    try {
      const code = this.coded ? filled(typed, "code") : {};
      await logIn({ username: typedIn(typed, "username"), password: typedIn(typed, "password"), ...code });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "second-factor-required" || this.coded) throw error;
      this.coded = true;
      return false;
    }
    if (address === "log-in") go("");
  }
}

customElements.define("log-in-view", LogInView);
