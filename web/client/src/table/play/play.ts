/** A table of one at work: it sends what a player decides, and shows what the platform answers. It decides nothing. */
import type { Client } from "../api/client.ts";
import { NoConnection, Problem } from "../api/problem.ts";
import { Store } from "../app/store.ts";
import { signatureOf, type Signature } from "../signing/signature.ts";
import { deal, NoRoundLeft, settle, type State } from "../signing/statements.ts";
import { round as roundReader, type Game, type Round } from "./answers.ts";
import { total } from "./bets.ts";
import type { History } from "./history.ts";
import { requireDeal, requireSettlement } from "./round-checks.ts";
import { NotHolding } from "./seeds/not-holding.ts";
import type { Fault, Keeper } from "./seeds/keeper.ts";
import * as tables from "./table.ts";
import type { BetStep, Table } from "./table.ts";

export interface PlayState {
  readonly table: Table;
  /** What was refused last, beside the button that was pressed. */
  readonly error: unknown;
  /** Whether the epoch is being prepared: the commitment looked up, the seed drawn. */
  readonly preparing: boolean;
  /** The game of a round that is open elsewhere: it must be finished first. */
  readonly elsewhere: string | null;
  /** What the platform showed does not hold: nothing is bet until a person has looked. */
  readonly fault: Fault | null;
}

/** What else happens on the page. */
export interface Surroundings {
  readonly client: Client;
  readonly keeper: Keeper;
  readonly history: History;
  now(): number;
  /** The platform's clock, by which epochs grow old. */
  platformNow(): number;
  readOpenRound(): Promise<Round | null>;
  /** A round came: how it is shown, heard and read out beyond the board. */
  came(round: Round, resumed: boolean): void;
}

/** After these the platform has another round than this page shows. */
const MOVED: ReadonlySet<string> = new Set([
  "chain-moved",
  "round-open",
  "round-closed",
  "round-not-found",
  "illegal-action",
]);
const NO_EPOCH: ReadonlySet<string> = new Set(["epoch-exhausted", "epoch-not-open"]);

export class Play {
  readonly store: Store<PlayState>;
  readonly #game: Game;
  readonly #around: Surroundings;
  /** The epoch that rounds are dealt in, once it is open. */
  #ready: Promise<void> | null = null;
  #roundsLeft = 0;
  /** Rounds that were shown: a deal that answers one of them is the answer of an earlier request. */
  readonly #shown = new Set<string>();

  constructor(game: Game, table: Table, around: Surroundings) {
    this.#game = game;
    this.#around = around;
    const { fault } = around.keeper;
    this.store = new Store<PlayState>({ table, error: null, preparing: false, elsewhere: null, fault });
  }

