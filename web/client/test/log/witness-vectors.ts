/** The exports of tests/vectors/witnesses.jsonl, each with its verdict. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Files, VECTORS } from "./folder.ts";

export interface Case {
  readonly name: string;
  readonly files: Record<string, string>;
  readonly trust?: string;
  readonly code: string;
  readonly witnesses: null | {
    readonly quorums: number;
    readonly newest: null | { readonly least: number; readonly greatest: number };
    readonly signed: readonly string[];
  };
}

const [header = "", ...lines] = readFileSync(join(VECTORS, "witnesses.jsonl"), "utf8").trim().split("\n");
export const CASES = lines.map((line): Case => JSON.parse(line));
export const TWO_OF_THREE: string = JSON.parse(header).policy;

export const filesOf = ({ files }: Case): Files =>
  new Files(new Map(Object.entries(files).map(([name, text]) => [name, new Uint8Array(Buffer.from(text, "base64"))])));
export const named = (name: string): Case => CASES.find((each) => each.name === name)!;
