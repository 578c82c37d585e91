import { html, nothing } from "lit";
import { Mistyped, typedIn, type Field, type Typed } from "../app/fields.ts";
import { instantText } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { session } from "../app/session.ts";
import { keeperOf } from "../play/services.ts";
import { canSign, keptKey } from "../signing/device-keys.ts";
import { Enrolment, ENDS, WrongCode, type AccountKey, type End } from "../signing/enrolment.ts";
import { drawCode } from "../signing/recovery-codes.ts";
import { ownKey } from "../signing/signature.ts";
import { say } from "./key-words.ts";
import "../app/form-box.ts";

/** The account's signing keys: the first one, the recovery code, what a loss means, the end of any. */
class SigningKeys extends PlainElement {
  static override properties = {
    able: { state: true },
    keys: { state: true },
    here: { state: true },
    code: { state: true },
    done: { state: true },
    error: { state: true },
  };
  /** Whether this browser makes such keys; null while that is not known. */
  declare protected able: boolean | null;
  declare protected keys: readonly AccountKey[] | null;
  /** The id of the key that this browser has. */
  declare protected here: string | null;
  /** The recovery code that is shown now, until its key is in. */
  declare protected code: string;
  declare protected done: string;
  declare protected error: unknown;
  /** Which account the list is of. */
  #read: string | null = null;

  constructor() {
    super();
    this.able = null;
    this.keys = null;
    this.here = null;
    this.code = "";
    this.done = "";
    this.error = null;
    this.watch(session);
  }

  protected override willUpdate(): void {
    const player = session.state.me?.id ?? null;
    if (player === null || player === this.#read) return;
    this.#read = player;
    void this.#begin();
  }

  async #begin(): Promise<void> {
    try {
      this.able = await canSign();
      await this.#refresh();
    } catch (error) {
      this.error = error;
    }
  }

