/** The judging of a whole log: docs/formats/verdicts.md. */

import { judgeSigners, readCheckpoints } from "./checkpoints.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { bundleNames, BUNDLE, readBundle } from "./entries.ts";
import type { Bundle } from "./entries.ts";
import { Explorer } from "./explorer.ts";
import { Failure } from "./failure.ts";
import type { LogFiles } from "./files.ts";
import type { JudgedLog } from "./judged.ts";
import { judgeKept, readKept } from "./kept.ts";
import { Log, NO_LEAF } from "./log.ts";
import type { Chain } from "./log.ts";
import type { Reading } from "./part.ts";
import { STAGES } from "./part.ts";
import type { Part, Step } from "./part.ts";
import { PARTS } from "./parts.ts";
import { Reader, parsedEntry, placeOf } from "./reading.ts";
import type { Parsed, Read } from "./reading.ts";
import { judgeProofs, readProof } from "./proofs.ts";
import { Receipts } from "./receipts.ts";
import { warnOfStolenKeys } from "./stolen-keys.ts";
import { Tree } from "./tree.ts";
import { hex } from "./bytes.ts";
import type { Trust } from "./trust.ts";
import { isExact, readTrust, sameTrust } from "./trust.ts";
import type { Finding, Witnessed } from "./verdict.ts";
import { verdictOf } from "./verdict-of.ts";
import type { Policy } from "./witness-policy.ts";
import { Witnesses } from "./witnesses.ts";

export interface JudgeOptions {
  /** A trust.json that came another way. */
  readonly trust?: Uint8Array;
  /** Players' receipts, one JSON object a line. */
  readonly receipts?: Uint8Array;
  /** Checkpoints that the auditor kept from earlier visits. */
  readonly kept?: readonly Uint8Array[];
  /** Files that were given as proofs, of inclusion or of consistency. */
  readonly proofs?: readonly Uint8Array[];
  /** The witnesses that the auditor asks for, whatever the log announces. */
  readonly policy?: Policy;
  readonly onProgress?: (done: number, total: number) => void;
}

export async function judgeLog(files: LogFiles, options: JudgeOptions): Promise<JudgedLog> {
  const { trust, wrong } = await trusted(files, options.trust);
  if (trust === undefined) return distrusted(files, wrong ?? "", options);
  const receipts = options.receipts === undefined ? undefined : new Receipts(options.receipts);
  const checkpoints = await readCheckpoints(files, trust);
  const proofs = (options.proofs ?? []).map(readProof);
  const notes = [...(options.kept ?? []), ...proofs.flatMap((proof) => (proof === undefined ? [] : [proof.note]))];
  const { kept, findings } = await readKept(notes, trust);
  checkpoints.findings.push(...findings);
  const log = new Log({
    files,
    origin: trust.origin,
    logKey: trust.log.vkey,
    rootKey: trust.root.vkey,
    checkpoints: checkpoints.roots,
    published: checkpoints.published,
    // Where the newest checkpoint does not hold, the largest that is there by its name says how far to read.
    promised: checkpoints.newest?.size ?? [...checkpoints.published].reduce((one, other) => Math.max(one, other), 0),
  });
  const witnesses = new Witnesses(log, checkpoints, { own: options.policy, first: trust.policy }, kept);
  const judging = new Judging(log, { receipts, witnesses, kept: new Set(kept.map(({ size }) => size)) });
  await judging.pass(files, options.onProgress);
  await judgeSigners(files, checkpoints, log.keys.log);
  const signed = await judgeKept(kept, { log, checkpoints, witnesses });
  const proved = await judgeProofs(proofs, { files, log, trust, signed, roots: checkpoints.roots });
  checkpoints.findings.push(...proved.findings);
  for (const part of judging.parts) await part.end?.();
  await warnOfStolenKeys(files, log);
  const witnessed = await witnesses.judge();
  // What was found at the end is that of its record: the first record decides.
  log.findings.sort((one, other) => (one.logIndex ?? log.size) - (other.logIndex ?? log.size));
  if (wrong !== undefined) log.add({ code: "E_TRUST", detail: wrong });
  await judging.end(checkpoints, witnessed);
  const ignored = strangers(files, log.promised);
  return judging.explorer.judged(
    verdictOf(log, judging.parts, { ...options, ignored, witnesses: witnessed, proofs: proved.found }),
  );
}

