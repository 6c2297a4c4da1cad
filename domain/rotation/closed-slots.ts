import { addDays, type CivilDate, laterDate, type Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { lastDayOf, type AwayPeriods } from './away.js';
import { continueTurns } from './continue-turns.js';
import { namedMembers, rotationWithout } from './rotation.js';
import { segmentAt, type Segment } from './segment.js';
import type { TurnDates } from './turn-dates.js';

/**
 * Returns the segments for the occurrence `index`, without the slots of members whose last day is over. From
 * the first date after that day, the turns continue among the others, starting with the next in order. If a
 * stand-in took the slot instead, that member would have two turns in a row in every round.
 *
 * Roster days and balanced rotations have no slots in an order; there others stand in, as for any absence.
 *
 * @param on the date on which the occurrence is done
 */
export function closeSlots(
  { segments, dates }: { readonly segments: readonly Segment[]; readonly dates: TurnDates },
  index: number,
  on: CivilDate,
  { firstDayOfWeek, away }: { readonly firstDayOfWeek: Weekday; readonly away: AwayPeriods },
): readonly Segment[] {
  const current = segmentAt(segments, index);
  if (current === null || (current.rotation.kind !== 'turns' && current.rotation.kind !== 'shuffle'))
    return segments;
  const gone = [...namedMembers(current.rotation)].flatMap((member) => leavingAfter(away, member, on));
  const later = segments.filter(({ fromIndex }) => fromIndex > index);
  return gone.sort(byLastDay).reduce<readonly Segment[]>((before, { member, lastDay }) => {
    const first = addDays(lastDay, 1);
    const last = segmentAt(before, index);
    if (last === null) return before;
    const fromIndex = Math.max(last.fromIndex, dates.indexFrom(first));
    if (fromIndex > index) return before;
    const [due = first] = dates.between(first, addDays(first, LONGEST_GAP));
    const date = laterDate(due, last.anchorDate);
    const earlier = before.filter((segment) => segment.fromIndex <= index);
    const closed = continueTurns(
      earlier,
      { index: fromIndex, dueDate: date, date },
      rotationWithout(last.rotation, member),
      firstDayOfWeek,
    );
    return [...closed, ...later];
  }, segments);
}

/**
 * How many days to search for the next date after a last day. Most rules have a date within a year and a day.
 */
const LONGEST_GAP = 366;

type Gone = { readonly member: MemberId; readonly lastDay: CivilDate };

function leavingAfter(away: AwayPeriods, member: MemberId, on: CivilDate): readonly Gone[] {
  const lastDay = lastDayOf(away, member);
  return lastDay === null || on <= lastDay ? [] : [{ member, lastDay }];
}

const byLastDay = (one: Gone, other: Gone) => (one.lastDay < other.lastDay ? -1 : 1);
