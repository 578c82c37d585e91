/**
 * Tends the stakes of who is logged in, whatever page is shown: takes seats, reveals values in time, and holds the end of
 * each hand against what was seen before.
 */
import { client, refreshMoney, session } from "../app/session.ts";
import { Store } from "../app/store.ts";
import { Client } from "../api/client.ts";
import { nothing } from "../api/shape.ts";
import { NoConnection, Problem } from "../api/problem.ts";
import { NotHolding } from "../play/seeds/not-holding.ts";
import { PublishedLog } from "../play/seeds/published-log.ts";
import { keepReceipts } from "../play/seeds/receipt-store.ts";
import type { LiveTable, Stake } from "./answers.ts";
import { dutyOf, fateOf, mayBeOwed, standsAt, type Fate } from "./duty.ts";
import { feedOf, type Feed } from "./feed.ts";
import { KeptStakes, type KeptStake } from "./kept-stakes.ts";
import { isSigned, newestStakes, placeStake, type PlacedStake } from "./place-stake.ts";
import { readRecords, requireFairEnd, requireNamed, TableCheated, type TableRecord } from "./records.ts";
import { hasKey, provedTable } from "./signed-seat.ts";
import { contributionOf, drawValue, sealOf } from "./values.ts";
import { HeldItems } from "./held-items.ts";

/** The stake at a table that this page tends, or has tended last. */
export interface OwnStake {
  readonly kept: KeptStake;
  /** How it ended, with its receipts; null while it is open. */
  readonly ended: Stake | null;
  /** Whether the records of the hand held; null before they were looked at. */
  readonly held: "played" | "burnt" | null;
  /** Why the value is not sent, or the end is not believed. */
  readonly fault: unknown;
}

/** What is asked for with a seat. Amounts are in minor units. */
export interface SeatWish {
  readonly seat: number;
  readonly stake: number;
  readonly sideBet: number;
  /** The leaf of the rules on the screen. */
  readonly rules: string;
}

const LOOK_SECONDS = 0.4;
const AGAIN_SECONDS = 3;
const TOO_LATE: ReadonlySet<string> = new Set(["not-revealing", "no-stake", "epoch-not-running"]);

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const kept = new KeptStakes(localStorage);
const log = new PublishedLog(localStorage);

/** The stakes by table, newest only. */
export const ownStakes = new Store<{ readonly byTable: ReadonlyMap<string, OwnStake> }>({ byTable: new Map() });

function show(stake: KeptStake, change: Partial<OwnStake> = {}): void {
  const before = ownStakes.state.byTable.get(stake.table);
  const same = before?.kept.contribution === stake.contribution ? before : { ended: null, held: null, fault: null };
  const byTable = new Map(ownStakes.state.byTable).set(stake.table, { ...same, ...change, kept: stake });
  ownStakes.set({ byTable });
}

/** Return the stake of this browser's that a table had last, null if it had none. */
export function ownStakeAt(table: string): KeptStake | null {
  return ownStakes.state.byTable.get(table)?.kept ?? null;
}

/** Take a seat of the epoch that a table takes stakes for, and tend it from then on. */
export async function takeSeat(table: LiveTable, wish: SeatWish): Promise<Stake> {
  const player = session.state.me?.id;
  if (player === undefined || table.announcement === null) throw new Error("nobody is here, or no seed is announced");
  const proved = hasKey(player) ? await provedTable(player, table, wish.rules) : null;
  const value = drawValue();
  const drawn: KeptStake = {
    player,
    table: table.id,
    epoch: table.epoch,
    seat: wish.seat,
    amount: wish.stake,
    contribution: contributionOf({ table: table.id, epoch: table.epoch }, wish.seat, value),
    commitment: table.announcement.commitment,
    announcedSeq: table.announcement.seq,
    value,
    drawnAtMs: Date.now(),
    leaf: "",
    signed: false,
    seal: null,
    revealed: false,
    owed: false,
  };
  // A value that is sent to nobody does no harm; a stake whose value is lost burns a hand.
  kept.keep(drawn);
  // The answer may come after a logout. The value is told with the session that places the stake.
  const { token } = client;
  let placed: PlacedStake;
  try {
    placed = await placeStake(table, drawn, wish.sideBet, proved, kept);
  } catch (error) {
    // Where no answer came the stake may stand: its value stays, and the list of stakes tells.
    if (error instanceof Problem && error.status < 500) kept.forget(drawn);
    else void resume();
    throw error;
  }
  // Whatever its record says: a value that is not told burns a hand of everybody's.
  void tend(kept.keep(withRecord(drawn, placed.stake)), token);
  await placed.keep();
  return placed.stake;
}

/** Return a stake with what its record tells of it. */
function withRecord(stake: KeptStake, found: Stake): KeptStake {
  return { ...stake, leaf: found.receipts[0]?.leaf ?? stake.leaf, signed: isSigned(found) };
}

/** Go on with the stakes that were open, or on their way, when the page was left, as soon as the platform lists them. */
export async function resume(): Promise<void> {
  for (;;) {
    const player = session.state.me?.id;
    if (player === undefined) return;
    try {
      const fates = await resumeOf(player);
      if (!fates.includes("underway")) return;
    } catch (error) {
      if (!passes(error)) throw error;
    }
    await pause(AGAIN_SECONDS);
  }
}

/** Return whether something is tried again: the network or the session is away, the records are as they were. */
const passes = (error: unknown): boolean => error instanceof NoConnection || error instanceof Problem;

