/** What a player does at a live table: the bet that is being made, the orders, and what became of them. */
import { refreshMoney, session } from "../app/session.ts";
import { Store } from "../app/store.ts";
import { changed, NO_BETS, removed, repeated, turnedTo, type Bets, type Box, type Room } from "../play/bets.ts";
import type { Command } from "../play/keys.ts";
import type { Fault, Keeper } from "../play/seeds/keeper.ts";
import { NotHolding } from "../play/seeds/not-holding.ts";
import { keeperOf } from "../play/services.ts";
import { soundOfChip } from "../play/sound.ts";
import { DEAF_MS } from "../play/table.ts";
import { amount, sayBoard } from "../play/words.ts";
import type { LiveTable } from "./answers.ts";
import * as facts from "./board-facts.ts";
import { chipsOf } from "./live-console.ts";
import * as orders from "./orders.ts";
import { ownStakeAt, takeSeat } from "./seat-keeper.ts";
import { say } from "./words.ts";

export interface LivePlayState {
  readonly bets: Bets;
  /** The free seat that was chosen. */
  readonly chosen: number | null;
  /** The raise that was chosen where the rules leave it open, in minor units. */
  readonly raise: number | null;
  /** Whether an order is under way. */
  readonly pending: boolean;
  readonly error: unknown;
  /** What the platform showed does not hold: nothing is bet or decided until a person has looked. */
  readonly fault: Fault | null;
  /** What became of the newest order, where the table does not show it. */
  readonly note: string;
  /** What is read out. */
  readonly live: string;
  /** The number of the record that was answered. */
  readonly answered: number | null;
  /** Whether a hand has only just ended: a click that was meant for its last second takes no seat. */
  readonly resting: boolean;
}

const REST_MS = 1_000;

/** A single step of a key, in minor units. */
const STEPS: Partial<Readonly<Record<Command, number>>> = { up: 100, down: -100, up10: 1_000, down10: -1_000 };

export class LivePlay {
  readonly store = new Store<LivePlayState>({
    bets: NO_BETS,
    chosen: null,
    raise: null,
    pending: false,
    error: null,
    fault: null,
    note: "",
    live: "",
    answered: null,
    resting: false,
  });
  readonly #table: () => LiveTable | null;
  readonly #room: (table: LiveTable) => Room;
  /** The leaf of the rules that are on the screen. */
  readonly #rules: () => string | null;
  #last: Bets | null = null;
  #heardFromMs = 0;

  constructor(table: () => LiveTable | null, room: (table: LiveTable) => Room, rules: () => string | null) {
    this.#table = table;
    this.#room = room;
    this.#rules = rules;
  }

  /** Begin a decision: a double click or a held key is none. */
  ask(): void {
    this.#heardFromMs = Date.now() + DEAF_MS;
    this.store.set({ raise: null });
  }

  /** End a hand: the button of the next bet lies where those of the last decision lay. */
  rest(): void {
    this.store.set({ resting: true });
    setTimeout(() => this.store.set({ resting: false }), REST_MS);
  }

  say(live: string): void {
    this.store.set({ live });
  }

