/** The tree of RFC 6962 over all entries: docs/formats/log.md, "Grammar". */

import { sha256 } from "./sha256.ts";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (entry: Uint8Array): Uint8Array => sha256(LEAF, entry);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(NODE, left, right);

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
