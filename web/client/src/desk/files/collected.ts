/** Files from what a browser hands over: a field for files or folders, or something dropped. */
import type { GivenFile } from "./given.ts";

/** Return the files of a field, with their paths in the folder that was chosen. */
export function fromField(files: FileList): GivenFile[] {
  return [...files].map((file) => ({
    path: file.webkitRelativePath === "" ? file.name : file.webkitRelativePath,
    blob: file,
  }));
}

/** Return the files that were dropped, those in dropped folders too. */
export async function fromDrop(items: DataTransferItemList): Promise<GivenFile[]> {
  // All entries are taken before anything is awaited: afterwards the list is empty.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found: GivenFile[] = [];
  for (const entry of entries) await walk(entry, "", found);
  return found;
}

async function walk(entry: FileSystemEntry, folder: string, found: GivenFile[]): Promise<void> {
  if (isFile(entry)) {
    const blob = await new Promise<File>((done, failed) => entry.file(done, failed));
    found.push({ path: folder + entry.name, blob });
    return;
  }
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  for (;;) {
    // A reader gives a hundred entries at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return;
    for (const each of some) await walk(each, `${folder}${entry.name}/`, found);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
