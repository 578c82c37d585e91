/** The family `pot`: docs/formats/rule-sheet.md and docs/rules/pot-red-dog.md. */

import type { CanonicalObject } from "../canonical.ts";
import { listIn, numberOf, numbersIn, objectIn } from "../fields.ts";
import { integer, listOf, money, objectOf, oneOf } from "../form.ts";
import type { SheetForm } from "./family.ts";
import { RANKS } from "./family.ts";

const AMOUNTS = ["ante", "take", "down", "raise_min", "refill", "refill_empty"] as const;

/** A game whose payouts are unknown is published and cannot be played. */
export const playable = (sheet: CanonicalObject): boolean => listIn(objectIn(sheet, "pay"), "spread").length > 0;

function agree(sheet: CanonicalObject): string | undefined {
  if (sheet["stakes"] !== undefined) return "a game around a pot has one currency";
  if (!playable(sheet)) return undefined;
  const odds = numbersIn(objectIn(sheet, "pay"), "spread");
  if (odds.length !== 11 || odds.some((each) => each < 1)) return "the odds are not eleven";
  if (sheet["pair"] !== "take_or_call" || sheet["consecutive"] !== "draw") return "such a game cannot be played";
  const unit = numberOf(sheet, "unit");
  const chip = numberOf(sheet, "chip");
  if (unit < 1 || chip < 1 || unit % chip !== 0) return "the unit is not a number of chips";
  const whole = AMOUNTS.every((name) => numberOf(sheet, name) >= 1 && numberOf(sheet, name) % unit === 0);
  if (!whole) return "an amount is no multiple of the unit";
  if (numberOf(sheet, "second_pack_from") < 2) return "the number of players for two packs is too small";
  const seats = numberOf(sheet, "seats");
  return seats >= 2 && seats <= 10 ? undefined : "the game is for two to ten players";
}

export const pot: SheetForm = {
  name: "pot",
  since: "rdf/2",
  actions: ["take", "call", "raise", "down"],
  fields: {
    ace: oneOf("low"),
    chip: money,
    unit: money,
    ...Object.fromEntries(AMOUNTS.map((name) => [name, money])),
    pay: objectOf({ spread: listOf(money, 0, 11) }),
    pair: oneOf("take_or_call", "take_and_redraw"),
    consecutive: oneOf("draw", "redraw"),
    second_pack_from: integer(0, 11),
    rake_basis_points: integer(0, 10_000),
    timeout_action: oneOf("down"),
  },
  agree,
  hasSideBet: () => false,
};

/** The numbers of a sheet by which a game is played. */
export interface PotTerms {
  readonly ante: number;
  readonly take: number;
  readonly down: number;
  readonly raiseMin: number;
  readonly refill: number;
  readonly refillEmpty: number;
  readonly unit: number;
  readonly chip: number;
  readonly odds: readonly number[];
  readonly rake: number;
  readonly secondPackFrom: number;
}

export const termsOf = (sheet: CanonicalObject): PotTerms => ({
  ante: numberOf(sheet, "ante"),
  take: numberOf(sheet, "take"),
  down: numberOf(sheet, "down"),
  raiseMin: numberOf(sheet, "raise_min"),
  refill: numberOf(sheet, "refill"),
  refillEmpty: numberOf(sheet, "refill_empty"),
  unit: numberOf(sheet, "unit"),
  chip: numberOf(sheet, "chip"),
  odds: numbersIn(objectIn(sheet, "pay"), "spread"),
  rake: numberOf(sheet, "rake_basis_points"),
  secondPackFrom: numberOf(sheet, "second_pack_from"),
});

/** What each place of the order has, and what the pot holds. */
export interface Chips {
  readonly stacks: readonly number[];
  readonly pot: number;
}

export interface Decision {
  readonly a: string;
  readonly amt: number;
}

/** 0 for the ace, which is low, to 12 for the king. */
const rankOf = (card: string): number => (RANKS.indexOf(card.charAt(0)) + 1) % 13;

