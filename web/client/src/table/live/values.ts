/** The values that seats add to a deck, and the hashes that bind them: docs/formats/tables.md, "Grammar". */
import { fromHex, hex, joined, sha256, u32, utf8, type Bytes } from "./bytes.ts";

/** A hand or game of a table. */
export interface Epoch {
  /** The table's id, which is its chain. */
  readonly table: string;
  readonly epoch: number;
}

const place = ({ table, epoch }: Epoch): Bytes => joined(fromHex(table), u32(epoch));
const domain = (name: string): Bytes => utf8(`RDF1/${name}\0`);

/** Draw the 32 bytes that only this player knows. */
export function drawValue(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Return the hash of a value, which is good for this epoch and seat alone. */
export async function contributionOf(of: Epoch, seat: number, value: string): Promise<string> {
  return hex(await sha256(domain("contrib"), place(of), Uint8Array.of(seat), fromHex(value)));
}

/** Return the commitment to an epoch's seed. */
export async function commitmentOf(of: Epoch, seed: string): Promise<string> {
  return hex(await sha256(domain("seed"), place(of), u32(0), fromHex(seed)));
}

/** Return the second seed of the deck: the hash of all values, and of the beacon where there is one. */
export async function mixOf(of: Epoch, values: ReadonlyMap<number, string>, beacon: string | null): Promise<string> {
  const seats = [...values].toSorted(([one], [other]) => one - other);
  const parts = seats.map(([seat, value]) => joined(Uint8Array.of(seat), fromHex(value)));
  const mixed = await sha256(domain("mix"), place(of), ...parts);
  return hex(beacon === null ? mixed : await sha256(domain("beacon"), mixed, fromHex(beacon)));
}

/** Return the seal of a hidden hand. */
export async function sealOf(key: string, cards: readonly string[]): Promise<string> {
  return hex(await sha256(domain("sealed"), fromHex(key), utf8(cards.join(" "))));
}

/** Return the leaf of a signed note. */
export async function leafOf(note: string): Promise<Bytes> {
  return sha256(Uint8Array.of(0), utf8(note));
}
