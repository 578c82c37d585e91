/** Instants and durations as a reader of a language writes them. */

/** The zone of the gaming day and week: the wall of New York's clocks. */
export const GAMING_ZONE = "America/New_York";

/** Return an instant as `Nov 21, 2026, 7:00 AM`, in the reader's own zone if none is named. */
export function instantText(instant: string, language: string, zone?: string): string {
  return format(instant, language, { dateStyle: "medium", timeStyle: "short" }, zone);
}

/** Return an instant as `Friday, November 27, 12:00 AM EST`: with its weekday and the name of its zone. */
export function weekdayText(instant: string, language: string, zone?: string): string {
  const parts = { weekday: "long", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  return format(instant, language, { ...parts, timeZoneName: "short" }, zone);
}

/** Return an instant on the wall of New York's clocks, as `Friday, November 27, 12:00 AM`. The zone's name is the reader's to say. */
export function easternText(instant: string, language: string): string {
  const parts = { weekday: "long", month: "long", day: "numeric" } as const;
  const day = format(instant, language, parts, GAMING_ZONE);
  const time = format(instant, language, { hour: "numeric", minute: "2-digit" }, GAMING_ZONE);
  return language === "ja" ? `${day} ${time}` : `${day}, ${time}`;
}

/** Return the day of an instant, or a day itself, as `Nov 21, 2026`. */
export function dayText(instant: string, language: string, zone?: string): string {
  return format(instant, language, { dateStyle: "medium" }, zone);
}

/** Return a duration as `1 hr 5 min`, to the second only where it is under a minute. Less than nothing is nothing. */
export function durationText(seconds: number, language: string): string {
  const left = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  const days = Math.floor(hours / 24);
  if (left < 60) return unit(left, "second", language);
  const parts = [
    days > 0 ? unit(days, "day", language) : "",
    hours % 24 > 0 ? unit(hours % 24, "hour", language) : "",
    minutes > 0 ? unit(minutes, "minute", language) : "",
  ];
  return parts.filter((part) => part !== "").join(language === "ja" ? "" : " ");
}

function unit(count: number, name: "second" | "minute" | "hour" | "day", language: string): string {
  const said = new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" }).format(count);
  return language === "ja" ? said.replaceAll(" ", "") : said;
}

function format(instant: string, language: string, options: Intl.DateTimeFormatOptions, zone?: string): string {
  const placed = zone === undefined ? options : { ...options, timeZone: zone };
  return new Intl.DateTimeFormat(language, placed).format(new Date(instant));
}
