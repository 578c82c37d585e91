/** An export as the files of a folder. */
import type { LogFiles } from "../../log/files.ts";
import type { GivenFile } from "./given.ts";

/** Return the files of an export's folder; nothing is read until it is asked for. */
export function folder(files: readonly GivenFile[]): LogFiles {
  const byName = new Map(files.map((file) => [file.path, file.blob]));
  return {
    names: () => [...byName.keys()],
    read: async (name) => {
      const blob = byName.get(name);
      return blob === undefined ? undefined : new Uint8Array(await blob.arrayBuffer());
    },
  };
}
