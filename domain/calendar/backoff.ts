const MAX_MS = 3_600_000;
const SPREAD = 0.2;
const QUOTA_SHORTEST_MS = 900_000;

/** After this many failures in a row an occurrence is given up until something new happens. */
export const MAX_ATTEMPTS = 8;

/** How long after the `attempt`th failure the next try is: twice as long each time, an hour at most, ±20 %. */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(Math.min(2 ** attempt * 1000, MAX_MS) * (1 - SPREAD + 2 * SPREAD * random));
}

/** How long a calendar is left alone whose quota is used up: a quarter of an hour, doubling to an hour. */
export function quotaPauseMs(attempt: number): number {
  return Math.min(QUOTA_SHORTEST_MS * 2 ** Math.max(0, attempt - 1), MAX_MS);
}
