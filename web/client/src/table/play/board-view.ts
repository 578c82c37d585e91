import { html, nothing } from "lit";
import { clickedByPointer } from "../app/pointer.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client, platformNow, refreshMoney, session } from "../app/session.ts";
import { Watching } from "../app/store.ts";
import { openWindow } from "../app/windows.ts";
import { say } from "../app/words.ts";
import type { Game, Round } from "./answers.ts";
import { roomOf } from "./bets.ts";
import { sideColumn } from "./board-side.ts";
import { cloth } from "./cloth.ts";
import { actions, boxes, chips, type Hands } from "./console.ts";
import {
  emptyAccount,
  faultBox,
  gameHead,
  instead,
  keptOffline,
  notSecure,
  openElsewhere,
  rulesLinks,
  switchedOff,
} from "./board-parts.ts";
import { commandOf, heldBack, type Command } from "./keys.ts";
import { keyMap, lessMotion, options } from "./options.ts";
import { Play } from "./play.ts";
import { resultOf } from "./result.ts";
import { deadline, saidOf, sentence } from "./sentences.ts";
import { keeperOf, offer, readGame, readGames, readOpenRound, sessionHistoryOf } from "./services.ts";
import { termsOf, type Terms } from "./sheet.ts";
import { soundOfCard, soundOfChip, soundOfEnd } from "./sound.ts";
import { begun, betting, phaseOf, plainAction, type BetStep, type Table } from "./table.ts";
import { speak } from "./voice.ts";
import { amount, sayBoard } from "./words.ts";
import "../app/problem-box.ts";
import "./keys-list.ts";
import "./receipts-box.ts";
import "./rounds-list.ts";

/** A single step of a key, in minor units. */
const STEPS: Partial<Readonly<Record<Command, number>>> = { up: 100, down: -100, up10: 1_000, down10: -1_000 };

/** A game that is played alone: cards, words, bets, what may be done, and what happened so far. */
export class RedDogBoard extends PlainElement {
  static override properties = {
    gameId: { attribute: "game" },
    game: { state: true },
    fault: { state: true },
    live: { state: true },
  };
  /** The game's id. */
  declare gameId: string;
  /** The game as it is offered; undefined before it was read, null where there is none. */
  declare protected game: Game | null | undefined;
  /** Why the board cannot be shown at all. */
  declare protected fault: unknown;
  /** What is read out. */
  declare protected live: string;
  #play: Play | null = null;
  #terms: Terms | null = null;
  /** Whether cards move in: as it was chosen when the game was entered, but ended at once. */
  readonly #animated = options.state.animation;

  constructor() {
    super();
    this.gameId = "";
    this.game = undefined;
    this.fault = null;
    this.live = "";
    this.watch(session, options, keyMap, offer);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#pressed);
    void this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#pressed);
  }

  async #begin(): Promise<void> {
    try {
      const [game] = await Promise.all([readGame(this.gameId), offer.state.games === null ? readGames() : null]);
      this.game = game;
      const { me, wallet } = session.state;
      this.#terms = game === null ? null : termsOf(game.sheet);
      const room = game === null || wallet === null ? null : roomOf(game.stakes, wallet.cash.currency);
      if (game === null || me === null || room === null || this.#terms === null || game.played !== "alone") return;
      const history = sessionHistoryOf(me.id);
      if (history.store.state.entries === null) await history.more();
      this.#play = new Play(game, begun(room), {
        client,
        history,
        keeper: keeperOf(me.id),
        now: () => Date.now(),
        platformNow,
        readOpenRound,
        came: (round, resumed) => this.#came(round, resumed),
      });
      this.addController(new Watching(this, this.#play.store, history.store));
      this.requestUpdate();
      if (isSecureContext) await this.#play.enter();
    } catch (error) {
      this.fault = error;
    }
  }

  #came(round: Round, resumed: boolean): void {
    if (this.#terms === null) return;
    const said = saidOf(round, this.#terms);
    this.live = resumed ? `${sayBoard("said.resumed")} ${said.live}` : said.live;
    session.set({ wallet: round.balance });
    if (!resumed) {
      soundOfCard();
      const result = resultOf(round);
      if (result !== null) soundOfEnd(result.worth);
      speak(said.voice);
    }
    void this.#refresh();
    void this.#see();
  }

  /** Bring the cards below the strip, if they are hidden behind it. */
  async #see(): Promise<void> {
    await this.updateComplete;
    const top = this.querySelector(".cloth")?.getBoundingClientRect().top ?? 0;
    const bottom = this.querySelector(".console")?.getBoundingClientRect().top ?? 0;
    const strip = document.querySelector(".strip")?.getBoundingClientRect().bottom ?? 0;
    const words = this.querySelector(".say")?.getBoundingClientRect().bottom ?? 0;
    if (top < strip || words > bottom) scrollBy({ top: top - strip, behavior: "instant" });
  }

