/** The proof of docs/formats/log.md, held against the log that it is of. `verifier proof` judges the same block. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { utf8 } from "../../src/log/bytes.ts";
import { readBundle } from "../../src/log/entries.ts";
import { judgeLog } from "../../src/log/judge.ts";
import { readProof } from "../../src/log/proofs.ts";
import { leafHash, rootOver } from "../../src/log/tree.ts";
import { vector, VECTORS } from "./folder.ts";

const PAGE = readFileSync(join(VECTORS, "../../docs/formats/log.md"), "utf8");
const PROOF = /```tlog-proof\n([\s\S]*?)```/.exec(PAGE)![1]!;
const [first, index, hash, ...rest] = PROOF.split("\n");
const changed = (...lines: (string | undefined)[]): string => [...lines, ...rest].join("\n");

async function judged(text: string, log = "log") {
  const { verdict } = await judgeLog(vector(log), { proofs: [utf8(text)] });
  return { code: verdict.code ?? "OK", found: verdict.proofs[0] };
}

test("a proof leads from the log's entry to the root of its checkpoint", async () => {
  const { found } = await judged(PROOF);
  const own = (await judgeLog(vector("log"), {})).verdict.code ?? "OK";
  expect(found).toEqual({ kind: "inclusion", number: 2, size: 30, result: "holds" });
  expect((await judged(PROOF)).code).toBe(own);
  expect((await judged(changed(first, "extra AAAA", index, hash))).found?.result).toBe("holds");
});

test.each([
  ["of another entry", changed(first, "index 3", hash)],
  ["beyond its checkpoint", changed(first, "index 30", hash)],
  [
    "with another hash",
    changed(
      first,
      index,
      hash!.replace(/^./, (letter) => (letter === "A" ? "B" : "A")),
    ),
  ],
  ["with a hash too few", changed(first, index)],
  ["with a hash too many", changed(first, index, hash, hash)],
])("a proof %s does not hold", async (_, text) => {
  expect(await judged(text)).toMatchObject({ code: "E_PROOF", found: { result: "fails" } });
});

test.each([
  "",
  "old 06\n\n",
  PROOF.replace("@v1", "@v2"),
  PROOF.replace("index 2", "index 02"),
  PROOF.replace("\n\n", "\n"),
])("the text %j is no proof", async (text) => {
  expect(readProof(utf8(text))).toBeUndefined();
  expect(await judged(text)).toMatchObject({ code: "E_PROOF", found: { number: undefined, result: "fails" } });
});

const GROWN = /```consistency-proof\n([\s\S]*?)```/.exec(PAGE)![1]!;

test("a proof of consistency joins the log's earlier checkpoint to a later one", async () => {
  const own = (await judgeLog(vector("log"), {})).verdict.code ?? "OK";
  expect(await judged(GROWN)).toEqual({
    code: own,
    found: { kind: "consistency", number: 6, size: 30, result: "holds" },
  });
  const other = GROWN.replace(/^(old 6\n)./, (_, head) => `${head}A`);
  expect(await judged(other)).toMatchObject({ code: "E_PROOF", found: { result: "fails" } });
  expect(await judged(GROWN.replace("old 6", "old 31"))).toMatchObject({ code: "E_PROOF", found: { result: "fails" } });
  // Nobody signed a checkpoint of that size.
  expect(await judged(GROWN.replace("old 6", "old 7"))).toMatchObject({ code: own, found: { result: "not-checked" } });
});

test("a root that nobody signed proves nothing, though a line has the log's name", async () => {
  const files = vector("log");
  const entry = (await readBundle(files, 0, 30)).entries[2]!;
  const path = [new Uint8Array(32)];
  const root = Buffer.from(rootOver(leafHash(entry), 0, 2, path)!, "hex").toString("base64");
  const [origin] = PROOF.split("\n\n")[1]!.split("\n");
  const name = /^\u2014 (\S+) /m.exec(PROOF)![1]!;
  const line = Buffer.concat([Buffer.from("0a0b0c0d", "hex"), Buffer.alloc(64, 7)]).toString("base64");
  const proof = `${first}\nindex 0\n${Buffer.from(path[0]!).toString("base64")}\n\n${origin}\n2\n${root}\n\n\u2014 ${name} ${line}\n`;

  expect(readProof(utf8(proof))).toBeDefined();
  expect(await judged(proof)).toMatchObject({ code: "E_CHECKPOINT", found: { size: undefined, result: "fails" } });
});

test("a proof whose checkpoint the log's key did not sign proves nothing", async () => {
  const forged = PROOF.replace("hj0YC+iP", "hj0YC+iQ");
  expect(await judged(forged)).toMatchObject({ code: "E_CHECKPOINT", found: { size: undefined, result: "fails" } });
});
