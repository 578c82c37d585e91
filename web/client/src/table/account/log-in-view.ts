import { html } from "lit";
import { PlainElement } from "../app/plain-element.ts";
import { logIn } from "../app/session.ts";
import { say } from "./words.ts";

/** Logging in. */
class LogInView extends PlainElement {
  static override properties = { error: { state: true } };
  declare error: unknown;

  constructor() {
    super();
    this.error = null;
  }

  protected override render(): unknown {
    return html`<form class="box stack" @submit=${this.#submit}>
      <h1>${say("log-in")}</h1>
      <problem-box .error=${this.error}></problem-box>
      <div class="field">
        <label for="username">${say("user-name")}</label>
        <input id="username" name="username" type="text" autocomplete="username" autocapitalize="none" required />
      </div>
      <div class="field">
        <label for="password">${say("password")}</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
      </div>
      <div class="row"><button class="btn main">${say("log-in")}</button></div>
    </form>`;
  }

  readonly #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const typed = new FormData(event.target as HTMLFormElement);
    this.error = null;
    try {
      await logIn({ username: String(typed.get("username")), password: String(typed.get("password")) });
    } catch (error) {
      this.error = error;
    }
  };
}

customElements.define("log-in-view", LogInView);
