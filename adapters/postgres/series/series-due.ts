import { sql, type RawBuilder } from 'kysely';
import type { DueSeries, SeriesKey } from '../../../application/series/ports.js';
import { HOUSEHOLD, HOUSEHOLDS } from '../households/table.js';
import { SERIES_COLUMNS, seriesFromRow, type SeriesRow } from './table.js';

/** A batch of the series that have not ended, for one of several workers: what another holds is not waited for. */
export function dueStatement(
  isDue: RawBuilder<unknown>,
  after: SeriesKey | null,
  limit: number,
): RawBuilder<SeriesRow> {
  return sql<SeriesRow>`
    select ${SERIES_COLUMNS}, ${HOUSEHOLDS.select('h', HOUSEHOLD)}
    from series s join households h on h.id = s.household_id
    where s.ended_at is null and ${isDue}
      ${after === null ? sql`` : sql`and (s.household_id, s.id) > (${after.householdId}, ${after.id})`}
    order by s.household_id, s.id
    limit ${limit}
    for key share of h skip locked
    for no key update of s skip locked
  `;
}

export function toDueSeries(row: SeriesRow): DueSeries {
  return { series: seriesFromRow(row), household: HOUSEHOLDS.pick(row, HOUSEHOLD) };
}
