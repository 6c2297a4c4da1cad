import { ALL_ACTIVITY, type Activity, type ActivityFilter } from '../../domain/history/activity.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import { type MemberCaller, householdNow } from '../shared/caller.js';
import type { WorkFilter } from './ports.js';
import { MAX_DAYS, STREAK_DAYS, countStatistics, type Statistics } from '../../domain/history/statistics.js';
import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import { listAbsences } from '../../domain/households/away.js';
import type { Member } from '../../domain/households/household.js';
import { requireRange } from '../shared/date-range.js';
import type { Needs } from '../composition/needs.js';

/** Lists the history of the household as the caller may see it, newest first. */
export function listActivity({ activities }: Needs<'activities'>) {
  return (
    { household, memberId }: MemberCaller,
    page: PageRequest,
    filter: ActivityFilter = ALL_ACTIVITY,
  ): Promise<Page<Activity>> => activities.list(household.id, memberId, page, filter);
}

/**
 * A range of days on the household's calendar, both inclusive. The default for `to` is today, and for `from` the 30
 * days that end with `to`.
 */
export type StatisticsRange = {
  readonly from?: CivilDate;
  readonly to?: CivilDate;
  /** If set, the statistics are also counted per week, with the household's first day of the week. */
  readonly by?: 'week';
};

const DEFAULT_DAYS = 30;

/**
 * Returns the statistics of shared work by member, and those of the caller's personal work.
 *
 * @throws VALIDATION_FAILED if the range ends before it starts or is longer than a year.
 */
export function showStatistics({
  statistics,
  households,
  clock,
}: Needs<'statistics' | 'households' | 'clock'>) {
  return async (caller: MemberCaller, range: StatisticsRange): Promise<Statistics> => {
    const { household, memberId } = caller;
    const to = range.to ?? householdNow(caller, clock).date;
    const from = range.from ?? addDays(to, 1 - DEFAULT_DAYS);
    requireRange({ from, to }, MAX_DAYS);
    const streakFrom = addDays(to, -STREAK_DAYS);
    const countsSince = async (since: CivilDate, work: WorkFilter) => {
      const days = { from: since, to, timeZone: household.timeZone };
      const [done, turns] = await Promise.all([
        statistics.done(household.id, work, days),
        statistics.turns(household.id, work, days),
      ]);
      return { done, turns };
    };
    const [shared, personal, members] = await Promise.all([
      countsSince(streakFrom < from ? streakFrom : from, { visibility: 'SHARED' }),
      countsSince(from, { visibility: 'PERSONAL', author: memberId }),
      households.members(household.id),
    ]);
    const weekStart = range.by === 'week' ? household.weekStartsOn : null;
    return countStatistics(shared, personal, members.map(toPresence), { from, to }, weekStart, memberId);
  };
}

const toPresence = (member: Member) => ({ id: member.id, awayPeriods: listAbsences(member) });
