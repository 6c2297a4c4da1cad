import { withMeridiem, moveByDayPart } from '../grammar/clock-tokens.js';
import { readMonthName } from '../grammar/names.js';
import type { Captures } from '../grammar/slots.js';
import type { ClockTime } from '../readings.js';
import type { PartBuilders } from './part.js';
import type { Said } from '../languages/language.js';

const NOON = 720;
/** Midnight as minutes of a day. "Tomorrow at midnight" means the end of tomorrow, so it is 24:00. */
const MIDNIGHT = 1440;

export const clockParts: PartBuilders<'clock'> = {
  // With "o'clock", an hour is a time wherever it stands.
  'clock.exact': ({ n }, captures) => {
    const clock = readExact(captures);
    return clock && n === 1 ? { ...clock, bare: true } : clock;
  },
  'clock.dayPart': (said, captures, sentence) => {
    const clock = readExact(captures);
    const part = captures.get('part') ?? said.part;
    if (clock === null || part === undefined || clock.minute >= 780) return null;
    // In "party march 11 in the evening", the number is the day.
    const place = captures.placeOf('hour');
    if (place !== null && readMonthName(sentence, place - 1)?.end === place) return null;
    return { minute: moveByDayPart(clock.minute, part), fixed: true, bare: true, hasPart: true };
  },
  'clock.past': ({ minutes = 0, n }, captures) => {
    const clock = readExact(captures);
    const minute = ((clock?.minute ?? 0) + minutes + 1440) % 1440;
    return clock === null ? null : { ...clock, minute, bare: n !== 1 };
  },
  'clock.noon': ({ minutes = 0 }) => ({ minute: NOON + minutes, fixed: true, bare: true }),
  'clock.midnight': ({ minutes = 0 }) => ({ minute: MIDNIGHT + minutes, fixed: true, bare: true }),
};

function readExact(captures: Captures): ClockTime | null {
  const [meridiem, minutes = 0] = [captures.get('meridiem'), captures.get('int')];
  const clock = captures.get('hm') ?? captures.get('hour') ?? captures.get('isoTime');
  if (clock === undefined || minutes > 59) return null;
  if (meridiem === undefined) return { ...clock, minute: clock.minute + minutes };
  if (clock.minute >= 780 || clock.fixed) return null;
  return withMeridiem(Math.floor(clock.minute / 60), clock.minute % 60, meridiem === 'pm');
}

const MAX_MINUTES = 1440;

/**
 * Returns the duration in whole minutes. Returns null if it is shorter than a minute or longer than a day.
 */
function inRange(minutes: number): number | null {
  const whole = Math.round(minutes);
  return whole >= 1 && whole <= MAX_MINUTES ? whole : null;
}

const hours = ({ minutes = 0 }: Said, captures: Captures) =>
  inRange((captures.get('amount') ?? captures.get('n') ?? 0) * 60 + minutes + (captures.get('int') ?? 0));

export const durationParts: PartBuilders<'duration'> = {
  'duration.minutes': ({ minutes = 0 }, captures) => inRange((captures.get('amount') ?? 0) + minutes),
  'duration.hours': hours,
  'duration.hoursAndMinutes': (said, captures) => captures.get('short') ?? hours(said, captures),
};
