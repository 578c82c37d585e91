/** That a log only grew (RFC 9162, 2.1.4.2): docs/formats/log.md, "Proofs". */

import { fromHex, hex } from "./bytes.ts";
import type { Checkpoint } from "./checkpoints.ts";
import { nodeHash } from "./tree.ts";

/** Return whether a path shows that a log begins with an earlier one (RFC 9162, 2.1.4.2). */
export function grows(older: Checkpoint, newer: Checkpoint, path: readonly Uint8Array[]): boolean {
  if (older.size < 1 || older.size > newer.size) return false;
  if (older.size === newer.size) return path.length === 0 && older.root === newer.root;
  const whole = Number.isInteger(Math.log2(older.size));
  const [first, ...rest] = whole ? [fromHex(older.root), ...path] : path;
  if (first === undefined) return false;

  let [at, last] = [older.size - 1, newer.size - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  let [before, after] = [first, first];
  for (const beside of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [before, after] = [nodeHash(beside, before), nodeHash(beside, after)];
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      after = nodeHash(after, beside);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && hex(before) === older.root && hex(after) === newer.root;
}
