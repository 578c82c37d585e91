/** The parts of the page around the judgement. */
import { html } from "lit";
import type { Verdict } from "../../log/verdict.ts";
import type { Unjudged } from "../judging.ts";
import { countText, type Speech } from "../speech.ts";

export function headerView({ say, language }: Speech, onLanguage: () => void): unknown {
  const other = language === "en" ? "ja" : "en";
  return html`
    <a class="skip" href="#main">${say("page.skip")}</a>
    <header class="wrap">
      <div class="row between">
        <span class="brand">Red Dog <span class="quiet thin">${say("page.brand")}</span></span>
        <span class="row small">
          ${
            served()
              ? html`<a class="btn bare" href="/desk/download" download>${say("page.keep")}</a>`
              : html`<span class="tag">${say("page.offline")}</span>`
          }
          <button class="btn bare" lang=${other} @click=${onLanguage}>${say("page.other-language")}</button>
        </span>
      </div>
    </header>
  `;
}

/** Whether a server sent this page, and not a disk: then it can be kept. */
const served = (): boolean => location.protocol !== "file:";

export function progressView(
  { say, language }: Speech,
  { done, total }: { done: number; total: number },
  onStop: () => void,
): unknown {
  const words = { done: countText(done, language), total: countText(total, language) };
  return html`
    <section aria-labelledby="busy">
      <h2 id="busy">${say("busy.heading")}</h2>
      <progress aria-labelledby="busy" max=${Math.max(total, 1)} .value=${done}></progress>
      <div class="row between busy">
        <p class="small quiet">${total === 0 ? say("busy.reading") : say("busy.progress", words)}</p>
        <button class="btn low" @click=${onStop}>${say("busy.stop")}</button>
      </div>
    </section>
  `;
}

export function troubleView({ say }: Speech, { trouble, message }: Unjudged): unknown {
  return html`
    <section>
      <div class="problem warn" role="alert" tabindex="-1" data-outcome>
        <strong>${say("trouble.heading")}</strong>
        <p>${say(`trouble.${trouble}`)} ${say("trouble.nothing")}</p>
        ${trouble === "no-export" ? html`<p class="small">${say("trouble.layout")}</p>` : undefined}
        <p class="mono quiet" lang="en">${message}</p>
      </div>
    </section>
  `;
}

/** What no check of a log can find: it stands beside every verdict, whatever it is. */
export function beyondView({ say }: Speech, { witnesses }: Verdict): unknown {
  const parts = ["people", "gaps", "chance"] as const;
  return html`
    <section aria-labelledby="beyond">
      <h2 id="beyond">${say("limits-of-proof.heading")}</h2>
      <p class="small quiet measure">${say("limits-of-proof.lead")}</p>
      <dl class="nots small">
        ${parts.map(
          (part) => html`
            <div>
              <dt><strong>${say(`limits-of-proof.${part}`)}</strong></dt>
              <dd>${say(`limits-of-proof.${part}-items`)}</dd>
            </div>
          `,
        )}
      </dl>
      <p class="small measure">
        ${say(witnesses === undefined ? "limits-of-proof.witnesses" : "limits-of-proof.witnessed")}
      </p>
    </section>
  `;
}
