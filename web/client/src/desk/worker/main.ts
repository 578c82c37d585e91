/** The worker: it reads what was given, judges it, keeps the log and answers the page. */
import { hex } from "../../log/bytes.ts";
import { judgeLog } from "../../log/judge.ts";
import type { JudgedLog } from "../../log/judged.ts";
import { judgeAlone, type ProvedAlone } from "../../log/proved-alone.ts";
import { readTrust } from "../../log/trust.ts";
import type { Policy } from "../../log/witness-policy.ts";
import { readPolicy } from "../../log/witness-policy.ts";
import { archive, NoExport } from "../files/archive.ts";
import { folder } from "../files/folder.ts";
import type { GivenFile } from "../files/given.ts";
import type { Asked, Judged, Told, ToJudge, ToProve, Trouble } from "../protocol.ts";
import { Explorer } from "./explorer.ts";
import { findFiling, type ReportFound } from "./report.ts";

/** How often the page is told of the progress. */
const TELL_EVERY_MS = 100;
const LINE_FEED = new Uint8Array([0x0a]);

/** The keys that somebody gave are none. */
class NoTrust extends Error {}

/** The policy that somebody gave is none. */
class NoPolicy extends Error {}

let explorer: Explorer | undefined;

const tell = (message: Told): void => postMessage(message);

addEventListener("message", (event: MessageEvent<Asked>) => void answer(event.data));

async function answer(asked: Asked): Promise<void> {
  try {
    tell({ id: asked.id, answer: await answerTo(asked) });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    tell({ id: asked.id, trouble: troubleOf(error), detail });
  }
}

async function answerTo(asked: Asked): Promise<unknown> {
  if (asked.question === "judge") return judged(asked.id, asked.ask);
  if (asked.question === "prove") return proved(asked.ask);
  if (explorer === undefined) throw new TypeError("a question before anything was judged");
  switch (asked.question) {
    case "chains":
      return explorer.chainPage(asked.ask);
    case "records":
      return explorer.recordPage(asked.ask);
    case "limits":
      return explorer.limitsPage(asked.ask);
    case "record":
      return explorer.detail(asked.ask.index);
    case "find":
      return explorer.find(asked.ask.text);
  }
}

async function judged(id: number, given: ToJudge): Promise<Judged> {
  const began = performance.now();
  const files = given.archive === undefined ? folder(given.log) : archive(await bytesOf(given.archive));
  const log = await judgeLog(files, {
    ...(given.trust === undefined ? {} : { trust: trusted(given.trust) }),
    ...(given.receipts.length === 0 ? {} : { receipts: await linesOf(given.receipts) }),
    kept: await Promise.all(given.kept.map(bytesOf)),
    proofs: await Promise.all(given.proofs.map(bytesOf)),
    ...(given.policy === undefined ? {} : { policy: policyIn(await given.policy.text()) }),
    onProgress: throttled((done, total) => tell({ id, done, total })),
  });
  explorer = new Explorer(log);
  return {
    verdict: log.verdict,
    size: log.size,
    chains: log.chains.size,
    sheets: log.sheets,
    report: given.report === undefined ? undefined : await filingOf(given.report, log, explorer),
    currency: explorer.currencyOf(log.verdict.first?.chain ?? ""),
    ms: performance.now() - began,
  };
}

/** What proofs show without a log, by keys that came another way. */
async function proved({ trust: text, proofs, kept, receipts }: ToProve): Promise<readonly ProvedAlone[]> {
  const trust = readTrust(trusted(text));
  if (typeof trust === "string") throw new NoTrust(trust);
  return judgeAlone({
    trust,
    proofs: await Promise.all(proofs.map(bytesOf)),
    kept: await Promise.all(kept.map(bytesOf)),
    receipts: receipts.length === 0 ? undefined : await linesOf(receipts),
  });
}

/** The bytes of keys that came another way; what is no trust.json is refused before anything is judged by it. */
function trusted(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text.trim());
  const read = readTrust(bytes);
  if (typeof read === "string") throw new NoTrust(read);
  return bytes;
}

/** The policy of a file; what is none is refused before anything is judged by it. */
function policyIn(text: string): Policy {
  const read = readPolicy(text);
  if (typeof read === "string") throw new NoPolicy(read);
  return read;
}

/** All receipts as one file, one object a line. */
async function linesOf(files: readonly Blob[]): Promise<Uint8Array> {
  return bytesOf(new Blob(files.flatMap((file) => [file, LINE_FEED])));
}

async function filingOf(file: GivenFile, log: JudgedLog, explored: Explorer): Promise<ReportFound> {
  const digest = await crypto.subtle.digest("SHA-256", await file.blob.arrayBuffer());
  return findFiling(file.path, hex(new Uint8Array(digest)), log, explored.systemRecords("filing"));
}

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

function throttled(tellProgress: (done: number, total: number) => void): (done: number, total: number) => void {
  let told = 0;
  return (done, total) => {
    if (performance.now() - told < TELL_EVERY_MS) return;
    told = performance.now();
    tellProgress(done, total);
  };
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof NoExport) return "no-export";
  if (error instanceof NoTrust) return "no-trust";
  if (error instanceof NoPolicy) return "no-policy";
  // What a browser says of a file that was moved or changed since it was chosen.
  if (error instanceof DOMException && error.name.startsWith("Not")) return "not-readable";
  return "defect";
}
