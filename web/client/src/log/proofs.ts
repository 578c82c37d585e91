/** Proofs that were given beside a log, of inclusion (C2SP tlog-proof) and of consistency: docs/formats/log.md, "Proofs". */

import { fromBase64, utf8 } from "./bytes.ts";
import type { Checkpoint } from "./checkpoints.ts";
import { readClaimed } from "./checkpoints.ts";
import { grows } from "./consistency.ts";
import { BUNDLE, readBundle } from "./entries.ts";
import type { LogFiles } from "./files.ts";
import type { Log } from "./log.ts";
import { leafHash, rootOver } from "./tree.ts";
import type { Trust } from "./trust.ts";
import type { Finding, ProofFound } from "./verdict.ts";

const BYTES_MAX = 65_536;
const HASHES_MAX = 64;
const INCLUSION =
  /^c2sp\.org\/tlog-proof@v1\n(?:extra [A-Za-z0-9+/]+={0,2}\n)?index (0|[1-9][0-9]{0,15})\n((?:[A-Za-z0-9+/]{43}=\n)*)$/;

const CONSISTENCY = /^old (0|[1-9][0-9]{0,15})\n((?:[A-Za-z0-9+/]{43}=\n)*)$/;

/** A proof as it stands: its checkpoint is judged as one that was kept. */
export interface GivenProof {
  readonly kind: "inclusion" | "consistency";
  /** The index of the entry that it is of, or the size of the log that the larger one begins with. */
  readonly number: number;
  readonly path: readonly Uint8Array[];
  readonly note: Uint8Array;
}

/** Read a proof; undefined where the bytes are none. */
export function readProof(bytes: Uint8Array): GivenProof | undefined {
  if (bytes.length > BYTES_MAX) return undefined;
  const text = new TextDecoder().decode(bytes);
  const blank = text.indexOf("\n\n");
  const above = text.slice(0, blank + 1);
  const inclusion = INCLUSION.exec(above);
  const head = inclusion ?? CONSISTENCY.exec(above);
  if (blank < 0 || head === null) return undefined;
  const lines = (head[2] ?? "").split("\n").slice(0, -1);
  const path = lines.map(fromBase64).filter((hash) => hash?.length === 32);
  if (path.length !== lines.length || path.length > HASHES_MAX || !Number.isSafeInteger(Number(head[1])))
    return undefined;
  const kind = inclusion === null ? "consistency" : "inclusion";
  return { kind, number: Number(head[1]), path: path as Uint8Array[], note: utf8(text.slice(blank + 2)) };
}

/** What proofs are held against. */
interface Against {
  readonly files: LogFiles;
  readonly log: Log;
  readonly trust: Trust;
  /** The checkpoints that keys of the log signed: see `judgeKept`. */
  readonly signed: ReadonlySet<Uint8Array>;
  /** The roots that such keys signed, by size. */
  readonly roots: ReadonlyMap<number, string>;
}

/**
 * Judge proofs, once the log was read: each must lead to the root of its own, signed checkpoint, from the log's entry or from
 * the root of an earlier checkpoint.
 */
export async function judgeProofs(
  proofs: readonly (GivenProof | undefined)[],
  against: Against,
): Promise<{ readonly found: readonly ProofFound[]; readonly findings: readonly Finding[] }> {
  const findings: Finding[] = [];
  const found: ProofFound[] = [];
  for (const proof of proofs) {
    const wrong = await wrongIn(proof, against);
    if (wrong.finding !== undefined) findings.push(wrong.finding);
    found.push({ kind: proof?.kind, number: proof?.number, size: wrong.size, result: wrong.result });
  }
  return { found, findings };
}

interface Judged {
  readonly size: number | undefined;
  readonly result: ProofFound["result"];
  readonly finding?: Finding;
}

async function wrongIn(proof: GivenProof | undefined, against: Against): Promise<Judged> {
  const { trust, signed } = against;
  if (proof === undefined)
    return failed(undefined, "A file that was given is neither a tlog-proof nor a consistency proof.");
  const { kind, note } = proof;
  const claimed = await readClaimed(note, trust);
  // What is wrong with its checkpoint is told of that.
  if (typeof claimed === "string" || !signed.has(note)) return { size: undefined, result: "fails" };
  return kind === "inclusion" ? wrongInclusion(proof, claimed, against) : wrongConsistency(proof, claimed, against);
}

/** Where no checkpoint of the smaller size was given or published, there is nothing that the log could have grown from. */
function wrongConsistency({ number: from, path }: GivenProof, newer: Checkpoint, { roots }: Against): Judged {
  const { size } = newer;
  const root = roots.get(from);
  if (root === undefined && from <= size) return { size, result: "not-checked" };
  if (root !== undefined && grows({ size: from, root }, newer, path)) return { size, result: "holds" };
  return failed(size, `A proof does not lead from the root over ${from} entries to that of ${size}.`);
}

async function wrongInclusion(
  { number: index, path }: GivenProof,
  { size, root }: Checkpoint,
  { files, log }: Against,
): Promise<Judged> {
  if (index >= size) return failed(size, `A proof is of the entry ${index}, and its checkpoint covers ${size}.`);
  if (index >= log.size) return { size, result: "not-checked" };
  const { first, entries } = await readBundle(files, Math.floor(index / BUNDLE), log.promised);
  const entry = entries[index - first];
  if (entry !== undefined && rootOver(leafHash(entry), index, size, path) === root) return { size, result: "holds" };
  return failed(size, `A proof does not lead from this entry to the root over ${size} entries.`, index);
}

function failed(size: number | undefined, detail: string, logIndex?: number): Judged {
  return {
    size,
    result: "fails",
    finding: { code: "E_PROOF", detail, ...(logIndex === undefined ? {} : { logIndex }) },
  };
}
