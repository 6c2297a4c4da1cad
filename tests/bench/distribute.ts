import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { LAYOUT } from '../../adapters/postgres/citus/layout.js';
import { onBenchServer, withClient } from './database.js';

/** Seconds after which the command is killed, before it is let go on to its end. */
const KILLED_AFTER = [2, 10, 30];

/** How long it takes to spread a database over the nodes of the cluster at TEST_CITUS_URL, and that nothing is lost when it is killed. */
export async function benchDistribute([
  households = '10000',
  each = '100',
]: readonly string[]): Promise<void> {
  await onBenchServer(async (server, folder) => {
    const connectionString = await server.createUnspread();
    const run = () => startCommand(connectionString, folder);
    await withClient(connectionString, async (client) => {
      for (const statement of rowsOf(Number(households), Number(each))) await client.query(statement);
      const before = await contentsOf(client);
      for (const seconds of KILLED_AFTER) {
        const command = run();
        await setTimeout(seconds * 1_000);
        command.kill('SIGKILL');
        await once(command, 'exit');
        // Waits until the server has noticed.
        const after = await contentsOf(client);
        const { rows } = await client.query('select from pg_dist_partition');
        if (rows.length > 0 || after !== before)
          throw new Error(`Killed after ${seconds} s it left something behind`);
      }
      const begun = performance.now();
      const [code] = (await once(run(), 'exit')) as [number];
      const seconds = (performance.now() - begun) / 1_000;
      if (code !== 0 || (await contentsOf(client)) !== before) throw new Error('Rows are not as they were');
      console.log(
        `${households} households, ${Number(households) * Number(each)} occurrences: ${seconds.toFixed(0)} s; ` +
          `killed after ${KILLED_AFTER.join(', ')} s everything was as before`,
      );
    });
  });
}

function startCommand(connectionString: string, dataDir: string) {
  return spawn(process.execPath, ['dist/bootstrap/distribute.js'], {
    env: { ...process.env, DATABASE_URL: connectionString, DATA_DIR: dataDir, NODE_ENV: 'development' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** What is in all tables, whatever its order. */
async function contentsOf(client: pg.Client): Promise<string> {
  const sums: string[] = [];
  for (const table of Object.keys(LAYOUT)) {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${table} t`,
    );
    sums.push(`${table} ${rows[0]?.sum ?? ''}`);
  }
  return sums.join('\n');
}

/** Households of four, with a series, twenty tasks, what was done, and what clients keep up by. */
const rowsOf = (households: number, each: number): readonly string[] => [
  `insert into accounts (id, email, email_verified, display_name, locale, time_zone, created_at)
   select md5('account ' || n)::uuid, 'p' || n || '@example.org', true, 'Person ' || n, 'en', 'Europe/Paris', now()
   from generate_series(1, ${4 * households}) n`,
  `insert into sessions (id, user_id, created_at, last_used_at) select gen_random_uuid(), id, now(), now() from accounts`,
  `insert into households (id, name, time_zone, locale, week_starts_on, calendar_title_format, created_at)
   select md5('home ' || n)::uuid, 'Home ' || n, 'Europe/Paris', 'en', 'mo', '{title}', now()
   from generate_series(1, ${households}) n`,
  `insert into members (household_id, user_id, account_id, role, color, joined_at, away_periods)
   select md5('home ' || (n + 3) / 4)::uuid, md5('account ' || n)::uuid, md5('account ' || n)::uuid,
     case n % 4 when 0 then 'OWNER' else 'MEMBER' end, '#dc2626', now(), '[]'
   from generate_series(1, ${4 * households}) n`,
  `insert into tasks (household_id, id, visibility, created_by, created_at)
   select household_id, gen_random_uuid(), 'SHARED', user_id, now()
   from members, generate_series(1, 20) where role = 'OWNER'`,
  `insert into series (household_id, id, task_id, recurrence, start_date, start_index, segments, missed, title, visibility,
     priority, all_day, reminders, checklist, horizon, next_index, excluded_dates, created_by, created_at)
   select distinct on (household_id) household_id, id, id, '{"frequency": "weekly"}'::jsonb, date '2026-01-01', 0, '[]'::jsonb,
     'keep', 'Bins', 'SHARED', 0, false, '{}'::int[], '[]'::jsonb, date '2026-06-01', 22, '[]'::jsonb, created_by, now()
   from tasks`,
  `insert into occurrences (household_id, id, task_id, title, notes, visibility, priority, status, date, "time", all_day,
     responsible_member_ids, checklist, attachment_count, reminders, is_exception, version, sync_version, synced_version,
     google_sync_status, created_by, created_at, updated_at, completed_at, completed_by, completed_for)
   select household_id, gen_random_uuid(), id, 'Take the bins out ' || n, 'notes', 'SHARED', n % 4,
     case n % 2 when 0 then 'DONE' else 'TODO' end, date '2026-01-01' + n * 7, '18:00', false, array[created_by], '[]', 0,
     '{}', false, 1, 1, 0, 'NOT_SYNCED', created_by, now(), now(),
     case n % 2 when 0 then now() end, case n % 2 when 0 then created_by end, case n % 2 when 0 then created_by end
   from tasks, generate_series(1, ${each / 20}) n`,
  `insert into change_heads (household_id, audience, seq)
   select id, '00000000-0000-0000-0000-000000000000', 1 from households`,
  `insert into change_entries (household_id, audience, kind, entity_id, seq, at)
   select household_id, '00000000-0000-0000-0000-000000000000', 4, id, 1, now() from occurrences`,
];
