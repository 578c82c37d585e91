/** The verdict: one sentence, then the code, the place, and what was said against what was due. */
import { html } from "lit";
import type { Check } from "../../log/verdict.ts";
import type { Judged } from "../protocol.ts";
import { countText, saidText, sayKnown, type Speech, timeText } from "../speech.ts";
import { leftOut, othersText, placeText, sizeOf, witnessedText } from "../verdict-text.ts";

interface Actions {
  /** Whether keys were given that came another way. */
  readonly trusted: boolean;
  readonly text: string;
  readonly copied: "no" | "yes" | "refused";
  readonly onCopy: (text: string) => void;
  readonly onShow: (index: number) => void;
}

const LOOKS = { ok: "ok", tampered: "bad", incomplete: "bad", warning: "warn", late: "warn" } as const;
const IGNORED_SHOWN_MAX = 5;

export function verdictView(speak: Speech, judged: Judged, actions: Actions): unknown {
  const { say } = speak;
  const { verdict } = judged;
  const index = verdict.first?.logIndex;
  const look = verdict.state === "ok" && unmadeByUs(verdict.checks) ? "warn" : LOOKS[verdict.state];
  return html`
    <section aria-labelledby="verdict-heading">
      <h2 id="verdict-heading" class="vh">${say("verdict.heading")}</h2>
      <div class="verdict ${look}" tabindex="-1" data-outcome>
        <p class="word">${say(`verdict.${verdict.state}`)}</p>
        <p>${summary(speak, judged)}</p>
        <p>${say(actions.trusted ? "verdict.given-keys" : "verdict.own-keys")}</p>
        ${witnessedText(speak, verdict.witnesses).map((sentence) => html`<p>${sentence}</p>`)} ${unmade(speak, judged)}
        ${facts(speak, judged)}
        <div class="row actions">
          ${
            index === undefined || index >= judged.size
              ? undefined
              : html`<button class="btn low" @click=${() => actions.onShow(index)}>${say("verdict.show")}</button>`
          }
          <button class="btn low" @click=${() => actions.onCopy(actions.text)}>${say("verdict.copy")}</button>
          <button class="btn low" @click=${() => print()}>${say("verdict.print")}</button>
        </div>
        ${actions.copied === "refused" ? html`<p role="alert" class="small">${say("verdict.not-copied")}</p>` : undefined}
        <details ?open=${actions.copied === "refused"}>
          <summary class="small">${say("verdict.text")}</summary>
          <pre class="mono" tabindex="0" role="region" aria-label=${say("verdict.text")}>${actions.text}</pre>
        </details>
      </div>
    </section>
  `;
}

/** What somebody has to give, or a policy to ask for, before there is anything to check. */
const OF_THE_READER = new Set(["trust", "receipts", "witnesses"]);

/** Whether a check was left out that needs nothing from the reader: then nothing is as good as it looks. */
const unmadeByUs = (checks: readonly Check[]): boolean =>
  checks.some(({ name, result }) => result === "not-checked" && !OF_THE_READER.has(name));

function summary(speak: Speech, { verdict }: Judged): string {
  const { say, language } = speak;
  const { first, records } = verdict;
  if (first === undefined) return say("verdict.size", sizeOf(verdict));
  const sentence = sayKnown(speak, `code.${first.code}`) ?? first.detail;
  if (first.logIndex === undefined) return `${sentence} ${say("verdict.outside")}`;
  return `${sentence} ${say("verdict.first", { index: first.logIndex, records: countText(records, language) })}`;
}

/** What nobody looked at, said in the verdict itself. */
function unmade(speak: Speech, { verdict }: Judged): unknown {
  const names = leftOut(speak, verdict.checks);
  if (names.length === 0) return undefined;
  const words = { count: names.length, checks: names.join(speak.language === "ja" ? "、" : "; ") };
  return html`<p class="unmade"><span aria-hidden="true">– </span>${speak.say("verdict.left-out", words)}</p>`;
}

function facts(speak: Speech, { verdict, ms, currency }: Judged): unknown {
  const { say, language } = speak;
  const { first, ignored, state } = verdict;
  const others = othersText(verdict.others);
  const pairs: [string, unknown, boolean][] = [
    [say("verdict.label"), `${state.toUpperCase()}${first === undefined ? "" : ` ${first.code}`}`, true],
  ];
  if (first !== undefined) {
    pairs.push([say("verdict.place"), placeText(speak, first), true]);
    pairs.push([say("verdict.detail"), html`<span lang="en">${first.detail}</span>`, false]);
    if (first.said !== undefined)
      pairs.push([say("verdict.said"), saidText(first.said, first.code, currency, language), true]);
    if (first.due !== undefined)
      pairs.push([say("verdict.due"), saidText(first.due, first.code, currency, language), true]);
  }
  if (others !== "") pairs.push([say("verdict.others"), others, true]);
  const seconds = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 }).format(ms / 1000);
  const names = ignored.slice(0, IGNORED_SHOWN_MAX).join(", ");
  return html`
    <dl class="pairs small">
      ${pairs.map(
        ([name, value, code]) =>
          html`<dt>${name}</dt>
            <dd class=${code ? "code" : ""}>${value}</dd>`,
      )}
    </dl>
    <p class="small quiet">${say("verdict.took", { seconds })}</p>
    ${
      ignored.length === 0
        ? undefined
        : html`<p class="small">${say("verdict.ignored", { count: ignored.length, names })}</p>`
    }
  `;
}

/** What the log says of a report's file, and that its figures were not checked. */
export function reportView({ say, language }: Speech, { report, verdict }: Judged): unknown {
  if (report === undefined) return undefined;
  const fails = verdict.state === "tampered" || verdict.state === "incomplete";
  const { filed, revision, superseded } = report;
  const words = {
    report: report.report,
    from: timeText(report.from, language),
    to: timeText(report.to, language),
    revision,
  };
  return html`
    <section aria-labelledby="report">
      <h2 id="report">${say("report.heading")}</h2>
      <div class="stack1">
        ${fails ? html`<p class="problem">${say("report.log-fails")}</p>` : undefined}
        ${
          filed === undefined
            ? html`<p class="problem">${say("report.unknown")}</p>`
            : html`<p class="problem ${fails ? "warn" : "ok"}">${say("report.filed", { ...words, index: filed })}</p>`
        }
        ${
          superseded === undefined
            ? undefined
            : html`<p class="problem warn">${say("report.superseded", { index: superseded })}</p>`
        }
        <p class="problem warn">${say("report.not-checked")}</p>
        <p class="mono quiet">${say("report.digest")} ${report.sha256} ${report.name}</p>
      </div>
    </section>
  `;
}
