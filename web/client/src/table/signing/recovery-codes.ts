/** The code on paper that a recovery key is made of: docs/formats/player-keys.md, "Clients". */
import { utf8 } from "../../log/bytes.ts";
import { sha256 } from "../../log/sha256.ts";
import { keyOfSecret, type DeviceKey } from "./device-keys.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BYTES = 16;
const MARK = utf8("RDF2/recovery\0");

/** Draw a code of 26 characters, to be shown once. */
export function drawCode(): string {
  return codeOf(crypto.getRandomValues(new Uint8Array(BYTES)));
}

/** Return the code that spells 16 bytes: base32 without padding. */
export function codeOf(raw: Uint8Array): string {
  const bits = [...raw].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => LETTERS[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** Return the key of a code as people type it, in small letters, with spaces and hyphens; null if it is none. */
export async function keyOfCode(typed: string): Promise<DeviceKey | null> {
  const code = typed.normalize("NFKC").replaceAll(/[\s-]/g, "").toUpperCase();
  const bits = [...code].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const raw = Uint8Array.from({ length: BYTES }, (_, at) => Number.parseInt(bits.slice(8 * at, 8 * at + 8), 2));
  return codeOf(raw) === code ? keyOfSecret(sha256(MARK, raw)) : null;
}
