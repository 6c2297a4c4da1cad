import { sql } from 'kysely';
import type { HouseholdId, OccurrenceId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { Swap } from '../../../domain/series/swap.js';
import type { Database } from '../database.js';
import { SWAPS } from '../schema.js';
import type { RecordedJournal } from '../sync/journal.js';
import { OCCURRENCE_COLUMNS, OCCURRENCES, occurrenceFromRow, type OccurrenceRow } from './table.js';

/**
 * Deletes occurrences that the transaction has locked, and returns them. Their swaps are deleted first: the foreign
 * key would delete them too, but the journal has to record which swaps were deleted.
 */
export async function removeOccurrences(
  db: Database,
  journal: RecordedJournal,
  householdId: HouseholdId,
  ids: readonly OccurrenceId[],
): Promise<readonly Occurrence[]> {
  if (ids.length === 0) return [];
  const { rows: swaps } = await sql<Swap>`
    delete from swaps where household_id = ${householdId}
      and (occurrence_id = any(${ids}::uuid[]) or with_occurrence_id = any(${ids}::uuid[]))
    returning ${SWAPS.select()}
  `.execute(db);
  journal.removed('swap', swaps);
  const { rows } = await sql<OccurrenceRow>`
    with was as materialized (
      select ${OCCURRENCE_COLUMNS} from occurrences
      where household_id = ${householdId} and id = any(${ids}::uuid[]) for update
    )
    delete from occurrences o using was where o.household_id = ${householdId} and o.id = was.id
    returning ${OCCURRENCES.fields('was')}
  `.execute(db);
  const removed = rows.map(occurrenceFromRow);
  journal.removed('occurrence', removed);
  return removed;
}
