import type { Occurrence } from './household.ts';
import { compareCodeUnits } from './order.ts';
import { byTime, isShown } from './today.ts';

/** The views of the task list. `all` contains all open tasks; completed ones have a view of their own. */
export const VIEWS = ['all', 'upcoming', 'overdue', 'unscheduled', 'mine', 'unassigned', 'done'] as const;
export type View = (typeof VIEWS)[number];
export const isView = (name: string): name is View => (VIEWS as readonly string[]).includes(name);

export type Filters = { readonly memberId: string | null; readonly categoryId: string | null };

type Moment = { readonly now: Date; readonly today: string; readonly me: string | null };

/** Returns true if an open task belongs to the view, using fields that the service computed. */
function belongs(row: Occurrence, view: View, { now: at, today, me: self }: Moment): boolean {
  switch (view) {
    case 'all':
    case 'done':
      return true;
    case 'upcoming':
      return row.date !== null && row.date > today && isShown(row, today);
    case 'overdue':
      return row.overdueFrom !== null && new Date(row.overdueFrom) <= at;
    case 'unscheduled':
      return row.date === null;
    case 'mine':
      return self !== null && row.responsibleMemberIds.includes(self);
    case 'unassigned':
      return row.responsibleMemberIds.length === 0;
  }
}

/**
 * Returns the rows of a view in the order of the API: tasks with a date, then those without one by their soft
 * due date. Completed tasks are sorted newest first.
 */
export function selectTasks(
  rows: readonly Occurrence[],
  view: View,
  { memberId, categoryId }: Filters,
  moment: Moment & { readonly lingering: ReadonlySet<string> },
): readonly Occurrence[] {
  const chosen = rows.filter(
    (row) =>
      (view === 'done'
        ? row.status === 'DONE'
        : (row.status === 'TODO' || (row.status === 'DONE' && moment.lingering.has(row.id))) &&
          belongs(row, view, moment)) &&
      (memberId === null || row.responsibleMemberIds.includes(memberId)) &&
      (categoryId === null || row.categoryId === categoryId),
  );
  return chosen.sort(
    view === 'done' ? (a, b) => compareCodeUnits(b.completedAt ?? '', a.completedAt ?? '') : inOrder,
  );
}

const wantedBy = ({ date, softDue }: Occurrence) => (date === null ? (softDue?.by ?? '9') : '');
const inOrder = (a: Occurrence, b: Occurrence) =>
  Number(a.date === null) - Number(b.date === null) ||
  compareCodeUnits(wantedBy(a), wantedBy(b)) ||
  byTime(a, b);
