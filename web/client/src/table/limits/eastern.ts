import { easternText as plain } from "../../base/instants.ts";
import { language } from "../app/language.ts";
import { say } from "./words.ts";

/** Return an instant on the wall of New York's clocks: `Friday, November 27, 12:00 AM Eastern`. */
export function easternText(instant: string): string {
  return say("eastern", { when: plain(instant, language.state.current) });
}
