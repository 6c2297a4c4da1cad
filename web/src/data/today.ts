import { addDays } from '../i18n/formats.ts';
import type { Occurrence } from './household.ts';
import { compareCodeUnits } from './order.ts';

/** What the page of a day shows, of rows that the copy holds, in the order of the API. */
export type Today = {
  readonly late: readonly Occurrence[];
  readonly open: readonly Occurrence[];
  readonly done: readonly Occurrence[];
  /** The days after, of which there is something. */
  readonly coming: readonly { readonly date: string; readonly rows: readonly Occurrence[] }[];
  /** By member: how many of the day are theirs, and how many of these are done. */
  readonly shares: ReadonlyMap<string, { readonly done: number; readonly all: number }>;
};

const PRIORITIES = ['URGENT', 'HIGH', 'NORMAL', 'LOW'];

/** Whole-day before timed, then by priority, then by age: the order of the API. */
export function byTime(a: Occurrence, b: Occurrence): number {
  return (
    compareCodeUnits(a.date ?? '9', b.date ?? '9') ||
    compareCodeUnits(a.time ?? '', b.time ?? '') ||
    PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) ||
    compareCodeUnits(a.id, b.id)
  );
}

const newestFirst = (a: Occurrence, b: Occurrence) =>
  compareCodeUnits(b.completedAt ?? '', a.completedAt ?? '');

/** Whether it is time to show it among what is to come. */
export function isShown({ date, showFrom }: Pick<Occurrence, 'date' | 'showFrom'>, today: string): boolean {
  // A row that was kept by a version before has no such field.
  return date === null || typeof showFrom !== 'number' || addDays(date, -showFrom) <= today;
}

/**
 * @param until the last civil date of what is coming
 * @param memberId only theirs; null: everybody's
 * @param lingering ticked rows that stay where they were for now
 */
export function groupToday(
  rows: readonly Occurrence[],
  {
    today,
    until,
    memberId,
    lingering,
  }: { today: string; until: string; memberId: string | null; lingering: ReadonlySet<string> },
): Today {
  const shares = new Map<string, { done: number; all: number }>();
  const late: Occurrence[] = [];
  const open: Occurrence[] = [];
  const done: Occurrence[] = [];
  const coming = new Map<string, Occurrence[]>();
  for (const row of [...rows].sort(byTime)) {
    const isDone = row.status === 'DONE';
    if (row.date === null || (row.status !== 'TODO' && !isDone)) continue;
    if (row.date === today)
      for (const id of row.responsibleMemberIds) {
        const share = shares.get(id) ?? { done: 0, all: 0 };
        const hasDone = isDone || row.doneBy.some(({ memberId: ticked }) => ticked === id);
        shares.set(id, { done: share.done + (hasDone ? 1 : 0), all: share.all + 1 });
      }
    if (memberId !== null && !row.responsibleMemberIds.includes(memberId)) continue;
    const stays = !isDone || lingering.has(row.id);
    if (row.date < today && stays) late.push(row);
    else if (row.date === today) (stays ? open : done).push(row);
    else if (row.date > today && row.date <= until && !isDone && isShown(row, today))
      coming.set(row.date, [...(coming.get(row.date) ?? []), row]);
  }
  return {
    late,
    open,
    done: done.sort(newestFirst),
    coming: [...coming].map(([date, ofDay]) => ({ date, rows: ofDay })),
    shares,
  };
}
