import { expect, test } from "vitest";
import { say } from "../../src/table/live/words.ts";

test.each([
  [2, "after the 2nd buy-in"],
  [3, "after the 3rd buy-in"],
  [4, "after the 4th buy-in"],
])("a game around a pot begins after its buy-in number %i, as one says it", (seats, said) => {
  expect(say("open.pot.text", { seconds: 4, seats })).toContain(said);
});
