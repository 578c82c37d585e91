/**
 * Checkpoints that the auditor kept from earlier visits, held against the log: docs/formats/signing-keys.md, rule 4 and
 * "Stolen keys", 5, and docs/formats/verdicts.md.
 */

import type { Checkpoints, Claimed } from "./checkpoints.ts";
import { readClaimed } from "./checkpoints.ts";
import type { Log } from "./log.ts";
import type { SignedCheckpoint } from "./log-keys.ts";
import type { Trust } from "./trust.ts";
import type { Finding } from "./verdict.ts";
import type { Witnesses } from "./witnesses.ts";

/** A checkpoint that was kept. That a successor of the trusted key may have signed it, only the log says. */
export type Kept = Claimed & SignedCheckpoint;

/** The kept checkpoints that may be of this log, and what is wrong with the others. */
export async function readKept(
  notes: readonly Uint8Array[],
  trust: Trust,
): Promise<{ readonly kept: readonly Kept[]; readonly findings: readonly Finding[] }> {
  const read = await Promise.all(
    notes.map(async (note): Promise<Kept | Finding> => {
      const found = await readClaimed(note, trust);
      return typeof found === "string"
        ? wrong("E_CHECKPOINT", `A kept checkpoint does not hold: ${found}.`)
        : { ...found, note };
    }),
  );
  return { kept: read.filter((one) => "note" in one), findings: read.filter((one) => "code" in one) };
}

/**
 * Judge kept checkpoints, once the log was read, and return the notes that keys of the log signed.
 *
 * These are the log's from then on, like published ones. That a note has a line of the log's name says nothing yet.
 */
export async function judgeKept(
  kept: readonly Kept[],
  {
    log,
    checkpoints,
    witnesses,
  }: { readonly log: Log; readonly checkpoints: Checkpoints; readonly witnesses: Witnesses },
): Promise<ReadonlySet<Uint8Array>> {
  const { findings, roots, read } = checkpoints;
  const signed = new Set<Uint8Array>();
  for (const [at, one] of kept.entries()) {
    const due = log.roots.get(one.size);
    const isOther = due !== undefined && due !== one.root;
    const holds = await log.keys.log.hold(one);
    if ((!holds || isOther) && (await log.keys.log.onlyStolen(one)) && (await witnesses.lackQuorum(one))) {
      const detail = `A key that was stolen signed a checkpoint of size ${one.size} that no quorum of witnesses saw.`;
      findings.push(wrong("W_FORK_STOLEN", detail));
    } else if (holds || (isOther && (await log.keys.log.signed(one)))) {
      signed.add(one.note);
      const promised = roots.get(one.size);
      if (promised === undefined) roots.set(one.size, one.root);
      read.set(`kept ${at}`, one);
      const finding = contradiction(one, { promised, due, size: log.promised });
      if (finding !== undefined) findings.push(finding);
    } else {
      const detail = `The kept checkpoint of size ${one.size} does not hold: it lacks the line of a key that signs the log at its size.`;
      findings.push(wrong("E_CHECKPOINT", detail));
    }
  }
  return signed;
}

/** What a checkpoint of the log's own keys says against the root published for its size, and that of the entries. */
function contradiction(
  { size, root }: Kept,
  log: { readonly promised: string | undefined; readonly due: string | undefined; readonly size: number },
): Finding | undefined {
  if (log.promised !== undefined && log.promised !== root) {
    return wrong("E_FORK", `The log signed two roots for the size ${size}.`);
  }
  if (size > log.size) {
    return wrong("E_WITHHELD_ENTRY", `A kept checkpoint of size ${size} promises entries that the export lacks.`);
  }
  if (log.due === undefined || log.due === root) return undefined;
  const detail = `The root of the kept checkpoint of size ${size} is not that of the entries.`;
  return { code: "E_ROOT", detail, said: root, due: log.due };
}

const wrong = (code: string, detail: string): Finding => ({ code, detail });
