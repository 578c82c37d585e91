/** Starts the worker, whose script stands in the page: a page from a disk may load no other file. */
import { text } from "desk:worker";

/** The part of the browser's trusted types that is needed here; undefined where a browser has none. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const trusting = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("desk", {
  createScriptURL: (url) => url,
});

/** Return a new worker. */
export function startWorker(): Worker {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = new Worker(trusting?.createScriptURL(url) ?? url);
  URL.revokeObjectURL(url);
  return worker;
}
