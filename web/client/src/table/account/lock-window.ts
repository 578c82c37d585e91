import { html } from "lit";
import { nothing as noBody } from "../api/shape.ts";
import { attempt } from "../app/answer.ts";
import { filled, type Field, type Typed } from "../app/fields.ts";
import { logOut, refresh, session } from "../app/session.ts";
import { WindowElement } from "../app/window-element.ts";
import { callProved } from "./passkey.ts";
import { say } from "./words.ts";
import "../app/form-box.ts";

/** The session waits for the PIN or the password. Nothing else is possible but to log out. */
class LockWindow extends WindowElement {
  static override properties = { byPassword: { state: true }, error: { state: true } };
  declare protected byPassword: boolean;
  declare error: unknown;

  constructor() {
    super();
    this.byPassword = false;
    this.error = null;
    this.watch(session);
  }

  protected override willUpdate(): void {
    const locked = session.state.loggedIn && session.state.lock !== "none";
    if (locked !== this.shown) this.byPassword = session.state.me?.has_pin === false;
    this.shown = locked;
  }

  protected override escapable(): boolean {
    return false;
  }

  protected heading(): string {
    return say("lock.heading");
  }

  protected content(): unknown {
    const full = session.state.lock === "full-login";
    const byPassword = full || this.byPassword;
    return html`<p>${full ? say("lock.full") : byPassword ? say("lock.password") : say("lock.pin")}</p>
      <problem-box .error=${this.error}></problem-box>
      <form-box
        name="lock"
        .fields=${byPassword ? passwordFields() : [{ name: "pin", label: say("pin"), kind: "pin" }]}
        button=${say("lock.unlock")}
        .send=${unlock}
        .rest=${html`${
            full
              ? null
              : html`<button class="btn" type="button" @click=${() => (this.byPassword = !this.byPassword)}>
                  ${byPassword ? say("lock.use-pin") : say("lock.use-password")}
                </button>`
          } <button class="btn" type="button" @click=${() => attempt(this, logOut)}>${say("log-out")}</button>`}
      ></form-box>`;
  }
}

function passwordFields(): readonly Field[] {
  return [
    { name: "password", label: say("password"), kind: "password" },
    { name: "code", label: say("code.if"), kind: "code", hint: say("code.hint.or-passkey"), optional: true },
  ];
}

async function unlock(typed: Typed): Promise<void> {
  const given = "pin" in typed ? filled(typed, "pin") : filled(typed, "password", "code");
  await callProved({ method: "POST", path: "/sessions/current/unlocks", body: given, read: noBody });
  session.set({ lock: "none" });
  await refresh();
}

customElements.define("lock-window", LockWindow);
