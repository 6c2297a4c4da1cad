import { isAway, type AwayPeriod, type AwayPeriods } from '../rotation/away.js';
import { addDays, dayOfWeek, type CivilDate, type Weekday } from '../shared/civil-date.js';
import { apportioned, sum } from '../shared/apportion.js';
import type { CategoryId, MemberId } from '../shared/ids.js';

/**
 * The work that was done on one day, in one category, by the same members and for the same assignees. It is
 * the smallest unit of statistics.
 */
export type DoneCell = {
  /** The members who did the work. If there are several, they did it together or each did a part. */
  readonly doers: readonly MemberId[];
  /**
   * True if each member did a full part (`completion: 'all'`) and is credited the whole duration. False if
   * the members did it together and share duration and credit equally.
   */
  readonly isForEach: boolean;
  readonly categoryId: CategoryId | null;
  readonly date: CivilDate;
  /** The assignees. Empty if there were none, or if the task is PERSONAL. */
  readonly dueTo: readonly MemberId[];
  /** The members whom the rotation named, if the turn was swapped or reassigned by hand; otherwise empty. */
  readonly givenBy: readonly MemberId[];
  readonly done: number;
  /** The number of tasks that were done on a later day than their date. */
  readonly late: number;
  /**
   * The members whose own tick was on time, although the task was late. Only used if every assignee ticked
   * separately.
   */
  readonly punctual: readonly MemberId[];
  /** The total minutes of the tasks with a duration. */
  readonly minutes: number;
  /** The number of tasks without a duration. */
  readonly unmeasured: number;
};

/**
 * The tasks of one day that were assigned to one member (for PERSONAL tasks: the tasks of their author), if at least
 * one of them was skipped or left undone.
 */
export type TurnCell = {
  readonly memberId: MemberId;
  readonly date: CivilDate;
  readonly skipped: number;
  /**
   * The number of tasks that were neither done by the end of that day nor skipped on purpose. A task on which the
   * member had ticked their own part by then is not counted.
   */
  readonly owed: number;
};

export type StatisticsCells = { readonly done: readonly DoneCell[]; readonly turns: readonly TurnCell[] };

export type WorkTotals = {
  readonly done: number;
  readonly onTime: number;
  readonly late: number;
  readonly skipped: number;
  readonly minutes: number;
};

export type MemberStatistics = WorkTotals & {
  readonly memberId: MemberId;
  /** The member's share of all SHARED work that was done on the requested days, as a number from 0 to 1. */
  readonly share: number;
  /**
   * The number of days on which the member did something, counted backwards from the last requested day. The count
   * ends at a day on which the member left a task undone and did nothing. Days without tasks for the member, and
   * absences, are skipped. The last requested day does not end the count.
   */
  readonly streak: number;
};

export type WeekStatistics = {
  /** The first day of the week. It may be before the requested days, but only requested days are counted. */
  readonly from: CivilDate;
  /** The members who did something in this week, in the same order as the other statistics. */
  readonly members: readonly Pick<MemberStatistics, 'memberId' | 'done' | 'minutes'>[];
};

/** The statistics of SHARED work. Apart from `personal`, they are the same for every viewer. */
export type Statistics = {
  readonly members: readonly MemberStatistics[];
  readonly categories: readonly { readonly categoryId: CategoryId | null; readonly done: number }[];
  readonly days: readonly { readonly date: CivilDate; readonly done: number }[];
  /** All weeks in order, including weeks without work. Empty if no weeks were requested. */
  readonly weeks: readonly WeekStatistics[];
  /** The viewer's work on their own PERSONAL tasks. */
  readonly personal: WorkTotals;
};

/**
 * How many days before the last requested day a streak is counted back (STREAK_DAYS), and the maximum number of days
 * that can be requested (MAX_DAYS).
 */
export const STREAK_DAYS = 366;
export const MAX_DAYS = 366;

/**
 * Returns the statistics of the days `from` to `to`, inclusive. Work is credited to the members who did it. Lateness
 * is attributed to the members whose turn it was. Days without work are included with 0.
 *
 * @param shared SHARED work, beginning `STREAK_DAYS` before `to`
 * @param personal the viewer's own PERSONAL work
 * @param members the members who are listed even if they did nothing; other members who did or skipped something
 *   follow
 * @param weekStart the first day of the week if weeks are requested, otherwise null
 */
export function countStatistics(
  shared: StatisticsCells,
  personal: StatisticsCells,
  members: readonly { readonly id: MemberId; readonly awayPeriods: readonly AwayPeriod[] }[],
  { from, to }: { readonly from: CivilDate; readonly to: CivilDate },
  weekStart: Weekday | null,
  viewer: MemberId,
): Statistics {
  const isWithin = ({ date }: { readonly date: CivilDate }) => date >= from && date <= to;
  const within: StatisticsCells = {
    done: shared.done.filter(isWithin),
    turns: shared.turns.filter(isWithin),
  };
  const shown = new Set(members.map(({ id }) => id));
  for (const { doers } of within.done) for (const memberId of doers) shown.add(memberId);
  for (const { memberId, skipped } of within.turns) if (skipped > 0) shown.add(memberId);
  const away: AwayPeriods = new Map(members.map(({ id, awayPeriods }) => [id, awayPeriods]));
  const minutes = shareMinutes(within.done, [...shown]);
  const totalCredit = within.done.reduce((total, cell) => total + countParts(cell) * cell.done, 0);
  return {
    members: [...shown].map((memberId) => {
      const totals = totalsOf(memberId, within, minutes.get(memberId) ?? 0);
      return {
        memberId,
        ...totals,
        share: totalCredit === 0 ? 0 : creditOf(memberId, within.done) / totalCredit,
        streak: countStreak(memberId, shared, away, to),
      };
    }),
    categories: [...Map.groupBy(within.done, ({ categoryId }) => categoryId)]
      .map(([categoryId, own]) => ({ categoryId, done: total(own, 'done') }))
      .toSorted((a, b) => b.done - a.done || String(a.categoryId).localeCompare(String(b.categoryId))),
    days: countDays(within.done, from, to),
    weeks: weekStart === null ? [] : countWeeks(within.done, [...shown], { from, to }, weekStart),
    personal: totalsOf(viewer, personal, total(personal.done, 'minutes')),
  };
}

