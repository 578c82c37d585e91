import type { CanonicalObject } from "../canonical.ts";
import type { Fields } from "../form.ts";
import type { Deck } from "../shuffle.ts";

/** One act of a player, without its time. */
export interface Act {
  readonly a: string;
  readonly amt: number;
}

/** What the rules give for cards and acts. */
export interface Outcome {
  readonly result: string;
  /** Everything that comes back, without the side bet's part. */
  readonly returned: number;
}

export interface SideBet {
  readonly category: string;
  readonly returned: number;
}

/** What the sheets of a family look like: docs/formats/rule-sheet.md. */
export interface SheetForm {
  readonly name: string;
  /** The version of the log that has it first. */
  readonly since?: "rdf/2";
  readonly actions: readonly string[];
  /** The fields of its sheets beside those of every sheet. */
  readonly fields: Fields;
  /** What else the sheet has to agree in, in words. */
  readonly agree: (sheet: CanonicalObject) => string | undefined;
  readonly hasSideBet: (sheet: CanonicalObject) => boolean;
}

/** The cards of a hand at a table against the house. */
export interface TableCards {
  /** What all seats see before the decisions. */
  readonly shown: readonly string[];
  /** The hidden hands, in the order of the seats; none where all cards are shared. */
  readonly hands: readonly (readonly string[])[];
  readonly all: readonly string[];
  /** The cards by which the seat at a place is settled, as if it had played alone. */
  readonly of: (place: number) => readonly string[];
}

/** A family of games against the house, as one seat plays it. */
export interface Family extends SheetForm {
  /** What is wrong with a first bet beside the limits of the sheet, in words. */
  readonly betWrong: (ante: number) => string | undefined;
  /** All cards of the round. */
  readonly cards: (sheet: CanonicalObject, deck: Deck) => readonly string[];
  /** All cards of a hand of several seats. */
  readonly tableCards: (sheet: CanonicalObject, deck: Deck, seats: number) => TableCards;
  /** Whether each seat of a table has a hand that the others do not see. */
  readonly hides: boolean;
  /** How many of them are seen before a decision. */
  readonly visible: (sheet: CanonicalObject) => number;
  /** Whether the cards ask for a decision. */
  readonly asks: (cards: readonly string[]) => boolean;
  /** Whether an act has its price. */
  readonly priced: (sheet: CanonicalObject, ante: number, act: Act) => boolean;
  readonly outcome: (sheet: CanonicalObject, cards: readonly string[], ante: number, acts: readonly Act[]) => Outcome;
  readonly sideBet?: (sheet: CanonicalObject, cards: readonly string[], bonus: number) => SideBet;
}

export const RANKS = "23456789TJQKA";
/** 0 for the 2 to 12 for the ace. */
export const rankOf = (card: string): number => RANKS.indexOf(card.charAt(0));
export const suitOf = (card: string): string => card.charAt(1);
export const raised = (acts: readonly Act[]): number => acts.reduce((sum, act) => sum + act.amt, 0);
