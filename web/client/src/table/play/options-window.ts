import { html } from "lit";
import { WindowElement } from "../app/window-element.ts";
import { choose, lessMotion, options, type Options } from "./options.ts";
import { soundOfChip } from "./sound.ts";
import { canSpeak } from "./voice.ts";
import { saySettings } from "./words.ts";

/** Sound, voice and animation. Each holds in this browser from now on. */
export class OptionsWindow extends WindowElement {
  constructor() {
    super();
    this.watch(options);
  }

  protected override heading(): string {
    return saySettings("options.heading");
  }

  protected override content(): unknown {
    return html`
      <div>
        ${this.#tick("sound", saySettings("sound"), saySettings("sound.text"))}
        ${this.#tick("voice", saySettings("voice"), saySettings(canSpeak() ? "voice.text" : "voice.none"))}
        ${this.#tick(
          "animation",
          saySettings("animation"),
          saySettings(lessMotion() ? "animation.reduced" : "animation.text"),
        )}
      </div>
      <div class="row">
        <button class="btn main" type="button" @click=${() => this.close()}>${saySettings("done")}</button>
      </div>
    `;
  }

  #tick(name: keyof Options, label: string, text: string): unknown {
    return html`<label class="tick">
      <input
        type="checkbox"
        .checked=${options.state[name]}
        @change=${(event: Event) => this.#change(name, event)}
        aria-describedby="option-${name}"
      />
      <span>${label}<br /><span class="small quiet" id="option-${name}">${text}</span></span>
    </label>`;
  }

  #change(name: keyof Options, event: Event): void {
    choose({ [name]: event.target instanceof HTMLInputElement && event.target.checked });
    if (name === "sound") soundOfChip();
  }
}

customElements.define("options-window", OptionsWindow);
