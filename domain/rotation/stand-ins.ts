import { addDays, type CivilDate, laterDate, toDayNumber, type Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { modulo } from '../shared/modulo.js';
import { absentSince, type AwayPeriods, isAway, samePeople } from './away.js';
import { unitsBetween } from './calendar-units.js';
import { orderOf } from './draw.js';
import { slotAt, slotsAhead } from './responsible.js';
import { positionIn, type Segment } from './segment.js';
import type { TurnDates } from './turn-dates.js';

type Ground = {
  readonly segment: Segment;
  readonly dates: TurnDates;
  readonly firstDayOfWeek: Weekday;
  readonly away: AwayPeriods;
};

/** The turns of the absent since their absence began, before the one that is asked for. */
type TurnsMissed = {
  readonly count: number;
  /** Who comes so many steps after the first of them (or after the one that is asked for, where it is the first). */
  readonly after: (ahead: number) => readonly MemberId[];
};

/**
 * Who does the turn of people who are all away on that date: the n-th of their turns since their absence began falls to
 * the n-th of those present after them, in the order of the rotation, and round again. A turn is what the rotation
 * counts: an occurrence or several in a row, a week, a day of the roster. With nobody present: nobody.
 */
export function findStandIns(
  ground: Ground,
  index: number,
  date: CivilDate,
  absent: readonly MemberId[],
): readonly MemberId[] {
  const { segment, away } = ground;
  const began = absentSince(away, absent, date);
  const since = segment.anchorDate > date ? date : laterDate(began, segment.anchorDate);
  const countMissed =
    segment.rotation.kind === 'balanced'
      ? missedByDraw
      : countsByIndex(segment)
        ? missedByIndex
        : missedByDate;
  const { count, after } = countMissed(ground, index, date, since);
  const present: (readonly MemberId[])[] = [];
  for (let ahead = 1; ahead < slotsAhead(segment.rotation); ahead += 1) {
    const there = after(ahead).filter((member) => !isAway(away, member, date));
    if (there.length > 0 && !present.some((others) => samePeople(others, there))) present.push(there);
  }
  return present[modulo(count, present.length)] ?? [];
}

/** Whether the place in the series says whose turn it is, and not the date. */
function countsByIndex({ rotation }: Segment): boolean {
  return rotation.kind === 'shuffle' || (rotation.kind === 'turns' && rotation.unit === 'occurrence');
}

/**
 * Each round of turns and of a shuffle names the same people equally often, so that rounds are counted and not walked.
 * Of a turn that was due before the absence began the count is below zero: it may have been moved into it.
 */
function missedByIndex(
  { segment, dates, firstDayOfWeek }: Ground,
  index: number,
  date: CivilDate,
  since: CivilDate,
): TurnsMissed {
  const { rotation } = segment;
  const length = rotation.kind === 'turns' ? rotation.length : 1;
  const round = rotation.kind === 'turns' || rotation.kind === 'shuffle' ? rotation.order.length : 1;
  const turnAt = (at: number) => Math.floor(positionIn(segment, at) / length);
  const turn = turnAt(index);
  const slot = (at: number) => slotAt(segment, index + (at - turn) * length, date, firstDayOfWeek);
  const missing = slot(turn);
  const named = (from: number, to: number) => {
    let times = 0;
    for (let at = from; at < to; at += 1) if (samePeople(slot(at), missing)) times += 1;
    return times;
  };
  const namedBefore = (end: number) => {
    const full = Math.floor(end / round);
    return full * named(full * round, (full + 1) * round) + named(full * round, end);
  };
  let first = turnAt(dates.indexFrom(since));
  const count = namedBefore(turn) - namedBefore(first);
  while (!samePeople(slot(first), missing)) first += 1;
  return { count, after: (ahead) => slot(first + ahead) };
}

/** Of a balanced rotation those since the last draw, after which whoever has done least beside what is expected follows. */
function missedByDraw(
  { segment, dates, firstDayOfWeek }: Ground,
  index: number,
  date: CivilDate,
  since: CivilDate,
): TurnsMissed {
  const { rotation } = segment;
  const position = positionIn(segment, index);
  const order = rotation.kind === 'balanced' ? orderOf(rotation.drawn, position + 1) : [];
  const begun = Math.max(0, positionIn(segment, dates.indexFrom(since)));
  const missed = [...order.keys()].filter(
    (at) => at >= begun && at < position && order[at] === order[position],
  );
  const first = index - position + (missed[0] ?? position);
  return { count: missed.length, after: (ahead) => slotAt(segment, first, date, firstDayOfWeek, ahead) };
}

/**
 * Four years, in whole weeks: after them the count of turns that go by the calendar begins again, so that it never walks
 * more dates.
 */
const LONGEST_WALK = 209 * 7;

/** By the calendar a turn counts where the rule has a date in it. */
function missedByDate(
  { segment, dates, firstDayOfWeek }: Ground,
  index: number,
  date: CivilDate,
  since: CivilDate,
): TurnsMissed {
  const slot = (on: CivilDate, ahead = 0) => slotAt(segment, index, on, firstDayOfWeek, ahead);
  const missing = slot(date);
  const turn = turnOn(segment, date, firstDayOfWeek);
  const days = toDayNumber(date) - toDayNumber(since);
  const from = addDays(since, days - (days % LONGEST_WALK));
  let count = 0;
  let first: CivilDate | null = null;
  let last: number | null = null;
  for (const day of dates.between(from, date)) {
    const at = turnOn(segment, day, firstDayOfWeek);
    if (at === last || at === turn || !samePeople(slot(day), missing)) continue;
    count += 1;
    last = at;
    first ??= day;
  }
  const begun = first ?? date;
  return { count, after: (ahead) => slot(begun, ahead) };
}

/** The number of the turn that holds that day. */
function turnOn({ rotation, anchorDate }: Segment, day: CivilDate, firstDayOfWeek: Weekday): number {
  if (rotation.kind !== 'turns' || rotation.unit === 'occurrence') return toDayNumber(day);
  return Math.floor(unitsBetween(rotation.unit, anchorDate, day, firstDayOfWeek) / rotation.length);
}
