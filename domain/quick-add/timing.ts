import { addDays, type CivilDate } from '../shared/civil-date.js';
import { toMinutes, fromMinutes, civilTime, type CivilTime } from '../shared/civil-time.js';
import { toInstant } from '../shared/zone.js';
import { resolveMinute } from './day-parts.js';
import type { DayPart } from './languages/language.js';
import type { Candidate } from './readings.js';
import { findClaim } from './refiners/settled.js';
import type { Sentence } from './sentence.js';

const DAY = 1440;

/** The time of day that a sentence says, before its date is known. */
export type Timing = {
  readonly time: CivilTime | null;
  /** 1 for midnight, which is the start of the next day. */
  readonly daysLater: number;
  readonly durationMinutes: number | null;
};

export function readTiming(candidates: readonly Candidate[], { grammar }: Sentence): Timing {
  const range = findClaim(candidates, 'range');
  const part =
    findClaim(candidates, 'dayPart')?.part ??
    findClaim(candidates, 'date')?.part ??
    findClaim(candidates, 'rule')?.draft.part ??
    null;
  const clock = findClaim(candidates, 'time')?.clock;
  const minute =
    range?.start ??
    (clock && resolveMinute(clock, part, grammar.language.clock)) ??
    (part && toMinutes(findStart(part, grammar.language.dayParts)));
  const durationMinutes = range?.minutes ?? findClaim(candidates, 'duration')?.minutes ?? null;
  if (minute === null) return { time: null, daysLater: 0, durationMinutes };
  return { time: fromMinutes(minute % DAY), daysLater: Math.floor(minute / DAY), durationMinutes };
}

function findStart(part: DayPart, parts: Sentence['grammar']['language']['dayParts']): CivilTime {
  return civilTime(parts[part].time);
}

/** Whether that wall-clock moment of the household lies before now. */
export function hasPassed(date: CivilDate, { time, daysLater }: Timing, { context }: Sentence): boolean {
  return time !== null && toInstant(context.timeZone, addDays(date, daysLater), time) < context.now;
}
