import { html, nothing } from "lit";
import { instantText } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { platformNow, session } from "../app/session.ts";
import { Watching } from "../app/store.ts";
import { openWindow } from "../app/windows.ts";
import type { Game } from "../play/answers.ts";
import type { Room } from "../play/bets.ts";
import { faultBox as stoppedBox } from "../play/board-parts.ts";
import { commandOf, heldBack } from "../play/keys.ts";
import { keyMap, lessMotion, options } from "../play/options.ts";
import { readGame } from "../play/services.ts";
import { soundOfCard, soundOfEnd } from "../play/sound.ts";
import { speak } from "../play/voice.ts";
import { sayBoard } from "../play/words.ts";
import type { LiveTable } from "./answers.ts";
import * as facts from "./board-facts.ts";
import { faultBox, liveBar, liveHead, sideInformation } from "./board-parts.ts";
import { feedOf, type Feed } from "./feed.ts";
import { liveCloth } from "./live-cloth.ts";
import { liveConsole, type Bench, type Hands } from "./live-console.ts";
import { LivePlay } from "./live-play.ts";
import { seatList, type Choosing } from "./seat-list.ts";
import { ownStakes } from "./seat-keeper.ts";
import { said, sentence, type Scene } from "./sentences.ts";
import { tableTerms, type TableTerms } from "./terms.ts";
import { say } from "./words.ts";
import "../app/problem-box.ts";
import "../play/keys-list.ts";
import "../play/receipts-box.ts";
import "./hands-list.ts";

const TICK_MS = 250;

const windowButton = (name: string, label: string): unknown =>
  html`<button class="btn bare low" type="button" @click=${() => openWindow(name)}>${label}</button>`;

