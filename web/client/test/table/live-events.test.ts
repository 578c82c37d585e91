import { expect, test } from "vitest";
import { EventParser } from "../../src/table/live/server-events.ts";

const STREAM = 'retry: 1000\n\nevent: snapshot\ndata: {"seq":1}\n\n:\n\nid: 2\nevent: seats\ndata: {"seq":2}\n\n';

test("a stream is taken apart wherever its pieces end", () => {
  for (let size = 1; size <= STREAM.length; size += 1) {
    const parser = new EventParser();
    const events = [];
    for (let at = 0; at < STREAM.length; at += size) events.push(...parser.feed(STREAM.slice(at, at + size)));
    expect(events).toEqual([
      { type: "snapshot", id: null, data: '{"seq":1}' },
      { type: "seats", id: "2", data: '{"seq":2}' },
    ]);
  }
});

test("lines may end as the standard allows", () => {
  const parser = new EventParser();
  expect(parser.feed("event: hint\r")).toEqual([]);
  expect(parser.feed("\ndata:one\rdata: two\r\n\r")).toEqual([]);
  expect(parser.feed("\n")).toEqual([{ type: "hint", id: null, data: "one\ntwo" }]);
});

test("a comment and an event without data are nothing", () => {
  expect(new EventParser().feed(": heartbeat\n\nevent: hint\n\n")).toEqual([]);
});
