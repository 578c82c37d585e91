import { html } from "lit";
import { sessionSummary } from "../api/answers.ts";
import { attempt } from "../app/answer.ts";
import { durationText, moneyText, signedText } from "../app/language.ts";
import { client, logOut, platformNow, refresh, session } from "../app/session.ts";
import { WindowElement } from "../app/window-element.ts";
import { openWindow } from "../app/windows.ts";
import { checkDue } from "./check-due.ts";
import { say } from "./words.ts";

const TICK_MS = 1000;
/** How long after somebody's last move the page may ask the platform by itself: it counts as activity there. */
const THERE_MS = 60_000;

/**
 * The reality check: figures, and three answers that weigh the same. It cannot be escaped.
 *
 * It opens when it is due and no money is in play: an open round is never held up. While nobody is there, nothing is asked,
 * because every request but a bet's keeps the session from locking.
 */
class RealityCheck extends WindowElement {
  static override properties = { error: { state: true }, busy: { state: true } };
  declare error: unknown;
  declare protected busy: boolean;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #movedMs = Date.now();
  #asking = false;

  constructor() {
    super();
    this.error = null;
    this.busy = false;
    this.watch(session);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ticking = setInterval(this.#look, TICK_MS);
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, this.#move, { passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#ticking);
    for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, this.#move);
  }

  protected override escapable(): boolean {
    return false;
  }

  protected override willUpdate(): void {
    const { loggedIn, lock, me, time, wallet } = session.state;
    const due = loggedIn && lock === "none" && me?.status !== "excluded" && time?.reality_check.due === true;
    if (!due) this.shown = false;
    else if (wallet?.in_play.amount === 0) this.shown = true;
  }

  protected heading(): string {
    return say("check.heading");
  }

  protected content(): unknown {
    const { time } = session.state;
    if (time === null) return null;
    return html`<p>${say("check.waits")}</p>
      <dl class="pairs figures">
        <dt>${say("check.time")}</dt>
        <dd class="num">${durationText(time.elapsed_seconds)}</dd>
        <dt>${say("check.today")}</dt>
        <dd class="num">${durationText(time.played_today_seconds)}</dd>
        <dt>${say("check.staked")}</dt>
        <dd class="num">${moneyText(time.staked)}</dd>
        <dt>${say("check.returned")}</dt>
        <dd class="num">${moneyText(time.returned)}</dd>
        <dt>${say("check.net")}</dt>
        <dd class="num"><strong>${signedText(time.net)}</strong></dd>
      </dl>
      <p class="small quiet">${say("check.kept")}</p>
      <problem-box .error=${this.error}></problem-box>
      <div class="row answers">
        <button class="btn" type="button" @click=${() => openWindow("break-window")}>${say("take-a-break")}</button>
        <button class="btn" type="button" @click=${() => attempt(this, logOut)}>${say("log-out")}</button>
        <button class="btn" type="button" aria-disabled=${this.busy} @click=${this.#playOn}>${say("play-on")}</button>
      </div>`;
  }

  readonly #playOn = async (): Promise<void> => {
    if (this.busy) return;
    this.busy = true;
    await attempt(this, async () => {
      const time = await client.call({ method: "POST", path: "/me/session/reality-check", read: sessionSummary });
      session.set({ time });
    });
    this.busy = false;
  };

  readonly #move = (): void => {
    this.#movedMs = Date.now();
    this.#look();
  };

  /** Ask the platform once the check is due by its clock, if somebody is there to see it. */
  readonly #look = (): void => {
    const { loggedIn, lock, time } = session.state;
    const there = Date.now() - this.#movedMs < THERE_MS;
    if (this.#asking || !loggedIn || lock !== "none" || time === null || !there) return;
    if (!checkDue(time, platformNow())) return;
    this.#asking = true;
    void attempt(this, () => refresh("time", "wallet")).finally(() => {
      // A platform that says "not yet" is asked again at the next tick: the clocks differ by less than that.
      setTimeout(() => (this.#asking = false), TICK_MS);
    });
  };
}

customElements.define("reality-check", RealityCheck);
