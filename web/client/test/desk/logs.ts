/** The logs of tests/vectors, as the desk reads them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type GivenFile } from "../../src/desk/files/given.ts";

const VECTORS = "../../tests/vectors";

/** Return the files of an export, with their paths under `top`. */
export function exported(folder: string, top = folder): GivenFile[] {
  const root = join(VECTORS, folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: `${top}/${path.slice(root.length + 1)}`, blob: new Blob([readFileSync(path)]) }));
}
