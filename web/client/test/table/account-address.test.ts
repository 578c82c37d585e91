import { expect, test } from "vitest";
import { addressOfAccount } from "../../src/table/app/account-address.ts";

const house = { protocol: "https:", host: "play.example.com:8443", pathname: "/play" };

test("an account of the house is at home on its pages", () => {
  expect(addressOfAccount("c2VjcmV0:c2lnbg", house)).toBeNull();
});

test("an account of a cell has its pages at the cell's host, with port and path", () => {
  expect(addressOfAccount("old_harbour.c2VjcmV0:c2lnbg", house)).toBe("https://old-harbour.play.example.com:8443/play");
});

test("at its cell's host an account is at home", () => {
  expect(addressOfAccount("old_harbour.c2V:c2", { ...house, host: "old-harbour.play.example.com" })).toBeNull();
});

test("a cell whose name begins as another's does is another one", () => {
  expect(addressOfAccount("reef.c2V:c2", { ...house, host: "reefs.play.example.com" })).toBe(
    "https://reef.reefs.play.example.com/play",
  );
});
