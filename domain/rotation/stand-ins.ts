import { addDays, type CivilDate, laterDate, toDayNumber, type Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { modulo } from '../shared/modulo.js';
import { absentSince, type AwayPeriods, isAway, samePeople } from './away.js';
import { unitsBetween } from './calendar-units.js';
import { orderOf } from './draw.js';
import { slotAt, slotsAhead } from './responsible.js';
import { positionIn, type Segment } from './segment.js';
import type { TurnDates } from './turn-dates.js';

type RotationInputs = {
  readonly segment: Segment;
  readonly dates: TurnDates;
  readonly firstDayOfWeek: Weekday;
  readonly away: AwayPeriods;
};

/**
 * The turns that the absent members have missed between the beginning of their absence and the turn in
 * question.
 */
type TurnsMissed = {
  readonly count: number;
  /**
   * Returns the slot that is due `ahead` steps after the first missed turn. If no turn was missed before, it counts
   * from the turn in question.
   */
  readonly after: (ahead: number) => readonly MemberId[];
};

/**
 * Chooses who does a turn whose members are all away. The n-th turn of an absence goes to the n-th present
 * member after the absent ones. They are counted in the order of the rotation, starting again from the
 * beginning at its end.
 *
 * Example: in a rotation A, B, C, member A is away for four turns. They go to B, C, B, C.
 *
 * A turn is what the rotation counts: one occurrence, several in a row, a week, or a day of the roster.
 * Returns an empty list if nobody is present.
 */
export function findStandIns(
  inputs: RotationInputs,
  index: number,
  date: CivilDate,
  absent: readonly MemberId[],
): readonly MemberId[] {
  const { segment, away } = inputs;
  const began = absentSince(away, absent, date);
  const since = segment.anchorDate > date ? date : laterDate(began, segment.anchorDate);
  const countMissed =
    segment.rotation.kind === 'balanced'
      ? missedByDraw
      : countsByIndex(segment)
        ? missedByIndex
        : missedByDate;
  const { count, after } = countMissed(inputs, index, date, since);
  const present: (readonly MemberId[])[] = [];
  for (let ahead = 1; ahead < slotsAhead(segment.rotation); ahead += 1) {
    const there = after(ahead).filter((member) => !isAway(away, member, date));
    if (there.length > 0 && !present.some((others) => samePeople(others, there))) present.push(there);
  }
  return present[modulo(count, present.length)] ?? [];
}

/** Returns true if the turns depend on the index and not on the date. */
function countsByIndex({ rotation }: Segment): boolean {
  return rotation.kind === 'shuffle' || (rotation.kind === 'turns' && rotation.unit === 'occurrence');
}

/**
 * Counts the missed turns of rotations that depend on the index (turns per occurrence, and shuffle). Every
 * round names the same members equally often, so complete rounds are counted by multiplication and only the
 * last round is iterated. The count is negative if the rule date of the turn is before the absence, but the
 * occurrence was moved to a day within the absence.
 */
function missedByIndex(
  { segment, dates, firstDayOfWeek }: RotationInputs,
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

/**
 * Counts the turns of this segment that the absent member has missed in a balanced rotation since `since`. A draw
 * gives each of the next turns to the member who is furthest below their expected minutes of work.
 */
function missedByDraw(
  { segment, dates, firstDayOfWeek }: RotationInputs,
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
 * The limit for iterating over dates, in days: 209 weeks, about four years. The count of missed turns starts
 * again after that many days.
 */
const LONGEST_WALK = 209 * 7;

/**
 * Counts the missed turns of rotations that depend on the calendar. A turn only counts if the rule has a date
 * in it.
 */
function missedByDate(
  { segment, dates, firstDayOfWeek }: RotationInputs,
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

/** Returns the number of the turn that contains that day. */
function turnOn({ rotation, anchorDate }: Segment, day: CivilDate, firstDayOfWeek: Weekday): number {
  if (rotation.kind !== 'turns' || rotation.unit === 'occurrence') return toDayNumber(day);
  return Math.floor(unitsBetween(rotation.unit, anchorDate, day, firstDayOfWeek) / rotation.length);
}
