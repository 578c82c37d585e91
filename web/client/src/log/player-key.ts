/** The keys on players' devices: docs/formats/player-keys.md, "Keys". */

import { fromHex, hex, joined, utf8 } from "./bytes.ts";
import { sha256 } from "./sha256.ts";

const PRIME = 2n ** 255n - 19n;
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const KID = utf8("RDF2/pkey\0");
const END = utf8("\0");

const littleEndian = (bytes: Uint8Array): bigint => BigInt(`0x${hex(bytes.toReversed())}`);
const bigEndian = (bytes: Uint8Array): bigint => BigInt(`0x${hex(bytes)}`);

/** The y of the points of small order; those of the page stand there as bytes. */
const SMALL_ORDER = new Set([
  0n,
  1n,
  PRIME - 1n,
  ...[
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  ].map((bytes) => littleEndian(fromHex(bytes))),
]);

/** How long before its time ends a signature is used at most. */
export const UNTIL_MAX_MS = 600_000;

export interface PlayerKey {
  readonly kid: string;
  readonly alg: string;
  readonly pub: string;
  readonly use: string;
  /** When it begins to live. */
  readonly from: number;
  /** Two operators let it in, and no record that it signed was told yet. */
  forced: boolean;
  /** When it ended. */
  ended: number | undefined;
}

/** The keys of one chain, by kid. */
export type Ring = Map<string, PlayerKey>;

export const kidOf = (alg: string, pub: string): string =>
  hex(sha256(KID, utf8(alg), END, fromHex(pub)).subarray(0, 8));

/** What the page refuses as a key; whether a point has this y at all, its signatures show. */
function isEdwards(pub: Uint8Array): boolean {
  if (pub.length !== 32) return false;
  const y = littleEndian(pub) & (2n ** 255n - 1n);
  return y < PRIME && !SMALL_ORDER.has(y);
}

const imported = new Map<string, Promise<CryptoKey | undefined>>();

async function asKey(alg: string, pub: Uint8Array<ArrayBuffer>): Promise<CryptoKey | undefined> {
  const edwards = alg === "ed25519";
  if (edwards ? !isEdwards(pub) : pub.length !== 65 || pub[0] !== 4) return undefined;
  const algorithm = edwards ? { name: "Ed25519" } : { name: "ECDSA", namedCurve: "P-256" };
  try {
    return await crypto.subtle.importKey("raw", pub, algorithm, false, ["verify"]);
  } catch (error) {
    // No point of the curve is no key.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** A public key, from lower hex; undefined where it is none that players may use. */
export function playerKey(alg: string, pub: string): Promise<CryptoKey | undefined> {
  const name = `${alg} ${pub}`;
  const known = imported.get(name) ?? asKey(alg, joined(fromHex(pub)));
  imported.set(name, known);
  return known;
}

/** What a signature is over: the statement with its mark, without a line feed. */
export const messageOf = (statement: string): Uint8Array<ArrayBuffer> => joined(utf8("RDF2/player\0"), utf8(statement));

/** Whether a signature is that of the key, in its only spelling. */
export async function signs(
  key: CryptoKey,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (signature.length !== 64) return false;
  if (key.algorithm.name === "Ed25519") {
    try {
      return await crypto.subtle.verify("Ed25519", key, signature, message);
    } catch (error) {
      // A key that is no point of the curve signs nothing.
      if (error instanceof DOMException) return false;
      throw error;
    }
  }
  // Of both spellings of s the lower one counts.
  if (bigEndian(signature.subarray(32)) > ORDER / 2n) return false;
  return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, message);
}
