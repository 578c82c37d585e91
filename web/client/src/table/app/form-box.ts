import { html, nothing } from "lit";
import { Problem } from "../api/problem.ts";
import { Mistyped, type Field, type Typed } from "./fields.ts";
import { PlainElement } from "./plain-element.ts";
import { wordsOfField } from "./problem-box.ts";
import { say } from "./words.ts";

const TYPES: Partial<Record<NonNullable<Field["kind"]>, string>> = {
  password: "password",
  "new-password": "password",
  pin: "password",
  date: "date",
  email: "email",
  tel: "tel",
};
const MODES: Partial<Record<NonNullable<Field["kind"]>, string>> = {
  pin: "numeric",
  money: "decimal",
  number: "numeric",
};
const FILLS: Partial<Record<NonNullable<Field["kind"]>, string>> = {
  password: "current-password",
  "new-password": "new-password",
  pin: "off",
  code: "one-time-code",
  money: "off",
  number: "off",
  email: "email",
  tel: "tel",
};
const SECRETS: ReadonlySet<string | undefined> = new Set(["password", "new-password", "pin", "code"]);

/**
 * A form: its fields, its refusals and what it answers.
 *
 * `send` does what the form asks for. What it returns, if it is text, is said in a status below the heading; what it throws is
 * shown as a problem, at the field where it belongs to one. After `false` what was typed stays, because more is asked for;
 * after a problem all but the secrets.
 */
export class FormBox extends PlainElement {
  static override properties = {
    name: {},
    fields: { attribute: false },
    button: {},
    plain: { type: Boolean },
    rest: { attribute: false },
    send: { attribute: false },
    error: { state: true },
    done: { state: true },
    busy: { state: true },
  };
  /** What tells its fields from those of other forms on the page. */
  declare name: string;
  declare fields: readonly Field[];
  declare button: string;
  /** Whether the button is one of several of equal weight, or undoes something. */
  declare plain: boolean;
  /** What stands beside the button. */
  declare rest: unknown;
  declare send: (typed: Typed) => Promise<string | false | void>;
  declare protected error: unknown;
  declare protected done: string;
  declare protected busy: boolean;

  constructor() {
    super();
    this.name = "form";
    this.fields = [];
    this.button = "";
    this.plain = false;
    this.rest = nothing;
    this.send = () => Promise.resolve();
    this.error = null;
    this.done = "";
    this.busy = false;
  }

  protected override render(): unknown {
    const boxed = this.error !== null && !(this.error instanceof Mistyped);
    return html`<form class="stack" @submit=${this.#submit}>
      <problem-box .error=${boxed ? this.error : null}></problem-box>
      <div role="status">${this.done === "" ? nothing : html`<p class="problem ok small">${this.done}</p>`}</div>
      ${this.fields.map((field) => this.#field(field))}
      <div class="row">
        <button class=${this.plain ? "btn" : "btn main"} aria-disabled=${this.busy}>
          ${this.busy ? say("sending") : this.button}
        </button>
        ${this.rest}
      </div>
    </form>`;
  }

  #field(field: Field): unknown {
    if (field.kind === "radio") return this.#choices(field);
    if (field.kind === "tick") return this.#tick(field);
    const id = `${this.name}-${field.name}`;
    return html`<div class="field">
      <label for=${id}
        >${field.label}${field.optional === true ? html` <span class="quiet small">${say("optional")}</span>` : nothing}</label
      >
      ${this.#control(field, id)} ${this.#below(field, id)}
    </div>`;
  }

  #control(field: Field, id: string): unknown {
    const wrong = this.#wrong(field) !== null;
    const about = wrong || field.hint !== undefined ? `${id}-about` : nothing;
    const required = !field.optional;
    if (field.kind === "select") {
      return html`<select id=${id} name=${field.name} aria-describedby=${about} ?required=${required}>
        ${field.options?.map(
          (option) =>
            html`<option value=${option.value} ?selected=${option.value === field.value}>${option.label}</option>`,
        )}
      </select>`;
    }
    if (field.kind === "area") {
      return html`<textarea
        id=${id}
        name=${field.name}
        rows="4"
        aria-describedby=${about}
        ?required=${required}
      ></textarea>`;
    }
    const kind = field.kind ?? "text";
    return html`<input
      id=${id}
      name=${field.name}
      type=${TYPES[kind] ?? "text"}
      inputmode=${MODES[kind] ?? nothing}
      autocomplete=${field.autocomplete ?? FILLS[kind] ?? "off"}
      autocapitalize=${kind === "text" ? nothing : "none"}
      .defaultValue=${field.value ?? ""}
      aria-describedby=${about}
      aria-invalid=${wrong ? "true" : nothing}
      ?required=${required}
    />`;
  }

  #below(field: Field, id: string): unknown {
    const wrong = this.#wrong(field);
    if (wrong === null && field.hint === undefined) return nothing;
    return html`<span class="small" id=${`${id}-about`}>
      ${wrong === null ? nothing : html`<strong class="wrong">${wrong}</strong> `}
      ${field.hint === undefined ? nothing : html`<span class="quiet">${field.hint}</span>`}
    </span>`;
  }

  #tick(field: Field): unknown {
    return html`<label class="tick">
      <input type="checkbox" name=${field.name} ?checked=${field.value === "on"} ?required=${!field.optional} />
      <span class="plain">${field.label} ${field.hint ?? nothing}</span>
    </label>`;
  }

  #choices(field: Field): unknown {
    return html`<fieldset class="choices">
      <legend>${field.label}</legend>
      ${field.options?.map(
        (option) =>
          html`<label class="choice">
            <input
              type="radio"
              name=${field.name}
              value=${option.value}
              ?checked=${option.value === field.value}
              required
            />
            <span>
              ${option.label}${
                option.hint === undefined ? nothing : html`<br /><span class="small quiet plain">${option.hint}</span>`
              }
            </span>
          </label>`,
      )}
    </fieldset>`;
  }

  /** What is wrong with a field, in words; null if nothing is known to be. */
  #wrong(field: Field): string | null {
    if (this.error instanceof Mistyped) return this.error.field === field.name ? this.error.message : null;
    return this.error instanceof Problem ? wordsOfField(this.error, field.name) : null;
  }

  readonly #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.busy || !(event.target instanceof HTMLFormElement)) return;
    const form = event.target;
    const typed = this.#typed(form);
    this.error = null;
    this.done = "";
    this.busy = true;
    try {
      const answer = await this.send(typed);
      this.done = answer || "";
      if (answer !== false) form.reset();
    } catch (error) {
      this.error = error;
      this.#empty(form);
    } finally {
      this.busy = false;
    }
    await this.updateComplete;
    this.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  };

  #typed(form: HTMLFormElement): Typed {
    const data = new FormData(form);
    return Object.fromEntries(this.fields.map(({ name }) => [name, String(data.get(name) ?? "")]));
  }

  #empty(form: HTMLFormElement): void {
    for (const field of this.fields) {
      const control = form.elements.namedItem(field.name);
      if (SECRETS.has(field.kind) && control instanceof HTMLInputElement) control.value = "";
    }
  }
}

customElements.define("form-box", FormBox);
