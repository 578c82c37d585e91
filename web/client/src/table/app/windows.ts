/** Windows over the page, by the name of their element. Whoever opens one needs to know no more than that. */

/** An element that is a window. */
export interface Window extends HTMLElement {
  open(): void | Promise<void>;
}

const loaders = new Map<string, () => Promise<unknown>>();

/** Add a window. Each area's `views.ts` does so. */
export function addWindow(name: string, load: () => Promise<unknown>): void {
  loaders.set(name, load);
}

/** Open a window: `openWindow("bet-limit-window")`. */
export async function openWindow(name: string): Promise<void> {
  await loaders.get(name)?.();
  const found = document.querySelector<Window>(name) ?? (document.createElement(name) as Window);
  if (!found.isConnected) document.body.append(found);
  await found.open();
}
