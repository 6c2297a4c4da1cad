/** Between which times of the household's day the wall is dark; null: it never is. */
export type Night = { readonly from: string; readonly to: string } | null;

/** Whether it is dark at a time of the day, `HH:mm`; a night goes over midnight or not. */
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

/** By how many pixels all of it is moved, another way every ten minutes: nothing is burnt into the screen. */
export function shiftAt(minutes: number): string {
  const [x, y] = STEPS[Math.floor(minutes / 10) % STEPS.length] ?? [0, 0];
  return `${x}px ${y}px`;
}
