/** A player's chain, as far as this browser has followed it. Pure: what is kept comes in and goes out. */
import { isObject } from "../../../log/canonical.ts";
import { seedsDown } from "../../../log/shuffle.ts";
import { hold } from "./not-holding.ts";
import type { PlayerRecord } from "./records.ts";

/** What is announced for the next epoch, by the record of this leaf. */
export interface Announced {
  readonly leaf: string;
  readonly epoch: number;
  readonly commitment: string;
  readonly rounds: number;
}

export interface Chain {
  readonly id: string;
  /** The newest record that was read, null before the first. */
  readonly head: { readonly seq: number; readonly leaf: string } | null;
  readonly announced: Announced | null;
  /** The newest known seed of the open epoch: its commitment at 0, later what was revealed. */
  readonly seed: { readonly epoch: number; readonly k: number; readonly seed: string } | null;
}

export function unread(id: string): Chain {
  return { id, head: null, announced: null, seed: null };
}

/**
 * Return the chain with its next record.
 *
 * Requires that the record continues the chain, and that a seed it reveals leads to the newest one known of its epoch.
 */
export function followed(chain: Chain, record: PlayerRecord): Chain {
  const { head } = chain;
  const { note } = record.receipt;
  hold(record.chain === chain.id, "broken-chain", `record ${record.seq} is of another chain`, note);
  if (head !== null) {
    hold(record.seq === head.seq + 1, "broken-chain", `record ${record.seq} follows ${head.seq}`, note);
    hold(record.prev === head.leaf, "broken-chain", `record ${record.seq} does not continue the chain`, note);
  }
  return {
    ...chain,
    head: { seq: record.seq, leaf: record.leaf },
    announced: announcedIn(record) ?? chain.announced,
    seed: openedBy(chain, record) ?? revealedBy(chain, record) ?? chain.seed,
  };
}

/** Return what a record announces for the next epoch, null if it announces none. */
export function announcedIn({ fields, type, leaf }: PlayerRecord): Announced | null {
  const { next } = fields;
  const said = type === "commit" ? fields : type === "open" && isObject(next) ? next : null;
  const epoch = Number(fields["epoch"]) + (type === "open" ? 1 : 0);
  if (said === null) return null;
  const { commit, n } = said;
  if (typeof commit !== "string" || typeof n !== "number") return null;
  return { leaf, epoch, commitment: commit, rounds: n };
}

function openedBy({ announced }: Chain, { fields, type }: PlayerRecord): Chain["seed"] {
  if (type !== "open" || announced === null || announced.epoch !== fields["epoch"]) return null;
  return { epoch: announced.epoch, k: 0, seed: announced.commitment };
}

function revealedBy({ id, seed: known }: Chain, { fields, receipt, type }: PlayerRecord): Chain["seed"] {
  const { seed, epoch, nonce } = fields;
  if (type !== "settle" && type !== "void") return null;
  if (typeof seed !== "string" || typeof nonce !== "number" || known === null || epoch !== known.epoch) return null;
  hold(nonce > known.k, "wrong-seed", `round ${nonce} comes after round ${known.k}`, receipt.note);
  const down = seedsDown(id, known.epoch, nonce, known.k, seed).at(-1);
  hold(down === known.seed, "wrong-seed", `the seed of round ${nonce} does not lead to its commitment`, receipt.note);
  return { epoch: known.epoch, k: nonce, seed };
}
