/** In milliseconds. A day of a calendar may be an hour shorter or longer; this one never is. */
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
