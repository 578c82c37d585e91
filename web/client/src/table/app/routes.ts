import { Store } from "./store.ts";

/** A page of the table. Its address is `#/` and its path, with whatever stands behind. */
export interface View {
  /** The first words of the address, such as `limits` or `account/sessions`; empty is the beginning. */
  readonly path: string;
  /** Whether it is for everybody, or for who is logged in. */
  readonly open?: boolean;
  /** `board` is as wide as the window, with a column beside it; `page` is a column to read. */
  readonly layout?: "board" | "page";
  /** Its place in the bar's navigation, from the left; not there without. */
  readonly place?: number;
  /** What the document calls it, and the navigation. */
  readonly title: () => string;
  /** What the navigation calls it where that is shorter: on a phone all names stand in one line. */
  readonly short?: () => string;
  /** Fetch its code, which the first load does without. */
  readonly load?: () => Promise<unknown>;
  /** Render it; `rest` is what stands behind its path, without the slash. */
  readonly render: (rest: string) => unknown;
}

const views = new Map<string, View>();

/** Add a page. Each area's `views.ts` does so, and `main.ts` imports it. */
export function addView(view: View): void {
  views.set(view.path, view);
}

/** Return the pages of the navigation, from the left. The first is where who is logged in begins. */
export function navigation(): readonly View[] {
  const placed = [...views.values()].filter((view) => view.place !== undefined);
  return placed.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0));
}

/** The address that is shown, without `#/`. */
export const place = new Store<{ readonly address: string }>({ address: addressOf(globalThis.location?.hash ?? "") });

function addressOf(hash: string): string {
  return hash.replace(/^#?\/?/, "").replace(/\/$/, "");
}

/** Return the view of an address by the longest path that begins it, and what stands behind. */
export function viewOf(
  address: string,
  known: ReadonlyMap<string, View> = views,
): { readonly view: View; readonly rest: string } | null {
  const words = address === "" ? [] : address.split("/");
  for (let taken = words.length; taken > 0; taken -= 1) {
    const view = known.get(words.slice(0, taken).join("/"));
    if (view !== undefined) return { view, rest: words.slice(taken).join("/") };
  }
  const beginning = known.get("");
  return words.length === 0 && beginning !== undefined ? { view: beginning, rest: "" } : null;
}

/** Go to an address: `go("limits")`. */
export function go(address: string): void {
  location.hash = `#/${address}`;
}

/** Follow the address from now on. */
export function follow(): void {
  addEventListener("hashchange", () => place.set({ address: addressOf(location.hash) }));
}
