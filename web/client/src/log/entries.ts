/** The entries of an export, bundle by bundle: docs/formats/log.md, "Grammar". */

import type { LogFiles } from "./files.ts";

export const BUNDLE = 256;

/** The path of a bundle: 1234067 is `x001/x234/067`. */
export function bundleName(folder: string, number: number, width: number): string {
  const groups = [String(number % 1000).padStart(3, "0")];
  for (let rest = Math.floor(number / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, "0")}`);
  }
  return `${folder}/${groups.join("/")}${width < BUNDLE ? `.p/${width}` : ""}`;
}

/** The names of all bundles of so many entries. */
export function bundleNames(folder: string, size: number): string[] {
  return Array.from({ length: Math.ceil(size / BUNDLE) }, (_, number) =>
    bundleName(folder, number, Math.min(BUNDLE, size - number * BUNDLE)),
  );
}

export interface Bundle {
  readonly first: number;
  readonly entries: readonly Uint8Array[];
  /** Why the log is not read beyond these entries: it is malformed, or there are no more. */
  readonly ends: "malformed" | "missing" | undefined;
}

/** Split a bundle; entries that are whole count, whatever comes behind them. */
function split(first: number, bytes: Uint8Array, width: number): Bundle {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length && entries.length < width) {
    const end = at + 2 + (bytes[at] as number) * 256 + (bytes[at + 1] ?? 0);
    if (end > bytes.length || end === at + 2) return { first, entries, ends: "malformed" };
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  if (at < bytes.length) return { first, entries, ends: "malformed" };
  return { first, entries, ends: entries.length < width ? "missing" : undefined };
}

/** A bundle; of a missing last one whatever narrower bundle there is. */
export async function readBundle(files: LogFiles, number: number, size: number): Promise<Bundle> {
  const first = number * BUNDLE;
  const width = Math.min(BUNDLE, size - first);
  const whole = await files.read(bundleName("tile/entries", number, width));
  if (whole !== undefined) return split(first, whole, width);
  const partial = `${bundleName("tile/entries", number, BUNDLE)}.p/`;
  const narrower = files
    .names()
    .filter((name) => name.startsWith(partial))
    .map((name) => Number(name.slice(partial.length)))
    .filter((count) => count >= 1 && count < width)
    .toSorted((one, other) => other - one);
  const count = narrower[0];
  const found = count === undefined ? undefined : await files.read(`${partial}${count}`);
  if (found === undefined || count === undefined) return { first, entries: [], ends: "missing" };
  const bundle = split(first, found, count);
  return { ...bundle, ends: bundle.ends ?? "missing" };
}
