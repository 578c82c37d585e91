/** What a player chose for this browser: sound, voice, animation, keys. */
import { Store } from "../app/store.ts";
import { DOCUMENTED, keysFrom, type KeyMap } from "./keys.ts";

export interface Options {
  readonly sound: boolean;
  readonly voice: boolean;
  readonly animation: boolean;
}

const OPTIONS = "reddog.options";
const KEYS = "reddog.keys";
const UNCHOSEN: Options = { sound: false, voice: false, animation: true };

/** Return the options that were kept. Sound and voice are off until somebody asks for them. */
export function optionsFrom(kept: string | null): Options {
  const known: unknown = kept === null ? null : JSON.parse(kept);
  if (typeof known !== "object" || known === null) return UNCHOSEN;
  const chosen = new Map<string, unknown>(Object.entries(known));
  const flag = (name: keyof Options): boolean => {
    const value = chosen.get(name);
    return typeof value === "boolean" ? value : UNCHOSEN[name];
  };
  return { sound: flag("sound"), voice: flag("voice"), animation: flag("animation") };
}

const storage = globalThis.localStorage as Storage | undefined;

export const options = new Store<Options>(optionsFrom(storage?.getItem(OPTIONS) ?? null));
export const keyMap = new Store<{ readonly keys: KeyMap }>({ keys: keysFrom(storage?.getItem(KEYS) ?? null) });

export function choose(change: Partial<Options>): void {
  options.set(change);
  storage?.setItem(OPTIONS, JSON.stringify(options.state));
}

export function chooseKeys(keys: KeyMap): void {
  keyMap.set({ keys });
  storage?.setItem(KEYS, JSON.stringify(keys));
}

export function documentedKeys(): void {
  keyMap.set({ keys: DOCUMENTED });
  storage?.removeItem(KEYS);
}

/** Return whether the system asks for less motion, which ends all of it. */
export function lessMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