async function resumeOf(player: string): Promise<readonly Fate[]> {
  const listed = await newestStakes();
  return kept.of(player).map((stake) => {
    const fate = fateOf(stake, listed, Date.now());
    const found = listed.find((each) => each.contribution === stake.contribution);
    const known = found === undefined ? stake : withRecord(stake, found);
    if (fate === "follow" || fate === "ended") void tend(known, client.token, fate === "ended");
    if (fate === "lost") kept.forget(stake);
    return fate;
  });
}

const tended = new Set<string>();

/** Follow a stake until its hand has ended, with the token of a session of its player. */
async function tend(stake: KeptStake, token: string | null, ended = false): Promise<void> {
  if (tended.has(stake.contribution)) return;
  tended.add(stake.contribution);
  const feed = feedOf(stake.table);
  const unfollow = feed.follow();
  show(kept.keep(stake));
  try {
    await new Tending(stake, feed, token, ended).untilEnded();
  } finally {
    tended.delete(stake.contribution);
    unfollow();
  }
}

/** One stake from its seat to its end. */
class Tending {
  #stake: KeptStake;
  readonly #feed: Feed;
  /** With the token of the session that placed the stake: it may reveal also when it is locked or has ended. */
  readonly #revealing: Client;
  #distrusted = false;
  /** Whether the stake stood at the table, or has ended. */
  #seen: boolean;

  constructor(stake: KeptStake, feed: Feed, token: string | null, ended: boolean) {
    this.#seen = ended;
    this.#stake = stake;
    this.#feed = feed;
    this.#revealing = new Client(new HeldItems());
    this.#revealing.token = token;
  }

  async untilEnded(): Promise<void> {
    for (;;) {
      const { table } = this.#feed.store.state;
      try {
        if (table !== null) this.#keepSeal(table);
        if (table !== null && standsAt(this.#stake, table)) this.#seen = true;
        const duty = table === null ? "wait" : dutyOf(this.#stake, table, this.#seen);
        if (duty === "reveal" && !this.#distrusted && !this.#stake.revealed) await this.#reveal();
        if (duty === "ask" && (this.#gone() || (await this.#ended()))) return;
        await this.#change(duty === "wait" ? null : LOOK_SECONDS);
      } catch (error) {
        if (!passes(error)) {
          this.#distrusted = true;
          show(this.#stake, { fault: error });
        }
        await pause(AGAIN_SECONDS);
      }
    }
  }

  /** Return whether the stake's player is logged in here no more. The next login goes on with it. */
  #gone(): boolean {
    return session.state.me !== null ? session.state.me.id !== this.#stake.player : !session.state.loggedIn;
  }

  /** Wait until the table changes, or for so many seconds. */
  #change(seconds: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = seconds === null ? undefined : setTimeout(() => done(), seconds * 1000);
      const unwatch = this.#feed.store.watch(() => done());
      const done = (): void => {
        clearTimeout(timer);
        unwatch();
        resolve();
      };
    });
  }

  /** Send the value, once the records name the stake as it was sent and a signed checkpoint covers them. */
  async #reveal(): Promise<void> {
    const { table, announcedSeq, epoch, value } = this.#stake;
    const records = readRecords(await this.#feed.notesAfter(announcedSeq - 1), table);
    const seats = requireNamed(this.#stake, records);
    await log.prove(seats.leaf);
    const body = { epoch, value };
    try {
      await this.#revealing.call({ method: "POST", path: `/tables/${table}/reveals`, body, read: nothing });
    } catch (error) {
      if (error instanceof Problem && TOO_LATE.has(error.code)) return;
      throw error;
    }
    this.#keep({ ...this.#stake, revealed: true });
  }

  /** Keep the seal of the hand that the player is shown. Around a pot a seat has one hand after another. */
  #keepSeal(table: LiveTable): void {
    const hand = table.own?.hand ?? null;
    if (hand === null || this.#distrusted || table.epoch !== this.#stake.epoch) return;
    if (sealOf(hand.key, hand.cards) !== hand.seal) throw new TableCheated("other-seal");
    if (table.pot_game === null && this.#stake.seal !== hand.seal) this.#keep({ ...this.#stake, seal: hand.seal });
  }

  /** Return whether the stake has ended, and hold its hand's records against what was seen. */
  async #ended(): Promise<boolean> {
    const own = (await newestStakes()).find((each) => each.contribution === this.#stake.contribution);
    if (own === undefined || own.status === "open") return false;
    await refreshMoney();
    show(this.#stake, { ended: own });
    await keepReceipts(this.#stake.player, own.receipts);
    await this.#hold(own);
    if (mayBeOwed(this.#stake, own)) this.#keep({ ...this.#stake, owed: true });
    else kept.forget(this.#stake);
    return true;
  }

  async #hold(own: Stake): Promise<void> {
    if (own.end_leaf === null) return;
    try {
      const notes = await this.#feed.notesAfter(this.#stake.announcedSeq - 1);
      const records = readRecords(notes, this.#stake.table);
      const table = await this.#defined();
      show(this.#stake, { held: requireFairEnd(this.#stake, table, records, own.returned?.amount ?? 0) });
    } catch (error) {
      if (!(error instanceof TableCheated || error instanceof NotHolding)) throw error;
      show(this.#stake, { fault: error });
    }
  }

  /** Return the table's first record, which the log has: it says what all hands of the table are dealt from. */
  async #defined(): Promise<TableRecord> {
    const told = await this.#feed.recordsAfter(-1, 1);
    const notes = told.map((event) => event.note);
    const [table] = readRecords(notes, this.#stake.table);
    if (table?.fields["type"] !== "table") throw new TableCheated("gap");
    await log.prove(table.leaf);
    return table;
  }

  #keep(stake: KeptStake): void {
    this.#stake = kept.keep(stake);
    show(this.#stake);
  }
}
