import { LAYOUT } from '../../../adapters/postgres/citus/layout.js';
import { withClient } from '../database.js';

/**
 * Returns the state that the command must keep: the count and a checksum of the rows of each table, and the
 * foreign keys. Also returns how many tables are distributed.
 */
export async function stateOf(connectionString: string): Promise<Readonly<Record<string, string>>> {
  return withClient(connectionString, async (client) => {
    const state: Record<string, string> = {};
    const read = async (what: string, text: string) => {
      const { rows } = await client.query<{ value: string }>(text);
      state[what] = rows[0]?.value ?? '';
    };
    for (const table of Object.keys(LAYOUT))
      await read(
        `rows of ${table}`,
        `select concat_ws(' ', count(*), sum(hashtextextended(to_jsonb(t)::text, 0))) as value from ${table} t`,
      );
    await read(
      'foreign keys',
      `select string_agg(concat_ws(' ', conrelid::regclass, conname), ', ' order by conrelid::regclass::text, conname) as value
       from pg_constraint where contype = 'f' and conrelid::regclass::text in (${Object.keys(LAYOUT)
         .map((table) => `'${table}'`)
         .join(', ')})`,
    );
    await read('tables on their nodes', 'select count(*) as value from pg_dist_partition');
    return state;
  });
}
