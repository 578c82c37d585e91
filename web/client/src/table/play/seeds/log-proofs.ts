/** Proofs of the published log: docs/formats/log.md, "Proofs". */
import { fromBase64, fromHex, utf8 } from "../../../log/bytes.ts";
import { readCheckpoint, type Checkpoint } from "../../../log/checkpoints.ts";
import { grows } from "../../../log/consistency.ts";
import { rootOver } from "../../../log/tree.ts";
import type { Trust } from "../../../log/trust.ts";
import { hold } from "./not-holding.ts";

const PATH_MAX = 64;

/** Where a leaf stands, by a checkpoint that the log's key has signed. */
export interface Included {
  readonly index: number;
  readonly checkpoint: Checkpoint;
  /** The checkpoint as it came. */
  readonly note: string;
}

/** Return where a leaf stands in the log. Requires a proof of it, and the signature of the log's key. */
export async function requireIncluded(text: string, leaf: string, trust: Trust): Promise<Included> {
  const { lines, note } = parts(text);
  hold(lines[0] === "c2sp.org/tlog-proof@v1", "malformed-text", "this is no proof of the log", text);
  const behind = lines[1]?.startsWith("extra ") === true ? 2 : 1;
  const index = numberAfter("index ", lines[behind], text);
  const path = hashes(lines.slice(behind + 1), text);
  const checkpoint = await signed(note, trust);

  const root = rootOver(fromHex(leaf), index, checkpoint.size, path);
  hold(root === checkpoint.root, "unproved-record", `the proof of ${leaf} does not lead to the root`, text);
  return { index, checkpoint, note };
}

/** Return the newer checkpoint of a consistency proof. Requires that its log begins with the older one. */
export async function requireGrown(text: string, older: Checkpoint, trust: Trust): Promise<Checkpoint> {
  const { lines, note } = parts(text);
  const from = numberAfter("old ", lines[0], text);
  const path = hashes(lines.slice(1), text);
  const newer = await signed(note, trust);
  const holds = from === older.size && grows(older, newer, path);
  hold(holds, "forked-log", `the log of ${newer.size} entries does not begin with the first ${older.size}`, text);
  return newer;
}

/** Return a checkpoint that the log's key has signed, or the key before it, which that one replaced. */
export async function signed(note: string, trust: Trust, before: Trust = trust): Promise<Checkpoint> {
  const found = await readCheckpoint(utf8(note), trust);
  const checkpoint = typeof found === "string" ? await readCheckpoint(utf8(note), before) : found;
  hold(typeof checkpoint !== "string", "unsigned-checkpoint", `of a checkpoint: ${String(checkpoint)}`, note);
  return checkpoint;
}

/** Return the lines above the empty one, and the checkpoint below it. */
function parts(text: string): { readonly lines: readonly string[]; readonly note: string } {
  const at = text.indexOf("\n\n");
  hold(at > 0, "malformed-text", "a proof has no checkpoint", text);
  return { lines: text.slice(0, at).split("\n"), note: text.slice(at + 2) };
}

function numberAfter(word: string, line: string | undefined, text: string): number {
  const found = line?.startsWith(word) === true ? line.slice(word.length) : "";
  const number = /^(?:0|[1-9][0-9]*)$/.test(found) ? Number(found) : Number.NaN;
  hold(Number.isSafeInteger(number), "malformed-text", `a proof has no ${word.trim()}`, text);
  return number;
}

function hashes(lines: readonly string[], text: string): readonly Uint8Array[] {
  hold(lines.length <= PATH_MAX, "malformed-text", "a proof is too long", text);
  return lines.map((line) => {
    const hash = fromBase64(line);
    hold(hash?.length === 32, "malformed-text", "a proof has what is no hash", text);
    return hash;
  });
}
