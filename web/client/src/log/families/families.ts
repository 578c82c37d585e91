import type { Family, SheetForm } from "./family.ts";
import { montana } from "./montana.ts";
import { pot } from "./pot.ts";
import { redDog } from "./red-dog.ts";

/** Every family of games against the house: one line each. */
export const FAMILIES: ReadonlyMap<string, Family> = new Map([redDog, montana].map((family) => [family.name, family]));

/** Every family of which there are rule sheets. */
export const SHEETS: ReadonlyMap<string, SheetForm> = new Map<string, SheetForm>([...FAMILIES, [pot.name, pot]]);