/** Ranks strictly between two cards; undefined for a pair. */
export function spreadOf(cards: readonly string[]): number | undefined {
  const [one = 0, other = 0] = cards.map(rankOf);
  return one === other ? undefined : Math.abs(one - other) - 1;
}

/** Whether a hand leaves something to decide. */
export const asks = (cards: readonly string[]): boolean => spreadOf(cards) !== 0;

/** What a seat does that does not decide. */
export const defaultOf = (cards: readonly string[]): "take" | "down" =>
  spreadOf(cards) === undefined ? "take" : "down";

/** Why a decision may not be, in words; undefined if it may. */
export function decisionWrong(
  terms: PotTerms,
  cards: readonly string[],
  { pot: held, stack }: { pot: number; stack: number },
  { a, amt }: Decision,
): string | undefined {
  const spread = spreadOf(cards);
  if (spread === 0) return "consecutive cards leave nothing to decide";
  if (spread === undefined) {
    if (a !== "take" && a !== "call") return "a pair takes or calls";
    return amt === 0 ? undefined : "a pair bets nothing";
  }
  if (a === "down") return amt === Math.min(terms.down, stack) ? undefined : "going down has another price";
  if (a !== "raise") return "a spread raises or goes down";
  const fits = amt % terms.unit === 0 && amt >= Math.min(terms.raiseMin, stack) && amt <= Math.min(held, stack);
  return fits ? undefined : "the raise is not within its limits";
}

export const drawsThird = ({ a }: Decision): boolean => a === "call" || a === "raise";

/** What became of one hand. */
export interface TurnOutcome {
  readonly result: string;
  readonly staked: number;
  /** Without the rake. */
  readonly returned: number;
  readonly rake: number;
  /** Out of the pot, below 0 where it grows. */
  readonly won: number;
}

const loses = (result: string, staked: number): TurnOutcome => ({
  result,
  staked,
  returned: 0,
  rake: 0,
  won: -staked,
});

export function turnOutcome(
  terms: PotTerms,
  cards: readonly string[],
  held: number,
  decision: Decision | undefined,
): TurnOutcome {
  const wins = (result: string, staked: number, won: number): TurnOutcome => {
    const rake = Math.floor((won * terms.rake) / 10_000 / terms.unit) * terms.unit;
    return { result, staked, returned: staked + won - rake, rake, won };
  };
  if (decision === undefined) return loses("consecutive_draw", 0);
  const { a, amt } = decision;
  const [one = 0, other = 0, third = -1] = cards.map(rankOf);
  if (a === "take") return wins("pair_take", 0, Math.min(terms.take, held));
  if (a === "call") return third === one ? wins("red_dog", 0, held) : loses("pair_miss", 0);
  if (a === "down") return loses("down", amt);
  if (third <= Math.min(one, other) || third >= Math.max(one, other)) return loses("lose", amt);
  const odds = terms.odds[Math.abs(one - other) - 2] ?? 0;
  return wins("win", amt, Math.min(odds * amt, held));
}

/** Divide a pot among places; odd chips go one each to the first of the order. */
export function divided(terms: PotTerms, { stacks, pot: held }: Chips, places: readonly number[]): Chips {
  const chips = held / terms.chip;
  const each = Math.floor(chips / places.length);
  const odd = chips - each * places.length;
  const after = [...stacks];
  for (const [at, place] of places.entries())
    after[place] = (after[place] ?? 0) + (each + (at < odd ? 1 : 0)) * terms.chip;
  return { stacks: after, pot: 0 };
}

/** The places that still have chips, in order. */
export const inPlay = ({ stacks }: Chips): number[] => stacks.flatMap((stack, place) => (stack > 0 ? [place] : []));

/** Everyone in play pays so much, or what is left. */
export function paidIn(chips: Chips, asked: number): Chips {
  const paid = chips.stacks.map((stack) => Math.min(stack, asked));
  return {
    stacks: chips.stacks.map((stack, place) => stack - (paid[place] ?? 0)),
    pot: chips.pot + paid.reduce((sum, each) => sum + each, 0),
  };
}

