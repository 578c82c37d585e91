import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { notices, packageOf } from "../build/licences.ts";

test("the package of a module is found by its path, and our own modules have none", () => {
  expect(packageOf("/a/node_modules/lit/index.js")).toBe("/a/node_modules/lit");
  expect(packageOf("/a/node_modules/@lit/reactive-element/x/y.js")).toBe("/a/node_modules/@lit/reactive-element");
  expect(packageOf("/a/src/table/main.ts")).toBeUndefined();
});

test("a notice names package, version and licence, and has its text", () => {
  const told = notices(new Set(["node_modules/fflate"]));
  expect(told).toContain("fflate 0.8.3 (MIT)");
  expect(told).toContain("Permission is hereby granted");
});

test("a package without a file of its licence is refused", () => {
  expect(() => notices(new Set(["."]))).toThrow("no file of its licence");
});

test.each([
  ["licences.txt", ["lit", "lit-html", "lit-element", "@lit/reactive-element", "intl-messageformat"]],
  ["desk.html", ["lit", "fflate"]],
])("what was built as %s names what it bundles", (file, names) => {
  const built = readFileSync(`../static/web/${file}`, "utf8");
  for (const name of names) expect(built).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "mu"));
});
