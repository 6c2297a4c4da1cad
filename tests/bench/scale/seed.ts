import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { withClient } from '../database.js';

/** Rows of one task lie together, those of a household do not: it comes by them over months. */
const PARTS = 40;
/** Columns that name something of the household, whose copies have names of their own. */
const OWN_IDS = new Set(['household_id', 'task_id', 'series_id', 'category_id']);
const TABLES = ['households', 'members', 'categories', 'tasks', 'series'] as const;

/** What stands for `id` in copy number `n`: as old as the first, and otherwise as good as random. */
const COPIED = `
  create function bench.copied(id uuid, n int) returns uuid language sql immutable strict parallel safe as $$
    select (left(id::text, 14) || '7' || substr(hash, 1, 3) || '-8' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid
    from md5(id::text || ' ' || n) as hash
  $$`;

/** The household's past: copies of its single tasks, a few days older each, nine of ten of them done. */
const PAST = `
  with singles as (
    select o.*, row_number() over (order by id) as place, count(*) over () as places from occurrences o
    where household_id = $1 and series_id is null
  ), past as (
    select s.*, k from singles s, generate_series(1, $2::int / 10 + 1) k where places * (k - 1) + place <= $2
  )
  insert into occurrences (household_id, id, task_id, title, notes, search_text, category_id, visibility, priority,
    status, date, all_day, responsible_member_ids, checklist, attachment_count, reminders, is_exception, version,
    sync_version, synced_version, google_sync_status, created_by, created_at, updated_at, completed_at, completed_by,
    completed_for)
  select household_id, bench.copied(id, -k), task_id, title, notes, search_text, category_id, visibility, priority,
    case when k % 10 = 0 then 'TODO' else 'DONE' end, current_date - 5 * k, true, responsible_member_ids, checklist,
    0, '{}', false, 2, 1, 0, 'NOT_SYNCED', created_by, created_at, updated_at,
    case when k % 10 > 0 then now() - make_interval(days => 5 * k) end,
    case when k % 10 > 0 then created_by end, case when k % 10 > 0 then created_by end
  from past`;

/** Gives the household so many occurrences, and makes copies of it with these numbers. */
export async function seedCopies(
  connectionString: string,
  household: string,
  { numbers, occurrences }: { numbers: readonly number[]; occurrences: number },
): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query('create schema bench');
    await client.query(COPIED);
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int from occurrences where household_id = $1',
      [household],
    );
    await client.query(PAST, [household, Math.max(0, occurrences - (rows[0]?.count ?? 0))]);
    await client.query('create table bench.numbers as select unnest($1::int[]) as n', [numbers]);
    for (const table of [...TABLES, 'occurrences'])
      await client.query(
        `create table bench.${table} as select *, 0 as part from ${table}
         where ${table === 'households' ? 'id' : 'household_id'} = '${household}'`,
      );
    await client.query(`update bench.occurrences o set part = ranked.part
      from (select id, ntile(${PARTS}) over (order by task_id, id) as part from bench.occurrences) ranked
      where ranked.id = o.id`);
    await withClient(connectionString, (target) => copyAll(client, target));
    await client.query('drop schema bench cascade');
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
}

/** What the foreign keys ask for is there, so they are not checked; indexes are made when all rows are there. */
async function copyAll(source: pg.Client, target: pg.Client): Promise<void> {
  await target.query(`set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '512MB'`);
  for (const table of TABLES) await copyPart(source, target, table, 0);
  const { rows } = await target.query<{ indexname: string; indexdef: string }>(`
    select indexname, indexdef from pg_indexes
    where schemaname = 'public' and tablename = 'occurrences'
      and indexname not in (select conname from pg_constraint where conrelid = 'occurrences'::regclass)`);
  for (const { indexname } of rows) await target.query(`drop index ${indexname}`);
  for (let part = 1; part <= PARTS; part++) await copyPart(source, target, 'occurrences', part);
  for (const { indexdef } of rows) await target.query(indexdef);
}

async function copyPart(source: pg.Client, target: pg.Client, table: string, part: number): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const isOwn = (name: string) => OWN_IDS.has(name) || name === 'id';
  const columns = rows.map(({ name }) => `"${name}"`).join(', ');
  const copied = rows
    .map(({ name }) => (isOwn(name) ? `bench.copied("${name}", n)` : `"${name}"`))
    .join(', ');
  const query = `select ${copied} from bench.${table} cross join bench.numbers where part = ${part} order by n`;
  await pipeline(
    source.query(copyTo(`copy (${query}) to stdout`)),
    target.query(copyFrom(`copy ${table} (${columns}) from stdin`)),
  );
}
