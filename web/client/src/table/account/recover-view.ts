import { html } from "lit";
import { nothing as noBody } from "../api/shape.ts";
import { filled, typedIn, type Field, type Typed } from "../app/fields.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client } from "../app/session.ts";
import { callProved } from "./passkey.ts";
import { say } from "./words.ts";
import "../app/form-box.ts";

/** What helps who cannot log in: a locked log-in, a lost password, a lost authenticator. */
class RecoverView extends PlainElement {
  protected override render(): unknown {
    return html`<div class="stack narrow">
      <h1>${say("recover")}</h1>
      <p>${say("recover.text")}</p>
      <section class="box stack">
        <h2>${say("recover.locked")}</h2>
        <p>${say("recover.locked.text")}</p>
        <form-box name="unlock" .fields=${unlockFields()} button=${say("unlock")} .send=${unlock}></form-box>
      </section>
      <section class="box stack">
        <h2>${say("recover.password")}</h2>
        <p>${say("recover.password.text")}</p>
        <form-box name="reset" .fields=${resetFields()} button=${say("reset")} .send=${reset}></form-box>
      </section>
      <section class="box stack">
        <h2>${say("recover.factor")}</h2>
        <p>${say("recover.factor.text")}</p>
      </section>
      <p><a href="#/log-in">${say("back")}</a></p>
    </div>`;
  }
}

function unlockFields(): readonly Field[] {
  return [
    { name: "username", label: say("user-name"), autocomplete: "username" },
    { name: "password", label: say("password"), kind: "password" },
    { name: "code", label: say("code.if"), kind: "code", hint: say("code.hint"), optional: true },
    { name: "token", label: say("recover.token-or-code"), optional: true },
  ];
}

function resetFields(): readonly Field[] {
  return [
    { name: "username", label: say("user-name"), autocomplete: "username" },
    { name: "token", label: say("token") },
    { name: "new_password", label: say("new-password"), kind: "new-password", hint: say("password.hint") },
    { name: "code", label: say("code.if"), kind: "code", hint: say("code.hint.or-passkey"), optional: true },
  ];
}

async function unlock(typed: Typed): Promise<string> {
  const body = { password: typedIn(typed, "password"), ...filled(typed, "username", "code", "token") };
  await client.call({ method: "POST", path: "/login-unlocks", body, read: noBody });
  return say("unlocked");
}

async function reset(typed: Typed): Promise<string> {
  const body = { new_password: typedIn(typed, "new_password"), ...filled(typed, "username", "token", "code") };
  await callProved({ method: "POST", path: "/password-resets", body, read: noBody });
  return say("reset.done");
}

customElements.define("recover-view", RecoverView);
