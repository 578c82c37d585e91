import { html } from "lit";
import { say } from "./settings-words.ts";

/** Return the recovery codes that are shown once, until their owner says that they are kept. */
export function recoveryCodes(codes: readonly string[], kept: () => void): unknown {
  return html`<h3>${say("factor.codes")}</h3>
    <p>${say("factor.codes.text")}</p>
    <ol class="prose mono">
      ${codes.map((code) => html`<li>${code}</li>`)}
    </ol>
    <button class="btn main" type="button" @click=${kept}>${say("factor.kept")}</button>`;
}
