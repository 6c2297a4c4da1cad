/** 2026-03-10 at noon in UTC, a Tuesday. */
export const NOON = Date.UTC(2026, 2, 10, 12);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
