/** What the board says of a table: whose turn it is, until when, and what each seat does. Pure. */
import type { LiveTable } from "./answers.ts";
import type { EndedHand, SeatEnd } from "./told.ts";

/** The word under a seat. */
export type SeatWord =
  | "free"
  | "in"
  | "value"
  | "value-missing"
  | "decides"
  | "you-decide"
  | "waits"
  | "away"
  | "out"
  | "voted"
  | { readonly action: string; readonly byClock: boolean };

export interface SeatFacts {
  /** From 0. */
  readonly seat: number;
  readonly mine: boolean;
  readonly turn: boolean;
  readonly taken: boolean;
  /** Minor units at stake, or around a pot the seat's chips; null for a free seat. */
  readonly amount: number | null;
  readonly word: SeatWord;
  /** What the seat got out of the hand that has just ended, before anybody sits there again. */
  readonly last: SeatEnd | null;
}

/** Return all seats of a table, from the first. */
export function seatsOf(table: LiveTable, ended: EndedHand | null): readonly SeatFacts[] {
  const shown = table.phase === "betting" ? ended : null;
  return Array.from({ length: table.seats_max }, (_, seat) => {
    const mine = table.own?.seat === seat;
    const placed = table.seats.find((each) => each.seat === seat);
    const last = shown?.results.find((each) => each.seat === seat) ?? null;
    if (placed === undefined) return { seat, mine: false, turn: false, taken: false, amount: null, word: "free", last };
    const turn = deciding(table).includes(seat);
    return { seat, mine, turn, taken: true, amount: amountAt(table, seat), word: wordOf(table, seat), last: null };
  });
}

/** Return the seats that the table waits for. Against the house they decide side by side. */
export function deciding(table: LiveTable): readonly number[] {
  if (table.phase !== "playing") return [];
  if (table.pot_game !== null) return table.pot_game.turn === null ? [] : [table.pot_game.turn.seat];
  return table.seats.filter((each) => each.decision === null).map((each) => each.seat);
}

/** Return whether this player is asked now. */
export function asked(table: LiveTable): boolean {
  return (table.own?.legal_actions.length ?? 0) > 0;
}

/** Return the number of the record that asks; null while nobody is asked. */
export function askedSeq(table: LiveTable): number | null {
  return table.pot_game === null ? (table.hand?.seq ?? null) : (table.pot_game.turn?.seq ?? null);
}

function amountAt(table: LiveTable, seat: number): number {
  const chips = table.pot_game?.seats.find((each) => each.seat === seat);
  if (chips !== undefined) return chips.stack.amount;
  const placed = table.seats.find((each) => each.seat === seat);
  if (placed === undefined) return 0;
  return placed.stake.amount + (placed.side_bet?.amount ?? 0) + (placed.decision?.amount.amount ?? 0);
}

function wordOf(table: LiveTable, seat: number): SeatWord {
  const placed = table.seats.find((each) => each.seat === seat);
  if (table.phase === "revealing") return placed?.revealed === true ? "value" : "value-missing";
  if (table.phase !== "playing") return "in";
  const mine = table.own?.seat === seat;
  if (table.pot_game !== null) return potWord(table.pot_game, seat, mine);
  if (placed?.decision === null) return mine ? "you-decide" : "decides";
  if (placed?.decision === undefined) return "in";
  return { action: placed.decision.action, byClock: placed.decision.actor === "timeout" };
}

function potWord(game: NonNullable<LiveTable["pot_game"]>, seat: number, mine: boolean): SeatWord {
  const player = game.seats.find((each) => each.seat === seat);
  if (player === undefined || player.stack.amount === 0) return game.turn?.seat === seat ? "decides" : "out";
  if (player.away) return "away";
  if (game.turn?.seat === seat) return mine ? "you-decide" : "decides";
  return player.voted ? "voted" : "waits";
}

/** A deadline that the clock shows. */
export interface Deadline {
  readonly for: "betting" | "values" | "own-decision" | "decision" | "decisions";
  readonly at: string;
  /** The whole time, for the bar. */
  readonly seconds: number;
  /** The seat that is waited for, where it is one. */
  readonly seat: number | null;
}

