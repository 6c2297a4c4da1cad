import type { ChangePreview } from '../../domain/series/preview.js';
import { isVisibleTo, type Occurrence } from '../../domain/tasks/occurrence.js';
import { NO_FILTER, type OccurrenceQuery } from '../../domain/tasks/views.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import type { Needs } from '../composition/needs.js';
import { eachRow } from '../shared/pages.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { OccurrenceReader } from '../tasks/ports.js';

/** Yields the open occurrences that the caller sees and that match the filter. They are read one page at a time. */
export function eachOpenOccurrence(
  { clock }: Needs<'clock'>,
  { occurrences }: { readonly occurrences: OccurrenceReader },
  caller: MemberCaller,
  filter: Partial<OccurrenceQuery>,
): AsyncGenerator<Occurrence> {
  const now = householdNow(caller, clock);
  const query = {
    ...NO_FILTER,
    view: 'all',
    viewer: caller.memberId,
    now,
    status: 'TODO',
    ...filter,
  } as const;
  return eachRow((page) => occurrences.list(caller.household.id, query, page));
}

/** Returns the number of rows for which `matches` returns true. */
export async function countRows(
  rows: AsyncIterable<Occurrence>,
  matches: (row: Occurrence) => boolean,
): Promise<number> {
  let count = 0;
  for await (const row of rows) if (matches(row)) count += 1;
  return count;
}

/**
 * Returns the changes of this transaction to occurrences that the caller could see before the change, or can see
 * after it.
 */
export function listChanges(
  { journal }: Pick<UnitOfWorkScope, 'journal'>,
  { memberId }: MemberCaller,
): readonly ChangePreview[] {
  return journal.entries().flatMap((entry) => {
    if (entry.kind !== 'occurrence') return [];
    const { before, after } = entry;
    return [before, after].some((row) => row !== null && isVisibleTo(row, memberId))
      ? [{ before, after }]
      : [];
  });
}

/** Returns a function that is true for rows that the changes do not contain. */
export function isUnchangedRow(touched: readonly ChangePreview[]): (row: Occurrence) => boolean {
  const ids = new Set(touched.flatMap(({ before, after }) => [before?.id, after?.id]));
  return ({ id }) => !ids.has(id);
}
