/** Inclusion in the log, as a client judges it that trusts only the log's key: docs/formats/log.md, "Proofs". */
import { fromBase64, joined, same, sha256, utf8, type Bytes } from "./bytes.ts";

/** The proof does not show what it should. The message says why. */
export class NotProved extends Error {
  constructor(why: string) {
    super(why);
    this.name = "NotProved";
  }
}

const HEADING = "c2sp.org/tlog-proof@v1";
const ED25519 = 1;
const KEY_ID_BYTES = 4;

/** Require that a proof shows a leaf under a checkpoint which the log's key (a vkey) has signed; return its place. */
export async function requireProved(proof: string, leaf: Bytes, logKey: string): Promise<number> {
  const cut = proof.indexOf("\n\n");
  const [heading, place = "", ...path] = proof.slice(0, cut).split("\n");
  if (cut < 0 || heading !== HEADING || !/^index \d+$/.test(place)) throw new NotProved("this is no inclusion proof");
  const index = Number(place.slice("index ".length));
  const { size, root } = await signedTree(proof.slice(cut + 2), logKey);
  const found = await rootOf(leaf, index, size, path.map(fromBase64));
  if (found === null || !same(found, root)) throw new NotProved("the checkpoint's tree does not hold this record");
  return index;
}

/** Return size and root of a checkpoint that the key has signed. */
async function signedTree(
  checkpoint: string,
  logKey: string,
): Promise<{ readonly size: number; readonly root: Bytes }> {
  const cut = checkpoint.indexOf("\n\n");
  const text = checkpoint.slice(0, cut + 1);
  const [name = "", , ...encoded] = logKey.split("+");
  const key = fromBase64(encoded.join("+"));
  if (key[0] !== ED25519) throw new NotProved("the log's key is not an Ed25519 key");

  const line = checkpoint
    .slice(cut + 2)
    .split("\n")
    .find((each) => each.startsWith(`— ${name} `));
  if (line === undefined) throw new NotProved("the log's key has not signed the checkpoint");
  const signature = fromBase64(line.slice(`— ${name} `.length)).slice(KEY_ID_BYTES);
  const imported = await crypto.subtle.importKey("raw", key.slice(1), "Ed25519", false, ["verify"]);
  if (!(await crypto.subtle.verify("Ed25519", imported, signature, utf8(text)))) {
    throw new NotProved("the checkpoint's signature is not that of the log's key");
  }
  const [, size = "", root = ""] = text.split("\n");
  return { size: Number(size), root: fromBase64(root) };
}

/** Return the root that a path leads to (RFC 9162, 2.1.3.2); null if it has another length than one to this place. */
async function rootOf(leaf: Bytes, index: number, size: number, path: readonly Bytes[]): Promise<Bytes | null> {
  let [place, last, node] = [BigInt(index), BigInt(size) - 1n, leaf];
  for (const sibling of path) {
    if (last === 0n) return null;
    if (place % 2n === 1n || place === last) {
      node = await parent(sibling, node);
      while (place % 2n === 0n && place > 0n) [place, last] = [place / 2n, last / 2n];
    } else {
      node = await parent(node, sibling);
    }
    [place, last] = [place / 2n, last / 2n];
  }
  return last === 0n ? node : null;
}

const parent = (left: Bytes, right: Bytes): Promise<Bytes> => sha256(joined(Uint8Array.of(1), left, right));
