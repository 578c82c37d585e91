import { CHECK_OF, CHECKS, GRAVITIES, gravity } from "./codes.ts";
import type { Log } from "./log.ts";
import type { Part } from "./part.ts";
import type { Check, Finding, ProofFound, Verdict, Witnessed } from "./verdict.ts";

const FINDINGS_MAX = 100;
/** What the pass itself judges, whatever parts there are. */
const BY_PASS = ["forms", "signatures", "entries", "checkpoints"];

/** The verdict on a log that was read to its end: the gravest class decides, and in it the first finding. */
export function verdictOf(
  log: Log,
  parts: readonly Part[],
  given: {
    trust?: Uint8Array;
    receipts?: Uint8Array;
    ignored: readonly string[];
    witnesses: Witnessed | undefined;
    proofs: readonly ProofFound[];
  },
): Verdict {
  const { findings } = log;
  const state = GRAVITIES.find((grave) => findings.some(({ code }) => gravity(code) === grave));
  const first = findings.find(({ code }) => gravity(code) === state);
  const others: Record<string, number> = {};
  for (const finding of findings) if (finding !== first) others[finding.code] = (others[finding.code] ?? 0) + 1;
  const judged = new Set([...parts.flatMap((part) => part.checks), ...(parts.length === 0 ? [] : BY_PASS)]);
  if (given.receipts !== undefined && parts.length > 0) judged.add("receipts");
  if (given.witnesses !== undefined) judged.add("witnesses");
  return {
    state: state ?? "ok",
    code: first?.code,
    first,
    others,
    findings: shortened(findings),
    checks: Object.keys(CHECKS).map((name) => checkOf(name, log, judged, given.trust !== undefined)),
    figures: log.figures,
    witnesses: given.witnesses,
    proofs: given.proofs,
    records: log.size,
    promised: log.promised,
    chains: log.chains.size,
    checkpoints: log.checkpoints.size,
    ignored: given.ignored,
  };
}

function shortened(findings: readonly Finding[]): Finding[] {
  const counts = new Map<string, number>();
  return findings.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= FINDINGS_MAX;
  });
}

function checkOf(name: string, log: Log, judged: ReadonlySet<string>, trusted: boolean): Check {
  const failed = log.findings.filter(({ code }) => CHECK_OF.get(code) === name).length;
  const count = log.counts.get(name);
  const counted = count === undefined ? {} : { count, total: count + failed };
  if (failed > 0) return { name, result: "fails", ...counted };
  // That a log agrees with its own keys does not show who made it.
  if (name === "trust") return { name, result: trusted ? "given" : "not-checked" };
  return { name, result: judged.has(name) ? "holds" : "not-checked", ...counted };
}
