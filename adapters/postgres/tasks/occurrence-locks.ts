import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId, OccurrenceId, SeriesId, MemberId } from '../../../domain/shared/ids.js';
import { holdingSeries, SERIES_HELD } from '../locks.js';
import { visibleTo } from './occurrence-list.js';
import { OCCURRENCE_COLUMNS, type OccurrenceRow } from './table.js';

/** With each row, the series that are held for it. */
type LockedRow = OccurrenceRow & { readonly held: readonly SeriesId[] };

/**
 * Locks the series of the tasks of these occurrences, then the occurrences. What changed while it waited is read as it
 * has become; only a series that was made meanwhile is not among those held.
 */
export function lockedStatement(
  householdId: HouseholdId,
  ids: readonly OccurrenceId[],
  viewer: MemberId,
): RawBuilder<LockedRow> {
  const wanted = sql`household_id = ${householdId} and id = any(${ids}::uuid[])`;
  const ofTheirTasks = sql`task_id = any(array(select task_id from occurrences where ${wanted}))`;
  return sql<LockedRow>`
    with ${holdingSeries(householdId, ofTheirTasks)}
    select ${OCCURRENCE_COLUMNS}, array(select id from held) as held
    from occurrences
    where ${SERIES_HELD} and ${wanted} and ${visibleTo(viewer)}
    order by id
    for no key update
  `;
}
