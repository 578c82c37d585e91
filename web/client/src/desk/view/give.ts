/** Where somebody gives the desk what it is to judge. */
import { html } from "lit";
import { fromDrop, fromField } from "../files/collected.ts";
import type { Given, GivenFile } from "../files/given.ts";
import type { Sample } from "../samples.ts";
import type { Speech } from "../speech.ts";

interface Giving {
  readonly keys: string;
  readonly busy: boolean;
  readonly onFiles: (files: Promise<GivenFile[]>) => void;
  readonly onSample: (sample: Sample) => void;
  readonly onKeys: (keys: string) => void;
  /** Undefined while there is no log to judge. */
  readonly onJudge: (() => void) | undefined;
}

export function giveView({ say }: Speech, giving: Giving): unknown {
  return html`
    <section class="in" aria-label=${say("give.label")}>
      <div
        class="drop"
        @dragover=${over}
        @dragleave=${(event: DragEvent) => mark(event, false)}
        @drop=${(event: DragEvent) => dropped(event, giving.onFiles)}
      >
        <h2>${say("give.drop")}</h2>
        <p class="quiet">${say("give.what")}</p>
        <div class="row">
          <span>
            <input
              type="file"
              id="folder"
              class="vh"
              webkitdirectory
              multiple
              @change=${(event: Event) => chosen(event, giving.onFiles)}
            />
            <label class="btn main" for="folder">${say("give.folder")}</label>
          </span>
          <span>
            <input
              type="file"
              id="files"
              class="vh"
              multiple
              @change=${(event: Event) => chosen(event, giving.onFiles)}
            />
            <label class="btn" for="files">${say("give.files")}</label>
          </span>
        </div>
        <div class="row">
          <button class="btn low" @click=${() => giving.onSample("honest")}>${say("give.honest")}</button>
          <button class="btn low" @click=${() => giving.onSample("forged")}>${say("give.forged")}</button>
        </div>
      </div>
      <div class="box stack1">
        <div class="field">
          <label for="keys">${say("give.keys")}</label>
          <textarea
            id="keys"
            rows="4"
            class="mono"
            spellcheck="false"
            placeholder='{"log":"…","origin":"…","root":"…","v":"rdf/1"}'
            aria-describedby="keys-help"
            .value=${giving.keys}
            @input=${(event: Event) => typed(event, giving.onKeys)}
          ></textarea>
          <span class="small quiet" id="keys-help">${say("give.keys-help")}</span>
        </div>
        ${
          giving.onJudge === undefined
            ? undefined
            : html`<button class="btn low" ?disabled=${giving.busy} @click=${giving.onJudge}>
                ${say("give.judge")}
              </button>`
        }
      </div>
    </section>
  `;
}

interface Shown {
  readonly given: Given;
  readonly sample: Sample | undefined;
  /** Whether nothing is being judged, and nothing was. */
  readonly waiting: boolean;
  readonly onAgain: () => void;
}

/** What was given so far, and what is missing. */
export function givenView({ say }: Speech, { given, sample, waiting, onAgain }: Shown): unknown {
  const lines = [
    ...(given.log.length > 0 ? [say("given.log", { name: given.name, files: given.log.length })] : []),
    ...(given.archive === undefined
      ? []
      : [say("given.archive", { name: sample === undefined ? given.name : say(`given.${sample}`) })]),
    ...given.receipts.map((file) => say("given.receipts", { name: file.path })),
    ...given.reports.slice(0, 1).map((file) => say("given.report", { name: file.path })),
    ...given.proofs.map((file) => say("given.proof", { name: file.path })),
    ...given.kept.map((file) => say("given.kept", { name: file.path })),
    ...given.policies.slice(0, 1).map((file) => say("given.policy", { name: file.path })),
    ...given.delivered.map((file) => say("given.delivered", { name: file.path })),
    ...[...given.unknown, ...given.reports.slice(1), ...given.policies.slice(1)].map((file) =>
      say("given.unknown", { name: file.path }),
    ),
  ];
  if (lines.length === 0) return undefined;
  const noLog = waiting && given.log.length === 0 && given.archive === undefined;
  return html`
    <section class="given" aria-labelledby="given">
      <h2 id="given">${say("given.heading")}</h2>
      <div class="row between">
        <ul class="plain small">
          ${lines.map((line) => html`<li>${line}</li>`)}
        </ul>
        <button class="btn low" @click=${onAgain}>${say("give.again")}</button>
      </div>
      ${noLog ? html`<p class="problem info">${say(given.proofs.length > 0 ? "given.proofs-alone" : "given.no-log")}</p>` : undefined}
    </section>
  `;
}

function chosen(event: Event, onFiles: Giving["onFiles"]): void {
  const field = event.currentTarget;
  if (!(field instanceof HTMLInputElement) || field.files === null) return;
  onFiles(Promise.resolve(fromField(field.files)));
  // The same folder can be chosen again after its files have changed.
  field.value = "";
}

function typed(event: Event, onKeys: Giving["onKeys"]): void {
  if (event.currentTarget instanceof HTMLTextAreaElement) onKeys(event.currentTarget.value);
}

function over(event: DragEvent): void {
  event.preventDefault();
  mark(event, true);
}

function dropped(event: DragEvent, onFiles: Giving["onFiles"]): void {
  event.preventDefault();
  mark(event, false);
  if (event.dataTransfer !== null) onFiles(fromDrop(event.dataTransfer.items));
}

function mark(event: DragEvent, on: boolean): void {
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.classList.toggle("over", on);
}
