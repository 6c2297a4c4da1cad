/** Durations in milliseconds. A calendar day may be an hour shorter or longer; DAY_MS is always 24 hours. */
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
