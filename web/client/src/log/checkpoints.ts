/** The checkpoints of an export: docs/formats/log.md, "Grammar". */

import { fromBase64, hex } from "./bytes.ts";
import type { LogFiles } from "./files.ts";
import type { LogKeys } from "./log-keys.ts";
import type { SignatureLine } from "./note.ts";
import { othersOf, readLines, readNoteOf, verifies } from "./note.ts";
import type { Trust } from "./trust.ts";
import type { Finding } from "./verdict.ts";

export interface Checkpoint {
  readonly size: number;
  /** In hex. */
  readonly root: string;
}

export interface Claimed extends Checkpoint {
  /** Whether the first key of the log has signed it; otherwise a key of the same name may have, its successor. */
  readonly byFirst: boolean;
  /** All its signature lines. */
  readonly lines: readonly SignatureLine[];
}

const SIZE = /^(?:0|[1-9][0-9]*)$/;
const AT_ONCE = 256;

export interface Checkpoints {
  readonly newest: Checkpoint | undefined;
  /** By size. */
  readonly roots: Map<number, string>;
  /** By the names of their files. */
  readonly read: Map<string, Claimed>;
  /** The sizes that the files are named by: what is wrong with one of them is told of the checkpoint. */
  readonly published: ReadonlySet<number>;
  readonly findings: Finding[];
}

/** A checkpoint that the log's key signed; what is wrong with it, in words, where it is none. */
export async function readCheckpoint(bytes: Uint8Array, trust: Trust): Promise<Checkpoint | string> {
  const claimed = await readClaimed(bytes, trust);
  if (typeof claimed === "string" || claimed.byFirst) return claimed;
  const own = readNoteOf(trust.log, bytes);
  return own !== undefined && (await verifies(own, trust.log)) ? claimed : "another key of the log's name signed it";
}

/** The same of a checkpoint that a successor of the log's key may have signed: whether it is one, only the log says. */
export async function readClaimed(bytes: Uint8Array, trust: Trust): Promise<Claimed | string> {
  const [other] = othersOf(trust.log, bytes);
  const note = other ?? readNoteOf(trust.log, bytes);
  if (note === undefined) return "it is no note that the log's key signed";
  if (other === undefined && !(await verifies(note, trust.log))) return "it is not signed by the log's key";
  const found = checkpointIn(note.text, trust);
  if (typeof found === "string") return found;
  return { ...found, byFirst: other === undefined, lines: readLines(bytes)?.lines ?? [] };
}

/** What the text of a checkpoint says, whoever signed it. */
function checkpointIn(text: Uint8Array, trust: Trust): Checkpoint | string {
  const lines = new TextDecoder().decode(text).split("\n");
  const [origin, size = "", root = "", end] = lines;
  if (lines.length !== 4 || end !== "" || origin !== trust.origin) return "it is of another log, or malformed";
  const hash = fromBase64(root);
  if (!SIZE.test(size) || !Number.isSafeInteger(Number(size)) || hash?.length !== 32) return "it is malformed";
  return { size: Number(size), root: hex(hash) };
}

export async function readCheckpoints(files: LogFiles, trust: Trust): Promise<Checkpoints> {
  const names = files
    .names()
    .filter((name) => name.startsWith("checkpoints/") && SIZE.test(name.slice(12)))
    .toSorted((one, other) => Number(one.slice(12)) - Number(other.slice(12)));
  const roots = new Map<number, string>();
  const claimed = new Map<string, Claimed>();
  const findings: Finding[] = [];
  const wrong = (code: string, detail: string): void => void findings.push({ code, detail });
  const read = async (name: string): Promise<Checkpoint | undefined> => {
    const bytes = await files.read(name);
    const found = bytes === undefined ? "it is missing" : await readClaimed(bytes, trust);
    if (typeof found !== "string") {
      claimed.set(name, found);
      return found;
    }
    wrong("E_CHECKPOINT", `The checkpoint ${name} does not hold: ${found}.`);
    return undefined;
  };
  const keep = (found: Checkpoint): void => {
    const known = roots.get(found.size);
    if (known === undefined) roots.set(found.size, found.root);
    else if (known !== found.root) wrong("E_FORK", `The log signed two roots for the size ${found.size}.`);
  };
  for (let first = 0; first < names.length; first += AT_ONCE) {
    const some = names.slice(first, first + AT_ONCE);
    const found = await Promise.all(some.map(read));
    found.forEach((checkpoint, at) => {
      if (checkpoint === undefined) return;
      if (String(checkpoint.size) !== some[at]?.slice(12)) {
        wrong("E_CHECKPOINT", `The checkpoint ${some[at] ?? ""} is of size ${checkpoint.size}.`);
      }
      keep(checkpoint);
    });
  }
  const newest = await read("checkpoint");
  if (newest !== undefined) {
    if (!roots.has(newest.size)) wrong("E_CHECKPOINT", "The newest checkpoint is not among the checkpoints.");
    keep(newest);
    const larger = Math.max(...roots.keys());
    if (larger > newest.size) {
      wrong("E_WITHHELD_ENTRY", `A checkpoint of size ${larger} promises entries that the export lacks.`);
    }
  }
  return { newest, roots, read: claimed, published: new Set(names.map((name) => Number(name.slice(12)))), findings };
}

/**
 * Once the log was read, and says which keys sign its checkpoints at which size: look again at those that the first key
 * alone does not prove. One that no key of the log signed counts for nothing.
 */
export async function judgeSigners(
  files: LogFiles,
  { read, roots, findings }: Checkpoints,
  keys: LogKeys,
): Promise<void> {
  for (const [name, { size, byFirst }] of read) {
    const due = keys.at(size);
    if (byFirst && due.length === 1 && due[0] === keys.first) continue;
    const signed = { size, note: (await files.read(name)) ?? new Uint8Array() };
    if (await keys.hold(signed)) continue;
    const detail = `The checkpoint ${name} does not hold: it lacks the line of a key that signs the log at its size.`;
    findings.push({ code: "E_CHECKPOINT", detail });
    if (await keys.signed(signed)) continue;
    roots.delete(size);
    read.delete(name);
  }
}
