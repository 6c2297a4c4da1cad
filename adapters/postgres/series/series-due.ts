import { sql, type RawBuilder } from 'kysely';
import type { DueSeries, SeriesKey } from '../../../application/series/ports.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { householdOf, type HouseholdRow } from '../households/household-row.js';
import { SERIES_COLUMNS, seriesOf, type SeriesRow } from './series-row.js';

/** What both tables call `created_at` and `id` comes as the household's under another name, or once. */
type DueRow = SeriesRow & Omit<HouseholdRow, 'id' | 'created_at'> & { household_created_at: Instant };

/** A batch of the series that have not ended, for one of several workers: what another holds is not waited for. */
export function dueStatement(
  isDue: RawBuilder<unknown>,
  after: SeriesKey | null,
  limit: number,
): RawBuilder<DueRow> {
  return sql<DueRow>`
    select ${SERIES_COLUMNS}, h.name, h.time_zone, h.locale, h.week_starts_on, h.calendar_title_format,
      h.created_at as household_created_at
    from series s join households h on h.id = s.household_id
    where s.ended_at is null and ${isDue}
      ${after === null ? sql`` : sql`and (s.household_id, s.id) > (${after.householdId}, ${after.id})`}
    order by s.household_id, s.id
    limit ${limit}
    for key share of h skip locked
    for no key update of s skip locked
  `;
}

export function dueSeriesOf(row: DueRow): DueSeries {
  const { household_id: id, household_created_at: created_at } = row;
  return { series: seriesOf(row), household: householdOf({ ...row, id, created_at }) };
}
