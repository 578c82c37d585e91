/** The fair shuffle: docs/formats/shuffle.md. */

import { fromHex, hex, joined, u32, utf8 } from "./bytes.ts";
import type { Draw } from "./judged.ts";
import { hmac, sha256 } from "./sha256.ts";

const SEED = utf8("RDF1/seed\0");
const DECK = utf8("RDF1/deck\0");
const STREAM_BYTES_MAX = 65_536;

/** The seed before s_k, which is s_(k-1), as hex: rule 1. */
export function seedBefore(chain: string, epoch: number, k: number, seed: string): string {
  return hex(sha256(SEED, fromHex(chain), u32(epoch), u32(k - 1), fromHex(seed)));
}

/** From s_from down to s_to, both included. */
export function seedsDown(chain: string, epoch: number, from: number, to: number, seed: string): string[] {
  const seeds = [seed];
  for (let k = from; k > to; k--) seeds.push(seedBefore(chain, epoch, k, seeds.at(-1) ?? seed));
  return seeds;
}

/** The output of HMAC_DRBG (NIST SP 800-90A) after one Generate call, read byte by byte: rule 2. */
export class Stream {
  private readonly key: Uint8Array;
  private block: Uint8Array;
  private at = 32;
  private read = 0;

  constructor(entropy: Uint8Array, nonce: Uint8Array, personalization: Uint8Array) {
    let key: Uint8Array = new Uint8Array(32);
    let value: Uint8Array = new Uint8Array(32).fill(1);
    for (const mark of [0, 1]) {
      key = hmac(key, value, Uint8Array.of(mark), entropy, nonce, personalization);
      value = hmac(key, value);
    }
    this.key = key;
    this.block = value;
  }

  byte(): number {
    if (this.at === 32) {
      this.block = hmac(this.key, this.block);
      this.at = 0;
    }
    if (++this.read > STREAM_BYTES_MAX) throw new RangeError("a stream has 65,536 bytes");
    return this.block[this.at++] as number;
  }

  /** A uniform number below n: rule 3. */
  below(n: number): number {
    if (n === 1) return 0;
    const bits = 32 - Math.clz32(n - 1);
    for (;;) {
      const taken = bits <= 8 ? this.byte() : this.byte() * 256 + this.byte();
      const number = taken & ((1 << bits) - 1);
      if (number < n) return number;
    }
  }
}

/** The stream of round k of an epoch. */
export function roundStream(chain: string, epoch: number, k: number, seed: string, client: string): Stream {
  // u64(k): k is far below 2^32.
  const nonce = joined(fromHex(chain), u32(epoch), u32(0), u32(k));
  return new Stream(fromHex(seed), nonce, joined(DECK, fromHex(client)));
}

export const cardName = (card: number): string =>
  `${"23456789TJQKA"[card % 13] ?? ""}${"cdhs"[Math.floor(card / 13) % 4] ?? ""}`;

/** A deck that is shuffled as its cards are dealt, from place 0 on: rules 4 to 6. */
export class Deck {
  readonly draws: Draw[] = [];
  private readonly order: number[];
  private readonly stream: Stream;

  constructor(stream: Stream, size: number) {
    this.stream = stream;
    this.order = Array.from({ length: size }, (_, card) => card);
  }

  /** The number of the next card. */
  draw(): number {
    const at = this.draws.length;
    const from = at + this.stream.below(this.order.length - at);
    const drawn = this.order[from] as number;
    this.order[from] = this.order[at] as number;
    this.order[at] = drawn;
    this.draws.push({ at, from, card: cardName(drawn) });
    return drawn;
  }

  /** The names of the next cards. */
  deal(count: number): string[] {
    return Array.from({ length: count }, () => cardName(this.draw()));
  }
}
