/** The auditor's desk: one page, which judges what it is given without asking anybody. */
import { html, LitElement } from "lit";
import { sorted, joined, NOTHING, type Given, type GivenFile } from "./files/given.ts";
import { Judging, Unjudged, unjudged } from "./judging.ts";
import type { ProvedAlone } from "../log/proved-alone.ts";
import type { Judged } from "./protocol.ts";
import { type Sample, sampleLog } from "./samples.ts";
import { preferred, speech } from "./speech.ts";
import { startWorker } from "./start.ts";
import "./view/explorer.ts";
import { checksView } from "./view/checks.ts";
import { figuresView } from "./view/figures.ts";
import { givenView, giveView } from "./view/give.ts";
import { beyondView, headerView, progressView, troubleView } from "./view/page.ts";
import { proofsView, provedView } from "./view/proofs.ts";
import { reportView, verdictView } from "./view/verdict.ts";
import { verdictText } from "./verdict-text.ts";

/** What the page is doing. */
type Phase =
  | { readonly is: "waiting" }
  | { readonly is: "judging"; readonly done: number; readonly total: number }
  | { readonly is: "judged"; readonly judged: Judged; readonly judging: Judging; readonly trusted: boolean }
  | { readonly is: "proved"; readonly proved: readonly ProvedAlone[] }
  | { readonly is: "failed"; readonly trouble: Unjudged };

const blobs = (files: readonly GivenFile[]): readonly Blob[] => files.map((file) => file.blob);

/** The whole page. It renders into the document itself, so that labels, live regions and one sheet of styles reach all. */
class RedDogDesk extends LitElement {
  static override properties = {
    speak: { state: true },
    given: { state: true },
    sample: { state: true },
    keys: { state: true },
    phase: { state: true },
    copied: { state: true },
  };

  declare private speak: ReturnType<typeof speech>;
  declare private given: Given;
  declare private sample: Sample | undefined;
  declare private keys: string;
  declare private phase: Phase;
  declare private copied: "no" | "yes" | "refused";
  private judging: Judging | undefined;

