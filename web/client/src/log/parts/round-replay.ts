/** A round of one seat, played again from its seeds. */

import type { CanonicalObject } from "../canonical.ts";
import { Failure, must } from "../failure.ts";
import { FAMILIES } from "../families/families.ts";
import type { Act, Family } from "../families/family.ts";
import { raised } from "../families/family.ts";
import { movedTo, numberOf, numbersIn, objectIn, objectsIn, textOf, textsIn } from "../fields.ts";
import type { OpenRound } from "../log.ts";
import type { Reading } from "../part.ts";
import { Deck, roundStream, seedsDown } from "../shuffle.ts";

/** The bets of a round: what the deal took, and the sheet and family by which they are settled. */
export interface Bets {
  readonly ante: number;
  /** The side bet; 0 where there is none. */
  readonly bonus: number;
  readonly placed: number;
}

export function betsOf(deal: CanonicalObject): Bets {
  const ante = numberOf(deal, "ante");
  const bonus = deal["bonus"] === undefined ? 0 : numberOf(deal, "bonus");
  return { ante, bonus, placed: ante + bonus };
}

export const familyOf = (round: OpenRound): Family | undefined =>
  round.sheet && FAMILIES.get(textOf(round.sheet.sheet, "family"));

/** When a round that nobody decides is settled, and until when that is in time. */
export function deadlines(round: OpenRound): { timeout: number; grace: number } {
  if (round.sheet === undefined) return { timeout: Number.POSITIVE_INFINITY, grace: Number.POSITIVE_INFINITY };
  const timeout = round.deal.time + numberOf(round.sheet.sheet, "timeout_ms");
  return { timeout, grace: timeout + numberOf(round.sheet.sheet, "mmd_ms") };
}

/** The revealed seed hashes down to the newest one that is known. */
export function judgeSeed(read: Reading, { epoch }: OpenRound, seed: string): void {
  const nonce = numberOf(read.fields, "nonce");
  const due = seedsDown(read.chain, epoch.epoch, nonce, epoch.known, seed).at(-1);
  const what = epoch.known === 0 ? "the commitment" : `the seed of round ${epoch.known}`;
  must(nonce > epoch.known && due === epoch.seed, "E_SEED", `The seed does not hash back to ${what}.`, due, epoch.seed);
}

/** All cards of the round, which are those that the deal showed and, of a settlement, those that it names. */
export function judgeCards(read: Reading, round: OpenRound, family: Family, seed: string): readonly string[] {
  const { sheet } = round;
  if (sheet === undefined) throw new TypeError("a round was replayed without its sheet");
  const { deal, epoch } = round;
  const stream = roundStream(read.chain, epoch.epoch, numberOf(read.fields, "nonce"), seed, epoch.client);
  const cards = family.cards(sheet.sheet, new Deck(stream, 52 * numberOf(sheet.sheet, "decks")));
  const shown = cards.slice(0, family.visible(sheet.sheet)).join(" ");
  const said = textsIn(deal.fields, "cards").join(" ");
  must(said === shown, "E_CARDS", "The cards of the deal are not those of the seed.", said, shown);
  if (read.type !== "settle") return cards;
  const all = textsIn(read.fields, "cards").join(" ");
  must(all === cards.join(" "), "E_CARDS", "The cards are not those of the seed.", all, cards.join(" "));
  return cards;
}

interface TimedAct extends Act {
  readonly by: string;
  readonly t: number;
}

export const actsOf = (settle: CanonicalObject): readonly TimedAct[] =>
  objectsIn(settle, "acts").map((act) => ({
    a: textOf(act, "a"),
    amt: numberOf(act, "amt"),
    by: textOf(act, "by"),
    t: numberOf(act, "t"),
  }));

export function judgeActs(read: Reading, round: OpenRound, family: Family, cards: readonly string[]): void {
  const acts = actsOf(read.fields);
  const due = family.asks(cards) ? 1 : 0;
  must(acts.length === due, "E_ACTION", `The hand asks for ${due} decisions.`, acts.length, due);
  const sheet = round.sheet?.sheet ?? {};
  for (const act of acts) {
    const known = family.actions.includes(act.a);
    must(known && family.priced(sheet, betsOf(round.deal.fields).ante, act), "E_ACTION", "The act has not its price.");
    if (act.by !== "timeout") continue;
    must(act.t >= deadlines(round).timeout, "E_ACTION", "The time-out came early.", act.t, deadlines(round).timeout);
    must(act.a === sheet["timeout_action"], "E_ACTION", "The time-out took another act than the default.", act.a);
  }
}

/** The result and what is paid, by the sheet; the figures of the round are counted. */
export function judgePay(read: Reading, round: OpenRound, family: Family, cards: readonly string[]): void {
  const sheet = round.sheet?.sheet ?? {};
  const { fields } = read;
  const { ante, bonus, placed } = betsOf(round.deal.fields);
  const acts = actsOf(fields);
  const due = family.outcome(sheet, cards, ante, acts);
  const said = textOf(fields, "result");
  must(said === due.result, "E_PAYOUT", "The result is not that of the cards.", said, due.result);
  const pay = objectIn(fields, "pay");
  const staked = placed + raised(acts);
  must(
    pay["staked"] === staked,
    "E_PAYOUT",
    "What was staked is not what the round took.",
    numberOf(pay, "staked"),
    staked,
  );
  const side = fields["bonus"] === undefined ? undefined : objectIn(fields, "bonus");
  must((side !== undefined) === bonus > 0, "E_PAYOUT", "A side bet is settled that was not placed, or the reverse.");
  const won = bonus > 0 ? family.sideBet?.(sheet, cards, bonus) : undefined;
  if (won !== undefined && side !== undefined) {
    const category = textOf(side, "category");
    must(category === won.category, "E_PAYOUT", "The side bet's category is another.", category, won.category);
    const part = numberOf(side, "returned");
    must(part === won.returned, "E_PAYOUT", "The side bet's part is another.", part, won.returned);
  }
  const returned = due.returned + (won?.returned ?? 0);
  const paid = numberOf(pay, "returned");
  if (paid !== returned)
    throw new Failure("E_PAYOUT", `${paid} was returned, the rules give ${returned}.`, String(paid), String(returned));
}

/** The moves of a settlement or a void are those that its result asks for. */
export function judgeMoves(read: Reading, round: OpenRound): void {
  const { placed } = betsOf(round.deal.fields);
  const raise = read.type === "settle" ? raised(actsOf(read.fields)) : 0;
  const returned = read.type === "settle" ? numberOf(objectIn(read.fields, "pay"), "returned") : placed;
  const due = { cash: returned - raise, in_play: -placed, house: placed + raise - returned };
  expectMoves(read, due);
}

/** The net of a raise and a result is paid from what the chain had before. */
export function judgeRaise(read: Reading): void {
  const raise = raised(actsOf(read.fields));
  const before = numbersIn(read.fields, "bal")[0] ?? 0;
  must(before >= raise, "E_BALANCE", "The balance did not pay the raise.", before, raise);
}

export function expectMoves(read: Reading, due: Readonly<Record<string, number>>): void {
  const named = Object.entries(due).filter(([, amount]) => amount !== 0);
  const moves = read.fields["moves"];
  const right = named.every(([account, amount]) => movedTo(read.fields, account) === amount);
  const alone = Array.isArray(moves) && moves.length === named.length;
  const words = named.map(([account, amount]) => `${account} ${amount}`).join(", ");
  must(right && alone, "E_MOVES", "The moves are not those of the event.", JSON.stringify(moves), words);
}
