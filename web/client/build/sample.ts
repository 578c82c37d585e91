/** The sample logs that the desk carries, packed as an auditor would get them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync, type Zippable } from "fflate";

/** One instant for all files, so that the same files give the same bytes. */
const PACKED_AT = new Date(2026, 0, 1);

/** Return the files under a folder as a zip file in base64. */
export function packed(folder: string): string {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const files: Zippable = {};
  for (const name of names) files[name.slice(folder.length + 1)] = readFileSync(name);
  return Buffer.from(zipSync(files, { level: 9, mtime: PACKED_AT })).toString("base64");
}