  constructor() {
    super();
    this.speak = speech(preferred(navigator.languages));
    this.given = NOTHING;
    this.keys = "";
    this.phase = { is: "waiting" };
    this.copied = "no";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // What misses the place to drop would be opened in place of the desk.
    for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault());
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): unknown {
    const { say, language } = this.speak;
    document.documentElement.lang = language;
    document.title = say("page.title");
    return html`
      ${headerView(this.speak, () => this.turnLanguage())}
      <main id="main" class="wrap" tabindex="-1">
        <h1>${say("page.heading")}</h1>
        <p class="lead">${say("page.lead")}</p>
        ${giveView(this.speak, {
          keys: this.keys,
          busy: this.phase.is === "judging",
          onFiles: (files) => void this.take(files),
          onSample: (sample) => void this.trySample(sample),
          onKeys: (keys) => {
            this.keys = keys;
          },
          onJudge: this.hasLog || this.hasProofs ? () => void this.judgeGiven() : undefined,
        })}
        ${givenView(this.speak, {
          given: this.given,
          sample: this.sample,
          waiting: this.phase.is === "waiting",
          onAgain: () => this.startOver(),
        })}
        ${this.phaseView()}
        <p class="vh" role="status" aria-live="polite">${this.said()}</p>
      </main>
    `;
  }

  private phaseView(): unknown {
    const { phase, speak } = this;
    switch (phase.is) {
      case "waiting":
        return undefined;
      case "judging":
        return progressView(speak, phase, () => this.stop());
      case "failed":
        return troubleView(speak, phase.trouble);
      case "proved":
        return provedView(speak, phase.proved);
      case "judged":
        return this.judgedView(phase);
    }
  }

  private judgedView({ judged, judging, trusted }: Phase & { is: "judged" }): unknown {
    const { speak } = this;
    const { verdict } = judged;
    return html`
      ${verdictView(speak, judged, {
        trusted,
        text: verdictText(speak, judged),
        copied: this.copied,
        onCopy: (text) => void this.copy(text),
        onShow: (index) => this.querySelector("desk-explorer")?.open(index),
      })}
      ${proofsView(speak, judged)} ${reportView(speak, judged)} ${checksView(speak, verdict.checks)}
      ${beyondView(speak, verdict)} ${figuresView(speak, verdict.figures)}
      <desk-explorer .speak=${speak} .judged=${judged} .judging=${judging}></desk-explorer>
    `;
  }

  /** What a screen reader is told without being asked. */
  private said(): string {
    const { say } = this.speak;
    if (this.copied === "yes") return say("verdict.copied");
    if (this.phase.is === "judging") return say("busy.heading");
    if (this.phase.is === "proved") return say("proved.heading");
    return this.phase.is === "judged" ? say(`verdict.${this.phase.judged.verdict.state}`) : "";
  }

  private get hasProofs(): boolean {
    return this.given.proofs.length > 0;
  }

  private get hasLog(): boolean {
    return this.given.log.length > 0 || this.given.archive !== undefined;
  }

  /** Take what was dropped or chosen, and judge as soon as there is a log. */
  private async take(files: Promise<readonly GivenFile[]>): Promise<void> {
    try {
      const now = sorted(await files);
      if (now.log.length > 0 || now.archive !== undefined) this.sample = undefined;
      this.given = joined(this.given, now);
      const [keys] = now.keys;
      if (keys !== undefined) this.keys = await keys.blob.text();
    } catch (error) {
      this.phase = { is: "failed", trouble: new Unjudged("not-readable", unjudged(error).message) };
      return;
    }
    // A proof without a log is judged by keys that came another way: it has none of its own.
    if (this.hasLog || (this.hasProofs && this.keys.trim() !== "")) await this.judgeGiven();
  }

  private async judgeGiven(): Promise<void> {
    await (this.hasLog ? this.judge() : this.prove());
  }

  /** Judge proofs without a log. */
  private async prove(): Promise<void> {
    const { proofs, kept, receipts } = this.given;
    const asked = { trust: this.keys, proofs: blobs(proofs), kept: blobs(kept), receipts: blobs(receipts) };
    await this.asking(async (judging) => ({ is: "proved", proved: await judging.ask("prove", asked) }));
  }

  private async trySample(sample: Sample): Promise<void> {
    this.startOver();
    this.sample = sample;
    this.given = { ...NOTHING, name: sample, archive: { path: `${sample}.zip`, blob: sampleLog(sample) } };
    await this.judge();
  }

  private async judge(): Promise<void> {
    const { log, archive, receipts, reports, kept, proofs, policies } = this.given;
    const trust = this.keys.trim() === "" ? undefined : this.keys;
    const asked = {
      log,
      archive: archive?.blob,
      trust,
      receipts: blobs(receipts),
      report: reports[0],
      kept: blobs(kept),
      proofs: blobs(proofs),
      policy: policies[0]?.blob,
    };
    await this.asking(async (judging) => {
      const judged = await judging.ask("judge", asked, (done, total) => this.progressed(judging, done, total));
      return { is: "judged", judged, judging, trusted: trust !== undefined };
    });
  }

  /** Have a worker of its own answer, in the place of whatever was asked before. */
  private async asking(ask: (judging: Judging) => Promise<Phase>): Promise<void> {
    this.judging?.end();
    const judging = new Judging(startWorker());
    this.judging = judging;
    this.copied = "no";
    this.phase = { is: "judging", done: 0, total: 0 };
    try {
      const phase = await ask(judging);
      if (this.judging === judging) this.phase = phase;
    } catch (error) {
      if (this.judging === judging) this.phase = { is: "failed", trouble: unjudged(error) };
    }
    await this.updateComplete;
    this.querySelector<HTMLElement>("[data-outcome]")?.focus();
  }

  private progressed(judging: Judging, done: number, total: number): void {
    if (this.judging === judging) this.phase = { is: "judging", done, total };
  }

  private stop(): void {
    this.judging?.end();
    this.judging = undefined;
    this.phase = { is: "waiting" };
  }

  private startOver(): void {
    this.stop();
    this.given = NOTHING;
    this.sample = undefined;
    this.keys = "";
  }

  private async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.copied = "yes";
    } catch {
      // The browser's leave may be missing: the text stands in the page to be selected.
      this.copied = "refused";
    }
  }

  private turnLanguage(): void {
    this.speak = speech(this.speak.language === "en" ? "ja" : "en");
  }
}

customElements.define("red-dog-desk", RedDogDesk);
