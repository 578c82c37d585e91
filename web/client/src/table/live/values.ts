/** The values that seats add to a deck, and the hashes that bind them: docs/formats/tables.md, "Grammar". */
import { fromHex, hex, joined, u32, utf8 } from "../../log/bytes.ts";
import { sha256 } from "../../log/sha256.ts";

/** A hand or game of a table. */
export interface Epoch {
  /** The table's id, which is its chain. */
  readonly table: string;
  readonly epoch: number;
}

const place = ({ table, epoch }: Epoch): Uint8Array => joined(fromHex(table), u32(epoch));
const domain = (name: string): Uint8Array => utf8(`RDF1/${name}\0`);

/** Draw the 32 bytes that only this player knows. */
export function drawValue(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Return the hash of a value, which is good for this epoch and seat alone. */
export function contributionOf(of: Epoch, seat: number, value: string): string {
  return hex(sha256(domain("contrib"), place(of), Uint8Array.of(seat), fromHex(value)));
}

/** Return the commitment to an epoch's seed. */
export function commitmentOf(of: Epoch, seed: string): string {
  return hex(sha256(domain("seed"), place(of), u32(0), fromHex(seed)));
}

/** Return the second seed of the deck: the hash of all values, and of the beacon where there is one. */
export function mixOf(of: Epoch, values: ReadonlyMap<number, string>, beacon: string | null): string {
  const seats = [...values].toSorted(([one], [other]) => one - other);
  const parts = seats.map(([seat, value]) => joined(Uint8Array.of(seat), fromHex(value)));
  const mixed = sha256(domain("mix"), place(of), ...parts);
  return hex(beacon === null ? mixed : sha256(domain("beacon"), mixed, fromHex(beacon)));
}

/** Return the seal of a hidden hand. */
export function sealOf(key: string, cards: readonly string[]): string {
  return hex(sha256(domain("sealed"), fromHex(key), utf8(cards.join(" "))));
}
