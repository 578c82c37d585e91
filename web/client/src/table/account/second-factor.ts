import { html, nothing } from "lit";
import { flag, integer, list, nothing as noBody, record, text, type Shape } from "../api/shape.ts";
import { Answer } from "../app/answer.ts";
import { filled, typedIn, type Typed } from "../app/fields.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client } from "../app/session.ts";
import { callProved } from "./passkey.ts";
import { recoveryCodes } from "./recovery-codes.ts";
import { say } from "./settings-words.ts";
import "../app/form-box.ts";

const factor = record({ enrolled: flag, codes_locked: flag, recovery_codes_left: integer });
const offered = record({ secret: text, otpauth_uri: text });
const recovery = record({ recovery_codes: list(text) });

/** The second factor: set up, its recovery codes shown once, removed. */
export class SecondFactor extends PlainElement {
  static override properties = { offer: { state: true }, codes: { state: true } };
  declare protected offer: Shape<typeof offered> | null;
  declare protected codes: readonly string[] | null;
  readonly #state = new Answer(this, () => ({ path: "/me/second-factor", read: factor }));

  constructor() {
    super();
    this.offer = null;
    this.codes = null;
  }

  protected override render(): unknown {
    if (this.codes !== null && this.codes.length > 0) return recoveryCodes(this.codes, () => (this.codes = null));
    return this.#state.render((state) => (state.enrolled ? this.#enrolled(state) : this.#none(state)));
  }

  /** Show what the account has now: a passkey brings recovery codes, which prove the removal of both. */
  async reread(): Promise<void> {
    await this.#state.read();
  }

  #enrolled(state: Shape<typeof factor>): unknown {
    return html`<p>${say("factor.has", { count: state.recovery_codes_left })}</p>
      ${state.codes_locked ? html`<p class="problem warn small">${say("factor.locked")}</p>` : nothing}
      <form-box
        name="factor-removal"
        .fields=${[
          { name: "password", label: say("password"), kind: "password" },
          { name: "code", label: say("code"), kind: "code", hint: say("code.hint.or-passkey"), optional: true },
        ]}
        button=${say("factor.remove")}
        plain
        .send=${(typed: Typed) => this.#remove(typed)}
      ></form-box>`;
  }

  #none(state: Shape<typeof factor>): unknown {
    if (this.offer === null) {
      const left = state.recovery_codes_left;
      return html`<p>${say("factor.none")} ${left > 0 ? say("factor.left", { count: left }) : nothing}</p>
        ${state.codes_locked ? html`<p class="problem warn small">${say("factor.locked")}</p>` : nothing}
        <form-box
          name="factor"
          .fields=${[
            { name: "password", label: say("password"), kind: "password" },
            ...(left > 0
              ? [{ name: "code", label: say("code"), kind: "code", hint: say("code.hint.or-passkey"), optional: true }]
              : []),
          ]}
          button=${say("factor.begin")}
          .send=${(typed: Typed) => this.#begin(typed)}
        ></form-box>`;
    }
    const grouped = this.offer.secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
    return html`<p>${say("factor.secret.text")}</p>
      <dl class="pairs">
        <dt>${say("factor.secret")}</dt>
        <dd class="mono" id="factor-secret">${grouped}</dd>
      </dl>
      <p><a href=${this.offer.otpauth_uri}>${say("factor.open")}</a></p>
      <form-box
        name="factor-confirmation"
        .fields=${[{ name: "code", label: say("factor.first"), kind: "code", hint: say("factor.first.hint") }]}
        button=${say("factor.confirm")}
        .send=${(typed: Typed) => this.#confirm(typed)}
      ></form-box>`;
  }

  async #begin(typed: Typed): Promise<void> {
    const body = { password: typedIn(typed, "password"), ...("code" in typed ? filled(typed, "code") : {}) };
    this.offer = await callProved({ method: "POST", path: "/me/second-factor", body, read: offered });
  }

  async #confirm(typed: Typed): Promise<void> {
    const body = filled(typed, "code");
    const path = "/me/second-factor/confirmation";
    this.codes = (await client.call({ method: "POST", path, body, read: recovery })).recovery_codes;
    this.offer = null;
    await this.#state.read();
  }

  async #remove(typed: Typed): Promise<string> {
    const body = { password: typedIn(typed, "password"), ...filled(typed, "code") };
    await callProved({ method: "POST", path: "/me/second-factor/removal", body, read: noBody });
    await this.#state.read();
    return say("factor.removed");
  }
}

customElements.define("second-factor", SecondFactor);
