import { api, nextCursor, ok, type Dto } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { HouseholdData } from './household.ts';
import { usePages, type PagedRows, type Pages } from './pages.ts';

export type Operation = Dto['OperationDto'];

/** A row that blocks an undo. */
export type Blocker = {
  readonly kind: string;
  readonly id: string;
  readonly title: string | null;
  readonly date: string | null;
  readonly reason: string;
  readonly by: string | null;
};

/**
 * Returns the operations of the household of the last 30 days. The list is updated when the household
 * changes.
 */
export function useOperations(household: HouseholdData): Pages<Operation> {
  return usePages(household, read, joined);
}

/**
 * Puts the newest operations before those that were already shown. Newer versions win, because an operation may have
 * been undone since. If none of the newest operations was shown before, the others are dropped, because there may be
 * a gap.
 */
function joined(newest: PagedRows<Operation>, before: PagedRows<Operation> | null): PagedRows<Operation> {
  const known = new Set(newest.rows.map(({ id }) => id));
  const older = before?.rows.filter(({ id }) => !known.has(id)) ?? [];
  const last = newest.rows.at(-1);
  if (before === null || last === undefined || !before.rows.some(({ id }) => known.has(id))) return newest;
  return { rows: [...newest.rows, ...older.filter(({ at }) => at <= last.at)], next: before.next };
}

async function read(householdId: string, cursor?: string): Promise<PagedRows<Operation>> {
  const { data = [], response } = await ok(
    api.GET('/v1/households/{householdId}/operations', {
      params: { path: { householdId }, query: { limit: 50, ...(cursor !== undefined && { cursor }) } },
    }),
  );
  return { rows: data, next: nextCursor(response) };
}

/** Returns the rows that block an undo, as far as the error names them. */
export function readBlockers(error: unknown): readonly Blocker[] {
  if (!(error instanceof ApiError) || error.code !== 'UNDO_BLOCKED') return [];
  return (error.details as { blockers?: readonly Blocker[] } | undefined)?.blockers ?? [];
}
