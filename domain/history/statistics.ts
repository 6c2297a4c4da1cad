import { isAway, type AwayPeriod, type AwayPeriods } from '../rotation/away.js';
import { addDays, dayOfWeek, type CivilDate, type Weekday } from '../shared/civil-date.js';
import { apportioned } from '../shared/apportion.js';
import type { CategoryId, MemberId } from '../shared/ids.js';

/**
 * What the same people did together of one category on one day, of the same people's turns: the smallest unit that
 * statistics are made of.
 */
export type DoneCell = {
  /** One, or several who did it together or each did a part of their own. */
  readonly doers: readonly MemberId[];
  /**
   * True if each doer did a part of their own (`completion: 'all'`): each gets the whole duration and the whole credit.
   * False if they did it together: they share both equally.
   */
  readonly isForEach: boolean;
  readonly categoryId: CategoryId | null;
  readonly date: CivilDate;
  /** Who was responsible; empty: nobody in particular, as with PERSONAL work. */
  readonly dueTo: readonly MemberId[];
  /** Whom the rule named, where the turn was swapped or given to others by hand; else empty. */
  readonly givenBy: readonly MemberId[];
  readonly done: number;
  /** Of these, those that were done on a later day than their date. */
  readonly late: number;
  /** Of what was late and each did for themselves, those whose own tick was not. */
  readonly punctual: readonly MemberId[];
  /** Of those that say how long they take. */
  readonly minutes: number;
  /** How many do not. */
  readonly unmeasured: number;
};

/** What one member was responsible for on one day, as far as there is something to say of it. */
export type TurnCell = {
  readonly memberId: MemberId;
  readonly date: CivilDate;
  readonly skipped: number;
  /** What was not done by the end of that day, nor by them for themselves, nor skipped on purpose. */
  readonly owed: number;
};

export type Counts = { readonly done: readonly DoneCell[]; readonly turns: readonly TurnCell[] };

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
  /**
   * The days on which they did something, back from the last day asked for to one on which they owed something; days
   * on which nothing was due to them, or on which they were away, are passed over, and the last one may still be empty.
   */
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
 * Work counts for who did it, and that it was late for those whose turn it was.
 */
export function countStatistics(
  shared: Counts,
  personal: Counts,
  members: readonly { readonly id: MemberId; readonly awayPeriods: readonly AwayPeriod[] }[],
  { from, to }: { readonly from: CivilDate; readonly to: CivilDate },
  weekStart: Weekday | null,
  viewer: MemberId,
): Statistics {
  const isWithin = ({ date }: { readonly date: CivilDate }) => date >= from && date <= to;
  const within: Counts = { done: shared.done.filter(isWithin), turns: shared.turns.filter(isWithin) };
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
      .map(([categoryId, own]) => ({ categoryId, done: sum(own, 'done') }))
      .toSorted((a, b) => b.done - a.done || String(a.categoryId).localeCompare(String(b.categoryId))),
    days: countDays(within.done, from, to),
    weeks: weekStart === null ? [] : countWeeks(within.done, [...shown], { from, to }, weekStart),
    personal: totalsOf(viewer, personal, sum(personal.done, 'minutes')),
  };
}

/** How often the minutes and the credit of a cell count: once if the doers share them, else once for each doer. */
function countParts({ isForEach, doers }: DoneCell): number {
  return isForEach ? doers.length : 1;
}

/** Which part of the minutes and the credit of a cell each of its doers gets, from 0 to 1. */
function partOfEach(cell: DoneCell): number {
  return countParts(cell) / cell.doers.length;
}

/** Whole minutes of each of the members, which add up to those of all. */
function shareMinutes(
  cells: readonly DoneCell[],
  members: readonly MemberId[],
): ReadonlyMap<MemberId, number> {
  return apportioned(
    members.map((memberId) => {
      const own = cells.filter(({ doers }) => doers.includes(memberId));
      return [
        memberId,
        sum(
          own.map((cell) => ({ share: cell.minutes * partOfEach(cell) })),
          'share',
        ),
      ];
    }),
  );
}

/** How much of what was done is theirs, in tasks. */
function creditOf(memberId: MemberId, cells: readonly DoneCell[]): number {
  const own = cells.filter(({ doers }) => doers.includes(memberId));
  return sum(
    own.map((cell) => ({ share: cell.done * partOfEach(cell) })),
    'share',
  );
}

function totalsOf(memberId: MemberId, { done: cells, turns }: Counts, minutes: number): WorkTotals {
  const own = cells.filter(({ doers }) => doers.includes(memberId));
  const isTheirs = (cell: DoneCell) => isDueTo(cell, memberId) && !cell.punctual.includes(memberId);
  const done = sum(own, 'done');
  return {
    done,
    onTime: done - sum(own.filter(isTheirs), 'late'),
    late: sum(cells.filter(isTheirs), 'late'),
    skipped: sum(
      turns.filter((cell) => cell.memberId === memberId),
      'skipped',
    ),
    minutes,
  };
}

/** What was nobody's turn in particular was that of who did it. */
function isDueTo({ dueTo, doers }: DoneCell, memberId: MemberId): boolean {
  return (dueTo.length === 0 ? doers : dueTo).includes(memberId);
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
    const ofWeek = byWeek.get(week) ?? [];
    const minutes = shareMinutes(ofWeek, members);
    const active = members.flatMap((memberId) => {
      const own = ofWeek.filter(({ doers }) => doers.includes(memberId));
      if (own.length === 0) return [];
      return [{ memberId, done: sum(own, 'done'), minutes: minutes.get(memberId) ?? 0 }];
    });
    weeks.push({ from: week, members: active });
  }
  return weeks;
}

function countStreak(memberId: MemberId, { done, turns }: Counts, away: AwayPeriods, to: CivilDate): number {
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

function sum<Field extends string>(cells: readonly Readonly<Record<Field, number>>[], field: Field): number {
  return cells.reduce((total, cell) => total + cell[field], 0);
}
