import { civilDate } from './formats.ts';

/** The time of an instant in a zone: `HH:mm`. */
export const civilTime = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant);

/** The instant at which it is so late there; of an hour that a clock has twice one of them. */
export function instantIn(timeZone: string, date: string, time: string): Date {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  let at = wanted;
  // The offset is that of the place where it ends, which the first step may only come near.
  for (let step = 0; step < 2; step += 1) {
    const shown = new Date(at);
    at += wanted - Date.parse(`${civilDate(shown, timeZone)}T${civilTime(shown, timeZone)}:00Z`);
  }
  return new Date(at);
}
