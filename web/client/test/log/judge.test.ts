import { expect, test } from "vitest";
import { utf8 } from "../../src/log/bytes.ts";
import { judgeLog } from "../../src/log/judge.ts";
import type { Files } from "./folder.ts";
import { vector } from "./folder.ts";

const BUNDLES = { log: "tile/entries/000.p/30", "log-rdf2": "tile/entries/000.p/45" };

/** Change the first place of an export's entries that has a text, to one of the same length. */
function rewritten(files: Files, name: string, from: string, to: string): Files {
  const bytes = files.content.get(name)!;
  const text = Buffer.from(bytes).toString("latin1");
  expect(text).toContain(from);
  files.content.set(name, new Uint8Array(Buffer.from(text.replace(from, to), "latin1")));
  return files;
}

test.each(["log", "log-rdf2"])("the vector %s holds, and what nobody looked at is told", async (name) => {
  const { verdict, sheets, rounds } = await judgeLog(vector(name), {});
  expect(verdict.findings).toEqual([]);
  expect(verdict.state).toBe("ok");
  expect(verdict.figures).toEqual([
    { game: "red-dog-atlantic-city", ver: 1, cur: "USD", exp: 2, test: true, rounds: 7, staked: 5500, returned: 7500 },
  ]);
  const result = (check: string) => verdict.checks.find((each) => each.name === check)?.result;
  expect(["signatures", "chains", "cards", "payouts", "checkpoints"].map(result)).toEqual(Array(5).fill("holds"));
  expect(result("trust")).toBe("not-checked");
  expect(result("receipts")).toBe("not-checked");
  expect(sheets.map((sheet) => sheet.rounds)).toEqual([8]);
  expect(rounds.size).toBe(8);
});

test("a round is explained from its seeds", async () => {
  const judged = await judgeLog(vector("log"), {});
  const [round] = judged.rounds.values();
  const steps = judged.steps(round!)!;
  const deal = judged.record(round!.dealt).record as { cards: string[] };
  expect(steps.draws.slice(0, 2).map((draw) => draw.card)).toEqual(deal.cards);
  expect(steps.hashedBack).toHaveLength(round!.nonce + 1);
  const opened = judged.record(round!.committed).record as { commit: string };
  expect(steps.hashedBack.at(-1)).toBe(opened.commit);
});

test.each(["log", "log-rdf2"] as const)("any digit changed in the entries of %s is found", async (name) => {
  const files = rewritten(vector(name), BUNDLES[name], '"returned":', '"retvrned":');
  const { verdict } = await judgeLog(files, {});
  expect(verdict.code).toBe("E_FORM");
  const signature = await judgeLog(rewritten(vector(name), BUNDLES[name], '"test":true', '"test":tru3'), {});
  expect(signature.verdict.state).toBe("tampered");
  const salt = await judgeLog(rewritten(vector(name), BUNDLES[name], '"ante":500', '"ante":600'), {});
  expect(salt.verdict.code).toBe("E_SIG");
  expect(salt.verdict.others["E_ROOT"]).toBe(1);
});

test("a bundle that is missing is withheld", async () => {
  const files = vector("log");
  files.content.delete(BUNDLES.log);
  expect((await judgeLog(files, {})).verdict).toMatchObject({ state: "incomplete", code: "E_WITHHELD_ENTRY" });
});

test("other keys than the export's are told after the record that they did not sign", async () => {
  const files = vector("log");
  const own = new TextDecoder().decode(files.content.get("trust.json"));
  const swapped = utf8(JSON.stringify({ ...JSON.parse(own), root: JSON.parse(own).log }));
  const { verdict } = await judgeLog(files, { trust: swapped });
  expect(verdict.code).toBe("E_KEY");
  expect(verdict.others["E_TRUST"]).toBe(1);
});

test("a receipt of a record that the log has is found, and another is of nobody", async () => {
  const judged = await judgeLog(vector("log"), {});
  const note = new TextDecoder().decode(judged.record(8).entry);
  const receipts = utf8(`${JSON.stringify({ note })}\n`);
  const found = await judgeLog(vector("log"), { receipts });
  expect(found.verdict.checks.find(({ name }) => name === "receipts")).toMatchObject({ result: "holds", count: 1 });
  const altered = utf8(JSON.stringify({ note: note.replace("rdf/1", "rdf/2") }));
  expect((await judgeLog(vector("log"), { receipts: altered })).verdict.code).toBe("E_RECEIPT_SIG");
});

test("an event that was changed is found, and one that is withheld is missing", async () => {
  const changed = vector("log-rdf2");
  const name = changed.names().find((each) => each.startsWith("events/"))!;
  rewritten(changed, name, '"reason":"an example"', '"reason":"no example"');
  expect((await judgeLog(changed, {})).verdict).toMatchObject({ code: "E_EVENT", state: "tampered" });
  const withheld = vector("log-rdf2");
  withheld.content.delete(name);
  const { verdict } = await judgeLog(withheld, {});
  expect(verdict).toMatchObject({ code: "E_WITHHELD_EVENT", state: "incomplete" });
  expect(verdict.checks.find((check) => check.name === "events")?.result).toBe("fails");
});
