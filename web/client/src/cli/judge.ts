/**
 * Judge an export: `node src/cli/judge.ts FOLDER [--trust FILE] [--receipts FILE] [--policy FILE]`.
 *
 * Prints the verdict as docs/formats/verdicts.md has it, and exits with its status.
 */

import { readFile, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { parseArgs } from "node:util";
import type { LogFiles } from "../log/files.ts";
import { judgeLog } from "../log/judge.ts";
import type { Verdict } from "../log/verdict.ts";
import { EXITS } from "../log/verdict.ts";
import { UnknownZone } from "../log/windows.ts";
import type { Policy } from "../log/witness-policy.ts";
import { readPolicy } from "../log/witness-policy.ts";

const NOTHING_JUDGED = 64;

/** A command that names nothing to judge. */
class Misused extends Error {}

async function folder(root: string): Promise<LogFiles> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const names = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const there = new Set(names);
  return {
    names: () => names,
    read: async (name) => (there.has(name) ? readFile(join(root, name)) : undefined),
  };
}

function print(verdict: Verdict): void {
  console.log(`checked   ${verdict.records} of ${verdict.promised} entries, ${verdict.checkpoints} checkpoints`);
  for (const name of verdict.ignored) console.log(`ignored   ${name}`);
  for (const { game, ver, cur, test, rounds, staked, returned } of verdict.figures) {
    const accounts = test ? "test accounts" : "players";
    console.log(
      `money     ${game} version ${ver}, ${cur}, ${accounts}: ${rounds} rounds, handle ${staked}, returned ${returned}`,
    );
  }
  for (const { name, result, count, total } of verdict.checks) {
    const counted = count === undefined ? "" : ` ${count} of ${total ?? count}`;
    console.log(`${result.padEnd(12)} ${name}${counted}`);
  }
  const { witnesses } = verdict;
  console.log(`profile   ${witnesses === undefined ? "no-witness" : "witnessed"}`);
  if (witnesses !== undefined) {
    const { signed, of, size, quorums } = witnesses;
    console.log(`witnesses ${signed.length} of ${of} signed the checkpoint of ${size} entries: ${signed.join(", ")}`);
    console.log(`          ${quorums} checkpoints have their quorum`);
  }
  console.log(`verdict   ${verdict.state.toUpperCase()}${verdict.code === undefined ? "" : ` ${verdict.code}`}`);
  const { first } = verdict;
  if (first === undefined) return;
  const where = [
    first.logIndex === undefined ? [] : [`log index ${first.logIndex}`],
    first.chain === undefined ? [] : [`chain ${first.chain}`, `seq ${first.seq ?? ""}`, `type ${first.type ?? ""}`],
  ].flat();
  if (where.length > 0) console.log(`first     ${where.join(", ")}`);
  console.log(`          ${first.detail}`);
  const others = Object.entries(verdict.others).map(([code, count]) => `${code} ${count}`);
  if (others.length > 0) console.log(`others    ${others.join(", ")}`);
}

function policyIn(text: string): Policy {
  const policy = readPolicy(text);
  if (typeof policy === "string") throw new Misused(`what was given is no policy: ${policy}`);
  return policy;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { trust: { type: "string" }, receipts: { type: "string" }, policy: { type: "string" } },
  });
  const [root, more] = positionals;
  if (root === undefined || more !== undefined) throw new Misused("one folder is judged: judge.ts FOLDER");
  const judged = await judgeLog(await folder(root), {
    ...(values.trust === undefined ? {} : { trust: await readFile(values.trust) }),
    ...(values.receipts === undefined ? {} : { receipts: await readFile(values.receipts) }),
    ...(values.policy === undefined ? {} : { policy: policyIn(await readFile(values.policy, "utf8")) }),
  });
  print(judged.verdict);
  return EXITS[judged.verdict.state];
}

/** What is wrong with the command itself: nothing was judged. */
const isOurs = (error: unknown): error is Error =>
  error instanceof Misused ||
  error instanceof UnknownZone ||
  (error instanceof Error && "code" in error && /^E|^ERR_PARSE/.test(String(error.code)));

try {
  process.exitCode = await main();
} catch (error) {
  if (!isOurs(error)) throw error;
  console.error(error.message);
  process.exitCode = NOTHING_JUDGED;
}
