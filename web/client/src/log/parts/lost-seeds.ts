/** Seeds that are lost or held, and hands that are never dealt: docs/formats/statistics.md. */

import { must } from "../failure.ts";
import { numberOf, textOf, textsIn } from "../fields.ts";
import type { Announced, Chain, EndedRound, Epoch, Log, Player } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import { seedsDown } from "../shuffle.ts";

const ENDS = ["settle", "void"];

/** Whether a seed is the last one of an epoch, by what is known of it. */
const isTop = (chain: string, epoch: Epoch, seed: string): boolean =>
  seedsDown(chain, epoch.epoch, epoch.n, epoch.known, seed).at(-1) === epoch.seed;

export function lostSeeds(log: Log): Part {
  /** Voids without a seed in the epoch of a chain that is open. */
  const waiting = new Map<string, EndedRound[]>();
  /** Commitments that were replaced since the epoch of a chain was opened. */
  const replaced = new Map<string, Announced[]>();

  const ofPlayer = (judge: (read: Reading, player: Player, chain: Chain) => void) => (read: Reading) => {
    const chain = log.chainOf(read);
    if (chain.player !== undefined) judge(read, chain.player, chain);
  };

  function lost(voided: EndedRound): void {
    log.tell(voided.end, "E_SEED_LOST", "The seed of the round is lost.");
    log.resolved({ ...voided, seed: undefined });
  }

  function held(voided: EndedRound, from: number, seed: string): void {
    log.tell(voided.end, "E_SEED_HELD", "A later seed proves that the seed of the round was held.");
    const { round, chain } = voided;
    const nonce = numberOf(round.deal.fields, "nonce");
    log.resolved({ ...voided, seed: seedsDown(chain.id, round.epoch.epoch, from, nonce, seed).at(-1) });
  }

  /** The seeds of the replaced commitments, in their order; undefined of one that is lost. */
  function topsOf({ chain, fields }: Reading): { tops: (string | undefined)[]; strange: boolean } {
    const seeds = fields["replaced"] === undefined ? [] : [...textsIn(fields, "replaced")];
    const tops = (replaced.get(chain) ?? []).map(({ epoch, n, commit }) => {
      const [seed] = seeds;
      if (seed === undefined || seedsDown(chain, epoch, n, 0, seed).at(-1) !== commit) return undefined;
      return seeds.shift();
    });
    return { tops, strange: seeds.length > 0 };
  }

  function reveals(read: Reading, { epoch }: Player): void {
    const { left } = read.fields;
    if (typeof left === "string") {
      const right = epoch !== undefined && epoch.nonce < epoch.n && isTop(read.chain, epoch, left);
      must(right, "E_SEED", "What was left unplayed does not hash back to the epoch's newest seed.");
    }
    must(!topsOf(read).strange, "E_SEED", "A seed is of no commitment that was replaced.");
  }

  function opened(read: Reading, player: Player, chain: Chain): void {
    const { epoch } = player;
    const { left } = read.fields;
    const client = textOf(read.fields, "client");
    const top = typeof left === "string" && epoch !== undefined && isTop(read.chain, epoch, left) ? left : undefined;
    for (const voided of waiting.get(read.chain) ?? []) {
      if (top === undefined || epoch === undefined) lost(voided);
      else held(voided, epoch.n, top);
    }
    waiting.delete(read.chain);
    if (read.version === "rdf/2") {
      if (epoch !== undefined)
        log.left({ chain, epoch: epoch.epoch, n: epoch.n, played: epoch.nonce, client: epoch.client, top });
      const { tops } = topsOf(read);
      (replaced.get(read.chain) ?? []).forEach(({ epoch: number, n }, at) => {
        log.left({ chain, epoch: number, n, played: 0, client, top: tops[at] });
      });
    }
    replaced.delete(read.chain);
  }

  log.onRound((ended) => {
    if (ended.end.type !== "void" || ended.seed !== undefined) return;
    if (ended.end.version === "rdf/1") log.tell(ended.end, "E_SEED_LOST", "The seed of the round is lost.");
    else waiting.set(ended.chain.id, [...(waiting.get(ended.chain.id) ?? []), ended]);
  });

  return {
    checks: ["lost-seeds"],
    steps: [
      { stage: "seed", types: ["open"], judge: ofPlayer(reveals) },
      {
        // After the seed was judged.
        stage: "cards",
        types: ENDS,
        judge(read) {
          const { seed, nonce } = read.fields;
          if (typeof seed !== "string" || typeof nonce !== "number") return;
          for (const voided of waiting.get(read.chain) ?? []) held(voided, nonce, seed);
          waiting.delete(read.chain);
        },
      },
    ],
    follow: {
      open: ofPlayer(opened),
      commit: ofPlayer((read, { announced }) => {
        if (announced === undefined || read.fields["reason"] === undefined) return;
        replaced.set(read.chain, [...(replaced.get(read.chain) ?? []), announced]);
      }),
    },
    end() {
      for (const voids of waiting.values()) voids.forEach(lost);
    },
  };
}
