import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId } from '../../domain/shared/ids.js';

/*
 * All transactions lock in one order, so that none waits for another that waits for it: an account that is erased,
 * calendar connections, households by id; of a household its members, its calendar link, its series by id, then
 * categories, occurrences by id, and last what hangs on occurrences (swaps, files, events of the calendar). A
 * transaction that needs several series takes them in one statement.
 */

/**
 * Two terms of a `with`: `home`, the household, kept from going, and `held`, the series of it that meet the condition,
 * kept from changing. Nothing is locked before a condition of the statement asks for {@link SERIES_HELD}.
 */
export function holdingSeries(householdId: HouseholdId, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    home as materialized (select id from households where id = ${householdId} for key share),
    held as materialized (
      select id from series
      where (select count(*) from home) >= 0 and household_id = ${householdId} and ${which}
      order by id for no key update
    )`;
}

/** Depends on no row, so the database settles it before it looks for one: what follows is locked after the series. */
export const SERIES_HELD = sql`(select count(*) from held) >= 0`;

export const ALL_SERIES = sql`true`;
