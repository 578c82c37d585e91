import { expect, test } from "vitest";
import { clickedByPointer } from "../../src/table/app/pointer.ts";

test("a click of a mouse gives the focus back to the table, one of a key keeps it", () => {
  expect(clickedByPointer({ type: "click", detail: 1 })).toBe(true);
  expect(clickedByPointer({ type: "contextmenu", detail: 0 })).toBe(true);
  expect(clickedByPointer({ type: "click", detail: 0 })).toBe(false);
});
