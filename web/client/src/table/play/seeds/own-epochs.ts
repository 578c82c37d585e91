/** The seeds that this browser drew, by epoch: what a proof of an older round compares with. */
import type { KeyStorage } from "../../api/keys.ts";

/** How many epochs are kept. The oldest goes first. */
export const EPOCHS_KEPT_MAX = 1000;

/** How an epoch began, as this browser saw it. */
export interface OwnEpoch {
  readonly epoch: number;
  readonly clientSeed: string;
  /** The size of the checkpoint that covered the commitment before the seed was drawn. */
  readonly size: number;
}

/**
 * What this browser knows of an epoch's seed: the seed that it drew; "dropped" where it may have drawn one and keeps it
 * no longer; "absent" where it has none, drawn elsewhere or deleted with the browser's data.
 */
export type Drawn = { readonly seed: string } | "dropped" | "absent";

interface Kept {
  /** In the order of the epochs. */
  readonly epochs: readonly OwnEpoch[];
  /** The newest epoch whose seed may have been dropped; -1 where none was. */
  readonly droppedTo: number;
}

export class OwnEpochs {
  readonly #storage: KeyStorage;
  readonly #player: string;

  constructor(player: string, storage: KeyStorage) {
    this.#player = player;
    this.#storage = storage;
  }

  get newest(): OwnEpoch | null {
    return this.#kept.epochs.at(-1) ?? null;
  }

  drawn(epoch: number): Drawn {
    const { epochs, droppedTo } = this.#kept;
    const own = epochs.find((each) => each.epoch === epoch);
    if (own !== undefined) return { seed: own.clientSeed };
    return epoch <= droppedTo ? "dropped" : "absent";
  }

  /** Keep how an epoch began. A seed drawn anew for the same epoch takes the place of the one before. */
  keep(own: OwnEpoch): void {
    const { epochs, droppedTo } = this.#kept;
    const all = [...epochs.filter(({ epoch }) => epoch !== own.epoch), own].toSorted((a, b) => a.epoch - b.epoch);
    const dropped = all.slice(0, -EPOCHS_KEPT_MAX).at(-1)?.epoch ?? droppedTo;
    const kept: Kept = { epochs: all.slice(-EPOCHS_KEPT_MAX), droppedTo: Math.max(droppedTo, dropped) };
    this.#storage.setItem(`reddog.epochs.${this.#player}`, JSON.stringify(kept));
  }

  get #kept(): Kept {
    const text = this.#storage.getItem(`reddog.epochs.${this.#player}`);
    if (text !== null) return JSON.parse(text) as Kept;
    // Pages before this one kept the newest epoch alone: each before it may have been drawn here.
    const alone = this.#storage.getItem(`reddog.epoch.${this.#player}`);
    if (alone === null) return { epochs: [], droppedTo: -1 };
    const own = JSON.parse(alone) as OwnEpoch;
    return { epochs: [own], droppedTo: own.epoch - 1 };
  }
}
