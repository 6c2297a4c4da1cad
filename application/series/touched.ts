import type { WouldBe } from '../../domain/series/preview.js';
import { isVisibleTo, type Occurrence } from '../../domain/tasks/occurrence.js';
import { NO_FILTER, type OccurrenceQuery } from '../../domain/tasks/views.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import type { Needs } from '../shared/needs.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { OccurrenceReader } from '../tasks/ports.js';

/** More than a household has open. */
const ALL = { limit: 10_000, after: null };

/** What the caller sees of what is open. */
export async function listOpen(
  { clock }: Needs<'clock'>,
  { occurrences }: { readonly occurrences: OccurrenceReader },
  caller: MemberCaller,
  filter: Partial<OccurrenceQuery>,
): Promise<readonly Occurrence[]> {
  const now = householdNow(caller, clock);
  const query = {
    ...NO_FILTER,
    view: 'all',
    viewer: caller.memberId,
    now,
    status: 'TODO',
    ...filter,
  } as const;
  return (await occurrences.list(caller.household.id, query, ALL)).rows;
}

/** What the transaction has done to occurrences that the caller sees, before or after. */
export function listTouched(
  { journal }: Pick<UnitOfWorkScope, 'journal'>,
  { memberId }: MemberCaller,
): readonly WouldBe[] {
  return journal.entries().flatMap((entry) => {
    if (entry.kind !== 'occurrence') return [];
    const { before, after } = entry;
    return [before, after].some((row) => row !== null && isVisibleTo(row, memberId))
      ? [{ before, after }]
      : [];
  });
}

/** Those of the rows that are not among what is touched. */
export function untouched(rows: readonly Occurrence[], touched: readonly WouldBe[]): readonly Occurrence[] {
  const ids = new Set(touched.flatMap(({ before, after }) => [before?.id, after?.id]));
  return rows.filter(({ id }) => !ids.has(id));
}
