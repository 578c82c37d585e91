/** Which requests this browser signs: what is needed before the code that signs is fetched. docs/formats/player-keys.md. */
import type { Problem } from "../api/problem.ts";
import type { PlayerRecord } from "../play/seeds/records.ts";
import type { Place, State } from "./statements.ts";

/** What a signature adds to the body of its request. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * Return what a signature adds, null where the request is sent without one at first.
 *
 * `refused` is why the attempt before was refused: nothing was done. It is thrown where a person has to look first.
 */
export type Sign = (refused: Problem | null) => Promise<Members | null>;

/** The chain as this browser follows it. */
export interface Following {
  /** Read on to its head. `after` is the number of the record that was signed over before: what came since is told. */
  seen(after: number | null): Promise<Seen>;
  /** The log's origin, of the first meeting. */
  origin(): Promise<string>;
}
export interface Seen extends Pick<Place, "origin" | "chain" | "prev" | "next"> {
  readonly seq: number;
  /** The types of the records that came between. */
  readonly between: readonly string[];
}

/** The signature under one request. */
export interface Signature {
  readonly sign: Sign;
  /** Require that a record has a signature of this browser's key over what was asked for. */
  requireIn(record: PlayerRecord): Promise<void>;
}

/** What this browser remembers of its key of an account. */
export interface OwnKey {
  readonly kid: string;
  /** Whether the platform has said that it is in. An answer may have been lost. */
  readonly known: boolean;
}

const nameOf = (player: string): string => `reddog.own-key.${player}`;

export function ownKey(player: string): OwnKey | null {
  const kept = localStorage.getItem(nameOf(player));
  return kept === null ? null : (JSON.parse(kept) as OwnKey);
}

export function keepOwnKey(player: string, key: OwnKey | null): void {
  if (key === null) localStorage.removeItem(nameOf(player));
  else localStorage.setItem(nameOf(player), JSON.stringify(key));
}

/**
 * Return the signature under a request of an account, null where this browser has no key of it.
 *
 * `late` sends the request without one at first: of limits only the platform knows which request loosens.
 */
export function signatureOf(player: string, state: State, following: Following, late = false): Signature | null {
  const own = ownKey(player);
  if (own === null) return null;
  let after: number | null = null;
  return {
    sign: async (refused) => {
      if (refused === null && (late || !own.known)) return null;
      const { sign } = await import("./signing.ts");
      const signed = await sign(own.kid, { player, state, following, after }, refused);
      after = signed.seq;
      return signed.members;
    },
    requireIn: async (record) => {
      const { requireSigned } = await import("./signing.ts");
      await requireSigned({ kid: own.kid, player, state, origin: await following.origin() }, record);
    },
  };
}
