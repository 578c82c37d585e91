import { expect, test } from "vitest";
import { folder } from "../../src/desk/files/folder.ts";
import { sorted } from "../../src/desk/files/given.ts";
import { speech } from "../../src/desk/speech.ts";
import { verdictText } from "../../src/desk/verdict-text.ts";
import { judgeLog } from "../../src/log/judge.ts";
import { exported } from "./logs.ts";

async function told(name: string): Promise<string> {
  const { verdict, size, chains, sheets } = await judgeLog(folder(sorted(exported(name)).log), {});
  const judged = { verdict, size, chains: chains.size, sheets, report: undefined, currency: undefined, ms: 1 };
  return verdictText(speech("en"), judged);
}

test("says the code, the place, and what was said against what was due", async () => {
  const lines = (await told("log-forged")).split("\n");

  expect(lines.slice(0, 6)).toEqual([
    "verdict     TAMPERED E_PAYOUT",
    "            This log was tampered with.",
    "first       log index 32, chain 000102030405060708090a0b0c0d0e0f, number 26, type settle",
    "            2000 was returned, the rules give 3000.",
    "said        2000",
    "due         3000",
  ]);
});

test("names what was not checked, and what no check finds, in a verdict that holds too", async () => {
  const text = await told("log-rdf2");

  expect(text).toMatch(/^verdict {5}OK\n/);
  expect(text).toMatch(/^not-checked .*receipts/m);
  expect(text).toMatch(/^no check {4}people: invented players/m);
});
