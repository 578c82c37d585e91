/** An export in a zip file, each of its files unpacked when it is read. */
import { unzipSync } from "fflate";
import type { LogFiles } from "../../log/files.ts";
import { exportRoot } from "./given.ts";

/** The largest file of an export is a bundle of 256 entries of 65,535 bytes; anything beyond is no part of one. */
const FILE_BYTES_MAX = 32 * 1024 * 1024;

/** Something that is no archive, or no archive of an export. */
export class NoExport extends Error {}

/**
 * Return the files of the export in an archive.
 *
 * @throws {NoExport} if these bytes are no zip file, or there is no export in it.
 */
export function archive(packed: Uint8Array): LogFiles {
  const sizes = contents(packed);
  const root = exportRoot([...sizes.keys()]);
  if (root === undefined) throw new NoExport("no export");
  const names = [...sizes.keys()].filter((name) => name.startsWith(root) && !name.endsWith("/"));
  return {
    names: () => names.map((name) => name.slice(root.length)),
    read: async (name) => {
      const path = root + name;
      const size = sizes.get(path);
      if (size === undefined || size > FILE_BYTES_MAX) return undefined;
      return unzipSync(packed, { filter: (file) => file.name === path })[path];
    },
  };
}

/** List the names in an archive with their unpacked sizes; nothing is unpacked. */
function contents(packed: Uint8Array): Map<string, number> {
  const sizes = new Map<string, number>();
  try {
    unzipSync(packed, {
      filter: (file) => {
        sizes.set(file.name, file.originalSize);
        return false;
      },
    });
  } catch (error) {
    throw new NoExport(error instanceof Error ? error.message : String(error), { cause: error });
  }
  return sizes;
}
