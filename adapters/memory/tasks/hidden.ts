import type { RemovedPersonal } from '../../../domain/operations/hidden-rows.js';
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

type Note = {
  readonly householdId: HouseholdId;
  readonly onlyFor: MemberId | null;
  readonly taskId: string | null;
  readonly subject: { readonly id: string } | null;
};

/** Returns a predicate: true for notes that others see again because the author's personal rows are gone. */
export function isLeftBy(
  { householdId, author, ids }: RemovedPersonal,
  store: Pick<Store, 'occurrences' | 'series'>,
): (note: Note) => boolean {
  const [gone, personal] = [new Set<string | null>(ids), listPersonalTo(author, householdId, store)];
  return ({ subject, ...note }) => {
    const about = [note.taskId, subject?.id ?? null];
    return (
      note.householdId === householdId &&
      note.onlyFor === null &&
      about.some((id) => gone.has(id)) &&
      !about.some((id) => personal.has(id))
    );
  };
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
