import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Database } from './database.js';
import type { DatabaseSchema } from './schema.js';

/**
 * Does something to the rows of a households' table that are meant, at most `limit` of them, one household after the
 * other: `statementOf` is given which. Those that somebody holds are passed over, so that who tidies up waits for nobody
 * and comes back for them.
 */
export async function changeFree<Row>(
  db: Database,
  table: keyof DatabaseSchema,
  isMeant: RawBuilder<unknown>,
  limit: number,
  statementOf: (isTaken: RawBuilder<unknown>) => RawBuilder<Row>,
): Promise<readonly Row[]> {
  const { rows: meant } = await sql<{ household_id: HouseholdId; id: string }>`
    select household_id, id from ${sql.table(table)} where ${isMeant} limit ${limit}
  `.execute(db);
  const changed: Row[] = [];
  for (const [householdId, own] of Map.groupBy(meant, (row) => row.household_id)) {
    const { rows } = await statementOf(sql`
      household_id = ${householdId} and id in (
        select id from ${sql.table(table)}
        where household_id = ${householdId} and id = any(${own.map(({ id }) => id)}::uuid[]) and ${isMeant}
        for update skip locked
      )
    `).execute(db);
    changed.push(...rows);
  }
  return changed;
}
