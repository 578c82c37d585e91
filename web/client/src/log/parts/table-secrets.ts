/** What follows from the seeds of a table: docs/formats/tables.md, "Grammar". */

import { fromHex, hex, joined, u32, utf8 } from "../bytes.ts";
import { hmac, sha256 } from "../sha256.ts";
import { Deck, Stream } from "../shuffle.ts";

const label = (name: string): Uint8Array => utf8(`RDF1/${name}\0`);
const u8 = (number: number): Uint8Array => Uint8Array.of(number);

/** The seat of a stake and the value that its player sent. */
export interface Reveal {
  readonly seat: number;
  readonly r: string;
}

export const contribution = (chain: string, epoch: number, { seat, r }: Reveal): string =>
  hex(sha256(label("contrib"), fromHex(chain), u32(epoch), u8(seat), fromHex(r)));

export interface Beacon {
  readonly value: string;
}

/** What the values of all seats come to, and a beacon's with them. */
export function clientSeed(chain: string, epoch: number, reveals: readonly Reveal[], beacon?: Beacon): string {
  const values = reveals.flatMap(({ seat, r }) => [u8(seat), fromHex(r)]);
  const mix = sha256(label("mix"), fromHex(chain), u32(epoch), ...values);
  return hex(beacon === undefined ? mix : sha256(label("beacon"), mix, fromHex(beacon.value)));
}

/** The hash that hides a hand until its key is told. */
export const seal = (key: string, cards: readonly string[]): string =>
  hex(sha256(label("sealed"), fromHex(key), utf8(cards.join(" "))));

/** Everything of one epoch that its two seeds determine. */
export class EpochSecrets {
  private readonly chain: string;
  private readonly epoch: number;
  private readonly seed: string;
  private readonly client: string;

  constructor(chain: string, epoch: number, seed: string, client: string) {
    this.chain = chain;
    this.epoch = epoch;
    this.seed = seed;
    this.client = client;
  }

  private stream(name: string, rest: Uint8Array): Stream {
    // u64(1): an epoch of a table has one nonce.
    const nonce = joined(fromHex(this.chain), u32(this.epoch), u32(0), u32(1));
    return new Stream(fromHex(this.seed), nonce, joined(label(name), rest));
  }

  deck(size: number): Deck {
    return new Deck(this.stream("deck", fromHex(this.client)), size);
  }

  /** The places of the sorted used cards, in the order of pack k. */
  reshuffle(k: number, size: number): number[] {
    const order = new Deck(this.stream("reshuffle", joined(u32(k), fromHex(this.client))), size);
    return Array.from({ length: size }, () => order.draw());
  }

  /** The key of a seat's i-th hand, from 0. */
  key(seat: number, i: number): string {
    return hex(hmac(fromHex(this.seed), label("seal"), fromHex(this.chain), u32(this.epoch), u8(seat), u32(i)));
  }
}
