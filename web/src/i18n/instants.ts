import { civilDate } from './formats.ts';

/** Returns the time of an instant in a time zone: `HH:mm`. */
export const civilTime = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant);

/**
 * Returns the instant of a local date and time in a zone. If the clock shows that time twice, it is one of
 * the two instants.
 */
export function instantIn(timeZone: string, date: string, time: string): Date {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  let at = wanted;
  // The offset must be that of the result, and the first step may cross a change of the clock. So there is a
  // second step.
  for (let step = 0; step < 2; step += 1) {
    const shown = new Date(at);
    at += wanted - Date.parse(`${civilDate(shown, timeZone)}T${civilTime(shown, timeZone)}:00Z`);
  }
  return new Date(at);
}
