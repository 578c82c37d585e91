import { html } from "lit";
import { record, text } from "../api/shape.ts";
import { filled, typedIn, type Field, type Typed } from "../app/fields.ts";
import { PlainElement } from "../app/plain-element.ts";
import { refresh, session } from "../app/session.ts";
import { say as sayKeys } from "./key-words.ts";
import { callProved } from "./passkey.ts";
import { say } from "./settings-words.ts";
import "../app/form-box.ts";
import "./passkeys.ts";
import { SecondFactor } from "./second-factor.ts";
import "./signing-keys.ts";

const changed = record({ changed_at: text });

/** The PIN, the password and the second factor. */
class SecurityView extends PlainElement {
  constructor() {
    super();
    this.watch(session);
  }

  protected override render(): unknown {
    return html`<div class="stack narrow">
      <h1>${say("security")}</h1>
      ${this.#pin()}
      <section class="box stack">
        <h2>${say("password.heading")}</h2>
        <p>${say("password.text")}</p>
        <form-box
          name="password"
          .fields=${[
            { name: "new_password", label: say("password.new"), kind: "new-password", hint: say("password.hint") },
            ...proofFields(),
          ]}
          button=${say("password.change")}
          .send=${changePassword}
        ></form-box>
      </section>
      <section class="box stack">
        <h2>${say("factor.heading")}</h2>
        <second-factor class="stack"></second-factor>
      </section>
      <section class="box stack">
        <h2>${say("passkeys")}</h2>
        <passkey-list class="stack" @passkeys-changed=${() => this.#rereadFactor()}></passkey-list>
      </section>
      <section class="box stack">
        <h2>${sayKeys("heading")}</h2>
        <signing-keys class="stack"></signing-keys>
      </section>
    </div>`;
  }

  #rereadFactor(): void {
    void this.below("second-factor", SecondFactor).reread();
  }

  #pin(): unknown {
    const { me } = session.state;
    const fresh: Field = { name: "new_pin", label: say("pin.new"), kind: "pin" };
    const locked = me?.pin_locked === true;
    const has = me?.has_pin === true;
    return html`<section class="box stack">
      <h2>${say("pin.heading")}</h2>
      <p>${say("pin.text")} ${locked ? say("pin.locked") : has ? say("pin.has") : say("pin.none")}</p>
      ${
        has && !locked
          ? html`<h3>${say("pin.by-pin")}</h3>
              <form-box
                name="pin-by-pin"
                .fields=${[fresh, { name: "current_pin", label: say("pin.current"), kind: "pin" }]}
                button=${say("pin.set")}
                .send=${(typed: Typed) => setPin(filled(typed, "new_pin", "current_pin"))}
              ></form-box>`
          : null
      }
      <h3>${say("pin.by-password")}</h3>
      <form-box
        name="pin"
        .fields=${[fresh, ...proofFields()]}
        button=${say("pin.set")}
        .send=${(typed: Typed) => setPin({ password: typedIn(typed, "password"), ...filled(typed, "new_pin", "code") })}
      ></form-box>
    </section>`;
  }
}

/** The fields that prove who it is: the password, and a code where there is a second factor. */
function proofFields(): readonly Field[] {
  return [
    { name: "password", label: say("password"), kind: "password" },
    { name: "code", label: say("code.if"), kind: "code", hint: say("code.hint.or-passkey"), optional: true },
  ];
}

async function setPin(body: Readonly<Record<string, string>>): Promise<string> {
  await callProved({ method: "PUT", path: "/me/pin", body, read: changed });
  await refresh("me");
  return say("pin.done");
}

async function changePassword(typed: Typed): Promise<string> {
  const passwords = { new_password: typedIn(typed, "new_password"), password: typedIn(typed, "password") };
  await callProved({
    method: "PUT",
    path: "/me/password",
    body: { ...passwords, ...filled(typed, "code") },
    read: changed,
  });
  return say("password.done");
}

customElements.define("security-view", SecurityView);
