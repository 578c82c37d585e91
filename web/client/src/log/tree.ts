/** The tree of RFC 6962 over all entries: docs/formats/log.md, "Grammar". */

import { hex } from "./bytes.ts";
import { sha256 } from "./sha256.ts";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (entry: Uint8Array): Uint8Array => sha256(LEAF, entry);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(NODE, left, right);

/** Return the root that a path leads to from a leaf, in hex; undefined where the path does not fit (RFC 9162, 2.1.3.2). */
export function rootOver(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): string | undefined {
  if (index >= size) return undefined;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const beside of path) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(beside, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      hash = nodeHash(hash, beside);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hex(hash) : undefined;
}

/** A tree that grows leaf by leaf, of which only the roots of its full subtrees are kept. */
export class Tree {
  private readonly full: Uint8Array[] = [];
  private leaves = 0;

  get size(): number {
    return this.leaves;
  }

  add(leaf: Uint8Array): void {
    let hash = leaf;
    for (let rest = this.leaves; rest % 2 === 1; rest = (rest - 1) / 2) {
      hash = nodeHash(this.full.pop() as Uint8Array, hash);
    }
    this.full.push(hash);
    this.leaves++;
  }

  root(): Uint8Array {
    if (this.full.length === 0) return sha256();
    return this.full.reduceRight((right, left) => nodeHash(left, right));
  }
}
