import type { Family } from "./family.ts";
import { montana } from "./montana.ts";
import { redDog } from "./red-dog.ts";

/** Every family that this program can play: one line each. */
export const FAMILIES: ReadonlyMap<string, Family> = new Map([redDog, montana].map((family) => [family.name, family]));

/** Families of the pages that nothing here plays yet: their sheets are read, and not judged. */
export const UNREAD_FAMILIES: ReadonlySet<string> = new Set(["pot"]);
