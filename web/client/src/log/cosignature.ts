/** What a witness signs of a checkpoint, and when: docs/formats/witnesses.md, "Grammar". */

import { joined, utf8 } from "./bytes.ts";
import type { Key, SignatureLine } from "./note.ts";
import { readKeyOf, verifies } from "./note.ts";

const ALGORITHM = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
/** The last second of the year 9999. */
const LATEST = 253_402_300_799n;

/** The key of a witness, as policies name it. */
export const readWitnessKey = (vkey: string): Key | undefined => readKeyOf(vkey, ALGORITHM);

/** Whether a line has the length of a cosignature. */
export const isCosignature = ({ signature }: SignatureLine): boolean =>
  signature.length === TIME_BYTES + SIGNATURE_BYTES;

/** The second at which a witness signed the text of a checkpoint by this line; undefined if it did not. */
export async function cosignedAt(line: SignatureLine, text: Uint8Array, key: Key): Promise<number | undefined> {
  if (line.name !== key.name || line.keyId !== key.id || !isCosignature(line)) return undefined;
  const time = new DataView(line.signature.buffer, line.signature.byteOffset).getBigUint64(0);
  if (time > LATEST) return undefined;
  const signed = joined(utf8(`cosignature/v1\ntime ${time}\n`), text);
  const signature = joined(line.signature.subarray(TIME_BYTES));
  return (await verifies({ ...line, text: signed, signature }, key)) ? Number(time) : undefined;
}
