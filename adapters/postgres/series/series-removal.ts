import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import { SERIES_TABLE, SERIES_COLUMNS, type SeriesTableRow } from './table.js';

/**
 * Returns the statement that deletes those series `s` of the household that match the condition. It returns the
 * deleted rows.
 */
export function removeSeriesStatement(
  householdId: HouseholdId,
  isMeant: RawBuilder<unknown>,
): RawBuilder<SeriesTableRow> {
  return sql<SeriesTableRow>`
    with was as materialized (
      select ${SERIES_COLUMNS} from series s where s.household_id = ${householdId} and ${isMeant} for update
    )
    delete from series s using was where s.household_id = ${householdId} and s.id = was.id
    returning ${SERIES_TABLE.fields('was')}
  `;
}
