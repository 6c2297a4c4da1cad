import { addDays, dayOfWeek, type CivilDate, type Weekday } from '../shared/civil-date.js';
import type { CategoryId, MemberId } from '../shared/ids.js';

/** What one member did of one category on one day: the smallest unit that statistics are made of. */
export type DoneCell = {
  readonly memberId: MemberId;
  readonly categoryId: CategoryId | null;
  readonly date: CivilDate;
  readonly done: number;
  /** Of these, those that were done on a later day than their date. */
  readonly late: number;
  readonly minutes: number;
};
export type SkippedCount = { readonly memberId: MemberId; readonly skipped: number };

export type Counts = { readonly done: readonly DoneCell[]; readonly skipped: readonly SkippedCount[] };

export type WorkTotals = {
  readonly done: number;
  readonly onTime: number;
  readonly late: number;
  readonly skipped: number;
  readonly minutes: number;
};

export type MemberStatistics = WorkTotals & {
  readonly memberId: MemberId;
  /** Of the SHARED work that was done, from 0 to 1. */
  readonly share: number;
  /** Days in a row, up to the last day asked for, on which they did something; that day may still be empty. */
  readonly streak: number;
};

export type WeekStatistics = {
  /** Its first day, which may lie before the days asked for: of these alone it counts. */
  readonly from: CivilDate;
  /** Who did something, in the order of the other statistics. */
  readonly members: readonly Pick<MemberStatistics, 'memberId' | 'done' | 'minutes'>[];
};

/** Of SHARED work, the same for every viewer, but for `personal`. */
export type Statistics = {
  readonly members: readonly MemberStatistics[];
  readonly categories: readonly { readonly categoryId: CategoryId | null; readonly done: number }[];
  readonly days: readonly { readonly date: CivilDate; readonly done: number }[];
  /** Where they were asked for, in order; those without work too. */
  readonly weeks: readonly WeekStatistics[];
  /** What the viewer did of the tasks that they keep to themselves. */
  readonly personal: WorkTotals;
};

/** A streak is counted back at most this far. */
export const STREAK_DAYS = 366;
export const MAX_DAYS = 366;

/**
 * The statistics of the inclusive days `from` to `to`. What is `shared` reaches back `STREAK_DAYS` before `to`; what
 * is `personal` is the viewer's own. `members` are those who are shown even with nothing done, and the rest follow
 * them. Days without work are there with 0. `weekStart`: the day on which a week begins, where weeks are wanted.
 */
export function countStatistics(
  shared: Counts,
  personal: Counts,
  members: readonly MemberId[],
  { from, to }: { readonly from: CivilDate; readonly to: CivilDate },
  weekStart: Weekday | null,
): Statistics {
  const within = shared.done.filter(({ date }) => date >= from && date <= to);
  const all = sum(within, 'done');
  const shown = new Set([...members, ...within.map(({ memberId }) => memberId)]);
  for (const { memberId } of shared.skipped) shown.add(memberId);
  return {
    members: [...shown].map((memberId) => {
      const own = within.filter((cell) => cell.memberId === memberId);
      const totals = sumTotals(
        own,
        shared.skipped.filter((count) => count.memberId === memberId),
      );
      const days = shared.done.filter((cell) => cell.memberId === memberId).map(({ date }) => date);
      return {
        memberId,
        ...totals,
        share: all === 0 ? 0 : totals.done / all,
        streak: countStreak(new Set(days), to),
      };
    }),
    categories: [...Map.groupBy(within, ({ categoryId }) => categoryId)]
      .map(([categoryId, own]) => ({ categoryId, done: sum(own, 'done') }))
      .toSorted((a, b) => b.done - a.done || String(a.categoryId).localeCompare(String(b.categoryId))),
    days: countDays(within, from, to),
    weeks: weekStart === null ? [] : countWeeks(within, [...shown], { from, to }, weekStart),
    personal: sumTotals(personal.done, personal.skipped),
  };
}

function sumTotals(cells: readonly DoneCell[], skipped: readonly SkippedCount[]): WorkTotals {
  const [done, late] = [sum(cells, 'done'), sum(cells, 'late')];
  return {
    done,
    onTime: done - late,
    late,
    skipped: skipped.reduce((total, count) => total + count.skipped, 0),
    minutes: sum(cells, 'minutes'),
  };
}

function countDays(cells: readonly DoneCell[], from: CivilDate, to: CivilDate): Statistics['days'] {
  const byDay = Map.groupBy(cells, ({ date }) => date);
  const days = [];
  for (let date = from; date <= to; date = addDays(date, 1))
    days.push({ date, done: sum(byDay.get(date) ?? [], 'done') });
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
    const byMember = Map.groupBy(byWeek.get(week) ?? [], ({ memberId }) => memberId);
    const active = members.flatMap((memberId) => {
      const own = byMember.get(memberId);
      return own === undefined ? [] : [{ memberId, done: sum(own, 'done'), minutes: sum(own, 'minutes') }];
    });
    weeks.push({ from: week, members: active });
  }
  return weeks;
}

function countStreak(days: ReadonlySet<CivilDate>, to: CivilDate): number {
  let day = days.has(to) ? to : addDays(to, -1);
  let streak = 0;
  for (; days.has(day); day = addDays(day, -1)) streak += 1;
  return streak;
}

function sum(cells: readonly DoneCell[], field: 'done' | 'late' | 'minutes'): number {
  return cells.reduce((total, cell) => total + cell[field], 0);
}
