/** The checkpoints of an export: docs/formats/log.md, "Grammar". */

import { fromBase64, hex } from "./bytes.ts";
import type { LogFiles } from "./files.ts";
import { readNoteOf, verifies } from "./note.ts";
import type { Trust } from "./trust.ts";
import type { Finding } from "./verdict.ts";

export interface Checkpoint {
  readonly size: number;
  /** In hex. */
  readonly root: string;
}

const SIZE = /^(?:0|[1-9][0-9]*)$/;
const AT_ONCE = 256;

export interface Checkpoints {
  readonly newest: Checkpoint | undefined;
  /** By size. */
  readonly roots: ReadonlyMap<number, string>;
  /** The sizes that the files are named by: what is wrong with one of them is told of the checkpoint. */
  readonly published: ReadonlySet<number>;
  readonly findings: readonly Finding[];
}

/** A checkpoint that the log's key signed; what is wrong with it, in words, where it is none. */
export async function readCheckpoint(bytes: Uint8Array, trust: Trust): Promise<Checkpoint | string> {
  const note = readNoteOf(trust.log, bytes);
  if (note === undefined) return "it is no note that the log's key signed";
  if (!(await verifies(note, trust.log))) return "it is not signed by the log's key";
  const lines = new TextDecoder().decode(note.text).split("\n");
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
  const findings: Finding[] = [];
  const wrong = (code: string, detail: string): void => void findings.push({ code, detail });
  const read = async (name: string): Promise<Checkpoint | undefined> => {
    const bytes = await files.read(name);
    const found = bytes === undefined ? "it is missing" : await readCheckpoint(bytes, trust);
    if (typeof found !== "string") return found;
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
  return { newest, roots, published: new Set(names.map((name) => Number(name.slice(12)))), findings };
}
