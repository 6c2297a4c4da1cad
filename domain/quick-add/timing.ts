import { addDays, type CivilDate } from '../shared/civil-date.js';
import { toMinutes, fromMinutes, civilTime, type CivilTime } from '../shared/civil-time.js';
import { toInstant } from '../shared/zone.js';
import { resolveMinute, resolveRange } from './grammar/clock-tokens.js';
import type { DayPart } from './languages/language.js';
import type { Candidate, ClockTime } from './readings.js';
import { findClaim } from './refiners/refiner.js';
import type { Sentence } from './sentence.js';

const DAY = 1440;

/** The time of day and the duration that a sentence names. The date is not known yet. */
export type Timing = {
  readonly time: CivilTime | null;
  /**
   * The number of days to add to the date. It is 1 for midnight and for later hours of the night ("2 tonight"),
   * because they are on the next day. Otherwise it is 0.
   */
  readonly daysLater: number;
  readonly durationMinutes: number | null;
  /** All times in ascending order if the sentence names several times of day, otherwise an empty list. */
  readonly times: readonly CivilTime[];
};

export function readTiming(candidates: readonly Candidate[], { grammar }: Sentence): Timing {
  const range = findClaim(candidates, 'range');
  const ofRule = findClaim(candidates, 'rule')?.draft.rule.times;
  if (ofRule !== undefined && findClaim(candidates, 'time') === undefined)
    return {
      time: ofRule[0] ?? null,
      daysLater: 0,
      durationMinutes: findClaim(candidates, 'duration')?.minutes ?? null,
      times: ofRule,
    };
  const part =
    findClaim(candidates, 'dayPart')?.part ??
    findClaim(candidates, 'date')?.part ??
    findClaim(candidates, 'rule')?.draft.part ??
    null;
  const { clock, others = [] } = findClaim(candidates, 'time') ?? {};
  const resolved = (one: ClockTime) =>
    resolveMinute(one, others.length > 0 ? null : part, grammar.language.clock);
  const several = others.length > 0 && clock ? [clock, ...others].map(resolved).sort((a, b) => a - b) : [];
  const from = range && resolveRange(range.start, range.end, part, grammar.language.clock);
  const minute =
    from?.start ??
    several[0] ??
    (clock && resolved(clock)) ??
    (part && toMinutes(findStart(part, grammar.language.dayParts)));
  const durationMinutes = from?.minutes ?? findClaim(candidates, 'duration')?.minutes ?? null;
  const times = [...new Set(several.map((one) => fromMinutes(one % DAY)))].sort();
  if (minute === null) return { time: null, daysLater: 0, durationMinutes, times };
  const latest = several.at(-1) ?? minute;
  return { time: fromMinutes(minute % DAY), daysLater: Math.floor(latest / DAY), durationMinutes, times };
}

function findStart(part: DayPart, parts: Sentence['grammar']['language']['dayParts']): CivilTime {
  return civilTime(parts[part].time);
}

/**
 * Returns true if the sentence names a time, and this time has already passed on that date in the household's time
 * zone. The time is on the next day if `daysLater` is 1.
 */
export function isBeforeNow(date: CivilDate, { time, daysLater }: Timing, { context }: Sentence): boolean {
  return time !== null && toInstant(context.timeZone, addDays(date, daysLater), time) < context.now;
}
