import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import { isVisibleTo } from '../../../domain/tasks/occurrence.js';
import type { Store } from '../store.js';

/** As on PostgreSQL: the ids of tasks, series and occurrences that are another's PERSONAL by now. */
export function listPersonalTo(
  member: MemberId,
  householdId: HouseholdId,
  { occurrences, series }: Pick<Store, 'occurrences' | 'series'>,
): ReadonlySet<string | null> {
  const isTheirs = (one: { householdId: HouseholdId; createdBy: MemberId }) =>
    one.householdId === householdId && one.createdBy === member;
  const rows = occurrences.filter((one) => isTheirs(one) && one.visibility === 'PERSONAL');
  const own = series.filter((one) => isTheirs(one) && one.template.visibility === 'PERSONAL');
  return new Set([...rows, ...own].flatMap(({ id, taskId }) => [id, taskId]));
}

export function listHiddenFrom(
  viewer: MemberId,
  householdId: HouseholdId,
  { occurrences, series }: Pick<Store, 'occurrences' | 'series'>,
): ReadonlySet<string | null> {
  const rows = occurrences.filter((one) => one.householdId === householdId && !isVisibleTo(one, viewer));
  const others = series.filter(
    (one) =>
      one.householdId === householdId && one.template.visibility === 'PERSONAL' && one.createdBy !== viewer,
  );
  return new Set([...rows, ...others].flatMap(({ id, taskId }) => [id, taskId]));
}