/** How a game stands after the pot was looked at. */
export interface Looked extends Chips {
  /** Asked of each player. */
  readonly refill: number;
  readonly over: "all_out" | "last_one" | undefined;
}

/** The last one takes the pot; where a payment took the last chips of all, those who paid divide it. */
function lastOne(terms: PotTerms, chips: Chips, before: readonly number[]): Chips | undefined {
  const left = inPlay(chips);
  if (left.length > 1) return undefined;
  return divided(terms, chips, left.length === 1 ? left : before);
}

/** The beginning: everyone pays the ante. */
export function afterAntes(terms: PotTerms, buyIns: readonly number[]): Looked {
  const begun = { stacks: buyIns, pot: 0 };
  const paid = paidIn(begun, terms.ante);
  const last = lastOne(terms, paid, inPlay(begun));
  return { ...(last ?? paid), refill: 0, over: last && "last_one" };
}

/** Rules 14, 17 and 18: after a turn the pot is looked at. */
export function looked(terms: PotTerms, chips: Chips): Looked {
  const left = inPlay(chips);
  if (chips.pot === 0 && left.length < chips.stacks.length) return { ...chips, refill: 0, over: "all_out" };
  const alone = lastOne(terms, chips, left);
  if (alone !== undefined) return { ...alone, refill: 0, over: "last_one" };
  const low = chips.pot <= terms.refill * left.length ? terms.refill : 0;
  const refill = chips.pot === 0 ? terms.refillEmpty : low;
  const paid = paidIn(chips, refill);
  const last = lastOne(terms, paid, left);
  return { ...(last ?? paid), refill, over: last && "last_one" };
}

/** The chips after a hand, before the pot is looked at. */
export function moved(chips: Chips, place: number, { staked, returned, won }: TurnOutcome): Chips {
  const stacks = chips.stacks.with(place, (chips.stacks[place] ?? 0) - staked + returned);
  return { stacks, pot: chips.pot - won };
}

/** The next place after one that has chips. */
export function nextPlace(stacks: readonly number[], place: number): number {
  for (let step = 1; step <= stacks.length; step++) {
    const next = (place + step) % stacks.length;
    if ((stacks[next] ?? 0) > 0) return next;
  }
  return place;
}

/** Where the cards of a game come from: out of a pack, or out of what its records tell. */
export interface Dealer {
  /** The hand that a place shows; undefined if there is none to show. */
  readonly shown: (place: number) => readonly string[] | undefined;
  readonly third: () => string;
  /** After a turn: the place is dealt a new hand if it has chips and the game goes on. */
  readonly passed: (place: number, after: Looked) => void;
}

export interface FinishedTurn extends TurnOutcome {
  readonly place: number;
  readonly cards: readonly string[];
  readonly refill: number;
}

/** What happened up to the next decision. */
export interface Course {
  readonly turns: readonly FinishedTurn[];
  readonly chips: Chips;
  /** Who is asked; undefined when the game is over. */
  readonly now: number | undefined;
  readonly over: Looked["over"];
}

/** Play from a place on, with its decision if it was asked, until somebody has to decide or the game is over. */
export function played(
  terms: PotTerms,
  begun: Chips,
  first: number,
  decision: Decision | undefined,
  dealer: Dealer,
): Course {
  const turns: FinishedTurn[] = [];
  let chips: Chips = begun;
  let place = first;
  let decided = decision;
  for (;;) {
    const hand = dealer.shown(place);
    if (hand === undefined || (decided === undefined && asks(hand)))
      return { turns, chips, now: place, over: undefined };
    const cards = decided !== undefined && drawsThird(decided) ? [...hand, dealer.third()] : hand;
    const outcome = turnOutcome(terms, cards, chips.pot, decided);
    const after = looked(terms, moved(chips, place, outcome));
    turns.push({ ...outcome, place, cards, refill: after.refill });
    dealer.passed(place, after);
    chips = { stacks: after.stacks, pot: after.pot };
    if (after.over !== undefined) return { turns, chips, now: undefined, over: after.over };
    place = nextPlace(after.stacks, place);
    decided = undefined;
  }
}