/** The keys to judge by, and what is wrong with those that there are. */
async function trusted(
  files: LogFiles,
  given: Uint8Array | undefined,
): Promise<{ trust: Trust | undefined; wrong: string | undefined }> {
  const own = await files.read("trust.json");
  const read = own === undefined ? "it is missing" : readTrust(own);
  const spelt = typeof read === "string" || own === undefined || isExact(own, read);
  const inside = spelt ? read : "it is not canonical JSON and a line feed";
  const wrong = typeof inside === "string" ? `The export's trust.json does not hold: ${inside}.` : undefined;
  if (given === undefined) return { trust: typeof inside === "string" ? undefined : inside, wrong };
  const outside = readTrust(given);
  if (typeof outside === "string") return { trust: undefined, wrong: `The trusted keys do not hold: ${outside}.` };
  const agrees = typeof inside !== "string" && sameTrust(outside, inside);
  return { trust: outside, wrong: wrong ?? (agrees ? undefined : "The export's trust.json disagrees with --trust.") };
}

/** Without keys nothing can be judged. */
function distrusted(files: LogFiles, detail: string, options: JudgeOptions): JudgedLog {
  const log = new Log({
    files,
    origin: "",
    logKey: "",
    rootKey: "",
    checkpoints: new Map(),
    published: new Set(),
    promised: 0,
  });
  log.add({ code: "E_TRUST", detail });
  return new Explorer(log).judged(verdictOf(log, [], { ...options, ignored: [], witnesses: undefined, proofs: [] }));
}

/** Files that the grammar does not name, or that the newest checkpoint does not promise. */
function strangers(files: LogFiles, size: number): string[] {
  const named = new Set(["checkpoint", "trust.json", ...bundleNames("tile/entries", size)]);
  const ofGrammar = /^(?:checkpoints\/(?:0|[1-9][0-9]*)|events\/(?:x\d{3}\/)*\d{3}(?:\.p\/[1-9]\d{0,2})?)$/;
  return files.names().filter((name) => !named.has(name) && !ofGrammar.test(name));
}

const about = (named: string, type: string): boolean => named === type || named === "*";

/** What a log is judged by beside itself. */
interface Beside {
  readonly receipts: Receipts | undefined;
  readonly witnesses: Witnesses;
  /** The sizes of kept checkpoints. */
  readonly kept: ReadonlySet<number>;
}

class Judging {
  readonly parts: readonly Part[];
  readonly explorer: Explorer;
  private readonly log: Log;
  private readonly reader: Reader;
  private readonly tree = new Tree();
  private readonly receipts: Receipts | undefined;
  private readonly witnesses: Witnesses;
  private readonly kept: ReadonlySet<number>;
  /** The findings of the tree come last, each of a checkpoint's size. */
  private readonly late = new Map<number, Finding>();
  private readonly steps: ReadonlyMap<string, readonly Step[]>;
  private readonly follows: ReadonlyMap<string, readonly ((read: Reading, held: boolean) => void)[]>;

  constructor(log: Log, { receipts, witnesses, kept }: Beside) {
    this.log = log;
    this.witnesses = witnesses;
    this.receipts = receipts;
    this.kept = kept;
    this.explorer = new Explorer(log);
    this.parts = PARTS.map((part) => part(log));
    this.reader = new Reader(log, this.parts);
    const steps = STAGES.flatMap((stage) =>
      this.parts.flatMap((part) => (part.steps ?? []).filter((step) => step.stage === stage)),
    );
    const types = new Set([
      "*",
      ...steps.flatMap((step) => step.types),
      ...this.parts.flatMap((part) => Object.keys(part.follow ?? {})),
    ]);
    this.steps = new Map(
      [...types].map((type) => [type, steps.filter((step) => step.types.some((named) => about(named, type)))]),
    );
    this.follows = new Map(
      [...types].map((type) => [
        type,
        this.parts.flatMap((part) =>
          Object.entries(part.follow ?? {}).flatMap(([named, follow]) => (about(named, type) ? [follow] : [])),
        ),
      ]),
    );
  }

