/** The page's end of the line to the worker. */
import type { Asked, Question, Questions, Told, Trouble } from "./protocol.ts";

/** Nothing could be judged, or a question was not answered. */
export class Unjudged extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble, detail: string) {
    super(detail);
    this.trouble = trouble;
  }
}

interface Waiting {
  readonly done: (answer: unknown) => void;
  readonly failed: (error: Unjudged) => void;
  readonly progress: ((done: number, total: number) => void) | undefined;
}

/** One worker with the log that it judged. */
export class Judging {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(worker: Worker) {
    this.worker = worker;
    worker.addEventListener("message", (event: MessageEvent<Told>) => this.told(event.data));
    worker.addEventListener("error", (event) => this.broken(event.message));
  }

  /** Ask one question; what it takes is sent along. */
  ask<Q extends Question>(
    question: Q,
    ask: Questions[Q]["ask"],
    progress?: (done: number, total: number) => void,
  ): Promise<Questions[Q]["answer"]> {
    this.last += 1;
    const id = this.last;
    return new Promise((resolve, reject) => {
      // The worker answers each question with its own kind of answer.
      const done = (answer: unknown): void => resolve(answer as Questions[Q]["answer"]);
      this.waiting.set(id, { done, failed: reject, progress });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to be named
      this.worker.postMessage({ id, question, ask } as Asked);
    });
  }

  /** End the worker, whatever it does. */
  end(): void {
    this.worker.terminate();
  }

  private told(message: Told): void {
    const waiting = this.waiting.get(message.id);
    if (waiting === undefined) return;
    if ("done" in message) {
      waiting.progress?.(message.done, message.total);
      return;
    }
    this.waiting.delete(message.id);
    if ("answer" in message) waiting.done(message.answer);
    else waiting.failed(new Unjudged(message.trouble, message.detail));
  }

  private broken(detail: string): void {
    for (const waiting of this.waiting.values()) waiting.failed(new Unjudged("defect", detail));
    this.waiting.clear();
  }
}

/** What went wrong, whatever was thrown. */
export function unjudged(error: unknown): Unjudged {
  if (error instanceof Unjudged) return error;
  return new Unjudged("defect", error instanceof Error ? error.message : String(error));
}
