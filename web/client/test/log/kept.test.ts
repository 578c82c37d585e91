import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { judgeLog } from "../../src/log/judge.ts";
import { Files, VECTORS } from "./folder.ts";

interface Case {
  readonly name: string;
  readonly files: Record<string, string>;
  readonly kept: string;
  readonly code: string;
}

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));
const [, ...lines] = readFileSync(join(VECTORS, "kept.jsonl"), "utf8").trim().split("\n");
const CASES = lines.map((line): Case => JSON.parse(line));

test.each(CASES.map((each) => [each.name, each] as const))("%s", async (_, each) => {
  const files = new Files(new Map(Object.entries(each.files).map(([name, text]) => [name, bytes(text)])));
  const { verdict } = await judgeLog(files, { kept: [bytes(each.kept)] });
  expect(verdict.code ?? "OK").toBe(each.code);
  if (each.code.startsWith("E_") || each.code.startsWith("W_"))
    expect(verdict.checks.find(({ name }) => name === "checkpoints")?.result).toBe("fails");
});
