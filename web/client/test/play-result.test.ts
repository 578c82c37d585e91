import { expect, test } from "vitest";
import type { Round } from "../src/table/play/answers.ts";
import { resultOf } from "../src/table/play/result.ts";
import { deadline, resultSentence, saidOf, sentence } from "../src/table/play/sentences.ts";
import { answered, begun, stepped, waiting } from "../src/table/play/table.ts";

const usd = (amount: number) => ({ amount, currency: "USD" });
const RED_DOG = { family: "red-dog", decks: 1, pay: { spread: [5, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1], trips: 11 } } as const;
const MONTANA = { family: "montana", decks: 1, hand: 5, bonus: [2, 4, 6, 8, 15, 50, 200, 500] } as const;
const ROOM = { currency: "USD", stakeMin: 500, stakeMax: 30_000, sideMin: 0, sideMax: 0 };

function ended(outcome: string, staked: number, returned: number, change: Partial<Round> = {}): Round {
  return {
    id: "67699a32f5c44b53db8b4d0f0033eb88-0-1",
    game: "red-dog-atlantic-city",
    rules: "e7",
    status: "settled",
    stake: usd(500),
    side_bet: null,
    staked: usd(staked),
    returned: usd(returned),
    outcome,
    cards: ["6c", "Jc", "7s"],
    spread: 4,
    legal_actions: [],
    default_action: null,
    times_out_at: null,
    acts: [{ action: "stand", amount: usd(0), actor: "player" }],
    epoch: 0,
    nonce: 1,
    dealt_at: "2026-11-24T00:00:00.000Z",
    balance: { cash: usd(99_500), in_play: usd(0) },
    receipts: [],
    ...change,
  };
}

const open = ended("", 500, 0, {
  status: "open",
  outcome: null,
  returned: null,
  cards: ["6c", "Jc"],
  legal_actions: [
    { action: "raise", label: "RAISE", cost_min: usd(500), cost_max: usd(500) },
    { action: "stand", label: "CONTINUE", cost_min: usd(0), cost_max: usd(0) },
  ],
  default_action: "stand",
  times_out_at: "2026-11-25T00:00:00.000Z",
  acts: [],
});

const said = (round: Round): string => {
  const result = resultOf(round);
  if (result === null) throw new Error("the round is open");
  const { headline, text } = resultSentence(result);
  return `${headline}. ${text}`;
};

test.each([
  [ended("win", 500, 1_000), "won", "You win 5.00. 5.00 staked, 10.00 returned."],
  [ended("lose", 1_000, 0), "lost", "You lose 10.00. 10.00 staked, 0.00 returned."],
  [ended("trips", 500, 6_000), "won", "Three of a kind: you win 55.00. 5.00 staked, 60.00 returned."],
  [ended("pair-push", 500, 500), "even", "A pair, no third: your stake comes back. 5.00 staked, 5.00 returned."],
  [ended("surrender", 500, 250), "lost", "Surrendered: 2.50 comes back. 5.00 staked, 2.50 returned."],
  [
    ended("void", 500, 500, { status: "voided" }),
    "even",
    "This round was voided: 5.00 came back. 5.00 staked, 5.00 returned.",
  ],
])("the words have net, staked and returned", (round, worth, words) => {
  expect(resultOf(round)?.worth).toBe(worth);
  expect(said(round)).toBe(words);
});

test("with a bonus bet the net leads, and a bet that won is no win if the round cost more", () => {
  const side = { staked: usd(1_000), category: "pair", returned: usd(0) };
  const round = ended("win", 1_500, 1_000, { side_bet: side });
  expect(resultOf(round)?.worth).toBe("lost");
  expect(said(round)).toBe("You lose 5.00. 15.00 staked, 10.00 returned. The bonus bet (a pair) is lost.");
  const paid = ended("lose", 1_500, 3_000, { side_bet: { ...side, category: "two-pair", returned: usd(3_000) } });
  expect(said(paid)).toBe("Net +15.00. 15.00 staked, 30.00 returned. The bonus bet (two pair) returned 30.00.");
});

test("a round that the time ended says so", () => {
  const round = ended("lose", 500, 0, { acts: [{ action: "stand", amount: usd(0), actor: "timeout" }] });
  expect(said(round)).toContain("It was not decided in time, and settled as: Stand.");
});

test("the question has counts, and no advice", () => {
  const table = answered(begun(ROOM), open, 0);
  const { headline, text } = sentence(table, RED_DOG, false);
  expect(headline).toBe("Spread 4: raise or stand?");
  expect(text).toBe("16 of the 50 cards left win, 32.0 %. It pays 1 to 1.");
});

test("Montana's question counts what the hand would beat", () => {
  const hand = ["2c", "3c", "4c", "5c", "6c"];
  const table = answered(begun(ROOM), { ...open, cards: hand, spread: null }, 0);
  expect(sentence(table, MONTANA, false).text).toBe("You would beat 0 of the 47 cards that you have not seen, 0.0 %.");
});

test("the words follow the table from the bet to the answer", () => {
  const empty = begun(ROOM);
  expect(sentence(empty, RED_DOG, false)).toEqual({ headline: "Place your bet", text: "From 5.00." });
  const bet = stepped(empty, { does: "change", minor: 500 });
  expect(sentence(bet, RED_DOG, false).text).toBe("Then deal.");
  expect(sentence(waiting(bet, "deal"), RED_DOG, true).headline).toBe("Preparing the seeds …");
  expect(sentence(waiting(bet, "deal"), RED_DOG, false).headline).toBe("Dealing …");
});

test("what is read out has cards, spread and question, then the card that decided and the result", () => {
  expect(saidOf(open, RED_DOG).live).toBe(
    "6 of clubs, jack of clubs. Spread 4: raise or stand? 16 of the 50 cards left win, 32.0 %. It pays 1 to 1.",
  );
  expect(saidOf(open, RED_DOG).voice).toBe("Spread 4");
  expect(saidOf(ended("win", 500, 1_000), RED_DOG).live).toBe(
    "Third card: 7 of spades. You win 5.00. 5.00 staked, 10.00 returned.",
  );
  const pair = ended("pair-push", 500, 500, { acts: [], cards: ["6c", "6d", "7s"] });
  expect(saidOf(pair, RED_DOG).live).toContain("6 of clubs, 6 of diamonds. Third card: 7 of spades.");
  const hits = ended("win", 500, 1_000, {
    cards: ["2c", "3c", "4c", "5c", "6c", "7d", "8d", "9d", "Td", "Jd", "Qd", "Ah"],
  });
  expect(saidOf(hits, MONTANA).live).toContain("Hit card: ace of hearts.");
});

test("the deadline names the action by this game's own word", () => {
  expect(deadline(open)).toMatch(/^Decide by .*2026.*, else: Continue\.$/);
});
