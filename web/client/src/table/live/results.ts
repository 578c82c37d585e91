/** How a hand or game ended for a seat, as the words and the colours of the board have it. Pure. */
import type { EndedHand, SeatEnd } from "./told.ts";

/** A hand that returned no more than it cost is no win, whatever its outcome is called. */
export type Worth = "won" | "even" | "lost";

/** Return what a seat got out of a hand less what it put in (minor units). */
export function netOf(end: SeatEnd): number {
  return end.returned - end.staked;
}

export function worthOf(net: number): Worth {
  if (net > 0) return "won";
  return net === 0 ? "even" : "lost";
}

/** Return the result of a seat in an ended hand, null where it had none. */
export function resultAt(ended: EndedHand | null, seat: number): SeatEnd | null {
  return ended?.results.find((each) => each.seat === seat) ?? null;
}
