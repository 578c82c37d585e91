/** The keys of the table: the documents' own, which a player may change. */

export const COMMANDS = ["repeat", "deal", "raise", "up", "down", "up10", "down10", "remove", "surrender"] as const;
export type Command = (typeof COMMANDS)[number];
export type KeyMap = Readonly<Record<Command, string>>;

export const DOCUMENTED: KeyMap = {
  repeat: "0",
  deal: "Enter",
  raise: "+",
  up: "ArrowUp",
  down: "ArrowDown",
  up10: "Shift+ArrowUp",
  down10: "Shift+ArrowDown",
  remove: "Delete",
  // No document names a key for it.
  surrender: "-",
};

/** What a key event says of itself. */
export interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
}

/** Return the name of a key: `Shift` is part of it where it does not change the sign itself. */
export function nameOf(pressed: Pick<Pressed, "key" | "shiftKey">): string {
  return pressed.shiftKey && pressed.key.startsWith("Arrow") ? `Shift+${pressed.key}` : pressed.key;
}

/** Return the command of a key, null if it has none. The documents give the removal two keys. */
export function commandOf(pressed: Pressed, keys: KeyMap): Command | null {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null;
  const name = nameOf(pressed);
  const found = COMMANDS.find((command) => keys[command] === name);
  if (found !== undefined) return found;
  const second = pressed.key === "." || pressed.code === "NumpadDecimal";
  return second && keys.remove === DOCUMENTED.remove ? "remove" : null;
}

/** Commands that a held key gives once. */
const ONCE: ReadonlySet<Command> = new Set(["deal", "raise", "surrender"]);

/** Return whether a key that is held down gives its command no further time. */
export function heldBack(command: Command, pressed: Pick<Pressed, "repeat">): boolean {
  return pressed.repeat && ONCE.has(command);
}

/** Keys that the page cannot do without: they move the focus, or end the change of a key. */
const RESERVED: ReadonlySet<string> = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "AltGraph", "Escape", " "]);

/** Return whether a key may be given to a command. */
export function assignable(name: string): boolean {
  return !RESERVED.has(name);
}

/** Return the keys with another one for a command. A command that had it takes the old one: none is without a key. */
export function remapped(keys: KeyMap, command: Command, name: string): KeyMap {
  const had = COMMANDS.find((other) => keys[other] === name);
  return { ...keys, ...(had === undefined ? {} : { [had]: keys[command] }), [command]: name };
}

/** Return the keys that were kept; what is no key of a command any more is as documented. */
export function keysFrom(kept: string | null): KeyMap {
  const known: unknown = kept === null ? null : JSON.parse(kept);
  const taken: Record<string, string> = { ...DOCUMENTED };
  if (typeof known === "object" && known !== null) {
    for (const [command, name] of Object.entries(known)) {
      if (command in DOCUMENTED && typeof name === "string") taken[command] = name;
    }
  }
  return taken as Record<Command, string>;
}

const SIGNS: Readonly<Record<string, string>> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

/** Return how a key is written on its button: `↑`, `Shift ↑`, `Del`. */
export function keyText(name: string): string {
  if (name.startsWith("Shift+")) return `Shift ${keyText(name.slice(6))}`;
  return SIGNS[name] ?? (name === "Delete" ? "Del" : name);
}