  /** Begin: go on with the round that is open, and prepare the epoch of the next one. */
  async enter(): Promise<void> {
    await this.#trying(async () => {
      await this.resume();
      const last = this.#around.history.lastBets(this.#game.game);
      const { table } = this.store.state;
      if (table.last === null && last !== null) this.store.set({ table: { ...table, last } });
      await this.#prepared();
    });
  }

  /** Look for a round that is open, and show it. */
  async resume(): Promise<void> {
    const open = await this.#around.readOpenRound();
    const elsewhere = open !== null && open.game !== this.#game.game;
    this.store.set({ elsewhere: elsewhere ? open.game : null });
    if (open === null || elsewhere) return;
    this.#show(open, true);
    await this.#around.keeper.accept(open.receipts);
  }

  step(step: BetStep): boolean {
    const before = this.store.state.table;
    const table = tables.stepped(before, step);
    if (table === before) return false;
    this.store.set({ table, error: null });
    return true;
  }

  async deal(): Promise<void> {
    const { table, elsewhere, fault } = this.store.state;
    if (!tables.betting(table) || elsewhere !== null || fault !== null || total(table.bets) === 0) return;
    this.store.set({ table: tables.waiting(table, "deal"), error: null });
    await this.#trying(() => this.#dealt(table));
  }

  async decide(action: string): Promise<void> {
    const { table } = this.store.state;
    const { round } = table;
    const legal = tables.legal(table, action);
    if (round === null || legal === null || !tables.hears(table, this.#around.now())) return;
    this.store.set({ table: tables.waiting(table, action), error: null });
    // An amount is named only where it costs something. Where it may be chosen, the whole is raised.
    const amount = legal.cost_max.amount > 0 ? { amount: legal.cost_max } : {};
    await this.#trying(async () => {
      const path = `/rounds/${round.id}/actions`;
      const signature = this.#signature(settle(dealtLeaf(round), [[action, legal.cost_max.amount]]));
      const ended = await this.#post(path, { action, ...amount }, signature);
      this.#show(ended, false);
      await this.#around.keeper.acceptSaid(ended.receipts, "settle", async (record) => {
        requireSettlement(record, ended);
        if (ended.acts.some(({ actor }) => actor === "player")) await signature?.requireIn(record);
      });
      await this.#prepared();
    });
  }

  async #dealt(table: Table): Promise<void> {
    const { bets, room } = table;
    await this.#prepared();
    const money = (amount: number): object => ({ amount, currency: room.currency });
    const body = { stake: money(bets.stake), ...(bets.side > 0 ? { side_bet: money(bets.side) } : {}) };
    const path = `/games/${this.#game.game}/rounds`;
    const signature = this.#signature(deal(this.#game.rules, bets.stake, bets.side));
    let dealt = await this.#inEpoch(() => this.#post(path, body, signature));
    // An earlier request for the same bet was carried out though its answer was lost, and its round is over: this is its
    // answer. The key is spent now, so that the same request is a new one.
    if (this.#shown.has(dealt.id)) dealt = await this.#inEpoch(() => this.#post(path, body, signature));
    this.#show(dealt, false);
    this.#roundsLeft -= 1;
    if (this.#roundsLeft <= 0) this.#ready = null;
    await this.#around.keeper.acceptSaid(dealt.receipts, "deal", async (record) => {
      requireDeal(record, dealt, bets);
      await signature?.requireIn(record);
    });
    await this.#prepared();
  }

  /** Send a deal, once more where the platform has closed the epoch in the meantime. */
  async #inEpoch(send: () => Promise<Round>): Promise<Round> {
    try {
      return await send();
    } catch (error) {
      const spent = error instanceof NoRoundLeft || (error instanceof Problem && NO_EPOCH.has(error.code));
      if (!spent) throw error;
      this.#ready = null;
      await this.#prepared();
      return send();
    }
  }

  #post(path: string, body: unknown, signature: Signature | null): Promise<Round> {
    const { client } = this.#around;
    return client.call({ method: "POST", path, body, read: roundReader, once: true, sign: signature?.sign });
  }

  #signature(state: State): Signature | null {
    const { keeper } = this.#around;
    return signatureOf(keeper.player, state, keeper);
  }

  /** Go on after a person has looked at what does not hold. */
  async goOn(): Promise<void> {
    this.#around.keeper.goOn();
    this.store.set({ fault: null });
    await this.enter();
  }

  /** Wait for the epoch of the next round; none is opened in the middle of one. A failed attempt is made again. */
  async #prepared(): Promise<void> {
    if (tables.phaseOf(this.store.state.table) === "deciding") return;
    this.#ready ??= this.#prepare();
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = null;
      throw error;
    }
  }

  async #prepare(): Promise<void> {
    this.store.set({ preparing: true });
    try {
      const { roundsLeft } = await this.#around.keeper.ensureEpoch(this.#around.platformNow());
      this.#roundsLeft = roundsLeft;
    } finally {
      this.store.set({ preparing: false });
    }
  }

  #show(round: Round, resumed: boolean): void {
    this.#shown.add(round.id);
    this.store.set({ table: tables.answered(this.store.state.table, round, this.#around.now()) });
    this.#around.history.put(round);
    this.#around.came(round, resumed);
  }

  /** Do something, and put what was refused beside the buttons. What does not hold stands in a place of its own. */
  async #trying(work: () => Promise<void>, looking = false): Promise<void> {
    try {
      await work();
    } catch (error) {
      const table = tables.refused(this.store.state.table);
      this.store.set({ table, error: error instanceof NotHolding ? null : error, fault: this.#around.keeper.fault });
      if (error instanceof Problem && MOVED.has(error.code) && !looking)
        await this.#trying(() => this.#lookAgain(), true);
      if (!(error instanceof Problem || error instanceof NoConnection || error instanceof NotHolding)) throw error;
    }
  }

  /** Show the round as the platform has it: open, or ended without this page. */
  async #lookAgain(): Promise<void> {
    const before = this.store.state.table.round;
    await this.resume();
    const { round } = this.store.state.table;
    if (before === null || round !== before || this.store.state.elsewhere !== null) return;
    const ended = await this.#around.client.call({ path: `/rounds/${before.id}`, read: roundReader });
    if (ended.status === "open") return;
    this.#show(ended, true);
    await this.#around.keeper.accept(ended.receipts);
  }
}

/** Return the leaf of a round's first record, which showed its cards. */
function dealtLeaf(round: Round): string {
  const [first] = round.receipts;
  if (first === undefined) throw new Error(`round ${round.id} has no receipt`);
  return first.leaf;
}