/** A live table: seats, clock, cards, words, the own bet and what may be done. */
export class LiveBoard extends PlainElement {
  static override properties = {
    tableId: { attribute: "table" },
    game: { state: true },
    fault: { state: true },
  };
  declare tableId: string;
  declare protected game: Game | null;
  /** Why the game's rules could not be read. */
  declare protected fault: unknown;
  #feed: Feed | null = null;
  #unfollow: (() => void) | null = null;
  #ticking: ReturnType<typeof setInterval> | undefined;
  /** The game whose rules are being read, or were. */
  #reading: string | null = null;
  /** What was said of the table last. */
  #scene = "";
  #secondsBefore: number | null = null;
  readonly #play = new LivePlay(
    () => this.#table,
    (table) => this.#roomOf(table),
    () => this.game?.rules ?? null,
  );
  readonly #animated = options.state.animation;

  constructor() {
    super();
    this.tableId = "";
    this.game = null;
    this.fault = null;
    this.watch(session, options, keyMap, ownStakes, this.#play.store);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#pressed);
    this.#feed = feedOf(this.tableId);
    this.#unfollow = this.#feed.follow();
    this.addController(new Watching(this, this.#feed.store));
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#pressed);
    this.#unfollow?.();
    clearInterval(this.#ticking);
  }

  get #table(): LiveTable | null {
    return this.#feed?.store.state.table ?? null;
  }

  #sceneOf(table: LiveTable, terms: TableTerms): Scene {
    const own = ownStakes.state.byTable.get(this.tableId) ?? null;
    return { table, terms, ended: this.#feed?.store.state.ended ?? null, own };
  }

  #roomOf(table: LiveTable): Room {
    const { amount: stakeMin, currency } = table.stake_min;
    const side = this.game?.stakes.find((each) => each.stake_min.currency === currency);
    const [sideMin, sideMax] = [side?.side_bet_min?.amount ?? 0, side?.side_bet_max?.amount ?? 0];
    return { currency, stakeMin, stakeMax: table.stake_max.amount, sideMin, sideMax };
  }

  #benchOf(table: LiveTable): Bench {
    const { bets, chosen, raise, pending, answered, resting } = this.#play.store.state;
    const cost = facts.costOf(table, "raise");
    return {
      table,
      mode: facts.modeOf(table, answered),
      bets,
      room: this.#roomOf(table),
      seat: facts.offeredSeat(table, chosen),
      raise: cost === null ? 0 : facts.within(cost, raise ?? cost.least),
      pending,
      resting,
      keys: keyMap.state.keys,
    };
  }

  // What time and the table do.

  #tick(): void {
    const table = this.#table;
    const deadline = table === null ? null : facts.deadlineOf(table);
    if (deadline === null) {
      this.#secondsBefore = null;
      return;
    }
    const left = facts.secondsTo(deadline.at, platformNow());
    const mine = deadline.for === "own-decision";
    const seconds = mine ? facts.secondsToSay(this.#secondsBefore, left) : null;
    if (seconds !== null) this.#play.say(say("said.seconds", { seconds }));
    this.#secondsBefore = mine ? left : null;
    this.requestUpdate();
  }

  protected override willUpdate(): void {
    const table = this.#table;
    if (table === null) return;
    if (this.#reading !== table.game) void this.#readGame(table.game);
    const terms = this.game === null ? null : tableTerms(this.game.sheet);
    if (terms !== null) this.#notice(this.#sceneOf(table, terms));
  }

  async #readGame(game: string): Promise<void> {
    this.#reading = game;
    try {
      this.game = await readGame(game);
    } catch (error) {
      this.fault = error;
    }
  }

  /** Say what is new on the cloth, once. */
  #notice(scene: Scene): void {
    const { table, own, ended } = scene;
    const asked = facts.asked(table) ? facts.askedSeq(table) : null;
    const cards = table.hand?.seq ?? table.pot_game?.turn?.seq ?? 0;
    const mark = [table.phase, table.epoch, cards, asked, ended?.epoch, own?.ended?.epoch, table.own?.seat].join("/");
    if (mark === this.#scene) return;
    const first = this.#scene === "";
    if (this.#scene.startsWith("playing/") && table.phase === "betting") this.#play.rest();
    this.#scene = mark;
    this.#play.say(said(scene));
    if (asked !== null) this.#play.ask();
    if (first) return;
    const { headline, worth } = sentence(scene);
    if (table.phase === "playing") soundOfCard();
    if (worth !== null) soundOfEnd(worth);
    if (asked === null && worth === null) return;
    speak(headline);
    // In a low window the question may lie behind the bar of actions.
    void this.updateComplete.then(() => this.querySelector(".say")?.scrollIntoView({ block: "nearest" }));
  }

  // What hands do.

  readonly #hands: Hands = {
    chip: (minor, event) => this.#done(event, () => this.#play.chip(minor)),
    box: (box, event) => this.#done(event, () => this.#play.turnTo(box)),
    repeat: (event) => this.#done(event, () => this.#play.repeat()),
    remove: (event) => this.#done(event, () => this.#play.remove()),
    sit: (event) => this.#done(event, () => this.#play.sit()),
    withdraw: (event) => this.#done(event, () => this.#play.withdraw()),
    decide: (action, event) => this.#done(event, () => this.#play.decide(action)),
    raise: (minor, event) => this.#done(event, () => this.#play.raiseTo(minor)),
    mark: (wanted, event) => this.#done(event, () => this.#play.mark(wanted)),
  };

  /** After a mouse click the focus goes back to the board, so that the keys work at once. Keyboards keep theirs. */
  #done(event: Event, work: () => void): void {
    work();
    const mouse = event instanceof MouseEvent && (event.detail > 0 || event.type === "contextmenu");
    if (mouse) this.querySelector<HTMLElement>("#board")?.focus({ preventScroll: true });
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element) || document.querySelector("dialog[open]") !== null)
      return;
    if (target.closest("input, select, textarea, [contenteditable]") !== null) return;
    // A control that has the focus keeps its own Enter and Space.
    if ((event.key === "Enter" || event.key === " ") && target.closest("button, a, summary") !== null) return;
    const command = commandOf(event, keyMap.state.keys);
    if (command === null) return;
    event.preventDefault();
    if (!heldBack(command, event)) this.#play.command(command);
  };

  // What stands there.

  protected override render(): unknown {
    const problem = this.#feed?.store.state.problem ?? null;
    const table = this.#table;
    const terms = this.game === null ? null : tableTerms(this.game.sheet);
    if (table === null || this.game === null || terms === null) {
      return html`<div class="stack">
        <problem-box .error=${problem ?? this.fault}></problem-box>
        <p class="quiet late" role="status">${say("loading")}</p>
      </div>`;
    }
    const scene = this.#sceneOf(table, terms);
    const bench = this.#benchOf(table);
    return html`
      <div class="board" id="board" tabindex="-1">
        ${liveHead(this.game, table, bench.room)} ${this.#cloth(scene, bench)}
        <div class="console ${bench.mode}">${this.#said(scene, problem)} ${liveConsole(bench, this.#hands)}</div>
        ${this.#foot(table)}
        <p class="vh" role="status" aria-live="polite">${this.#play.store.state.live}</p>
      </div>
      <aside>
        ${sideInformation(scene, session.state.wallet)}
        <hands-list .table=${table.id} .epoch=${table.epoch}></hands-list>
        <keys-list></keys-list>
        <receipts-box></receipts-box>
      </aside>
    `;
  }

  #cloth(scene: Scene, { table, mode, seat }: Bench): unknown {
    const state = this.#feed?.store.state;
    const moving = this.#animated && options.state.animation && !lessMotion();
    const choosing: Choosing = { chosen: seat, choose: (at, event) => this.#done(event, () => this.#play.choose(at)) };
    return html`<div class="cloth is-live is-${table.family} ${moving ? "moving" : ""}">
      ${liveBar(table, state?.connection ?? "opening", platformNow())}
      ${seatList(table, scene.ended, mode === "bet" ? choosing : null)}
      ${liveCloth(scene, state?.turns ?? [], this.#words(scene))}
    </div>`;
  }

  #said(scene: Scene, problem: unknown): unknown {
    const { error, fault, note } = this.#play.store.state;
    const shown = problem ?? error;
    return html`<div class="said">
      ${fault === null ? nothing : stoppedBox(fault, this.#play)} ${faultBox(scene.own)}
      ${note === "" ? nothing : html`<p class="problem info small">${note}</p>`}
      ${shown === null ? nothing : html`<problem-box .error=${shown}></problem-box>`}
    </div>`;
  }

  #foot(table: LiveTable): unknown {
    const seated = table.own !== null && table.phase !== "betting";
    const ends = table.pot_game?.ends_at;
    return html`<div class="foot">
      ${windowButton("options-window", sayBoard("options"))}
      ${windowButton("bet-limit-window", sayBoard("bet-options"))}
      <a class="btn bare low" href="#/limits">${sayBoard("limits")}</a>
      <span class="on-phone"><a class="btn bare low" href="#/rules/${table.game}">${say("rules")}</a></span>
      ${
        seated
          ? html`<button class="btn bare low" type="button" @click=${() => this.#play.leave()}>${say("leave")}</button>`
          : nothing
      }
      ${
        ends === undefined
          ? nothing
          : html`<span class="small quiet">${say("clock.game", { instant: instantText(ends) })}</span>`
      }
    </div>`;
  }

  #words(scene: Scene): unknown {
    const { headline, text, worth } = sentence(scene);
    const over = scene.table.phase === "betting" && scene.table.own === null && (scene.own?.ended ?? null) !== null;
    const held = over ? (scene.own?.held ?? null) : null;
    const proves = over && (scene.own?.ended?.end_leaf ?? null) !== null;
    return html`<div class="say ${worth === "won" ? "worth-won" : ""}">
      <strong>${headline}</strong>
      <span class="quiet">${text}</span>
      ${held === null ? nothing : html`<span class="small held">${say(`held.${held}`)}</span>`}
      ${
        proves
          ? html`<a class="small" href="#/verify-hand/${scene.table.id}/${scene.own?.kept.epoch}">${say("verify")}</a>`
          : nothing
      }
    </div>`;
  }
}

customElements.define("live-board", LiveBoard);
