import { listAbsences, type Presence } from '../households/away.js';
import type { Member } from '../households/household.js';
import { isAway } from '../rotation/away.js';
import { addDays, laterDate, type DateRange } from '../shared/civil-date.js';
import { civilMomentAt, type TimeZone } from '../shared/zone.js';
import type { ExpectedShare } from './balance.js';

/** Returns the number of days in the range on which the member belonged to the household and was not away. */
export function countPresentDays(
  member: Pick<Member, 'id' | 'joinedAt'> & Presence,
  { from, to }: DateRange,
  timeZone: TimeZone,
): number {
  const { id, joinedAt, leftAt } = member;
  const left = leftAt === null ? null : civilMomentAt(timeZone, leftAt).date;
  const last = left !== null && left < to ? left : to;
  const away = new Map([[id, listAbsences({ ...member, leftAt: null })]]);
  let days = 0;
  for (
    let date = laterDate(from, civilMomentAt(timeZone, joinedAt).date);
    date <= last;
    date = addDays(date, 1)
  )
    if (!isAway(away, id, date)) days += 1;
  return days;
}

/** Returns the weight and the present days of each member, from which the expected share of the work follows. */
export function expectedShares(
  members: readonly (Pick<Member, 'id' | 'joinedAt' | 'weight'> & Presence)[],
  range: DateRange,
  timeZone: TimeZone,
): readonly ExpectedShare[] {
  return members.map((member) => ({
    memberId: member.id,
    weight: member.weight,
    presentDays: countPresentDays(member, range, timeZone),
  }));
}