/** Return the deadline that counts now; null while the table waits for players. */
export function deadlineOf(table: LiveTable): Deadline | null {
  const turn = table.pot_game?.turn ?? null;
  if (turn !== null) {
    const own = asked(table) ? "own-decision" : "decision";
    return { for: own, at: turn.times_out_at, seconds: table.deciding_seconds, seat: turn.seat };
  }
  if (table.due_at === null) return null;
  const one = { at: table.due_at, seat: null };
  if (table.phase === "betting") return { ...one, for: "betting", seconds: table.betting_seconds };
  if (table.phase === "revealing") return { ...one, for: "values", seconds: table.revealing_seconds };
  if (table.phase !== "playing") return null;
  return { ...one, for: asked(table) ? "own-decision" : "decisions", seconds: table.deciding_seconds };
}

/** Return the whole seconds to an instant, never below 0. */
export function secondsTo(instant: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - nowMs) / 1000));
}

/** The seconds that are said in words. */
const SAID: readonly number[] = [20, 10, 5];

/** Return the number of seconds to say now, null if none: the newest one that was passed since `before` was left. */
export function secondsToSay(before: number | null, left: number): number | null {
  if (before === null || left >= before) return null;
  return SAID.findLast((seconds) => left <= seconds && before > seconds) ?? null;
}

/** Return all that lies on the table: stakes and raises, or the pot. */
export function onTable(table: LiveTable): number {
  if (table.pot_game !== null) return table.pot_game.pot.amount;
  return table.seats.reduce((sum, each) => sum + amountAt(table, each.seat), 0);
}

/** Return the cards of a hand of Montana: the seats' own in seat order, the dealer's five, the burnt one, the hit card. */
export interface MontanaCards {
  readonly hands: ReadonlyMap<number, readonly string[]>;
  readonly dealer: readonly string[];
  readonly burnt: string | null;
  readonly hit: string | null;
}

const HAND = 5;

export function montanaCards(ended: EndedHand): MontanaCards {
  const hands = new Map<number, readonly string[]>();
  for (const [index, { seat }] of ended.results.entries()) {
    hands.set(seat, ended.cards.slice(HAND * index, HAND * (index + 1)));
  }
  const rest = ended.cards.slice(HAND * ended.results.length);
  return { hands, dealer: rest.slice(0, HAND), burnt: rest[HAND] ?? null, hit: rest[HAND + 1] ?? null };
}

/** What the console below the cloth is for. */
export type Mode = "bet" | "seated" | "decide" | "playing" | "watch";

/** Return what this player can do at a table now. `answered` is the number of the record that was answered already. */
export function modeOf(table: LiveTable, answered: number | null): Mode {
  const open = table.status === "open" && table.available && table.announcement !== null;
  if (table.phase === "betting" && table.own === null) return open ? "bet" : "watch";
  if (table.own === null) return "watch";
  if (table.phase === "betting") return "seated";
  return asked(table) && askedSeq(table) !== answered ? "decide" : "playing";
}

/** Return the seat that is offered: the one that was chosen while it is free, or else the lowest free one; null if none is. */
export function offeredSeat(table: LiveTable, chosen: number | null): number | null {
  const free = Array.from({ length: table.seats_max }, (_, seat) => seat).filter(
    (seat) => !table.seats.some((each) => each.seat === seat),
  );
  return chosen !== null && free.includes(chosen) ? chosen : (free[0] ?? null);
}

/** Return the action that Enter takes: to stand or to play, around a pot what the clock would take. */
export function plainAction(table: LiveTable): string | null {
  const names = table.own?.legal_actions.map((each) => each.action) ?? [];
  return ["stand", "play"].find((name) => names.includes(name)) ?? table.own?.default_action ?? null;
}

/** What an action may cost, in minor units. */
export interface Cost {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** Return what an action may cost this seat, its room for raises included; null while it is not legal. */
export function costOf(table: LiveTable, name: string): Cost | null {
  const found = table.own?.legal_actions.find((each) => each.action === name);
  if (found === undefined) return null;
  const [least, step] = [found.cost_min.amount, Math.max(1, found.cost_step.amount)];
  const room = name === "raise" ? (table.own?.raise_room?.amount ?? Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER;
  const most = Math.max(least, Math.min(found.cost_max.amount, room));
  return { least, most: least + Math.floor((most - least) / step) * step, step };
}

/** Return an amount that is changed within what an action may cost. */
export function within(cost: Cost, amount: number): number {
  const steps = Math.round((amount - cost.least) / cost.step);
  return Math.min(cost.most, Math.max(cost.least, cost.least + steps * cost.step));
}
