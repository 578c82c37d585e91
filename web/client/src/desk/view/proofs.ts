/** What proofs show: beside a log, and without one. */
import { html } from "lit";
import type { ProvedAlone } from "../../log/proved-alone.ts";
import type { Judged } from "../protocol.ts";
import { sayKnown, type Speech } from "../speech.ts";

const LOOKS = { holds: "ok", fails: "", "not-checked": "warn", unanswered: "warn" } as const;

/** What was found of each proof that was given beside a log. */
export function proofsView({ say }: Speech, { verdict: { proofs } }: Judged): unknown {
  if (proofs.length === 0) return undefined;
  return html`
    <section aria-labelledby="proofs">
      <h2 id="proofs">${say("proofs.heading")}</h2>
      <div class="stack1">
        ${proofs.map(({ kind, number, size, result }) => {
          const words = { number: number ?? "–", size: size ?? "–" };
          return html`<p class="problem ${LOOKS[result]}">${say(`proofs.${result}.${kind ?? "inclusion"}`, words)}</p>`;
        })}
      </div>
    </section>
  `;
}

/** What each proof shows by the keys alone, where nobody gave a log. */
export function provedView(speak: Speech, proved: readonly ProvedAlone[]): unknown {
  const { say } = speak;
  return html`
    <section aria-labelledby="proved" data-outcome tabindex="-1">
      <h2 id="proved">${say("proved.heading")}</h2>
      <div class="stack1">${proved.map((each) => oneView(speak, each))}</div>
      <p class="small quiet measure">${say("proved.limits")}</p>
    </section>
  `;
}

function oneView(speak: Speech, { kind, number, size, result, code, detail, missing, record }: ProvedAlone): unknown {
  const { say } = speak;
  const words = { number: number ?? "–", size: size ?? "–", ...record };
  if (result === "unanswered") {
    return html`<p class="problem warn">${say(`proved.missing.${missing ?? "receipt"}`, words)}</p>`;
  }
  if (result === "holds") return html`<p class="problem ok">${say(`proved.holds.${kind ?? "inclusion"}`, words)}</p>`;
  return html`<div class="problem">
    <p><strong>${say("proved.fails")}</strong> ${sayKnown(speak, `code.${code ?? "E_PROOF"}`)}</p>
    <p><code>${code}</code> <span class="small" lang="en">${detail}</span></p>
  </div>`;
}
