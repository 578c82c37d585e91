/** The table of checks: what fails and what nobody checked come first. */
import { html } from "lit";
import type { Check } from "../../log/verdict.ts";
import { countText, sayKnown, type Speech } from "../speech.ts";

const ORDER: readonly Check["result"][] = ["fails", "not-checked", "given", "holds"];
const TAGS = { fails: "bad", "not-checked": "warn", given: "info", holds: "ok" } as const;
const MARKS = { fails: "✕", "not-checked": "–", given: "→", holds: "✓" } as const;

/** A result as a word with its mark. */
export function resultTag({ say }: Speech, result: Check["result"]): unknown {
  return html`<span class="tag ${TAGS[result]}"
    ><span aria-hidden="true">${MARKS[result]}</span> ${say(`checks.${result}`)}</span
  >`;
}

export function checksView(speak: Speech, checks: readonly Check[]): unknown {
  const { say } = speak;
  const rows = ORDER.flatMap((result) => checks.filter((check) => check.result === result));
  return html`
    <section aria-labelledby="checks">
      <h2 id="checks">${say("checks.heading")}</h2>
      <table class="checks">
        <caption class="vh">
          ${say("checks.heading")}
        </caption>
        <thead>
          <tr>
            <th scope="col">${say("checks.result")}</th>
            <th scope="col">${say("checks.check")}</th>
            <th scope="col">${say("checks.how-much")}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (check) => html`
              <tr>
                <td>${resultTag(speak, check.result)}</td>
                <th scope="row">${sayKnown(speak, `check.${check.name}`) ?? check.name}</th>
                <td>${howMuch(speak, check)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </section>
  `;
}

function howMuch({ say, language }: Speech, { count, total }: Check): string {
  if (count === undefined) return "";
  const words = { count: countText(count, language) };
  if (total === undefined) return say("checks.only-count", words);
  return say("checks.count", { ...words, total: countText(total, language) });
}
