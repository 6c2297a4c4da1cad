import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Database } from '../../adapters/postgres/database.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { PostgresChangeFeed } from '../../adapters/postgres/sync/change-feed.js';
import type { Household } from '../../domain/households/household.js';
import { START, type Positions } from '../../domain/sync/cursor.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { mutated } from '../../domain/tasks/occurrence.js';
import { anAccount } from '../builders/account.js';
import { aHousehold, aMember } from '../builders/household.js';
import { NOON } from '../builders/instants.js';
import { anOccurrence } from '../builders/occurrence.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { withoutJobs } from '../support/without-jobs.js';

/** How many commits eight writers make on one household; the page of figures has 100,000. */
const COMMITS = Number(process.env['FEED_COMMITS'] ?? 400);
const WRITERS = 8;

onPostgres({ poolSize: WRITERS + 2 });

let household: Household;
let rows: Occurrence[];
const account = anAccount();
beforeAll(async () => {
  household = aHousehold();
  const base = { householdId: household.id, createdBy: account.id };
  rows = Array.from({ length: WRITERS }, () => anOccurrence(base));
  await unitOfWork(db).run(async (scope) => {
    await scope.accounts.insert(account);
    await scope.households.insert(household);
    await scope.households.insertMember(aMember({ id: account.id, householdId: household.id }));
    for (const row of rows) await scope.occurrences.insertTask(row);
  });
});

const unitOfWork = (on: Database) => new PostgresUnitOfWork(on, withoutJobs);

/** Each writes to a row of its own, after and before pauses of any length; some give up after they had a number. */
async function write(writer: number, commits: number): Promise<void> {
  for (let i = 0; i < commits; i++) {
    const work = unitOfWork(db).run(async (scope) => {
      const [row] = rows.slice(writer);
      const found = await scope.occurrences.findForUpdate(household.id, row!.id, account.id);
      await pause(Math.random() * 8);
      await scope.occurrences.save(mutated(found!, { title: `${writer} ${i}` }, { now: NOON, by: null }));
      await scope.changes.write(scope.journal.entries(), null);
      if (Math.random() < 0.1) throw new Error('given up');
    });
    await work.catch((error: unknown) => {
      if ((error as Error).message !== 'given up') throw error;
      i -= 1;
    });
  }
}

test(
  `F2 nobody who reads while ${WRITERS} write ever misses one of ${COMMITS} commits, and no number is left out`,
  async () => {
    const feed = new PostgresChangeFeed(db);
    let positions: Positions = { everyone: START, own: START };
    const seen = new Map<string, string>();
    const writing = { isOver: false };
    const readOn = async () => {
      const page = await feed.page(household.id, account.id, positions, 1000);
      const { everyone, heads } = page!;
      expect(everyone.every(({ seq }) => seq > positions.everyone.seq)).toBe(true);
      const ids = everyone.map(({ id }) => id);
      for (const row of await feed.find('occurrence', household.id, account.id, ids))
        seen.set(row.id, row.title);
      expect(heads.everyone.seq).toBeGreaterThanOrEqual(positions.everyone.seq);
      positions = { everyone: { seq: heads.everyone.seq, amid: null }, own: START };
    };
    await readOn();
    const { seq: first } = positions.everyone;
    const reading = (async () => {
      while (!writing.isOver) await readOn();
    })();
    await Promise.all(rows.map((_, writer) => write(writer, COMMITS / WRITERS)));
    writing.isOver = true;
    await reading;
    await readOn();
    const { rows: stored } = await sql<{ id: string; title: string }>`
      select id, title from occurrences where household_id = ${household.id}
    `.execute(db);
    // A row that was passed by would still be shown as it was before its last change.
    expect(seen).toEqual(new Map(stored.map(({ id, title }) => [id, title])));
    // An aborted transaction gives its number back.
    expect(positions.everyone.seq - first).toBe(COMMITS);
  },
  60_000 + COMMITS * 20,
);

test('F7 a process that dies leaves neither an entry without its change nor the reverse', async () => {
  const facts = async () => {
    const { rows: found } = await sql<{ text: string }>`
      select concat(
        (select json_agg(title order by id) from occurrences where household_id = ${household.id}),
        (select json_agg((entity_id, seq) order by entity_id) from change_entries where household_id = ${household.id}),
        (select max(seq) from change_heads where household_id = ${household.id})
      ) as text
    `.execute(db);
    return found[0]?.text;
  };
  const before = await facts();
  const killed = unitOfWork(db).run(async (scope) => {
    const found = await scope.occurrences.findForUpdate(household.id, rows[0]!.id, account.id);
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
