/** What a player signs: docs/formats/player-keys.md, "Statements". Pure. */
import type { CanonicalObject } from "../../log/canonical.ts";

/** Where a statement belongs. */
export interface Place {
  /** The log's. */
  readonly origin: string;
  readonly chain: string;
  /** The leaf of the chain's newest record. */
  readonly prev: string;
  /** The last millisecond to use it in. */
  readonly until: number;
  /** The round that is dealt next; null where no epoch has one left. */
  readonly next: { readonly epoch: number; readonly nonce: number } | null;
}

/** Returns what is signed at a place. */
export type State = (place: Place) => CanonicalObject;

/** No epoch has a round left: one must be opened before a deal is signed. */
export class NoRoundLeft extends Error {}

const said = (type: string, { origin, chain, until }: Place): CanonicalObject => ({ type, origin, chain, until });
const after = (type: string, place: Place, members: CanonicalObject): CanonicalObject => ({
  ...said(type, place),
  prev: place.prev,
  ...members,
});

/** Open an epoch with a client seed, having seen the log's root at `size`. */
export const opening =
  (
    announced: { readonly epoch: number; readonly commitment: string; readonly rounds: number },
    client: string,
    seen: { readonly size: number; readonly root: string },
  ): State =>
  (place) =>
    after("open", place, {
      epoch: announced.epoch,
      commit: announced.commitment,
      n: announced.rounds,
      client,
      size: seen.size,
      root: seen.root,
    });

/** Be dealt the next round by the rules of this leaf. Amounts are in minor units. No card is known yet. */
export const deal =
  (rules: string, ante: number, bonus: number): State =>
  (place) => {
    if (place.next === null) throw new NoRoundLeft("no epoch has a round left");
    const { epoch, nonce } = place.next;
    return after("deal", place, { epoch, nonce, rules, ante, bonus });
  };

/** Decide, having seen the cards of the deal with this leaf: all decisions of the round so far. */
export const settle =
  (dealt: string, acts: readonly (readonly [string, number])[]): State =>
  (place) => ({ ...said("settle", place), deal: dealt, acts });

/** A stake at a table, as its record has it. Amounts are in minor units. */
export interface TableStake {
  /** `deal` against the house, `sit` around a pot. */
  readonly kind: "deal" | "sit";
  /** The leaf of the table's first record. */
  readonly table: string;
  readonly epoch: number;
  readonly seat: number;
  /** The leaf of the rules. */
  readonly rules: string;
  /** Of the value, which nobody else knows yet. */
  readonly contrib: string;
  readonly amount: number;
  readonly sideBet: number;
  /** The value that is owed since a hand was burnt, without `r` where it is lost; null where none is owed. */
  readonly late: { readonly abort: string; readonly r?: string } | null;
}

/** Take a seat at a table. No card is known yet. */
export const stakeAtTable =
  ({ kind, amount, sideBet, late, ...members }: TableStake): State =>
  (place) =>
    after(kind, place, {
      ...members,
      ...(kind === "sit" ? { buy_in: amount } : { ante: amount, bonus: sideBet }),
      ...(late === null ? {} : { late }),
    });

/** Decide at a table against the house, having seen the cards of the `hand` with this leaf. */
export const actAtTable =
  (dealt: string, hand: string, a: string, amt: number): State =>
  (place) => ({ ...said("act", place), deal: dealt, hand, a, amt });

/** Decide around a pot, having seen what the table's record with the leaf `asked` shows. */
export const turnAtTable =
  (sit: string, asked: string, a: string, amt: number): State =>
  (place) => ({ ...said("turn", place), sit, asked, a, amt });

/** Vote, be away or come back around a pot. The place's `prev` is the leaf of the table's newest record. */
export const markAtTable =
  (sit: string, a: string): State =>
  (place) =>
    after("turn", place, { sit, a });

/** Loosen a limit or come back; `act` is the record's. */
export const limits =
  (act: CanonicalObject): State =>
  (place) =>
    after("limits", place, { act });

/** Let a key in. */
export const playerKey =
  (pub: string, use: "play" | "recover"): State =>
  (place) =>
    after("player_key", place, { alg: "ed25519", pub, use });

/** End a key. */
export const playerKeyEnd =
  (kid: string, why: string): State =>
  (place) =>
    after("player_key_end", place, { kid, why });
