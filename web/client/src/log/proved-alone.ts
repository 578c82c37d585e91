/** Proofs without a log, by the keys alone: docs/formats/log.md, "Proofs"; docs/auditor.md, "Judging a proof". */

import { fromHex } from "./bytes.ts";
import { canonicalValue, isObject } from "./canonical.ts";
import type { Checkpoint } from "./checkpoints.ts";
import { readCheckpoint } from "./checkpoints.ts";
import { grows } from "./consistency.ts";
import { readProof, type GivenProof } from "./proofs.ts";
import { Receipts } from "./receipts.ts";
import { rootOver } from "./tree.ts";
import type { Trust } from "./trust.ts";
import type { ProofFound } from "./verdict.ts";

/** Everything that proofs are judged by where nobody gave a log. */
export interface GivenAlone {
  readonly trust: Trust;
  readonly proofs: readonly Uint8Array[];
  readonly kept: readonly Uint8Array[];
  /** Lines of JSON; undefined where none were given. */
  readonly receipts: Uint8Array | undefined;
}

/** What of a proof was missing. */
export type Missing = "receipt" | "checkpoint";

/** The record that a proof is of, as its receipt says it. */
export interface ProvedRecord {
  readonly line: number;
  readonly leaf: string;
  readonly type: string;
  readonly seq: number;
}

/** What is to be said of one proof. */
export interface ProvedAlone {
  readonly kind: ProofFound["kind"];
  /** As in {@link ProofFound}. */
  readonly number: number | undefined;
  /** The size of the log that it is about; undefined where its checkpoint does not hold. */
  readonly size: number | undefined;
  readonly result: "holds" | "fails" | "unanswered";
  /** The code of the format where it fails. */
  readonly code: string | undefined;
  readonly detail: string;
  readonly missing: Missing | undefined;
  readonly record: ProvedRecord | undefined;
}

/** Why a proof does not hold. */
class Wrong extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** The proof is about something that nobody gave. */
class Unanswered extends Error {
  readonly missing: Missing;

  constructor(missing: Missing) {
    super();
    this.missing = missing;
  }
}

/** Judge each proof: that of a record by its receipt, that of growth by the checkpoint that was kept. */
export async function judgeAlone(given: GivenAlone): Promise<readonly ProvedAlone[]> {
  return Promise.all(given.proofs.map((bytes) => judged(bytes, given)));
}

async function judged(bytes: Uint8Array, given: GivenAlone): Promise<ProvedAlone> {
  const proof = readProof(bytes);
  let size: number | undefined;
  const found = { kind: proof?.kind, number: proof?.number, code: undefined, detail: "" };
  const nothing = { missing: undefined, record: undefined };
  try {
    const kept = await Promise.all(given.kept.map((note) => checkpointOf(note, given.trust)));
    if (proof === undefined) throw new Wrong("E_PROOF", "it is neither a tlog-proof nor a consistency proof");
    const newest = await checkpointOf(proof.note, given.trust);
    size = newest.size;
    const record = proof.kind === "inclusion" ? included(proof, newest, given.receipts) : grown(proof, newest, kept);
    const other = kept.some((one) => one.size === newest.size && one.root !== newest.root);
    if (other) throw new Wrong("E_FORK", `the log signed two roots for the size ${newest.size}`);
    return { ...found, ...nothing, size, result: "holds", record };
  } catch (error) {
    if (error instanceof Unanswered)
      return { ...found, ...nothing, size, result: "unanswered", missing: error.missing };
    if (!(error instanceof Wrong)) throw error;
    return { ...found, ...nothing, size, result: "fails", code: error.code, detail: error.message };
  }
}

async function checkpointOf(note: Uint8Array, trust: Trust): Promise<Checkpoint> {
  const found = await readCheckpoint(note, trust);
  if (typeof found === "string") throw new Wrong("E_CHECKPOINT", `of a checkpoint: ${found}`);
  return found;
}

/** The record that the proof leads from. */
function included(
  { number: index, path }: GivenProof,
  { size, root }: Checkpoint,
  file: Uint8Array | undefined,
): ProvedRecord {
  const records = file === undefined ? [] : recordsIn(file);
  if (records.length === 0) throw new Unanswered("receipt");
  if (index >= size) throw new Wrong("E_PROOF", `it is of the entry ${index}, and its checkpoint covers ${size}`);
  const found = records.find(({ leaf }) => rootOver(fromHex(leaf), index, size, path) === root);
  if (found === undefined) throw new Wrong("E_PROOF", "it does not lead from a record that was given to the root");
  return found;
}

function grown({ number: from, path }: GivenProof, newer: Checkpoint, kept: readonly Checkpoint[]): undefined {
  const older = kept.find(({ size }) => size === from);
  if (older === undefined) throw new Unanswered("checkpoint");
  if (older.size === newer.size && older.root !== newer.root)
    throw new Wrong("E_FORK", `the log signed two roots for the size ${newer.size}`);
  if (!grows(older, newer, path))
    throw new Wrong("E_PROOF", `it does not lead from the root over ${from} entries to that of ${newer.size}`);
  return undefined;
}

/** The records of receipts. What is no receipt proves nothing, and no proof is of it. */
function recordsIn(file: Uint8Array): readonly ProvedRecord[] {
  return new Receipts(file).given.flatMap(({ line, leaf, note }) => {
    if (note === undefined) return [];
    const record = recordOf(note.text);
    return [{ line, leaf, type: String(record["type"]), seq: Number(record["seq"]) }];
  });
}

function recordOf(text: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const record = canonicalValue(text.subarray(0, -1));
    return isObject(record) ? record : {};
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return {};
    throw error;
  }
}
