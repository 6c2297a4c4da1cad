import pg from 'pg';
import { HOUSEHOLD_LIMITS } from '../../domain/limits/limits.js';

/** How much the household contains. By default it comes close to its limits. */
export type CeilingShape = {
  readonly series: number;
  /** The length of the notes of each open occurrence, in bytes. */
  readonly noteBytes: number;
};

const TABLES = ['tasks', 'series', 'occurrences'] as const;

/**
 * Copies the only series of a household, with its rows, until the household is close to its limits. The rows
 * are written with SQL, because the service would need minutes for them.
 *
 * @returns how many open occurrences the household has afterwards
 */
export async function fillToCeilings(
  connectionString: string,
  householdId: string,
  shape: Partial<CeilingShape> = {},
): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const count = async (table: string) =>
      Number(
        (await client.query(`select count(*) as count from ${table} where household_id = $1`, [householdId]))
          .rows[0].count,
      );
    const rowsOfOne = await count('occurrences');
    const { series = HOUSEHOLD_LIMITS.openSeries, noteBytes: wanted } = shape;
    const noteBytes = wanted ?? Math.floor((HOUSEHOLD_LIMITS.textBytes * 0.95) / (rowsOfOne * series)) - 20;
    await client.query('update series set notes = $2 where household_id = $1', [
      householdId,
      'n'.repeat(noteBytes),
    ]);
    await client.query('update occurrences set notes = $2 where household_id = $1', [
      householdId,
      'n'.repeat(noteBytes),
    ]);
    for (const table of TABLES) await copyRows(client, table, householdId, series - 1);
    await client.query('analyze');
    return await count('occurrences');
  } finally {
    await client.end();
  }
}

/**
 * Copies the rows of a table. The ids of the copies are derived from those of the originals, so references
 * between the tables stay valid.
 */
async function copyRows(
  client: pg.Client,
  table: (typeof TABLES)[number],
  householdId: string,
  copies: number,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const names = rows.map(({ name }) => `"${name}"`);
  const values = rows.map(({ name }) =>
    ['id', 'task_id', 'series_id'].includes(name)
      ? `(overlay(md5(t."${name}"::text || n) placing '7' from 13))::uuid`
      : `t."${name}"`,
  );
  await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${values.join(', ')} from ${table} t, generate_series(1, $2::int) n where t.household_id = $1`,
    [householdId, copies],
  );
}
