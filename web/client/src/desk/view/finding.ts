/** Something that does not hold: in words, with its code, and what was said against what was due. */
import { html } from "lit";
import type { Finding } from "../../log/verdict.ts";
import { sayKnown, type Speech } from "../speech.ts";

export function findingView(speak: Speech, { code, detail, said, due }: Finding): unknown {
  const { say } = speak;
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
              <dd class="code">${said}</dd>
              <dt>${say("verdict.due")}</dt>
              <dd class="code">${due ?? ""}</dd>
            </dl>`
      }
    </div>
  `;
}
