import { html, nothing } from "lit";
import { Problem } from "../api/problem.ts";
import { attempt } from "../app/answer.ts";
import { filled, typedIn, type Field, type Typed } from "../app/fields.ts";
import { PlainElement } from "../app/plain-element.ts";
import { go, place } from "../app/routes.ts";
import { logIn, session } from "../app/session.ts";
import { askedPasskey, usePasskey } from "./passkey.ts";
import { say } from "./words.ts";
import "../app/form-box.ts";

/** Logging in. The second factor is asked for once the platform has asked for it. */
class LogInView extends PlainElement {
  static override properties = { coded: { state: true }, passkey: { state: true }, error: { state: true } };
  /** Whether the second factor is asked for. */
  declare protected coded: boolean;
  /** What a passkey must sign; null where the account has none. */
  declare protected passkey: object | null;
  declare error: unknown;
  /** What was typed before the second factor was asked for, until it is answered. */
  #credentials: Readonly<{ username: string; password: string }> | null = null;

  constructor() {
    super();
    this.coded = false;
    this.passkey = null;
    this.error = null;
    this.watch(session);
  }

  protected override render(): unknown {
    const { ended } = session.state;
    return html`<div class="stack narrow">
      <h1>${say("log-in")}</h1>
      ${ended ? html`<p class="problem info small" role="status">${say("logged-out")}</p>` : nothing}
      ${this.coded ? html`<p class="problem info small" role="status">${say("code.asked")}</p>` : nothing}
      <problem-box .error=${this.error}></problem-box>
      <div class="box">
        <form-box
          name="log-in"
          .fields=${this.#fields()}
          button=${say("log-in")}
          .send=${(typed: Typed) => this.#send(typed)}
          .rest=${
            this.passkey === null
              ? nothing
              : html`<button class="btn" type="button" @click=${() => attempt(this, () => this.#sign())}>
                  ${say("passkey.use")}
                </button>`
          }
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
    const credentials = { username: typedIn(typed, "username"), password: typedIn(typed, "password") };
    this.error = null;
    try {
      await this.#enter(credentials, this.coded ? filled(typed, "code") : {});
    } catch (error) {
      if (!this.#asked(error, credentials)) throw error;
      return false;
    }
  }

  /** Log in with what was typed, and the passkey's signature in place of a code. */
  async #sign(): Promise<void> {
    const [credentials, options] = [this.#credentials, this.passkey];
    if (credentials === null || options === null) throw new Error("no passkey was asked for");
    try {
      await this.#enter(credentials, { passkey: await usePasskey(options) });
    } catch (error) {
      // The five minutes of the challenge were over: the refusal has another one.
      this.#asked(error, credentials);
      throw error;
    }
  }

  /** Take up what a refusal asks for; return whether it is the first time that a second factor is asked for. */
  #asked(error: unknown, credentials: Readonly<{ username: string; password: string }>): boolean {
    if (!(error instanceof Problem) || error.code !== "second-factor-required") return false;
    const first = !this.coded;
    this.coded = true;
    this.passkey = askedPasskey(error);
    this.#credentials = credentials;
    return first;
  }

  async #enter(
    credentials: Readonly<{ username: string; password: string }>,
    factor: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { address } = place.state;
    await logIn({ ...credentials, ...factor });
    this.#credentials = null;
    if (address === "log-in") go("");
  }
}

customElements.define("log-in-view", LogInView);
