import { addDays, type CivilDate } from '../shared/civil-date.js';
import { minutesOf, timeOfMinutes, civilTime, type CivilTime } from '../shared/civil-time.js';
import { instantOf } from '../shared/zone.js';
import { minuteOf } from './day-parts.js';
import type { DayPart } from './languages/language.js';
import type { Candidate } from './readings.js';
import { fieldOf } from './refiners/settled.js';
import type { Sentence } from './sentence.js';

const DAY = 1440;

/** The time of day that a sentence says, before its date is known. */
export type Timing = {
  readonly time: CivilTime | null;
  /** 1 for midnight, which is the start of the next day. */
  readonly daysLater: number;
  readonly durationMinutes: number | null;
};

export function timingOf(candidates: readonly Candidate[], { grammar }: Sentence): Timing {
  const range = fieldOf(candidates, 'range');
  const part =
    fieldOf(candidates, 'dayPart')?.part ??
    fieldOf(candidates, 'date')?.part ??
    fieldOf(candidates, 'rule')?.draft.part ??
    null;
  const clock = fieldOf(candidates, 'time')?.clock;
  const minute =
    range?.start ??
    (clock && minuteOf(clock, part, grammar.language.clock)) ??
    (part && minutesOf(startOf(part, grammar.language.dayParts)));
  const durationMinutes = range?.minutes ?? fieldOf(candidates, 'duration')?.minutes ?? null;
  if (minute === null) return { time: null, daysLater: 0, durationMinutes };
  return { time: timeOfMinutes(minute % DAY), daysLater: Math.floor(minute / DAY), durationMinutes };
}

function startOf(part: DayPart, parts: Sentence['grammar']['language']['dayParts']): CivilTime {
  return civilTime(parts[part].time);
}

/** Whether that wall-clock moment of the household lies before now. */
export function hasPassed(date: CivilDate, { time, daysLater }: Timing, { context }: Sentence): boolean {
  return time !== null && instantOf(context.timeZone, addDays(date, daysLater), time) < context.now;
}
