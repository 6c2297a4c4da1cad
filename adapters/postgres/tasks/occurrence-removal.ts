import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId, OccurrenceId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { Swap } from '../../../domain/series/swap.js';
import type { Database } from '../database.js';
import { SWAPS } from '../series/swap-repository.js';
import type { RecordedJournal } from '../sync/journal.js';
import { OCCURRENCES, occurrenceFromRow, type OccurrenceRow } from './table.js';

type Key = { readonly householdId: HouseholdId; readonly id: OccurrenceId };

/**
 * Deletes occurrences that the transaction has locked. Their swaps would go with them, but nobody would hear which ones:
 * so those go first, by a statement that says so.
 */
export async function removeOccurrences(
  db: Database,
  journal: RecordedJournal,
  keys: readonly Key[],
): Promise<readonly Occurrence[]> {
  if (keys.length === 0) return [];
  const wanted = sql`(select household_id, id from unnest(
    ${keys.map((key) => key.householdId)}::uuid[], ${keys.map((key) => key.id)}::uuid[]
  ) as wanted(household_id, id))`;
  const swaps = await sql<Swap>`
    delete from swaps s using ${wanted} w
    where s.household_id = w.household_id and (s.occurrence_id = w.id or s.with_occurrence_id = w.id)
    returning ${SWAPS.select('s')}
  `.execute(db);
  journal.removed('swap', swaps.rows);
  const { rows } = await removeStatement(wanted).execute(db);
  const removed = rows.map(occurrenceFromRow);
  journal.removed('occurrence', removed);
  return removed;
}

function removeStatement(wanted: RawBuilder<unknown>): RawBuilder<OccurrenceRow> {
  return sql<OccurrenceRow>`
    delete from occurrences o using ${wanted} w where o.household_id = w.household_id and o.id = w.id
    returning ${OCCURRENCES.select('o')}
  `;
}
