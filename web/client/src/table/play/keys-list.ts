import { html, nothing } from "lit";
import { PlainElement } from "../app/plain-element.ts";
import { assignable, COMMANDS, DOCUMENTED, keyText, nameOf, remapped, type Command } from "./keys.ts";
import { chooseKeys, documentedKeys, keyMap } from "./options.ts";
import { amount, saySettings } from "./words.ts";

/** The keys, and the way to change them. */
export class KeysList extends PlainElement {
  static override properties = { editing: { state: true }, waiting: { state: true } };
  declare protected editing: boolean;
  /** The command that the next key is for. */
  declare protected waiting: Command | null;

  constructor() {
    super();
    this.editing = false;
    this.waiting = null;
    this.watch(keyMap);
  }

  protected override render(): unknown {
    return html`<details class="box keys ${this.editing ? "edit" : ""}" open>
      <summary>${saySettings("keys")}</summary>
      <table>
        <thead class="vh">
          <tr>
            <th scope="col">${saySettings("keys.action")}</th>
            <th scope="col">${saySettings("keys.key")}</th>
          </tr>
        </thead>
        <tbody>
          ${COMMANDS.map((command) => this.#row(command))}
        </tbody>
      </table>
      <div class="row">
        <button
          class="btn bare low"
          type="button"
          aria-expanded=${this.editing}
          @click=${() => {
            this.editing = !this.editing;
          }}
        >
          ${saySettings(this.editing ? "keys.change.done" : "keys.change")}
        </button>
        ${
          this.editing
            ? html`<button class="btn bare low" type="button" @click=${documentedKeys}>
                ${saySettings("keys.reset")}
              </button>`
            : nothing
        }
      </div>
      <p class="small quiet">${saySettings("keys.note")}</p>
    </details>`;
  }

  #row(command: Command): unknown {
    const name = keyMap.state.keys[command];
    const action = saySettings(`keys.${command}`, { one: amount(100), ten: amount(1_000) });
    const text = keyText(name);
    const both = command === "remove" && name === DOCUMENTED.remove;
    return html`<tr>
      <td>${action}</td>
      <td><kbd>${both ? saySettings("keys.two", { key: text }) : text}</kbd></td>
      ${
        this.editing
          ? html`<td class="num">
              <button
                class="btn bare low"
                type="button"
                aria-label=${this.waiting === command ? nothing : saySettings("keys.change.one.of", { action })}
                @click=${() => {
                  this.waiting = command;
                }}
                @blur=${() => {
                  this.waiting = null;
                }}
                @keydown=${this.#pressed}
              >
                ${saySettings(this.waiting === command ? "keys.press" : "keys.change.one")}
              </button>
            </td>`
          : nothing
      }
    </tr>`;
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    const command = this.waiting;
    const name = nameOf(event);
    if (command === null || (!assignable(name) && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    this.waiting = null;
    if (event.key !== "Escape") chooseKeys(remapped(keyMap.state.keys, command, name));
  };
}

customElements.define("keys-list", KeysList);
