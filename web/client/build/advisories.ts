/** Ask npm which packages of the lock file have known vulnerabilities, and say so; or that npm could not be asked. */
import { spawnSync } from "node:child_process";

/** What a person is told, and the exit status: 0 nothing is known, 1 something is, 2 nobody could be asked. */
export interface Verdict {
  readonly status: 0 | 1 | 2;
  readonly lines: readonly string[];
}

/** A package in an answer of `npm audit --json`. What it is vulnerable by is an advisory, or the name of another package. */
interface Vulnerable {
  readonly severity: string;
  readonly range: string;
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

/** Return what an answer of `npm audit --json` says. Whatever has no list of packages is no answer. */
export function verdictOf(answer: string): Verdict {
  let told: { vulnerabilities?: Record<string, Vulnerable>; message?: string };
  try {
    told = JSON.parse(answer) as typeof told;
  } catch {
    return unasked("its answer cannot be read");
  }
  if (told.vulnerabilities === undefined) return unasked(told.message ?? "its answer has no packages");
  const found = Object.entries(told.vulnerabilities).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (found.length === 0) return { status: 0, lines: ["No known vulnerabilities found in npm's packages"] };
  return { status: 1, lines: found.flatMap(([name, vulnerable]) => describe(name, vulnerable)) };
}

function unasked(why: string): Verdict {
  return { status: 2, lines: [`Nothing is known of npm's packages: npm could not be asked. ${why}`] };
}

function describe(name: string, { severity, range, via }: Vulnerable): string[] {
  const reasons = via.map((reason) => (typeof reason === "string" ? `by ${reason}` : `${reason.title} ${reason.url}`));
  return [`${name} ${range}: ${severity}`, ...reasons.map((reason) => `  ${reason}`)];
}

if (import.meta.main) {
  const asked = spawnSync("npm", ["audit", "--json", "--package-lock-only"], { encoding: "utf8" });
  const { status, lines } = asked.error === undefined ? verdictOf(asked.stdout) : unasked(asked.error.message);
  for (const line of lines) (status === 0 ? console.log : console.error)(line);
  process.exitCode = status;
}
