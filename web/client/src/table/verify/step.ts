/** The steps by which a round is proved, in the order in which it came about. */
import type { Draw } from "../../log/judged.ts";

export const STEPS = ["committed", "own-seed", "seed", "cards", "payout", "signed", "logged"] as const;
export type StepName = (typeof STEPS)[number];

/** `given` is what everything else is compared with; `not-checked` is said as loudly as `fails`. */
export type StepResult = "holds" | "fails" | "given" | "not-checked";

/** A value that a person may compare by eye: what it is called, and its digits or words. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface Step {
  readonly name: StepName;
  readonly result: StepResult;
  /** Which of the step's sentences says what was found. */
  readonly said: string;
  readonly args?: Readonly<Record<string, string | number>>;
  readonly facts: readonly Fact[];
  /** How the cards were drawn, and how many of them the player was shown. */
  readonly draws?: readonly Draw[];
  readonly shown?: readonly string[];
}

/** What all steps together say. It is no proof while a step was left out. */
export function summaryOf(steps: readonly Pick<Step, "result">[]): "holds" | "fails" | "partly" {
  if (steps.some(({ result }) => result === "fails")) return "fails";
  return steps.some(({ result }) => result === "not-checked") ? "partly" : "holds";
}
