/** The signature under what may loosen a limit: docs/formats/protection.md, "Acts". */
import type { LimitName, LimitValue } from "../api/answers.ts";
import { session } from "../app/session.ts";
import type { CanonicalObject } from "../../log/canonical.ts";
import { signatureOf, type Sign } from "../signing/signature.ts";
import { limits } from "../signing/statements.ts";

const MS = 1000;

/** Ask for another value of a limit; null is none of one's own. */
export function asking(name: LimitName, value: LimitValue | null): CanonicalObject {
  const said = value === null ? {} : { value: "seconds" in value ? value.seconds * MS : value.amount };
  return { do: "ask", who: "player", name, ...said };
}

export const confirming = (name: LimitName): CanonicalObject => ({ do: "confirm", who: "player", name });

export const RETURN: CanonicalObject = { do: "return", who: "player" };

/** Return what signs an act, once the platform says that it loosens; null where this browser has no key of the account. */
export function signLoosening(act: CanonicalObject): Sign | null {
  const player = session.state.me?.id;
  if (player === undefined) return null;
  const following = {
    seen: async (after: number | null) => (await keeper(player)).seen(after),
    origin: async () => (await keeper(player)).origin(),
  };
  return signatureOf(player, limits(act), following, true)?.sign ?? null;
}

const keeper = async (player: string) => (await import("../play/services.ts")).keeperOf(player);
