import { expect, test } from "vitest";
import { folder } from "../../src/desk/files/folder.ts";
import { sorted } from "../../src/desk/files/given.ts";
import { speech } from "../../src/desk/speech.ts";
import { verdictText } from "../../src/desk/verdict-text.ts";
import { judgeLog } from "../../src/log/judge.ts";
import type { LogFiles } from "../../src/log/files.ts";
import { filesOf, named } from "../log/witness-vectors.ts";
import { exported } from "./logs.ts";

const told = (name: string): Promise<string> => toldOf(folder(sorted(exported(name)).log));

async function toldOf(files: LogFiles): Promise<string> {
  const { verdict, size, chains, sheets } = await judgeLog(files, {});
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

test("says how many witnesses signed the newest checkpoint, and which, and nothing where nobody asks for any", async () => {
  const reached = await toldOf(filesOf(named("quorum reached")));
  expect(reached).toContain("witnesses   2 witnesses of 3 signed the newest checkpoint, of 7 entries.");
  expect(reached).toContain("Signed by: one, two.");
  const missed = await toldOf(filesOf(named("a forged cosignature")));
  expect(missed).toMatch(/^verdict {5}TAMPERED E_QUORUM\n/);
  expect(missed).toContain("witnesses   1 witness of 3 signed the newest checkpoint, of 7 entries. These are too few");
  expect(await told("log-rdf2")).not.toMatch(/^witnesses/m);
});
