/** The receipts that this browser keeps: each one a promise of the house, to the byte. */
import type { Receipt } from "../answers.ts";

const DATABASE = "reddog";
const STORE = "receipts";

interface Kept extends Receipt {
  readonly player: string;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("the browser keeps nothing")));
  });
}

function written(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("the browser keeps nothing")));
  });
}

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  if (opened === null) {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(STORE, { keyPath: ["player", "seq"] });
    });
    opened = done(request);
  }
  return opened;
}

const allOf = (player: string): IDBKeyRange => IDBKeyRange.bound([player, 0], [player, Number.MAX_SAFE_INTEGER]);

/** Keep receipts of a player. It returns once they are on the disk. */
export async function keepReceipts(player: string, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  const transaction = (await database()).transaction(STORE, "readwrite", { durability: "strict" });
  const store = transaction.objectStore(STORE);
  for (const { seq, leaf, note } of receipts) store.put({ player, seq, leaf, note } satisfies Kept);
  await written(transaction);
}

/** Return the leaf of the receipt that was kept of a record, null if there is none. */
export async function keptLeaf(player: string, seq: number): Promise<string | null> {
  const store = (await database()).transaction(STORE).objectStore(STORE);
  const found = await done<Kept | undefined>(store.get([player, seq]));
  return found?.leaf ?? null;
}

export async function countReceipts(player: string): Promise<number> {
  return done((await database()).transaction(STORE).objectStore(STORE).count(allOf(player)));
}

/** Return a player's receipts as lines of JSON, which `python -m verifier --receipts` reads. */
export async function exportReceipts(player: string): Promise<string> {
  const store = (await database()).transaction(STORE).objectStore(STORE);
  const kept = await done<Kept[]>(store.getAll(allOf(player)));
  return kept.map(({ seq, leaf, note }) => `${JSON.stringify({ seq, leaf, note })}\n`).join("");
}
