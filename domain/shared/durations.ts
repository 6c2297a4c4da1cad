/**
 * Durations in milliseconds. DAY_MS is always 24 hours, although a calendar day can be shorter or longer when
 * the clocks change.
 */
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