  chip(minor: number): void {
    const table = this.#table();
    if (table === null) return;
    const unit = Math.min(...chipsOf(table));
    const step = Math.abs(minor) < unit ? Math.sign(minor) * unit : minor;
    const bets = changed(this.store.state.bets, step, this.#room(table));
    soundOfChip();
    const live = sayBoard(bets.on === "side" ? "said.side" : "said.bet", { amount: amount(bets[bets.on]) });
    this.store.set({ bets, live });
  }

  turnTo(box: Box): void {
    const table = this.#table();
    if (table !== null) this.store.set({ bets: turnedTo(this.store.state.bets, box, this.#room(table)) });
  }

  repeat(): void {
    const table = this.#table();
    if (table === null || this.#last === null) return;
    const bets = repeated(this.store.state.bets, this.#last, this.#room(table));
    this.store.set({ bets, live: sayBoard("said.bet", { amount: amount(bets.stake) }) });
  }

  remove(): void {
    this.store.set({ bets: removed(this.store.state.bets), live: sayBoard("said.removed") });
  }

  choose(chosen: number): void {
    this.store.set({ chosen });
  }

  raiseTo(raise: number): void {
    this.store.set({ raise });
  }

  sit(): void {
    const table = this.#table();
    const { bets, chosen, resting } = this.store.state;
    const seat = table === null ? null : facts.offeredSeat(table, chosen);
    if (table === null || seat === null || resting) return;
    if (bets.stake === 0) {
      const note = say("no-bet", { min: amount(table.stake_min.amount) });
      this.store.set({ note, live: note });
      return;
    }
    const rules = this.#rules();
    if (rules === null) return;
    this.#order(async () => {
      await takeSeat(table, { seat, stake: bets.stake, sideBet: bets.side, rules });
      this.#last = bets;
      this.store.set({ chosen: seat });
      await refreshMoney();
    });
  }

  decide(action: string): void {
    const table = this.#table();
    const { answered, raise } = this.store.state;
    if (table === null || Date.now() < this.#heardFromMs) return;
    const cost = facts.costOf(table, action);
    if (facts.modeOf(table, answered) !== "decide" || cost === null) return;
    const minor = action === "raise" ? facts.within(cost, raise ?? cost.least) : cost.least;
    this.#order(async () => {
      await orders.decide(table, ownStakeAt(table.id), action, minor);
      this.store.set({ answered: facts.askedSeq(table) });
      if (table.family !== "pot") await refreshMoney();
    });
  }

  withdraw(): void {
    this.#orderAt((table) => orders.withdraw(table));
  }

  mark(wanted: "vote" | "away" | "back"): void {
    this.#orderAt((table) => orders.mark(table, ownStakeAt(table.id), wanted));
  }

  leave(): void {
    this.#orderAt(async (table) => {
      const note = say(`leave.${await orders.leave(table)}`);
      this.store.set({ note, live: note });
    });
  }

  /** Do what a key stands for. */
  command(command: Command): void {
    const table = this.#table();
    if (table === null) return;
    const mode = facts.modeOf(table, this.store.state.answered);
    const minor = STEPS[command];
    if (mode === "bet") {
      if (minor !== undefined) this.chip(minor);
      if (command === "repeat") this.repeat();
      if (command === "remove") this.remove();
      if (command === "deal") this.sit();
    }
    if (mode !== "decide") return;
    const cost = facts.costOf(table, "raise");
    if (minor !== undefined && cost !== null) {
      this.raiseTo(facts.within(cost, (this.store.state.raise ?? cost.least) + Math.sign(minor) * cost.step));
    }
    if (command === "deal") this.decide(facts.plainAction(table) ?? "");
    if (command === "raise" || command === "surrender") this.decide(command);
  }

  #orderAt(send: (table: LiveTable) => Promise<void>): void {
    const table = this.#table();
    if (table !== null) this.#order(() => send(table));
  }

  /** Send one order after the other; what is refused is said beside the button. */
  #order(send: () => Promise<void>): void {
    if (this.store.state.pending) return;
    const fault = this.#keeper?.fault ?? null;
    this.store.set({ fault, error: null, note: "" });
    if (fault !== null) return;
    this.store.set({ pending: true });
    send()
      .catch((error: unknown) => {
        const held = error instanceof NotHolding;
        this.store.set(held ? { fault: this.#keeper?.fault ?? null } : { error });
      })
      .finally(() => this.store.set({ pending: false }));
  }

  /** Go on after a person has looked at what does not hold. */
  goOn(): void {
    this.#keeper?.goOn();
    this.store.set({ fault: null });
  }

  get #keeper(): Keeper | null {
    const { me } = session.state;
    return me === null ? null : keeperOf(me.id);
  }
}
