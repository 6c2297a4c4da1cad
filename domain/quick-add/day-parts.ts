import type { DayPart } from './languages/language.js';
import type { Clock } from './readings.js';

const HALF_DAY = 720;
const hours = (count: number) => count * 60;

/**
 * Where "in the evening" and the like move a time of 1 to 12 (in minutes): 8 tonight is 20:00, 12 at night the
 * midnight that ends the day, 2 tonight after it. Past 1440 it is the next day.
 */
export function moveByDayPart(minute: number, part: DayPart): number {
  const sinceTwelve = minute % HALF_DAY;
  const isTwelve = minute >= HALF_DAY;
  switch (part) {
    case 'morning':
      return sinceTwelve;
    case 'afternoon':
      return sinceTwelve + HALF_DAY;
    case 'evening':
      return sinceTwelve + HALF_DAY + (isTwelve ? HALF_DAY : 0);
    case 'tonight':
      return sinceTwelve + (isTwelve || minute < hours(4) ? 2 : 1) * HALF_DAY;
    case 'night':
      if (isTwelve) return sinceTwelve + 2 * HALF_DAY;
      return minute < hours(6) ? minute : minute + HALF_DAY;
  }
}

/** Bare 1 to 6 by a 12-hour clock are the afternoon: nobody means "call mum at 5" for the small hours. */
const LAST_AFTERNOON_HOUR = 6;

export function resolveMinute(clock: Clock, part: DayPart | null, hourClock: 12 | 24): number {
  if (clock.fixed) return clock.minute;
  if (part !== null) return moveByDayPart(clock.minute, part);
  const isAfternoon = hourClock === 12 && clock.minute < hours(LAST_AFTERNOON_HOUR + 1);
  return isAfternoon ? clock.minute + HALF_DAY : clock.minute;
}
