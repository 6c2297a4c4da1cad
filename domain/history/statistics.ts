import { addDays, type CivilDate } from '../shared/civil-date.js';
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

export type MemberStatistics = {
  readonly memberId: MemberId;
  readonly done: number;
  readonly onTime: number;
  readonly late: number;
  readonly skipped: number;
  readonly minutes: number;
  /** Of everything that was done, from 0 to 1. */
  readonly share: number;
  /** Days in a row, up to the last day asked for, on which they did something; that day may still be empty. */
  readonly streak: number;
};

export type Statistics = {
  readonly members: readonly MemberStatistics[];
  readonly categories: readonly { readonly categoryId: CategoryId | null; readonly done: number }[];
  readonly days: readonly { readonly date: CivilDate; readonly done: number }[];
};

/** A streak is counted back at most this far. */
export const STREAK_DAYS = 366;
export const MOST_DAYS = 366;

/**
 * The statistics of the inclusive days `from` to `to`. `cells` reach back `STREAK_DAYS` before `to`; `members` are
 * those who are shown even with nothing done, and the rest follow them. Days without work are there with 0.
 */
export function statisticsOf(
  cells: readonly DoneCell[],
  skipped: readonly SkippedCount[],
  members: readonly MemberId[],
  { from, to }: { readonly from: CivilDate; readonly to: CivilDate },
): Statistics {
  const within = cells.filter(({ date }) => date >= from && date <= to);
  const all = sum(within, 'done');
  const shown = new Set([...members, ...within.map(({ memberId }) => memberId)]);
  for (const { memberId } of skipped) shown.add(memberId);
  return {
    members: [...shown].map((memberId) => {
      const own = within.filter((cell) => cell.memberId === memberId);
      const [done, late] = [sum(own, 'done'), sum(own, 'late')];
      return {
        memberId,
        done,
        onTime: done - late,
        late,
        skipped: skipped.find((count) => count.memberId === memberId)?.skipped ?? 0,
        minutes: sum(own, 'minutes'),
        share: all === 0 ? 0 : done / all,
        streak: streakOf(new Set(cells.filter((c) => c.memberId === memberId).map(({ date }) => date)), to),
      };
    }),
    categories: [...Map.groupBy(within, ({ categoryId }) => categoryId)]
      .map(([categoryId, own]) => ({ categoryId, done: sum(own, 'done') }))
      .toSorted((a, b) => b.done - a.done || String(a.categoryId).localeCompare(String(b.categoryId))),
    days: daysOf(within, from, to),
  };
}

function daysOf(cells: readonly DoneCell[], from: CivilDate, to: CivilDate): Statistics['days'] {
  const byDay = Map.groupBy(cells, ({ date }) => date);
  const days = [];
  for (let date = from; date <= to; date = addDays(date, 1))
    days.push({ date, done: sum(byDay.get(date) ?? [], 'done') });
  return days;
}

function streakOf(days: ReadonlySet<CivilDate>, to: CivilDate): number {
  let day = days.has(to) ? to : addDays(to, -1);
  let streak = 0;
  for (; days.has(day); day = addDays(day, -1)) streak += 1;
  return streak;
}

function sum(cells: readonly DoneCell[], field: 'done' | 'late' | 'minutes'): number {
  return cells.reduce((total, cell) => total + cell[field], 0);
}
