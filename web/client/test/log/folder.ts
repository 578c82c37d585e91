import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { LogFiles } from "../../src/log/files.ts";

export const VECTORS = join(import.meta.dirname, "../../../../tests/vectors");

/** Files in memory, which a test may change. */
export class Files implements LogFiles {
  readonly content: Map<string, Uint8Array>;

  constructor(content: Map<string, Uint8Array>) {
    this.content = content;
  }

  names(): readonly string[] {
    return [...this.content.keys()];
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    return this.content.get(name);
  }
}

export function vector(name: string): Files {
  const root = join(VECTORS, name);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Files(new Map(paths.map((path) => [relative(root, path), new Uint8Array(readFileSync(path))])));
}