/**
 * Returns how often the minutes and the credit of a cell are counted. This is once if the members share them,
 * otherwise once for each member.
 */
function countParts({ isForEach, doers }: DoneCell): number {
  return isForEach ? doers.length : 1;
}

/** Returns the part of the minutes and the credit of a cell that each of its members gets, from 0 to 1. */
function partOfEach(cell: DoneCell): number {
  return countParts(cell) / cell.doers.length;
}

/** Returns the minutes of each member as whole numbers that add up to the total. */
function shareMinutes(
  cells: readonly DoneCell[],
  members: readonly MemberId[],
): ReadonlyMap<MemberId, number> {
  return apportioned(
    members.map((memberId) => {
      const own = cells.filter(({ doers }) => doers.includes(memberId));
      return [memberId, sum(own.map((cell) => cell.minutes * partOfEach(cell)))];
    }),
  );
}

/** Returns how much of the work is credited to the member, as a number of tasks. */
function creditOf(memberId: MemberId, cells: readonly DoneCell[]): number {
  const own = cells.filter(({ doers }) => doers.includes(memberId));
  return sum(own.map((cell) => cell.done * partOfEach(cell)));
}

function totalsOf(memberId: MemberId, { done: cells, turns }: StatisticsCells, minutes: number): WorkTotals {
  const own = cells.filter(({ doers }) => doers.includes(memberId));
  const isTheirs = (cell: DoneCell) => isDueTo(cell, memberId) && !cell.punctual.includes(memberId);
  const done = total(own, 'done');
  return {
    done,
    onTime: done - total(own.filter(isTheirs), 'late'),
    late: total(cells.filter(isTheirs), 'late'),
    skipped: total(
      turns.filter((cell) => cell.memberId === memberId),
      'skipped',
    ),
    minutes,
  };
}

/**
 * Returns true if the task was the member's turn. A task without assignees counts as the turn of those who
 * did it.
 */
function isDueTo({ dueTo, doers }: DoneCell, memberId: MemberId): boolean {
  return (dueTo.length === 0 ? doers : dueTo).includes(memberId);
}

function countDays(cells: readonly DoneCell[], from: CivilDate, to: CivilDate): Statistics['days'] {
  const byDay = Map.groupBy(cells, ({ date }) => date);
  const days = [];
  for (let date = from; date <= to; date = addDays(date, 1))
    days.push({ date, done: total(byDay.get(date) ?? [], 'done') });
  return days;
}

function countWeeks(
  cells: readonly DoneCell[],
  members: readonly MemberId[],
  { from, to }: { readonly from: CivilDate; readonly to: CivilDate },
  weekStart: Weekday,
): WeekStatistics[] {
  const startOfWeek = (date: CivilDate) => addDays(date, -dayOfWeek(date, weekStart));
  const byWeek = Map.groupBy(cells, ({ date }) => startOfWeek(date));
  const weeks = [];
  for (let week = startOfWeek(from); week <= to; week = addDays(week, 7)) {
    const ofWeek = byWeek.get(week) ?? [];
    const minutes = shareMinutes(ofWeek, members);
    const active = members.flatMap((memberId) => {
      const own = ofWeek.filter(({ doers }) => doers.includes(memberId));
      if (own.length === 0) return [];
      return [{ memberId, done: total(own, 'done'), minutes: minutes.get(memberId) ?? 0 }];
    });
    weeks.push({ from: week, members: active });
  }
  return weeks;
}

function countStreak(
  memberId: MemberId,
  { done, turns }: StatisticsCells,
  away: AwayPeriods,
  to: CivilDate,
): number {
  const daysOf = (cells: readonly { readonly date: CivilDate }[]) => new Set(cells.map(({ date }) => date));
  const active = daysOf(done.filter(({ doers }) => doers.includes(memberId)));
  const owing = daysOf(turns.filter((turn) => turn.memberId === memberId && turn.owed > 0));
  const isBroken = (date: CivilDate) => owing.has(date) && date !== to && !isAway(away, memberId, date);
  let streak = 0;
  for (let i = 0; i <= STREAK_DAYS; i++) {
    const date = addDays(to, -i);
    if (active.has(date)) streak += 1;
    else if (isBroken(date)) break;
  }
  return streak;
}

function total<Field extends string>(
  cells: readonly Readonly<Record<Field, number>>[],
  field: Field,
): number {
  return sum(cells.map((cell) => cell[field]));
}
