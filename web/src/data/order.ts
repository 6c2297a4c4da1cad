/**
 * Compares dates, times, instants and ids by code unit. The result does not depend on the language, and it is
 * much faster than `localeCompare`.
 */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
