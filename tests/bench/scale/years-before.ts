import type pg from 'pg';
import { columnsOf, namesOf, type Column } from './columns.js';

/** A multiple of seven, so that dates keep their weekday. */
const YEAR_DAYS = 364;
/** Columns with ids that are different in each year. */
const IDS_OF_A_YEAR = new Set(['id', 'task_id', 'series_id']);

/**
 * Adds occurrences to the household in the schema `bench` until it has so many. They repeat the last year in
 * the years before, in series that ended when the next year began. Ended series plan nothing, so dates in
 * their JSON columns stay unchanged.
 */
export async function addYearsBefore(client: pg.Client, occurrences: number): Promise<void> {
  const { rows } = await client.query<{ count: number; past: number }>(
    `select count(*)::int, (count(*) filter (where date < current_date))::int as past from bench.occurrences`,
  );
  const { count = 0, past = 0 } = rows[0] ?? {};
  const missing = occurrences - count;
  if (missing < 0 || past === 0)
    throw new RangeError(`The demo household has ${count} occurrences, ${past} of them in the past`);
  const years = Math.ceil(missing / past);
  await addEarlier(
    client,
    'occurrences',
    `(select o.*, k from bench.occurrences o, generate_series(1, ${years}) as k
      where date < current_date order by k, date desc limit ${missing}) as past`,
  );
  for (const [table, column] of [
    ['tasks', 'task_id'],
    ['series', 'series_id'],
  ] as const)
    await addEarlier(
      client,
      table,
      `bench.${table}, generate_series(1, ${years}) as k
       where bench.copied(id, -k) in (select ${column} from bench.occurrences)`,
    );
}

async function addEarlier(client: pg.Client, table: string, source: string): Promise<void> {
  const columns = await columnsOf(client, table);
  const values = columns.map(earlier).join(', ');
  await client.query(`insert into bench.${table} (${namesOf(columns)}) select ${values} from ${source}`);
}

/** Returns the SQL expression for the value of a column `k` years earlier. */
function earlier({ name, type }: Column): string {
  if (IDS_OF_A_YEAR.has(name)) return `bench.copied("${name}", -k)`;
  if (name === 'ended_at') return `created_at - make_interval(days => ${YEAR_DAYS} * (k - 1))`;
  if (type === 'date') return `"${name}" - ${YEAR_DAYS} * k`;
  if (type === 'timestamp with time zone') return `"${name}" - make_interval(days => ${YEAR_DAYS} * k)`;
  return `"${name}"`;
}