  async #refresh(): Promise<void> {
    const player = this.#player;
    this.keys = await this.#enrolment.keys();
    const own = ownKey(player);
    const live = this.keys.some(({ kid, status }) => kid === own?.kid && status === "live");
    this.here = own !== null && live && (await keptKey(player, own.kid)) !== null ? own.kid : null;
  }

  get #player(): string {
    const { me } = session.state;
    if (me === null) throw new Error("nobody is here");
    return me.id;
  }

  get #enrolment(): Enrolment {
    return new Enrolment(keeperOf(this.#player));
  }

  protected override render(): unknown {
    const { keys, able } = this;
    return html`<p>${say("text")}</p>
      <problem-box .error=${this.error}></problem-box>
      <div role="status">${this.done === "" ? nothing : html`<p class="problem ok small">${this.done}</p>`}</div>
      ${keys === null || able === null ? nothing : able ? this.#state(keys) : html`<p class="problem info small">${say("unable")}</p>`}
      ${keys === null || keys.length === 0 ? nothing : this.#list(keys)}`;
  }

  #state(keys: readonly AccountKey[]): unknown {
    const recovery = keys.some(({ use, status }) => use === "recover" && status === "live");
    if (keys.length === 0) return this.#first();
    if (this.here === null)
      return html`<p class="problem warn small">${say("none-here")}</p>
        ${this.#recover()}`;
    if (recovery) return html`<p>${say("loss")}</p>`;
    return html`<p class="problem warn small">${say("no-code")}</p>
      ${this.#codeForm("recovery", [], say("add-code"), async () => {
        await this.#enrolment.addRecovery(this.code);
        return say("code-added");
      })}`;
  }

  #first(): unknown {
    const pin: Field = { name: "pin", label: say("pin"), kind: "pin" };
    return html`<p>${say("rounds")}</p>
      <p>${say("for-good")}</p>
      <p>${say("loss")}</p>
      ${
        session.state.me?.has_pin === true
          ? this.#codeForm("enrolment", [pin], say("enrol"), async (typed) => {
              await this.#enrolment.enrol(typedIn(typed, "pin"), this.code);
              return say("enrolled");
            })
          : html`<p class="problem info small">${say("no-pin")}</p>`
      }`;
  }

  /** Show a new code first, and send only what says that it is written down. */
  #codeForm(name: string, fields: readonly Field[], button: string, send: (typed: Typed) => Promise<string>): unknown {
    if (this.code === "") {
      return html`<button class="btn" type="button" @click=${() => (this.code = drawCode())}>
        ${name === "enrolment" ? say("begin") : button}
      </button>`;
    }
    const grouped = this.code.replaceAll(/(.{4})(?=.)/g, "$1 ");
    return html`<h3>${say("code")}</h3>
      <p>${say("code.text")}</p>
      <p class="mono" id="recovery-code">${grouped}</p>
      <form-box
        name=${name}
        .fields=${[{ name: "written", label: say("written"), kind: "tick" }, ...fields] satisfies Field[]}
        button=${button}
        .send=${(typed: Typed) => this.#doing(() => send(typed), true)}
      ></form-box>`;
  }

  #recover(): unknown {
    return html`<h3>${say("recover")}</h3>
      <p>${say("recover.text")}</p>
      <form-box
        name="recover-key"
        .fields=${[{ name: "code", label: say("code"), kind: "text" }] satisfies Field[]}
        button=${say("recover")}
        .send=${(typed: Typed) =>
          this.#doing(async () => {
            await this.#enrolment.recover(typedIn(typed, "code"));
            return say("recovered");
          })}
      ></form-box>`;
  }

  #list(keys: readonly AccountKey[]): unknown {
    return html`<h3>${say("list")}</h3>
      <ul class="plain stack1">
        ${keys.map((key) => this.#item(key))}
      </ul>`;
  }

  #item(key: AccountKey): unknown {
    const { kid, use, status } = key;
    const states = {
      live: () => say("live"),
      waiting: () => say("waiting", { when: instantText(key.lives_from) }),
      ended: () => say("ended", { when: instantText(key.ended_at ?? key.added_at) }),
    };
    return html`<li class="stack1">
      <p>
        <span class="mono">${kid}</span> · ${say(use === "play" ? "play" : "recovery")} · ${states[status]()}
        ${kid === this.here ? html`<span class="tag info">${say("here")}</span>` : nothing} <br /><span
          class="small quiet"
        >
          ${say("added", { when: instantText(key.added_at) })}
          ${key.admitted_by === "operators" ? say("by-operators") : nothing}
        </span>
      </p>
      ${status === "ended" || (this.here === null && use === "play") ? nothing : this.#end(key)}
    </li>`;
  }

  #end({ kid, use, status }: AccountKey): unknown {
    const paper = use === "recover" && status === "live";
    const why: Field = {
      name: "why",
      label: say("why"),
      kind: "select",
      options: ENDS.map((value) => ({ value, label: say(value) })),
    };
    const code: Field = { name: "code", label: say("code"), kind: "text" };
    return html`<details>
      <summary aria-label=${say("end.label", { kid })}>${say("end")}</summary>
      <p class="small">${say("end.text")} ${kid === this.here ? say("end.own") : nothing}</p>
      <form-box
        name=${`end-${kid}`}
        .fields=${paper ? [why, code] : [why]}
        button=${say("end")}
        plain
        .send=${(typed: Typed) =>
          this.#doing(async () => {
            await this.#enrolment.end(kid, typedIn(typed, "why") as End, paper ? typedIn(typed, "code") : "");
            return say("ended.done");
          })}
      ></form-box>
    </details>`;
  }

  /** Do something, and show what the account has afterwards, whatever came of it: an answer may have been lost. */
  async #doing(work: () => Promise<string>, withCode = false): Promise<void> {
    this.done = "";
    try {
      this.done = await work();
      if (withCode) this.code = "";
    } catch (error) {
      if (error instanceof WrongCode) throw new Mistyped("code", say("wrong-code"));
      throw error;
    } finally {
      await this.#refresh();
    }
  }
}

customElements.define("signing-keys", SigningKeys);
