/** Files from what a browser hands over: a field for files or folders, or something dropped. */
import type { GivenFile } from "./given.ts";

/** What some browsers have beside the entries of a drop. Chromium reads no entry of a page from a disk, but handles. */
interface WithHandle {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** Return the files of a field, with their paths in the folder that was chosen. */
export function fromField(files: FileList): GivenFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }));
}

/** Return the files that were dropped, those in dropped folders too. */
export async function fromDrop(items: DataTransferItemList): Promise<GivenFile[]> {
  // All is taken before anything is awaited: afterwards the list is empty.
  const dropped = [...items].map((item: DataTransferItem & WithHandle) => ({
    handle: item.getAsFileSystemHandle?.(),
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  const found: GivenFile[] = [];
  for (const { handle, entry, file } of dropped) {
    const held = await handle;
    if (held !== undefined && held !== null) await walkHandle(held, "", found);
    else if (entry !== null) await walkEntry(entry, "", found);
    // What was dragged from a program and not from a folder has neither.
    else if (file !== null) found.push({ path: file.name, blob: file });
  }
  return found;
}

async function walkHandle(handle: FileSystemHandle, folder: string, found: GivenFile[]): Promise<void> {
  const path = folder + handle.name;
  if (isFileHandle(handle)) found.push({ path, blob: await handle.getFile() });
  if (!isFolderHandle(handle)) return;
  for await (const inside of handle.values()) await walkHandle(inside, `${path}/`, found);
}

async function walkEntry(entry: FileSystemEntry, folder: string, found: GivenFile[]): Promise<void> {
  const path = folder + entry.name;
  if (isFileEntry(entry)) {
    found.push({ path, blob: await new Promise<File>((done, failed) => entry.file(done, failed)) });
  }
  if (!isFolderEntry(entry)) return;
  const reader = entry.createReader();
  for (;;) {
    // A reader gives a hundred entries at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return;
    for (const inside of some) await walkEntry(inside, `${path}/`, found);
  }
}

const isFileHandle = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === "file";
const isFolderHandle = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === "directory";
const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
