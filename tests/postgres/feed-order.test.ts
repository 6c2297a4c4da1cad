import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { mutated } from '../../domain/tasks/occurrence.js';
import { NOON } from '../builders/instants.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { aWrittenHome, followWriters, WRITERS, type WrittenHome } from '../support/feed-writers.js';
import { withoutJobs } from '../support/without-jobs.js';

/** How many commits eight writers make on one household; `npm run bench -- feed` makes more. */
const COMMITS = Number(process.env['FEED_COMMITS'] ?? 400);

onPostgres({ poolSize: WRITERS + 2 });

let home: WrittenHome;
beforeAll(async () => {
  home = await aWrittenHome(db);
});

test(
  `F2 nobody who reads while ${WRITERS} write ever misses one of ${COMMITS} commits, and no number is left out`,
  async () => {
    const { shown, stored, numbers, outOfOrder } = await followWriters(db, home, COMMITS);
    expect(outOfOrder).toBe(0);
    // A row that was passed by would still be shown as it was before its last change.
    expect(shown).toEqual(stored);
    // An aborted transaction gives its number back.
    expect(numbers).toBe(COMMITS);
  },
  60_000 + COMMITS * 20,
);

test('F7 a process that dies leaves neither an entry without its change nor the reverse', async () => {
  const facts = async () => {
    const { rows: found } = await sql<{ text: string }>`
      select concat(
        (select json_agg(title order by id) from occurrences where household_id = ${home.householdId}),
        (select json_agg((entity_id, seq) order by entity_id) from change_entries where household_id = ${home.householdId}),
        (select max(seq) from change_heads where household_id = ${home.householdId})
      ) as text
    `.execute(db);
    return found[0]?.text;
  };
  const before = await facts();
  const killed = new PostgresUnitOfWork(db, withoutJobs).run(async (scope) => {
    const found = await scope.occurrences.findForUpdate(home.householdId, home.rows[0]!, home.userId);
    await scope.occurrences.save(mutated(found!, { title: 'lost' }, { now: NOON, by: null }));
    await scope.changes.write(scope.journal.entries(), null);
    // As a killed process leaves it: the connection is gone before the commit.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()
    `.execute(db);
    await pause(50);
  });
  await expect(killed).rejects.toThrow();
  expect(await facts()).toBe(before);
});
