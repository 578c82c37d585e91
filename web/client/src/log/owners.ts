/** Who laid down which limit and which exclusion of one chain: docs/formats/protection.md, "Acts". */

import type { Canonical, CanonicalObject } from "./canonical.ts";
import { Failure } from "./failure.ts";
import { numberOf, numbersIn, textOf } from "./fields.ts";
import type { Span } from "./windows.ts";
import { calendarEnd, windowEnd } from "./windows.ts";

const DAY_MS = 86_400_000;
const FOREVER = Number.POSITIVE_INFINITY;

interface Asked {
  readonly value: number | undefined;
  readonly from: number;
  readonly lapses: number;
}

interface Exclusion {
  /** Infinite where no end is known. */
  readonly end: number;
  /** Of a self-exclusion: when the player may ask to return, and whether an end was set. */
  readonly back: number;
  readonly open: boolean;
}

/** The last limits that follow, or undefined where a rule is broken. */
export class Owners {
  private readonly own = new Map<string, number>();
  private readonly operator = new Map<string, number>();
  private readonly asked = new Map<string, Asked>();
  private readonly exclusions = new Map<string, Exclusion>();

  /** Do what an act says; throws where it may not be done. */
  take(act: CanonicalObject, time: number, terms: CanonicalObject): void {
    const [what, who] = [textOf(act, "do"), textOf(act, "who")];
    const taken = ACTS[`${what} ${who}`];
    if (taken === undefined) throw wrong(`There is no act ${what} by ${who}.`);
    taken.call(this, act, time, terms);
  }

  /** The least of all owners' values, by name. */
  least(): Record<string, number> {
    const least: Record<string, number> = {};
    for (const [name, value] of [...this.own, ...this.operator]) least[name] = Math.min(value, least[name] ?? FOREVER);
    return least;
  }

  /** When the last exclusion that holds ends: infinite if one has no end yet, undefined if none holds. */
  excludedUntil(time: number): number | undefined {
    const ends = [...this.exclusions.values()].map(({ end }) => end).filter((end) => time < end);
    return ends.length === 0 ? undefined : Math.max(...ends);
  }

  setOwn(act: CanonicalObject): void {
    const name = textOf(act, "name");
    const value = numberOrNone(act["value"]);
    const own = this.own.get(name) ?? FOREVER;
    if (value === undefined || value >= own) throw wrong(`The player's ${name} is not tightened.`);
    this.own.set(name, value);
    this.asked.delete(name);
  }

  ask(act: CanonicalObject, time: number, terms: CanonicalObject): void {
    const name = textOf(act, "name");
    const value = numberOrNone(act["value"]);
    const own = this.own.get(name);
    if (own === undefined || (value ?? FOREVER) <= own) throw wrong(`What is asked for ${name} is not looser.`);
    if (this.waiting(name, time) !== undefined) throw wrong(`Something asked for ${name} waits already.`);
    this.asked.set(name, { value, ...confirmable(name, time, terms) });
  }

  confirm(act: CanonicalObject, time: number): void {
    const name = textOf(act, "name");
    const asked = this.waiting(name, time);
    if (asked === undefined || time < asked.from) throw wrong(`Nothing asked for ${name} can be confirmed now.`);
    if (asked.value === undefined) this.own.delete(name);
    else this.own.set(name, asked.value);
    this.asked.delete(name);
  }

  cancel(act: CanonicalObject, time: number): void {
    const name = textOf(act, "name");
    if (this.waiting(name, time) === undefined) throw wrong(`Nothing asked for ${name} waits.`);
    this.asked.delete(name);
  }

  setOperator(act: CanonicalObject): void {
    const name = textOf(act, "name");
    const value = numberOrNone(act["value"]);
    if (value === this.operator.get(name)) throw wrong(`The operator's ${name} does not change.`);
    if (value === undefined) this.operator.delete(name);
    else this.operator.set(name, value);
  }

  excludeSelf(act: CanonicalObject, time: number, terms: CanonicalObject): void {
    const kind = textOf(act, "kind");
    const until = numberOrNone(act["until"]);
    if (kind === "time_out") this.timeOut(until, time, terms);
    else if (kind === "self_exclusion") this.selfExclude(until, time, terms);
    else throw wrong(`A player cannot lay down a ${kind}.`);
  }

  private timeOut(until: number | undefined, time: number, terms: CanonicalObject): void {
    const [least = 0, most = 0] = numbersIn(terms, "timeout_days");
    const lasts = (until ?? FOREVER) - time;
    if (lasts < least * DAY_MS || lasts > most * DAY_MS) throw wrong("The time-out is too short or too long.");
    this.lay("time_out", until ?? FOREVER, time);
  }

