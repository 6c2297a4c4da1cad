/** The order of dates, times, moments and ids: as they are written, whatever the language, and at a fraction of `localeCompare`. */
export const compareCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
