/** A game around a pot as its records tell it: who has what, who is asked, who voted, who is away. */

import type { CanonicalObject } from "../canonical.ts";
import type { Chips, Decision, PotTerms } from "../families/pot.ts";
import { numberOf, numbersIn, objectIn, objectsIn, textOf, textsIn } from "../fields.ts";
import type { Reading } from "../part.ts";

/** Who decides, by which hand, and until when. */
export interface Asked {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly key: string;
  readonly until: number;
}

export const askedIn = (fields: CanonicalObject): Asked | undefined => {
  if (fields["now"] === undefined) return undefined;
  const now = objectIn(fields, "now");
  return {
    seat: numberOf(now, "seat"),
    cards: textsIn(now, "cards"),
    key: textOf(now, "key"),
    until: numberOf(now, "until"),
  };
};

export const decisionIn = (fields: CanonicalObject): Decision => ({
  a: textOf(fields, "a"),
  amt: numberOf(fields, "amt"),
});

export const isMark = ({ fields }: Reading): boolean => fields["stacks"] === undefined;

/** Two time-outs on end take a seat away. */
const TIME_OUTS = 2;

export class PotGame {
  readonly order: readonly number[];
  readonly terms: PotTerms;
  readonly hand: Reading;
  chips: Chips;
  now: Asked | undefined;
  /** Turns of both kinds. */
  turns = 0;
  /** The time of the newest record. */
  private time: number;
  /** Of each seat: the seal of its hand, and the sum of its raises. */
  readonly seals = new Map<number, string>();
  readonly raised = new Map<number, number>();
  readonly votes = new Set<number>();
  readonly away = new Set<number>();
  private readonly timeouts = new Map<number, number>();
  /** The records that have a course, each with its decision but for the first. */
  readonly courses: { readonly read: Reading; readonly decision: Decision | undefined }[] = [];

  constructor(terms: PotTerms, hand: Reading) {
    this.terms = terms;
    this.hand = hand;
    this.order = numbersIn(hand.fields, "order");
    this.chips = { stacks: [], pot: 0 };
    this.time = hand.time;
    this.goOn(hand, undefined);
  }

  get until(): number {
    return numberOf(this.hand.fields, "until");
  }

  /** Until when the next record is due. */
  deadline(): number {
    return this.now === undefined || this.isAgreed() ? this.time : Math.min(this.now.until, this.until);
  }

  stackOf(seat: number): number {
    return this.chips.stacks[this.order.indexOf(seat)] ?? 0;
  }

  seatsInPlay(): number[] {
    return this.order.filter((seat) => this.stackOf(seat) > 0);
  }

  /** Somebody's vote stands, and every seat with chips has voted or is away. */
  isAgreed(): boolean {
    const playing = this.seatsInPlay();
    const all = playing.every((seat) => this.votes.has(seat) || this.away.has(seat));
    return this.now !== undefined && all && playing.some((seat) => this.votes.has(seat));
  }

  decide(read: Reading): void {
    const { fields } = read;
    const decision = decisionIn(fields);
    const seat = numberOf(fields, "seat");
    this.turns = numberOf(fields, "n");
    if (decision.a === "raise") this.raised.set(seat, (this.raised.get(seat) ?? 0) + decision.amt);
    if (fields["by"] === "player") {
      this.votes.delete(seat);
      this.timeouts.delete(seat);
    } else if (fields["by"] === "timeout") {
      const count = (this.timeouts.get(seat) ?? 0) + 1;
      this.timeouts.set(seat, count);
      if (count >= TIME_OUTS) this.away.add(seat);
    }
    this.goOn(read, decision);
  }

  mark(read: Reading): void {
    const { fields } = read;
    const seat = numberOf(fields, "seat");
    this.turns = numberOf(fields, "n");
    this.time = read.time;
    if (fields["a"] === "vote") this.votes.add(seat);
    else if (fields["a"] === "away") this.away.add(seat);
    else {
      this.away.delete(seat);
      this.timeouts.delete(seat);
    }
  }

  /** What follows from a record with a course. */
  private goOn(read: Reading, decision: Decision | undefined): void {
    const { fields } = read;
    this.time = read.time;
    this.chips = { stacks: numbersIn(fields, "stacks"), pot: numberOf(fields, "pot") };
    this.now = askedIn(fields);
    this.courses.push({ read, decision });
    for (const sealed of objectsIn(fields, "sealed")) this.seals.set(numberOf(sealed, "seat"), textOf(sealed, "h"));
  }
}
