/** Where an account's pages are, in a house whose web servers serve several cells. */

/**
 * Return the address of an account's own pages, and null if they are these.
 *
 * A token names its cell before a full stop. These pages read the log and the rules of the cell that their host names, so an account
 * of another one would be judged by a log that is not its own.
 */
export function addressOfAccount(
  token: string,
  here: Readonly<{ protocol: string; host: string; pathname: string }>,
): string | null {
  const [cell, secret] = token.split(".");
  if (cell === undefined || secret === undefined) return null;
  const label = `${cell.replaceAll("_", "-")}.`;
  return here.host.startsWith(label) ? null : `${here.protocol}//${label}${here.host}${here.pathname}`;
}
