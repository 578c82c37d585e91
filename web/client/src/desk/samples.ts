/** The logs that the desk carries: a real one, and the same forged with all keys. */
import { text as forged } from "desk:forged";
import { text as honest } from "desk:honest";

export type Sample = "honest" | "forged";

/** Return a sample as the zip file that an auditor might get. */
export function sampleLog(sample: Sample): Blob {
  const packed = atob(sample === "honest" ? honest : forged);
  return new Blob([Uint8Array.from(packed, (sign) => sign.charCodeAt(0))]);
}
