/** The keys that this browser signs with. A private key is kept as a handle: no script reads its bytes. */
import { hex, joined } from "../../log/bytes.ts";
import { kidOf } from "../../log/player-key.ts";

export interface DeviceKey {
  readonly kid: string;
  /** The public key, in hex. */
  readonly pub: string;
  readonly secret: CryptoKey;
}

interface Kept extends DeviceKey {
  readonly player: string;
}

const ED25519 = "Ed25519";
const DATABASE = "reddog-keys";
const STORE = "keys";
/** What stands before the 32 bytes of a secret in PKCS #8 (RFC 8410). */
const PKCS8 = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

/** Return whether this browser makes and uses such keys. It does so on secure addresses only. */
export async function canSign(): Promise<boolean> {
  if (globalThis.crypto?.subtle === undefined || globalThis.indexedDB === undefined) return false;
  try {
    await crypto.subtle.generateKey(ED25519, false, ["sign", "verify"]);
    return true;
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return false;
    throw error;
  }
}

/** Draw a key that never leaves the browser, and keep it before anybody hears of it. */
export async function drawKey(player: string): Promise<DeviceKey> {
  const pair = (await crypto.subtle.generateKey(ED25519, false, ["sign", "verify"])) as CryptoKeyPair;
  const pub = hex(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
  const key = { kid: kidOf("ed25519", pub), pub, secret: pair.privateKey };
  // Without it the browser may empty the storage when space runs out. Whether it agrees, it decides.
  await navigator.storage?.persist?.();
  await kept("readwrite", (store) => store.put({ player, ...key } satisfies Kept));
  return key;
}

/** Return a key that was kept, null if there is none of this id. */
export async function keptKey(player: string, kid: string): Promise<DeviceKey | null> {
  return (await kept<Kept | undefined>("readonly", (store) => store.get([player, kid]))) ?? null;
}

/** Forget a key that has ended. */
export async function forgetKey(player: string, kid: string): Promise<void> {
  await kept("readwrite", (store) => store.delete([player, kid]));
}

/** Return the key of 32 secret bytes. */
export async function keyOfSecret(secret: Uint8Array): Promise<DeviceKey> {
  const bytes = joined(PKCS8, secret);
  // Extractable, because the public key is read out of it. It is kept nowhere.
  const whole = await crypto.subtle.importKey("pkcs8", bytes, ED25519, true, ["sign"]);
  const { x = "" } = await crypto.subtle.exportKey("jwk", whole);
  const raw = atob(x.replaceAll("-", "+").replaceAll("_", "/"));
  const pub = hex(Uint8Array.from(raw, (sign) => sign.charCodeAt(0)));
  return {
    kid: kidOf("ed25519", pub),
    pub,
    secret: await crypto.subtle.importKey("pkcs8", bytes, ED25519, false, ["sign"]),
  };
}

/** Return the signature of a key, 64 bytes. */
export async function signed(key: DeviceKey, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign(ED25519, key.secret, message));
}

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(STORE, { keyPath: ["player", "kid"] });
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("the browser keeps nothing")));
  });
  return opened;
}

/** Do one thing with what is kept; it returns once that is on the disk. */
async function kept<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const transaction = (await database()).transaction(STORE, mode, { durability: "strict" });
  const request = work(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve(request.result as T));
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("the browser keeps nothing")));
  });
}
