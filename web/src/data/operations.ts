import { api, nextCursor, ok, type Dto } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { HouseholdData } from './household.ts';
import { usePages, type Page, type Pages } from './pages.ts';

export type Operation = Dto['OperationDto'];

/** A row that is in the way of an undo. */
export type Blocker = {
  readonly kind: string;
  readonly id: string;
  readonly title: string | null;
  readonly date: string | null;
  readonly reason: string;
  readonly by: string | null;
};

/** What was done in the household within 30 days; what is done meanwhile comes as it happens. */
export function useOperations(household: HouseholdData): Pages<Operation> {
  return usePages(household, read, joined);
}

/** The newest in front of those that were shown already: what is undone is another by now. */
function joined(newest: Page<Operation>, before: Page<Operation> | null): Page<Operation> {
  const known = new Set(newest.rows.map(({ id }) => id));
  const older = before?.rows.filter(({ id }) => !known.has(id)) ?? [];
  const last = newest.rows.at(-1);
  if (before === null || last === undefined || !before.rows.some(({ id }) => known.has(id))) return newest;
  return { rows: [...newest.rows, ...older.filter(({ at }) => at <= last.at)], next: before.next };
}

async function read(householdId: string, cursor?: string): Promise<Page<Operation>> {
  const { data = [], response } = await ok(
    api.GET('/v1/households/{householdId}/operations', {
      params: { path: { householdId }, query: { limit: 50, ...(cursor !== undefined && { cursor }) } },
    }),
  );
  return { rows: data, next: nextCursor(response) };
}

/** What is in the way of an undo, as far as the service has named it. */
export function readBlockers(error: unknown): readonly Blocker[] {
  if (!(error instanceof ApiError) || error.code !== 'UNDO_BLOCKED') return [];
  return (error.details as { blockers?: readonly Blocker[] } | undefined)?.blockers ?? [];
}