  async pass(files: LogFiles, onProgress: JudgeOptions["onProgress"]): Promise<void> {
    const { promised } = this.log;
    this.rootAt(0);
    let next = this.prepared(files, 0);
    for (let number = 0; number * BUNDLE < promised; number++) {
      const { bundle, parsed } = await next;
      // Signatures of the next bundle are verified while this one is judged.
      next = this.prepared(files, number + 1);
      for (const entry of parsed) await this.entry(entry);
      onProgress?.(this.log.size, promised);
      if (bundle.ends === undefined) continue;
      const [code, detail] =
        bundle.ends === "missing"
          ? ["E_WITHHELD_ENTRY", `The newest checkpoint promises ${promised} entries, and the export lacks this one.`]
          : ["E_FORM", "The bundle does not split into its entries."];
      this.log.add({ code: code ?? "", logIndex: this.log.size, detail: detail ?? "" });
      return;
    }
  }

  private async prepared(files: LogFiles, number: number): Promise<{ bundle: Bundle; parsed: readonly Parsed[] }> {
    const { promised } = this.log;
    if (number * BUNDLE >= promised) return { bundle: { first: promised, entries: [], ends: undefined }, parsed: [] };
    const bundle = await readBundle(files, number, promised);
    const parsed = bundle.entries.map((entry, at) => parsedEntry(bundle.first + at, entry));
    for (const entry of parsed) this.reader.ahead(entry);
    return { bundle, parsed };
  }

  private async entry(parsed: Parsed): Promise<void> {
    this.tree.add(parsed.hash);
    this.log.size++;
    this.rootAt(this.log.size);
    this.receipts?.logged(hex(parsed.hash));
    this.witnesses.see(parsed);
    let held = false;
    let found: Read | undefined;
    try {
      found = await this.reader.read(parsed);
      this.begin(found.read);
      if (found.failure !== undefined) throw found.failure;
      for (const step of this.steps.get(found.read.type) ?? this.steps.get("*") ?? []) {
        await step.judge(found.read);
      }
      held = true;
      this.log.newest = Math.max(this.log.newest, found.read.time);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.fail(parsed.index, found?.read, error);
    }
    this.explorer.keep(parsed, found?.read);
    if (found !== undefined) this.follow(found, held);
  }

  private follow({ read, formed, failure }: Read, held: boolean): void {
    const general = this.follows.get("*") ?? [];
    const readable = failure === undefined || formed;
    const all = formed && readable ? (this.follows.get(read.type) ?? general) : general;
    for (const follow of all) follow(read, held);
  }

  /** A chain begins with its first record, whatever it is. */
  private begin(read: Reading): void {
    const { chain, index } = read;
    let known: Chain | undefined = this.log.chains.get(chain);
    if (known === undefined) {
      const place = placeOf(read);
      const number = this.log.chains.size + 1;
      known = { id: chain, place, number, seq: -1, head: NO_LEAF, time: 0, indexes: [], player: undefined };
      this.log.chains.set(chain, known);
    }
    known.indexes.push(index);
  }

  private fail(index: number, read: Reading | undefined, { code, message, said, due }: Failure): void {
    if (read !== undefined) this.log.tell(read, code, message, said, due);
    else this.log.add({ code, logIndex: index, detail: message });
  }

  private rootAt(size: number): void {
    if (![this.log.published, this.log.checkpoints, this.kept].some((sizes) => sizes.has(size))) return;
    const root = hex(this.tree.root());
    this.log.roots.set(size, root);
    const promised = this.log.checkpoints.get(size);
    if (promised === undefined) return;
    this.log.count("checkpoints");
    if (root === promised) return;
    const detail = `The root of the checkpoint of size ${size} is not that of the entries.`;
    this.late.set(size, { code: "E_ROOT", detail, said: promised, due: root });
  }

  /** Tell of a newest checkpoint that too few have seen. */
  private quorum(witnessed: Witnessed): void {
    const { size, signed, of, quorums, newest } = witnessed;
    this.log.count("witnesses", quorums);
    if (newest !== undefined) return;
    const detail = `${signed.length} of ${of} witnesses signed the checkpoint of ${size} entries, which are too few for the policy.`;
    this.log.add({ code: "E_QUORUM", detail });
  }

  async end({ newest, findings }: Checkpoints, witnessed: Witnessed | undefined): Promise<void> {
    for (const finding of findings) this.log.add(finding);
    // One that no key of the log signed promises nothing.
    for (const [size, finding] of this.late) if (this.log.checkpoints.has(size)) this.log.add(finding);
    if (newest === undefined && !findings.some(({ code }) => code === "E_CHECKPOINT")) {
      this.log.add({ code: "E_CHECKPOINT", detail: "There is no newest checkpoint." });
    }
    if (witnessed !== undefined) this.quorum(witnessed);
    await this.receipts?.judge(this.log);
  }
}
