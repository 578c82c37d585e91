import { html, nothing } from "lit";
import { list, nothing as noBody, nullable, record, text, anything, type Shape } from "../api/shape.ts";
import { Answer } from "../app/answer.ts";
import { filled, typedIn, type Field, type Typed } from "../app/fields.ts";
import { instantText } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client } from "../app/session.ts";
import { callProved, createPasskey } from "./passkey.ts";
import { recoveryCodes } from "./recovery-codes.ts";
import { say } from "./settings-words.ts";
import "../app/form-box.ts";

const passkey = record({ id: text, name: text, created_at: text, last_used_at: nullable(text) });
const passkeys = record({ items: list(passkey) });
const offered = record({ publicKey: anything });
const added = record({ recovery_codes: list(text) });
type Passkey = Shape<typeof passkey>;

/** The passkeys of the account: added, listed, removed. */
class PasskeyList extends PlainElement {
  static override properties = { codes: { state: true }, removed: { state: true } };
  declare protected codes: readonly string[];
  /** Whether one was removed just now. */
  declare protected removed: boolean;
  readonly #passkeys = new Answer(this, () => ({ path: "/me/passkeys", read: passkeys }));

  constructor() {
    super();
    this.codes = [];
    this.removed = false;
  }

  protected override render(): unknown {
    if (this.codes.length > 0) return recoveryCodes(this.codes, () => (this.codes = []));
    return html`<p>${say("passkey.text")}</p>
      <div role="status">
        ${this.removed ? html`<p class="problem ok small">${say("passkey.removed")}</p>` : nothing}
      </div>
      ${this.#passkeys.render(({ items }) =>
        items.length === 0
          ? html`<p class="quiet">${say("passkey.none")}</p>`
          : html`<ul class="plain stack1">
              ${items.map((each) => this.#item(each))}
            </ul>`,
      )}
      <h3>${say("passkey.another")}</h3>
      <form-box
        name="passkey"
        .fields=${[{ name: "name", label: say("passkey.name") }, ...proofFields()]}
        button=${say("passkey.add")}
        .send=${(typed: Typed) => this.#add(typed)}
      ></form-box>`;
  }

  #item(each: Passkey): unknown {
    const used = each.last_used_at;
    return html`<li class="stack1">
      <strong>${each.name}</strong>
      <span class="quiet small">
        ${say("passkey.added", { when: instantText(each.created_at) })}
        ${used === null ? say("passkey.unused") : say("passkey.used", { when: instantText(used) })}
      </span>
      <details>
        <summary>${say("passkey.remove.label", { name: each.name })}</summary>
        <form-box
          name="passkey-${each.id}"
          .fields=${proofFields()}
          button=${say("passkey.remove")}
          plain
          .send=${(typed: Typed) => this.#remove(each, typed)}
        ></form-box>
      </details>
    </li>`;
  }

  async #add(typed: Typed): Promise<string> {
    this.removed = false;
    const proof = { password: typedIn(typed, "password"), ...filled(typed, "code") };
    const offer = await callProved({ method: "POST", path: "/me/passkey-offers", body: proof, read: offered });
    const credential = await createPasskey(offer.publicKey as object);
    const body = { name: typedIn(typed, "name").trim(), credential };
    this.codes = (await client.call({ method: "POST", path: "/me/passkeys", body, read: added })).recovery_codes;
    await this.#changed();
    return say("passkey.done");
  }

  async #remove(each: Passkey, typed: Typed): Promise<void> {
    this.removed = false;
    const body = { password: typedIn(typed, "password"), ...filled(typed, "code") };
    await callProved({ method: "POST", path: `/me/passkeys/${each.id}/removal`, body, read: noBody });
    this.removed = true;
    await this.#changed();
  }

  /** Tell whoever shows the account's other factors: the recovery codes belong to all of them. */
  async #changed(): Promise<void> {
    await this.#passkeys.read();
    this.dispatchEvent(new CustomEvent("passkeys-changed"));
  }
}

function proofFields(): readonly Field[] {
  return [
    { name: "password", label: say("password"), kind: "password" },
    { name: "code", label: say("code.if"), kind: "code", hint: say("code.hint.or-passkey"), optional: true },
  ];
}

customElements.define("passkey-list", PasskeyList);
