import { computed } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { api, nextCursor, ok } from '../api/client.ts';
import { addDays } from '../i18n/formats.ts';
import { HISTORY_DAYS, now, useHousehold, type HouseholdData } from './household.ts';
import { memberIn } from './session.ts';
import { selectTasks, type Filters, type View } from './task-views.ts';

/**
 * Returns the current rows of a view. Rows whose ids are in `lingering` were ticked a moment ago and stay in place.
 */
export function useTasks(view: View, filters: Filters, lingering: { readonly value: ReadonlySet<string> }) {
  const household = useHousehold();
  const { memberId, categoryId } = filters;
  return useMemo(
    () =>
      computed(() =>
        selectTasks(
          household.occurrences.value,
          view,
          { memberId, categoryId },
          {
            now: now.value,
            today: household.today.value,
            me: memberIn(household.id),
            lingering: lingering.value,
          },
        ),
      ),
    [household, view, memberId, categoryId],
  );
}

const PAGE = 100;

/**
 * Loads tasks that were completed too long ago to be in this client's copy of the household, one page at a
 * time.
 */
export function useOlder({ memberId, categoryId }: Filters) {
  const household = useHousehold();
  /** '' means nothing was requested yet; null means there are no more pages. */
  const [cursor, setCursor] = useState<string | null>('');
  const load = async () => {
    if (cursor === null) return;
    setCursor(await bringDone(household, { memberId, categoryId }, cursor));
  };
  return { hasOlder: cursor !== null, load };
}

/**
 * Loads one page of completed tasks.
 *
 * @returns the cursor of the following page, or null after the last page
 */
async function bringDone(
  household: HouseholdData,
  { memberId, categoryId }: Filters,
  cursor: string,
): Promise<string | null> {
  const { data, response } = await ok(
    api.GET('/v1/households/{householdId}/occurrences', {
      params: {
        path: { householdId: household.id },
        query: {
          view: 'done',
          to: addDays(household.today.value, -HISTORY_DAYS),
          limit: PAGE,
          ...(memberId !== null && { assignee: memberId }),
          ...(categoryId !== null && { categoryId }),
          ...(cursor !== '' && { cursor }),
        },
      },
    }),
  );
  household.replica.put('occurrences', data ?? []);
  return nextCursor(response);
}
