import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId } from '../../domain/shared/ids.js';
import type { Database } from './database.js';
import type { DatabaseSchema } from './schema.js';

/**
 * Changes or deletes at most `limit` rows in a table of households, one household after the other. Rows that
 * another transaction has locked are skipped, so a cleanup job never waits. The next run of the job finds them.
 *
 * @param isMeant the condition on the rows
 * @param statementOf gets the condition that selects and locks the rows of one household, and returns the statement
 * @returns the rows that the statements return
 */
export async function changeUnlockedRows<Row>(
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

/** Deletes rows as {@link changeUnlockedRows} does. Returns how many it deleted. */
export async function deleteUnlockedRows(
  db: Database,
  table: keyof DatabaseSchema,
  isMeant: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const deleteTaken = (isTaken: RawBuilder<unknown>) =>
    sql`delete from ${sql.table(table)} where ${isTaken} returning 1`;
  return (await changeUnlockedRows(db, table, isMeant, limit, deleteTaken)).length;
}
