/** Where the records of a hand stand in the log, and what that proves. */
import { objectsIn, textOf } from "../../log/fields.ts";
import { Problem } from "../api/problem.ts";
import { NotHolding } from "../play/seeds/not-holding.ts";
import type { Included } from "../play/seeds/log-proofs.ts";
import type { PublishedLog } from "../play/seeds/published-log.ts";
import { keptLeaf } from "../play/seeds/receipt-store.ts";
import type { PlayerRecord } from "../play/seeds/records.ts";
import type { HandStep } from "./hand-step.ts";

const UNKNOWN: ReadonlySet<string> = new Set(["unknown-leaf", "uncovered-leaf"]);

/** The records of a hand that have a place of their own in the log. */
export interface HandInLog {
  /** The record `table`. */
  readonly first: PlayerRecord;
  /** The record that announces the seed, and those of the epoch. */
  readonly course: readonly PlayerRecord[];
  readonly seats: PlayerRecord;
  readonly own: readonly PlayerRecord[];
}

/** What the log proves of the records by which a hand is bound. */
export interface Places {
  readonly found: ReadonlyMap<string, Included>;
  /** Why the first that has no proof has none. */
  readonly missing: string | null;
}

/**
 * Have the log prove where the records stand that bind all others by their hashes, and the stakes of all seats.
 *
 * Nothing can be read of another player's stake but where its leaf stands.
 */
export async function provedPlaces(
  { log, player }: { readonly log: PublishedLog; readonly player: string },
  { first, course, seats, own }: HandInLog,
): Promise<Places> {
  const ends = course.filter(({ type }) => type !== "turn");
  const staked = objectsIn(seats.fields, "seats").map((each) => textOf(each, "stake"));
  const leaves = new Set([
    // Rules that were never published could be any.
    textOf(first.fields, "rules"),
    first.leaf,
    ...ends.map(({ leaf }) => leaf),
    ...staked,
    ...own.map(({ leaf }) => leaf),
  ]);
  const found = new Map<string, Included>();
  let missing: string | null = null;
  for (const { seq, leaf } of own) {
    const kept = await keptLeaf(player, seq);
    if (kept !== null && kept !== leaf) missing ??= `the receipt that was kept of record ${seq} is another one`;
  }
  for (const leaf of leaves) {
    try {
      found.set(leaf, await log.prove(leaf));
    } catch (error) {
      const unproved = error instanceof NotHolding || (error instanceof Problem && UNKNOWN.has(error.code));
      if (!unproved) throw error;
      missing ??= error instanceof NotHolding ? error.message : `no record of the leaf ${leaf} is in the log`;
    }
  }
  return { found, missing };
}

/** The commitment stood in the log before each stake, and each stake before the seats. */
export function committed(announcing: PlayerRecord | undefined, seats: PlayerRecord, { found }: Places): HandStep {
  const staked = objectsIn(seats.fields, "seats").map((each) => found.get(textOf(each, "stake"))?.index);
  const [place, named] = [found.get(announcing?.leaf ?? "")?.index, found.get(seats.leaf)?.index];
  const facts: HandStep["facts"] = [];
  const known = staked.filter((index) => index !== undefined);
  if (place === undefined || named === undefined || known.length < staked.length) {
    return { name: "committed", result: "fails", said: "unproved", facts };
  }
  const holds = known.every((index) => place < index && index < named);
  const args = { place, stakes: known.join(", "), named };
  return { name: "committed", result: holds ? "holds" : "fails", said: holds ? "before" : "after", args, facts };
}

export function logged({ found, missing }: Places): HandStep {
  if (missing !== null)
    return { name: "logged", result: "fails", said: "unproved", args: { detail: missing }, facts: [] };
  const all = [...found.values()];
  const newest = all.at(-1)?.checkpoint;
  const args = { places: all.map(({ index }) => index).join(", "), size: newest?.size ?? 0 };
  return {
    name: "logged",
    result: "holds",
    said: "included",
    args,
    facts: [{ name: "root", value: newest?.root ?? "" }],
  };
}
