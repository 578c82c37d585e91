import { expect, test } from "vitest";
import { calendarEnd, calendarStart, UnknownZone, windowStart } from "../../src/log/windows.ts";

const HOUR_MS = 3_600_000;
const ms = (instant: string): number => Date.parse(instant);

test.each([
  // Havana set its clocks back from 01:00 to 00:00: the day began at the first of two midnights.
  ["America/Havana", "2021-11-07T04:00Z", "2021-11-07T04:00Z"],
  ["America/Havana", "2021-11-07T05:30Z", "2021-11-07T04:00Z"],
  // Beirut and Santiago set theirs forward from 00:00 to 01:00: the day began without a midnight.
  ["Asia/Beirut", "2021-03-27T22:00Z", "2021-03-27T22:00Z"],
  ["Asia/Beirut", "2021-03-27T21:59Z", "2021-03-26T22:00Z"],
  ["America/Santiago", "2022-09-11T12:00Z", "2022-09-11T04:00Z"],
  // Apia left out the 30th of December 2011 altogether.
  ["Pacific/Apia", "2011-12-30T10:00Z", "2011-12-30T10:00Z"],
  ["Pacific/Apia", "2011-12-30T09:59Z", "2011-12-29T10:00Z"],
])("in %s the day of %s begins at %s", (zone, at, start) => {
  expect(calendarStart(ms(at), "day", zone)).toBe(ms(start));
});

test.each([
  ["2027-03-12T05:00Z", "2027-03-19T04:00Z", 167],
  ["2026-10-30T04:00Z", "2026-11-06T05:00Z", 169],
])("the gaming week of New York from %s to %s has %d hours", (start, end, hours) => {
  const zone = "America/New_York";
  expect(ms(end) - ms(start)).toBe(hours * HOUR_MS);
  for (const at of [ms(start), ms(end) - 1]) {
    expect(calendarStart(at, "week", zone)).toBe(ms(start));
    expect(calendarEnd(at, "week", zone)).toBe(ms(end));
  }
  expect(calendarStart(ms(start) - 1, "week", zone)).toBeLessThan(ms(start));
});

test("months begin on the wall of their zone", () => {
  expect(calendarStart(ms("2026-12-31T15:00Z"), "month", "Asia/Tokyo")).toBe(ms("2026-12-31T15:00Z"));
  expect(calendarEnd(ms("2026-12-31T14:59Z"), "month", "Asia/Tokyo")).toBe(ms("2026-12-31T15:00Z"));
});

test("what came exactly a rolling window ago is outside", () => {
  const at = ms("2026-10-01T00:00Z");
  expect(windowStart(at, "day", "rolling", "UTC")).toBe(at - 24 * HOUR_MS + 1);
});

test("there is no calendar from the year 9999 on, and none of an unknown zone", () => {
  expect(calendarStart(ms("9998-12-31T23:59:59Z"), "day", "UTC")).toBe(ms("9998-12-31T00:00Z"));
  expect(calendarStart(ms("9999-01-01T00:00Z"), "day", "UTC")).toBeUndefined();
  expect(() => calendarStart(0, "day", "Mars/Base")).toThrow(UnknownZone);
});
