import { civilDate } from './formats.ts';

/** Returns the time of an instant in a time zone: `HH:mm`. */
export const civilTime = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant);

/**
 * Returns the instant of a local date and time in a time zone. If clocks show that time twice, because they are
 * set back, it returns one of the two instants.
 */
export function instantIn(timeZone: string, date: string, time: string): Date {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  let at = wanted;
  // The conversion needs the UTC offset at the resulting instant, which is not known before. The first step uses
  // an estimate that may lie on the other side of a clock change, so a second step corrects it.
  for (let step = 0; step < 2; step += 1) {
    const shown = new Date(at);
    at += wanted - Date.parse(`${civilDate(shown, timeZone)}T${civilTime(shown, timeZone)}:00Z`);
  }
  return new Date(at);
}
