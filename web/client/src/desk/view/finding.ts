/** Something that does not hold: in words, with its code, and what was said against what was due. */
import { html } from "lit";
import type { Finding } from "../../log/verdict.ts";
import type { Currency } from "../protocol.ts";
import { saidText, sayKnown, type Speech } from "../speech.ts";

export function findingView(
  speak: Speech,
  { code, detail, said, due }: Finding,
  currency: Currency | undefined,
): unknown {
  const { say, language } = speak;
  const words = sayKnown(speak, `code.${code}`);
  return html`
    <div class="problem small">
      <p><strong>${words ?? code}</strong> <code>${code}</code></p>
      <p lang="en">${detail}</p>
      ${
        said === undefined
          ? undefined
          : html`<dl class="pairs">
              <dt>${say("verdict.said")}</dt>
              <dd class="code">${saidText(said, code, currency, language)}</dd>
              <dt>${say("verdict.due")}</dt>
              <dd class="code">${saidText(due ?? "", code, currency, language)}</dd>
            </dl>`
      }
    </div>
  `;
}
