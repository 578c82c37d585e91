import { expect, test } from "vitest";
import { assignable, commandOf, DOCUMENTED, heldBack, keysFrom, keyText, remapped } from "../src/table/play/keys.ts";
import { optionsFrom } from "../src/table/play/options.ts";

const pressed = (key: string, change: Record<string, unknown> = {}) => ({
  key,
  code: "",
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  ...change,
});

test.each([
  [pressed("0"), "repeat"],
  [pressed("Enter"), "deal"],
  [pressed("+", { shiftKey: true }), "raise"],
  [pressed("ArrowUp"), "up"],
  [pressed("ArrowDown"), "down"],
  [pressed("ArrowUp", { shiftKey: true }), "up10"],
  [pressed("ArrowDown", { shiftKey: true }), "down10"],
  [pressed("Delete"), "remove"],
  [pressed("."), "remove"],
  [pressed(",", { code: "NumpadDecimal" }), "remove"],
  [pressed("-"), "surrender"],
  [pressed("x"), null],
  [pressed("0", { ctrlKey: true }), null],
])("the documents' keys mean what they say: %o", (key, command) => {
  expect(commandOf(key, DOCUMENTED)).toBe(command);
});

test("a held key changes the bet again and again, and decides once", () => {
  expect(heldBack("up", { repeat: true })).toBe(false);
  expect(heldBack("deal", { repeat: true })).toBe(true);
  expect(heldBack("raise", { repeat: true })).toBe(true);
  expect(heldBack("deal", { repeat: false })).toBe(false);
});

test("a key that another command has is exchanged, so that none is without one", () => {
  const keys = remapped(DOCUMENTED, "raise", "Enter");
  expect([keys.raise, keys.deal]).toEqual(["Enter", "+"]);
  expect(remapped(DOCUMENTED, "raise", "r").raise).toBe("r");
});

test("who gave the removal another key has the point free", () => {
  expect(commandOf(pressed("."), remapped(DOCUMENTED, "remove", "x"))).toBeNull();
});

test("keys that move the focus are not given away", () => {
  expect(["Tab", "Escape", " ", "Shift", "r"].map(assignable)).toEqual([false, false, false, false, true]);
});

test("what was kept is read, and what is no command or no key is left out", () => {
  expect(keysFrom('{"raise":"r","fly":"f","deal":7}')).toEqual({ ...DOCUMENTED, raise: "r" });
  expect(keysFrom(null)).toEqual(DOCUMENTED);
});

test("keys are written as they stand on the keyboard", () => {
  expect(["ArrowUp", "Shift+ArrowDown", "Delete", "Enter"].map(keyText)).toEqual(["↑", "Shift ↓", "Del", "Enter"]);
});

test("sound and voice are off until they are asked for", () => {
  expect(optionsFrom(null)).toEqual({ sound: false, voice: false, animation: true });
  expect(optionsFrom('{"sound":true,"voice":"loud"}')).toEqual({ sound: true, voice: false, animation: true });
});
