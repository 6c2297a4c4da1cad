import { addDays } from '../i18n/formats.ts';
import type { Occurrence } from './household.ts';
import { compareCodeUnits } from './order.ts';

/**
 * The tasks in this client's copy of the household, in the groups of the Today page. `done` begins with the task that
 * was completed last. The other groups are in the order of the API.
 */
export type Today = {
  readonly late: readonly Occurrence[];
  readonly open: readonly Occurrence[];
  readonly done: readonly Occurrence[];
  /** The following days that have tasks. */
  readonly coming: readonly { readonly date: string; readonly rows: readonly Occurrence[] }[];
  /** By member id: how many of today's tasks the member is assigned to, and how many of these are done. */
  readonly shares: ReadonlyMap<string, { readonly done: number; readonly all: number }>;
};

const PRIORITIES = ['URGENT', 'HIGH', 'NORMAL', 'LOW'];

/**
 * Compares in the order of the API: by date, then by time (tasks without a time first), then by priority, then by id.
 */
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

/**
 * Returns true if an upcoming task is near enough to be shown (`showFrom` is a number of days before its
 * date).
 */
export function isShown({ date, showFrom }: Pick<Occurrence, 'date' | 'showFrom'>, today: string): boolean {
  // Rows that earlier versions stored do not have the field `showFrom`.
  return date === null || typeof showFrom !== 'number' || addDays(date, -showFrom) <= today;
}

/**
 * Groups the rows for the Today page.
 * @param until the last date of the upcoming tasks
 * @param memberId shows only this member's tasks; null shows all
 * @param lingering ids of recently ticked rows that stay in place
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
