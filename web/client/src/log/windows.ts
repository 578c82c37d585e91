/** Days, gaming weeks and months: docs/formats/record.md, "Limits in force". */

const DAY_MS = 86_400_000;
const FRIDAY = 5;
/** From here on there is no calendar window. */
const LAST = Date.UTC(9999, 0, 1);

export type Span = "day" | "week" | "month";
export const SPANS: readonly Span[] = ["day", "week", "month"];
const ROLLING: Readonly<Record<Span, number>> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };

/** A time zone that this machine does not know: by its limits nothing can be judged. */
export class UnknownZone extends Error {}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  try {
    const [year, month, day, hour, minute, second] = Array<"numeric">(6).fill("numeric");
    const options = {
      timeZone: zone,
      calendar: "iso8601",
      numberingSystem: "latn",
      hourCycle: "h23",
      era: "short",
    } as const;
    const clock = new Intl.DateTimeFormat("en", { ...options, year, month, day, hour, minute, second });
    clocks.set(zone, clock);
    return clock;
  } catch (error) {
    if (error instanceof RangeError) throw new UnknownZone(`this machine does not know the time zone ${zone}`);
    throw error;
  }
}

/** What the clocks on the walls of a zone show, as if it were UTC. */
function wallAt(time: number, zone: string): number {
  const shown = new Map(
    clockOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (name: Intl.DateTimeFormatPartTypes): number => shown.get(name) ?? 0;
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
}

const offsetAt = (time: number, zone: string): number => wallAt(time, zone) - Math.floor(time / 1000) * 1000;

/** The instant of a midnight: the first of two, and by the offset before where it was skipped. */
function instantOf(midnight: number, zone: string): number {
  const before = midnight - offsetAt(midnight - DAY_MS, zone);
  const after = midnight - offsetAt(midnight + DAY_MS, zone);
  const shows = (time: number): boolean => wallAt(time, zone) === midnight;
  return shows(before) || !shows(after) ? before : after;
}

/** The midnight on the wall with which the window of a date begins, so many windows later. */
function midnightOf(span: Span, wall: number, later: number): number {
  const date = new Date(wall);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (span === "month") return Date.UTC(year, month + later, 1);
  if (span === "day") return Date.UTC(year, month, day + later);
  return Date.UTC(year, month, day - ((date.getUTCDay() + 7 - FRIDAY) % 7) + 7 * later);
}

/** When the calendar's window of an instant begins; undefined where the calendar has none. */
export function calendarStart(time: number, span: Span, zone: string): number | undefined {
  return time >= LAST ? undefined : instantOf(midnightOf(span, wallAt(time, zone), 0), zone);
}

/** When the calendar's next window begins. */
export const calendarEnd = (time: number, span: Span, zone: string): number =>
  instantOf(midnightOf(span, wallAt(time, zone), 1), zone);

/** The first millisecond of the window of an instant. */
export function windowStart(time: number, span: Span, windows: string, zone: string): number | undefined {
  return windows === "rolling" ? time - ROLLING[span] + 1 : calendarStart(time, span, zone);
}

export const windowEnd = (time: number, span: Span, windows: string, zone: string): number =>
  windows === "rolling" ? time + ROLLING[span] : calendarEnd(time, span, zone);