  /** Read what the round changed in the strip. Without a connection the frame says so. */
  async #refresh(): Promise<void> {
    try {
      await refreshMoney();
    } catch (error) {
      this.#play?.store.set({ error });
    }
  }

  // What hands do.

  readonly #hands = (stopped: boolean): Hands => ({
    stopped,
    step: (step, event) => {
      this.#step(step);
      this.#giveBack(event);
    },
    act: (command, event) => {
      this.#act(command);
      this.#giveBack(event);
    },
  });

  /** After a mouse click the focus goes back to the board, so that the keys work at once. Keyboards keep theirs. */
  #giveBack(event: Event): void {
    if (event instanceof MouseEvent && clickedByPointer(event))
      this.querySelector<HTMLElement>("#board")?.focus({ preventScroll: true });
  }

  #step(step: BetStep): void {
    const play = this.#play;
    if (play === null || !play.step(step) || step.does === "turn") return;
    soundOfChip();
    const { bets } = play.store.state.table;
    const word = bets.on === "side" ? "said.side" : "said.bet";
    this.live = step.does === "remove" ? sayBoard("said.removed") : sayBoard(word, { amount: amount(bets[bets.on]) });
  }

  #act(command: Command): void {
    const play = this.#play;
    if (play === null) return;
    const { table } = play.store.state;
    const minor = STEPS[command];
    if (minor !== undefined) this.#step({ does: "change", minor });
    else if (command === "repeat" || command === "remove") this.#step({ does: command });
    else if (command === "deal" && betting(table)) this.#deal(play, table);
    else void play.decide(command === "deal" ? (plainAction(table) ?? "") : command);
  }

  #deal(play: Play, table: Table): void {
    if (table.bets.stake === 0) {
      this.live = sayBoard("place-bet.none", { min: amount(table.room.stakeMin) });
    } else if (!this.#stopped()) {
      void play.deal();
    }
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element) || document.querySelector("dialog[open]") !== null)
      return;
    if (target.closest("input, select, textarea, [contenteditable]") !== null) return;
    // A control that has the focus keeps its own Enter and Space.
    if ((event.key === "Enter" || event.key === " ") && target.closest("button, a, summary") !== null) return;
    const command = commandOf(event, keyMap.state.keys);
    if (command === null || this.#play === null) return;
    event.preventDefault();
    if (!heldBack(command, event)) this.#act(command);
  };

  // What stands there.

  #stopped(): boolean {
    const { elsewhere, fault } = this.#play?.store.state ?? { elsewhere: null, fault: null };
    return elsewhere !== null || fault !== null || !isSecureContext || this.game?.available === false;
  }

  protected override render(): unknown {
    const { game } = this;
    if (this.fault !== null) return html`<problem-box .error=${this.fault}></problem-box>`;
    if (game === undefined) return html`<p class="quiet late" role="status">${say("loading")}</p>`;
    const played = game !== null && game.played === "alone" && this.#terms !== null;
    if (!played) return instead(sayBoard(game === null ? "no-game" : "not-alone"), sayBoard("not-alone.text"));
    if (this.#play === null || this.#terms === null) return this.#waits();
    return this.#board(game, this.#play, this.#terms);
  }

  /** The game is not played in the account's currency, or the rounds of the session are still being read. */
  #waits(): unknown {
    const currency = session.state.wallet?.cash.currency ?? "";
    const elsewhere = this.game?.stakes.every((each) => each.stake_min.currency !== currency) ?? false;
    if (elsewhere) return instead(sayBoard("other-currency", { currency }), sayBoard("not-alone.text"));
    return html`<p class="quiet late" role="status">${say("loading")}</p>`;
  }

  #board(game: Game, play: Play, terms: Terms): unknown {
    const { table, preparing } = play.store.state;
    const moving = this.#animated && options.state.animation && !lessMotion();
    const deciding = phaseOf(table) === "deciding";
    const hands = this.#hands(this.#stopped());
    return html`
      <div class="board" id="board" tabindex="-1">
        ${gameHead(game, table.room)}
        <div class="cloth ${moving ? "moving" : ""} is-${terms.family}">
          ${cloth(terms, table.round, this.#words(table, terms, preparing))}
        </div>
        <div class="console ${deciding ? "deciding" : ""}">
          <div class="said">${this.#said(game, play, deciding)}</div>
          ${chips(table, hands)} ${boxes(table, hands)} ${actions(table, hands, keyMap.state.keys)}
        </div>
        <div class="foot">
          <button class="btn bare low" type="button" @click=${() => openWindow("options-window")}>
            ${sayBoard("options")}
          </button>
          <button class="btn bare low" type="button" @click=${() => openWindow("bet-limit-window")}>
            ${sayBoard("bet-options")}
          </button>
          <a class="btn bare low" href="#/limits">${sayBoard("limits")}</a>
          ${rulesLinks(game)}
        </div>
        <p class="vh" role="status" aria-live="polite">${this.live}</p>
      </div>
      ${sideColumn(table, session.state)}
    `;
  }

  /** What was refused, or has to be done first. Without any of it the place is empty, and takes no room. */
  #said(game: Game, play: Play, deciding: boolean): unknown[] {
    const { table, error, elsewhere, fault } = play.store.state;
    const noMoney = session.state.wallet?.cash.amount === 0 && betting(table);
    return [
      isSecureContext ? nothing : notSecure(),
      fault === null ? nothing : faultBox(fault, play),
      elsewhere === null ? nothing : openElsewhere(elsewhere),
      session.state.online || table.round?.status !== "open" ? nothing : keptOffline(table.round),
      game.available || deciding ? nothing : switchedOff(),
      noMoney ? emptyAccount(game.game) : nothing,
      error === null ? nothing : html`<problem-box .error=${error}></problem-box>`,
    ];
  }

  #words(table: Table, terms: Terms, preparing: boolean): unknown {
    const { headline, text } = sentence(table, terms, preparing);
    const { round } = table;
    const over = phaseOf(table) === "over" && round !== null;
    const worth = round === null ? null : (resultOf(round)?.worth ?? null);
    return html`<div class="say ${worth === "won" ? "worth-won" : ""}">
      <strong>${headline}</strong>
      <span class="quiet">${text}</span>
      ${round?.status === "open" ? html`<span class="deadline small quiet">${deadline(round)}</span>` : nothing}
      ${over ? html`<a class="btn bare low" href="#/verify/${round.id}">${sayBoard("verify")}</a>` : nothing}
    </div>`;
  }
}

customElements.define("red-dog-board", RedDogBoard);
