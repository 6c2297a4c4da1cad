/** The hours of the household's day in which the wall is dark. null means it is never dark. */
export type Night = { readonly from: string; readonly to: string } | null;

/** Returns true if the wall is dark at this time (`HH:mm`). The hours may include midnight. */
export function isNight(time: string, hours: Night): boolean {
  if (hours === null || hours.from === hours.to) return false;
  const { from, to } = hours;
  return from < to ? from <= time && time < to : from <= time || time < to;
}

const STEPS = [
  [0, 0],
  [3, 1],
  [1, 3],
  [-2, 2],
  [-3, -1],
  [-1, -3],
  [2, -2],
] as const;

/** Returns the CSS `translate` value by which the content is moved. It changes every ten minutes to prevent burn-in. */
export function shiftAt(minutes: number): string {
  const [x, y] = STEPS[Math.floor(minutes / 10) % STEPS.length] ?? [0, 0];
  return `${x}px ${y}px`;
}
