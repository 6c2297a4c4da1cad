import { api, newId, nextCursor, ok, type Dto } from '../api/client.ts';
import type { HouseholdData } from './household.ts';
import { usePages, type PagedRows, type Pages } from './pages.ts';

type Trashed = Dto['TrashedOccurrenceDto'];

/** Occurrences that were deleted together by one operation. */
export type TrashedTogether = {
  readonly rows: readonly [Trashed, ...Trashed[]];
};

/** The service deletes items permanently after this many days in the trash. */
export const TRASH_DAYS = 30;

type Trash = Omit<Pages<Trashed>, 'rows'> & {
  /**
   * The occurrences in the trash, in groups that were deleted together, newest first. null means nothing was loaded
   * yet.
   */
  readonly groups: readonly TrashedTogether[] | null;
};

export function useTrash(household: HouseholdData): Trash {
  const { rows, ...pages } = usePages(household, read);
  return { ...pages, groups: rows === null ? null : together(rows) };
}

function together(rows: readonly Trashed[]): TrashedTogether[] {
  const groups = Map.groupBy(
    rows,
    ({ operationId, taskId, deletedAt }) => operationId ?? `${taskId} ${deletedAt}`,
  );
  return [...groups.values()].map((each) => ({ rows: each as [Trashed, ...Trashed[]] }));
}

async function read(householdId: string, cursor?: string): Promise<PagedRows<Trashed>> {
  const { data = [], response } = await ok(
    api.GET('/v1/households/{householdId}/trash', {
      params: { path: { householdId }, query: { limit: 200, ...(cursor !== undefined && { cursor }) } },
    }),
  );
  return { rows: data, next: nextCursor(response) };
}

/**
 * Restores occurrences that were deleted together.
 * @throws ApiError such as UNDO_BLOCKED
 */
export async function restoreTogether(household: HouseholdData, { rows }: TrashedTogether): Promise<void> {
  await ok(
    api.POST('/v1/households/{householdId}/occurrences/{occurrenceId}/restore', {
      params: {
        path: { householdId: household.id, occurrenceId: rows[0].id },
        query: { scope: rows.length > 1 ? 'all' : 'this' },
      },
      headers: { 'Idempotency-Key': newId() },
    }),
  );
  await household.catchUp();
}

/**
 * Permanently deletes everything in the trash that the user can see.
 * @throws ApiError FORBIDDEN
 */
export async function emptyTrash(household: HouseholdData): Promise<void> {
  await ok(
    api.DELETE('/v1/households/{householdId}/trash', {
      params: { path: { householdId: household.id } },
      headers: { 'Idempotency-Key': newId() },
    }),
  );
  await household.catchUp();
}
