import { sql, type RawBuilder } from 'kysely';
import type { DueSeries, SeriesKey } from '../../../application/series/ports.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { HouseholdId, SeriesId } from '../../../domain/shared/ids.js';
import { HOUSEHOLD_PREFIX, HOUSEHOLDS } from '../households/table.js';
import { SERIES_COLUMNS, seriesFromRow, type SeriesTableRow } from './table.js';

const isGoing = sql`s.ended_at is null`;

/**
 * Returns the condition that the series `s` has open occurrences on more than one day up to and including `until`. In
 * a series with `missed: keepLatest`, the older ones may have to be skipped.
 */
export function isOpenOnSeveralDays(until: CivilDate): RawBuilder<unknown> {
  return sql`(
    select count(distinct o.date) from occurrences o
    where o.household_id = s.household_id and o.series_id = s.id and o.status = 'TODO' and o.deleted_at is null
      and o.date <= ${until}
  ) > 1`;
}

/**
 * Selects the next batch of series `s` that have not ended and are due. Conditions may also use their household `h`.
 */
export function dueStatement(
  isDue: RawBuilder<unknown>,
  after: SeriesKey | null,
  limit: number,
): RawBuilder<SeriesKey> {
  return sql<SeriesKey>`
    select s.household_id as "householdId", s.id from series s join households h on h.id = s.household_id
    where ${isGoing} and ${isDue}
      ${after === null ? sql`` : sql`and (s.household_id, s.id) > (${after.householdId}, ${after.id})`}
    order by s.household_id, s.id
    limit ${limit}
  `;
}

/**
 * Locks the given series that are still due. Series are skipped if another transaction has locked them, or is
 * deleting their household.
 */
export function lockDueStatement(
  householdId: HouseholdId,
  ids: readonly SeriesId[],
  isDue: RawBuilder<unknown>,
): RawBuilder<SeriesTableRow> {
  return sql<SeriesTableRow>`
    select ${SERIES_COLUMNS}, ${HOUSEHOLDS.select('h', HOUSEHOLD_PREFIX)}
    from series s join households h on h.id = s.household_id
    where s.household_id = ${householdId} and s.id = any(${ids}::uuid[]) and ${isGoing} and ${isDue}
    order by s.id
    for key share of h skip locked
    for no key update of s skip locked
  `;
}

export function toDueSeries(row: SeriesTableRow): DueSeries {
  return { series: seriesFromRow(row), household: HOUSEHOLDS.pick(row, HOUSEHOLD_PREFIX) };
}
