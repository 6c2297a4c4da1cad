import { sql } from 'kysely';
import { NOTHING_HELD, type Holdings } from '../../../domain/households/ceilings.js';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { Database } from '../database.js';

type HoldingsRow = { open_series: number; open_occurrences: number; text_bytes: number };

/** What is open in the household. */
export async function readHoldings(db: Database, id: HouseholdId): Promise<Holdings> {
  const { rows } = await sql<HoldingsRow>`
    select count(*) as open_occurrences,
      coalesce(sum(octet_length(title) + coalesce(octet_length(notes), 0)), 0)::bigint as text_bytes,
      (select count(*) from series where household_id = ${id} and ended_at is null) as open_series
    from occurrences where household_id = ${id} and status = 'TODO' and deleted_at is null
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return NOTHING_HELD;
  return { openSeries: row.open_series, openOccurrences: row.open_occurrences, textBytes: row.text_bytes };
}
