/** Who is logged in, and what the frame shows of it. */
import * as answers from "../api/answers.ts";
import { Client, type Wait } from "../api/client.ts";
import { Problem } from "../api/problem.ts";
import { integer, nothing, record } from "../api/shape.ts";
import { tellAccountCurrency } from "./account-currency.ts";
import { addressOfAccount } from "./account-address.ts";
import { Store } from "./store.ts";

export interface SessionState {
  readonly loggedIn: boolean;
  readonly me: answers.Me | null;
  readonly wallet: answers.Balance | null;
  readonly time: answers.SessionSummary | null;
  readonly limits: readonly answers.Limit[] | null;
  readonly betLimit: answers.BetLimit | null;
  /** Messages that were not read yet. */
  readonly unread: number;
  /** Whether the session waits for the PIN, and whether it takes a full login. */
  readonly lock: "none" | "pin" | "full-login";
  /** Whether the platform ended the session, not the player. */
  readonly ended: boolean;
  readonly online: boolean;
  /** A request that is sent again by itself. */
  readonly wait: Wait | null;
  /** What the platform's clock is ahead of this one's. */
  readonly aheadMs: number;
}

const EMPTY = { me: null, wallet: null, time: null, limits: null, betLimit: null, unread: 0 } as const;
const DEVICE = "reddog.device";

export const client = new Client(sessionStorage);

export const session = new Store<SessionState>({
  ...EMPTY,
  loggedIn: client.token !== null,
  lock: "none",
  ended: false,
  online: true,
  wait: null,
  aheadMs: 0,
});

session.watch(() => tellAccountCurrency(session.state.wallet?.cash.currency ?? ""));

client.listener = {
  refused: heed,
  waiting: (wait) => session.set({ wait }),
  reached: (online) => {
    if (online !== session.state.online) session.set({ online });
  },
};

/** Return the platform's present instant, as far as this clock tells. */
export function platformNow(): number {
  return Date.now() + session.state.aheadMs;
}

const inbox = record({ unread: integer });

/** What the frame shows and can be read anew. */
const PARTS = {
  me: async () => ({ me: await client.call({ path: "/me", read: answers.me }) }),
  wallet: async () => ({ wallet: await client.call({ path: "/wallet", read: answers.balance }) }),
  time: async () => {
    const time = await client.call({ path: "/me/session", read: answers.sessionSummary });
    return { time, aheadMs: Date.parse(time.read_at) - Date.now() };
  },
  limits: async () => ({ limits: (await client.call({ path: "/me/limits", read: answers.limits })).items }),
  unread: async () => ({ unread: (await client.call({ path: "/me/inbox?limit=1", read: inbox })).unread }),
  betLimit: async () => ({ betLimit: await client.call({ path: "/me/bet-limit", read: answers.betLimit }) }),
} satisfies Record<string, () => Promise<Partial<SessionState>>>;
export type Part = keyof typeof PARTS;

/** Read parts of the state anew, all of them if none is named. */
export async function refresh(...parts: readonly Part[]): Promise<void> {
  const wanted = parts.length > 0 ? parts : (Object.keys(PARTS) as Part[]);
  const changes = await Promise.all(wanted.map((part) => PARTS[part]()));
  session.set(Object.assign({}, ...changes));
}

/** Read what a bet, a payment or a round's end changes. */
export function refreshMoney(): Promise<void> {
  return refresh("wallet", "time", "limits");
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly code?: string;
  /** What a passkey answered, in place of a code. */
  readonly passkey?: unknown;
}

/** Log in on this device, and return what the platform says of the login before, and of locks. */
export async function logIn(credentials: Credentials): Promise<answers.OpenedSession> {
  const device = localStorage.getItem(DEVICE);
  const opened = await client.call({
    method: "POST",
    path: "/sessions",
    body: { ...credentials, ...(device === null ? {} : { device }) },
    read: answers.openedSession,
  });
  client.token = opened.token;
  const elsewhere = addressOfAccount(opened.token, location);
  if (elsewhere !== null) {
    await logOut();
    throw new Problem({ code: "account-elsewhere", address: elsewhere }, 0, null);
  }
  // The device is as secret as a password where there is a second factor. It stays in this browser, as the token does in this tab.
  localStorage.setItem(DEVICE, opened.device);
  session.set({ ...EMPTY, loggedIn: true, ended: false, lock: "none" });
  await refresh();
  return opened;
}

/** End the session. The token is forgotten only when the platform has ended it, so that nothing stays open unseen. */
export async function logOut(): Promise<void> {
  await client.call({ method: "DELETE", path: "/sessions/current", read: nothing });
  forget(false);
}

/** Forget whose session it was. */
export function forget(ended: boolean): void {
  client.token = null;
  session.set({ ...EMPTY, loggedIn: false, lock: "none", ended });
}

function heed(problem: Problem): void {
  if (problem.code === "not-authenticated" && session.state.loggedIn) forget(true);
  if (problem.code === "session-locked") session.set({ lock: "pin" });
  if (problem.code === "full-login-required") session.set({ lock: "full-login" });
  if (problem.code === "reality-check-due" && session.state.time !== null) {
    const { time } = session.state;
    session.set({ time: { ...time, reality_check: { ...time.reality_check, due: true } } });
  }
}