  private selfExclude(until: number | undefined, time: number, terms: CanonicalObject): void {
    const days = numberOf(terms, "exclude_days_min");
    const lengths = numbersIn(terms, "exclude_terms");
    if (until !== undefined) {
      const lasts = until - time;
      const right = lengths.length === 0 ? lasts >= days * DAY_MS : lengths.some((length) => lasts === length * DAY_MS);
      if (!right) throw wrong("The self-exclusion has not a length that the profile allows.");
    }
    const before = this.holding("self_exclusion", time);
    const ends = before === undefined ? 0 : before.end < FOREVER ? before.end : before.open ? FOREVER : before.back;
    if ((until ?? FOREVER) < ends) throw wrong("The self-exclusion ends before the one that holds.");
    const back = Math.max(until ?? time + days * DAY_MS, before?.back ?? 0);
    this.exclusions.set("self_exclusion", { end: FOREVER, back, open: until === undefined });
  }

  excludeByOperator(act: CanonicalObject, time: number): void {
    if (act["kind"] !== "operator_exclusion") throw wrong("The operator lays down another's kind of exclusion.");
    const end = numberOrNone(act["until"]) ?? FOREVER;
    if (end <= time) throw wrong("The operator's exclusion is over before it begins.");
    this.lay("operator_exclusion", end, time);
  }

  excludeByList(act: CanonicalObject, time: number, terms: CanonicalObject): void {
    if (act["kind"] !== "national_exclusion") throw wrong("The list lays down another's kind of exclusion.");
    const cool = numberOf(terms, "cool_ms");
    const before = this.holding("national_exclusion", time);
    const least = before === undefined ? 0 : Math.min(before.end, time + cool);
    const end = Math.max((numberOrNone(act["until"]) ?? FOREVER) + cool, least);
    this.exclusions.set("national_exclusion", { end, back: 0, open: false });
  }

  comeBack(_: CanonicalObject, time: number, terms: CanonicalObject): void {
    const held = this.holding("self_exclusion", time);
    const may = held !== undefined && held.end === FOREVER && time >= held.back;
    if (!may) throw wrong("No self-exclusion can be left now.");
    const end = time + numberOf(terms, held.open ? "cool_open_ms" : "cool_ms");
    this.exclusions.set("self_exclusion", { ...held, end });
  }

  liftByOperator(_: CanonicalObject, time: number): void {
    if (this.holding("operator_exclusion", time) === undefined) throw wrong("No exclusion of the operator's holds.");
    this.exclusions.delete("operator_exclusion");
  }

  liftByList(_: CanonicalObject, time: number, terms: CanonicalObject): void {
    const held = this.holding("national_exclusion", time);
    if (held === undefined) throw wrong("No exclusion of the list's holds.");
    const end = Math.min(held.end, time + numberOf(terms, "cool_ms"));
    this.exclusions.set("national_exclusion", { ...held, end });
  }

  private lay(kind: string, end: number, time: number): void {
    if (end < (this.holding(kind, time)?.end ?? 0)) throw wrong(`The ${kind} ends before the one that holds.`);
    this.exclusions.set(kind, { end, back: 0, open: false });
  }

  private holding(kind: string, time: number): Exclusion | undefined {
    const found = this.exclusions.get(kind);
    return found !== undefined && time < found.end ? found : undefined;
  }

  private waiting(name: string, time: number): Asked | undefined {
    const asked = this.asked.get(name);
    return asked !== undefined && time < asked.lapses ? asked : undefined;
  }
}

type Act = (this: Owners, act: CanonicalObject, time: number, terms: CanonicalObject) => void;

const { prototype: of } = Owners;
const ACTS: Readonly<Record<string, Act>> = {
  "set player": of.setOwn,
  "ask player": of.ask,
  "confirm player": of.confirm,
  "cancel player": of.cancel,
  "set operator": of.setOperator,
  "exclude player": of.excludeSelf,
  "exclude operator": of.excludeByOperator,
  "exclude list": of.excludeByList,
  "return player": of.comeBack,
  "lift operator": of.liftByOperator,
  "lift list": of.liftByList,
  "profile platform": () => undefined,
};

const wrong = (detail: string): Failure => new Failure("E_LIMITS", detail);
const numberOrNone = (value: Canonical | undefined): number | undefined =>
  value === undefined ? undefined : Number(value);

/** From when on and until when what is asked at an instant can be confirmed. */
function confirmable(name: string, time: number, terms: CanonicalObject): { from: number; lapses: number } {
  const zone = textOf(terms, "zone");
  if (name === "stake_max") {
    const week = calendarEnd(time, "week", zone);
    const from = Math.max(time + numberOf(terms, "stake_loosen_ms"), week);
    return { from, lapses: calendarEnd(week, "week", zone) };
  }
  const waited = time + numberOf(terms, "loosen_ms");
  const ended = terms["loosen_after_period"] === true ? (periodEnd(name, time, terms) ?? 0) : 0;
  const from = Math.max(waited, ended);
  return { from, lapses: from + numberOf(terms, "confirm_ms") };
}

function periodEnd(name: string, time: number, terms: CanonicalObject): number | undefined {
  const [windows, zone] = [textOf(terms, "windows"), textOf(terms, "zone")];
  const counted = /^(day|week|month)_ms$/.exec(name)?.[1] as Span | undefined;
  if (counted !== undefined) return calendarEnd(time, counted, zone);
  const span = /^(?:wager|loss|deposit)_(day|week|month)$/.exec(name)?.[1] as Span | undefined;
  return span === undefined ? undefined : windowEnd(time, span, windows, zone);
}
