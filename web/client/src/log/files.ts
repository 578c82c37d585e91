/** An export's files, wherever they are: a folder on a disk, files that somebody chose, an archive. */
export interface LogFiles {
  /** The names of all files, relative to the export's folder, with `/` between the parts. */
  names(): readonly string[];
  /** The content of a file, or undefined where there is none. */
  read(name: string): Promise<Uint8Array | undefined>;
}
