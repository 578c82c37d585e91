import { html } from "lit";
import { client, logIn } from "../app/session.ts";
import { record, text } from "../api/shape.ts";
import { filled, typedIn, type Field, type Typed } from "../app/fields.ts";
import { PlainElement } from "../app/plain-element.ts";
import { go } from "../app/routes.ts";
import { games } from "../play/answers.ts";
import { addressFields } from "./address-fields.ts";
import { readDocuments, type Document } from "./documents.ts";
import { say } from "./words.ts";
import "../app/form-box.ts";

const registered = record({ id: text, username: text });

/** Opening an account. */
class RegisterView extends PlainElement {
  static override properties = { documents: { state: true }, currencies: { state: true }, error: { state: true } };
  declare protected documents: readonly Document[] | null;
  /** The currencies of accounts, the usual one first. */
  declare protected currencies: readonly string[];
  declare protected error: unknown;

  constructor() {
    super();
    this.documents = null;
    this.currencies = [];
    this.error = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#read();
  }

  async #read(): Promise<void> {
    try {
      const [documents, offered] = await Promise.all([readDocuments(), client.call({ path: "/games", read: games })]);
      this.currencies = offered.currencies.map((each) => each.currency);
      this.documents = documents;
    } catch (error) {
      this.error = error;
    }
  }

  protected override render(): unknown {
    return html`<div class="stack narrow">
      <h1>${say("register")}</h1>
      <p>${say("register.text")}</p>
      <problem-box .error=${this.error}></problem-box>
      <div class="box">
        <form-box
          name="register"
          .fields=${[...personFields(), ...this.#currencyFields(), ...this.#consentFields()]}
          button=${say("register")}
          .send=${(typed: Typed) => this.#send(typed)}
        ></form-box>
      </div>
      <p><a href="#/log-in">${say("back")}</a></p>
    </div>`;
  }

  /** Where there is a choice: an account keeps its currency. */
  #currencyFields(): readonly Field[] {
    if (this.currencies.length < 2) return [];
    const options = this.currencies.map((code) => ({ value: code, label: code }));
    return [{ name: "currency", label: say("currency"), kind: "select", hint: say("currency.hint"), options }];
  }

  #consentFields(): readonly Field[] {
    return (this.documents ?? []).map((each) => ({
      name: `agree-${each.kind}`,
      kind: "tick",
      optional: !each.mandatory,
      label: say("agree", { document: say(each.kind), version: each.version }),
      hint: html`<a href="#/documents/${each.kind}" target="_blank">${say("read")}</a>`,
    }));
  }

  async #send(typed: Typed): Promise<void> {
    const agreed = (this.documents ?? []).filter((each) => typed[`agree-${each.kind}`] === "on");
    const username = typedIn(typed, "username");
    const password = typedIn(typed, "password");
    await client.call({
      method: "POST",
      path: "/players",
      body: {
        username,
        password,
        ...filled(typed, "given_name", "family_name", "birth_date", "email", "phone"),
        ...(this.currencies.length < 2 ? {} : filled(typed, "currency")),
        address: filled(typed, "line", "city", "region", "postal_code", "country"),
        consents: Object.fromEntries(agreed.map((each) => [each.kind, each.version])),
      },
      read: registered,
    });
    await logIn({ username, password });
    go("cashier");
  }
}

/** The fields of a person's description, in the order in which one is asked. */
function personFields(): readonly Field[] {
  return [
    { name: "username", label: say("user-name"), hint: say("user-name.hint"), autocomplete: "username" },
    { name: "password", label: say("password"), kind: "new-password", hint: say("password.hint") },
    { name: "given_name", label: say("given-name"), autocomplete: "given-name" },
    { name: "family_name", label: say("family-name"), autocomplete: "family-name" },
    { name: "birth_date", label: say("birth-date"), kind: "date", autocomplete: "bday" },
    ...addressFields(),
    { name: "email", label: say("email"), kind: "email" },
    { name: "phone", label: say("phone"), kind: "tel", hint: say("phone.hint"), optional: true },
  ];
}

customElements.define("register-view", RegisterView);
