/** What records of a table say that the board shows: docs/formats/tables.md, "Records of the table's chain". */
import { integer, list, nullable, oneOf, otherwise, record, text, type Reader, type Shape } from "../api/shape.ts";
import type { TableEvent } from "./answers.ts";

/** The record's words are in snake case, the interface's in kebab case. */
const kebab = (word: string): string => word.replaceAll("_", "-");

const result = record({
  seat: integer,
  result: text,
  staked: integer,
  returned: integer,
  rake: otherwise(integer, 0),
  bonus: otherwise(nullable(record({ category: text, returned: integer })), null),
});

export interface SeatEnd {
  readonly seat: number;
  readonly outcome: string;
  /** Minor units: stake, raise and side bet; around a pot the buy-in. */
  readonly staked: number;
  /** Minor units: all that came back, what the side bet returned included. */
  readonly returned: number;
  /** The side bet's part. */
  readonly bonus: { readonly category: string; readonly returned: number } | null;
}

/** A hand or game that is over. */
export interface EndedHand {
  readonly epoch: number;
  /** Why: `decided` against the house; the game's own end around a pot; why it was burnt. */
  readonly why: string;
  /** All cards that were dealt against the house, in the order of the deal. */
  readonly cards: readonly string[];
  /** Around a pot, the hands that were still held. */
  readonly hands: readonly { readonly seat: number; readonly cards: readonly string[] }[];
  readonly results: readonly SeatEnd[];
  /** What the clock decided against the house, for those who did not. */
  readonly defaults: readonly { readonly seat: number; readonly action: string }[];
  /** The seats whose value did not come. */
  readonly missing: readonly number[];
}

const handEnd = record({
  epoch: integer,
  why: otherwise(text, "decided"),
  cards: otherwise(list(text), []),
  hands: otherwise(list(record({ seat: integer, cards: list(text) })), []),
  results: list(result),
  acts: otherwise(list(record({ seat: integer, a: text, by: text })), []),
});

/** Return what a `hand_end` says. */
export function endOf(event: TableEvent): EndedHand {
  const { epoch, why, cards, hands, results, acts } = handEnd(event.record, "hand_end");
  return {
    epoch,
    why: kebab(why),
    cards,
    hands,
    missing: [],
    defaults: acts.filter((act) => act.by === "timeout").map((act) => ({ seat: act.seat, action: act.a })),
    results: results.map((each) => ({
      seat: each.seat,
      outcome: kebab(each.result),
      staked: each.staked,
      returned: each.returned,
      bonus: each.bonus === null ? null : { ...each.bonus, category: kebab(each.bonus.category) },
    })),
  };
}

const tableAbort = record({
  epoch: integer,
  reason: oneOf("no_reveal", "not_covered", "void"),
  missing: list(integer),
});

/** Return what a `table_abort` says: no cards, and all stakes go back. */
export function burntOf(event: TableEvent): EndedHand {
  const { epoch, reason, missing } = tableAbort(event.record, "table_abort");
  return { epoch, why: kebab(reason), cards: [], hands: [], results: [], defaults: [], missing };
}

/** A word of the records as the interface writes it. */
const word: Reader<string> = (value, at) => kebab(text(value, at));

const turn = record({
  seat: integer,
  cards: list(text),
  result: word,
  staked: integer,
  returned: integer,
  refill: integer,
});

/** A turn around a pot that is over: its cards, the third included, and what the seat put in and got out (minor units). */
export type FinishedTurn = Shape<typeof turn>;

/** Return the turns that a record's course tells, those of the record's own decision first. */
export function turnsOf(event: TableEvent): readonly FinishedTurn[] {
  const { turns } = event.record;
  if (turns === undefined) return [];
  return list(turn)(turns, event.type);
}
