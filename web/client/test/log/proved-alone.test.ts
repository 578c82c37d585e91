/** The proofs without a log of `proofs.jsonl`, held against the desk's program; tests/vectors/test_proofs.py has the verifier. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { utf8 } from "../../src/log/bytes.ts";
import { judgeAlone } from "../../src/log/proved-alone.ts";
import { readTrust, type Trust } from "../../src/log/trust.ts";
import { VECTORS } from "./folder.ts";

interface Case {
  readonly name: string;
  readonly proof: string;
  readonly code: string;
  readonly receipt: string;
  readonly kept: readonly string[];
}

const [first = "", ...lines] = readFileSync(join(VECTORS, "proofs.jsonl"), "utf8").trim().split("\n");
const trust = readTrust(utf8(JSON.parse(first).trust)) as Trust;
const cases: readonly Case[] = lines.map((line) => JSON.parse(line));

test.each(cases)("$name: $code", async ({ proof, code, receipt, kept }) => {
  const [found] = await judgeAlone({
    trust,
    proofs: [utf8(proof)],
    kept: kept.map(utf8),
    receipts: receipt === "" ? undefined : utf8(receipt),
  });
  const said = found?.result === "unanswered" ? "UNANSWERABLE" : (found?.code ?? "OK");
  expect(said).toBe(code);
  expect(found?.result === "holds").toBe(code === "OK");
});

test("a record is told by its receipt, whichever of several it is", async () => {
  const [one, other] = cases.filter(({ name }) => ["entry 0", "entry 2"].includes(name));
  const receipts = utf8(`{}\n${one?.receipt}\n${other?.receipt}\n`);
  const [found] = await judgeAlone({ trust, proofs: [utf8(other?.proof ?? "")], kept: [], receipts });
  expect(found?.record).toMatchObject({ line: 3, seq: JSON.parse(other?.receipt ?? "").note && expect.any(Number) });
  expect(found?.record?.leaf).toBe(JSON.parse(other?.receipt ?? "").leaf);
});
