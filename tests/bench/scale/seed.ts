import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { withClient } from '../database.js';
import { columnsOf, COPIED, namesOf } from './columns.js';
import { addYearsBefore } from './years-before.js';

/**
 * The number of parts in which rows are copied. Rows of a task are stored together, but rows of a household
 * are not, because a household creates its rows over months.
 */
const PARTS = 40;
/**
 * Columns with ids that are different in each copy. All other ids, including those in JSON and arrays, are
 * people, who are the same in each copy, or checklist items, which need to be unique only within their
 * checklist.
 */
const OWN_IDS = new Set(['id', 'household_id', 'task_id', 'series_id', 'category_id']);
const SMALL_TABLES = ['households', 'members', 'categories', 'tasks', 'series'] as const;
const TABLES = [...SMALL_TABLES, 'occurrences'] as const;

/**
 * Creates a copy of the household for each number, with so many occurrences. If the household has fewer,
 * occurrences of earlier years are added.
 */
export async function seedCopies(
  connectionString: string,
  household: string,
  { numbers, occurrences }: { numbers: readonly number[]; occurrences: number },
): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query('create schema bench');
    await client.query(COPIED);
    await client.query('create table bench.numbers as select unnest($1::int[]) as n', [numbers]);
    for (const table of TABLES)
      await client.query(
        `create table bench.${table} as select * from ${table}
         where ${table === 'households' ? 'id' : 'household_id'} = '${household}'`,
      );
    await client.query(
      `delete from bench.occurrences where id not in (select id from bench.occurrences order by md5(id::text) limit $1)`,
      [occurrences],
    );
    await addYearsBefore(client, occurrences);
    await client.query(`alter table bench.occurrences add part int`);
    await client.query(`update bench.occurrences o set part = ranked.part
      from (select id, ntile(${PARTS}) over (order by task_id, id) as part from bench.occurrences) ranked
      where ranked.id = o.id`);
    await withClient(connectionString, (target) => copyAll(client, target));
    await client.query('drop schema bench cascade');
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
}

/**
 * Copies all tables. Foreign keys are not checked, because the rows that they refer to exist. Indexes are
 * created after all rows are copied.
 */
async function copyAll(source: pg.Client, target: pg.Client): Promise<void> {
  await target.query(`set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '512MB'`);
  for (const table of SMALL_TABLES) await copyRows(source, target, table);
  const { rows } = await target.query<{ indexname: string; indexdef: string }>(`
    select indexname, indexdef from pg_indexes
    where schemaname = 'public' and tablename = 'occurrences'
      and indexname not in (select conname from pg_constraint where conrelid = 'occurrences'::regclass)`);
  for (const { indexname } of rows) await target.query(`drop index ${indexname}`);
  for (let part = 1; part <= PARTS; part++)
    await copyRows(source, target, 'occurrences', `where part = ${part}`);
  for (const { indexdef } of rows) await target.query(indexdef);
}

async function copyRows(source: pg.Client, target: pg.Client, table: string, where = ''): Promise<void> {
  const columns = await columnsOf(source, table);
  const copied = columns
    .map(({ name }) => (OWN_IDS.has(name) ? `bench.copied("${name}", n)` : `"${name}"`))
    .join(', ');
  const query = `select ${copied} from bench.${table} cross join bench.numbers ${where} order by n`;
  await pipeline(
    source.query(copyTo(`copy (${query}) to stdout`)),
    target.query(copyFrom(`copy ${table} (${namesOf(columns)}) from stdin`)),
  );
}
