import { computed } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { api, nextCursor, ok } from '../api/client.ts';
import { addDays } from '../i18n/formats.ts';
import { HISTORY_DAYS, now, useHousehold, type HouseholdData } from './household.ts';
import { memberIn } from './session.ts';
import { selectTasks, type Filters, type View } from './task-views.ts';

/** The rows of a view, as they are now; ticked ones stay where they were while they linger. */
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

/** Brings what was done before the copy begins, a page at a time. */
export function useOlder({ memberId, categoryId }: Filters) {
  const household = useHousehold();
  /** `''`: not asked yet; null: there is no more. */
  const [cursor, setCursor] = useState<string | null>('');
  const load = async () => {
    if (cursor === null) return;
    setCursor(await bringDone(household, { memberId, categoryId }, cursor));
  };
  return { hasOlder: cursor !== null, load };
}

/** @returns where to read on; null: that was all */
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
