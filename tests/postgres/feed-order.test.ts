import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import { PostgresChangeFeed } from '../../adapters/postgres/sync/change-feed.js';
import type { MemberCaller } from '../../application/shared/caller.js';
import { startFollowing } from '../../application/sync/follow-changes.js';
import { cursorText } from '../../domain/sync/cursor.js';
import type { OccurrenceId } from '../../domain/shared/ids.js';
import { withMutation } from '../../domain/tasks/occurrence.js';
import { aHousehold } from '../builders/household.js';
import { NOON } from '../builders/instants.js';
import { laggingCopies } from '../support/database/lagging-copies.js';
import { db, onPostgres } from '../support/database/on-postgres.js';
import { aWrittenHome, followWriters, WRITERS, type WrittenHome } from '../support/feed-writers.js';
import { goesBack, memberOf, Reader, readFrom } from '../support/sync/feed-properties.js';
import { until } from '../support/until.js';
import { withoutJobs } from '../support/without-jobs.js';

/** The number of commits that eight writers make in one household. `npm run bench -- feed` makes more. */
const COMMITS = Number(process.env['FEED_COMMITS'] ?? 96);

onPostgres({ poolSize: WRITERS + 3 });

let home: WrittenHome;
beforeAll(async () => {
  home = await aWrittenHome(db);
});

test(
  `the change feed shows a reader all ${COMMITS} commits of ${WRITERS} concurrent writers, without gaps in the numbers [F2]`,
  async () => {
    const { shown, stored, numbers, outOfOrder } = await followWriters(db, home, COMMITS);
    expect(outOfOrder).toBe(0);
    // If the reader had missed a commit, it would still show the row as it was before that commit.
    expect(shown).toEqual(stored);
    // A transaction that is rolled back does not use up a number.
    expect(numbers).toBe(COMMITS);
  },
  60_000 + COMMITS * 20,
);

test(
  `the change feed loses nothing if a reader switches between the database and lagging replicas, and no cursor goes back [F4]`,
  async () => {
    const copies = laggingCopies(() => db);
    const { householdId, memberId } = home;
    const caller = memberOf({ ...aHousehold(), id: householdId }, memberId);
    const [now, reader] = [new PostgresChangeFeed(db), new Reader()];
    let copy = new PostgresChangeFeed(await copies.next());
    let [reads, fromCopies] = [0, 0];
    const readOn = async () => {
      if (Math.random() < 0.1) copy = new PostgresChangeFeed(await copies.next());
      const isFromCopy = reads++ % 2 === 0;
      const before = reader.cursor;
      const limit = Math.random() < 0.5 ? 1 : 100;
      const page = await readFrom(isFromCopy ? copy : now, caller, before, limit);
      expect(goesBack(before, page.cursor)).toBe(false);
      reader.take(page);
      fromCopies += Number(isFromCopy);
    };
    try {
      const { stored } = await followWriters(db, home, COMMITS, readOn);
      expect(fromCopies).toBeGreaterThan(0);
      // On a fast machine, the writers may finish before the reader has read from replicas often enough.
      while (fromCopies <= 10) await readOn();
      await readToEnd(reader, now, caller);
      expect(new Map(reader.rows().map(({ id, title }) => [id as string, title]))).toEqual(stored);
    } finally {
      await copies.end();
    }
  },
  60_000 + COMMITS * 20,
);

test('the change feed loses no change if a client continues a snapshot at a lagging replica [F4]', async () => {
  const copies = laggingCopies(() => db);
  const caller = memberOf({ ...aHousehold(), id: home.householdId }, home.memberId);
  try {
    const copy = new PostgresChangeFeed(await copies.next());
    for (const row of home.rows) await rename(row, 'after the copy');
    const reader = new Reader();
    const now = new PostgresChangeFeed(db);
    reader.take(await readFrom(now, caller, null, 1));
    await readToEnd(reader, copy, caller);
    await readToEnd(reader, now, caller);
    expect(reader.rows().map(({ title }) => title)).toEqual(home.rows.map(() => 'after the copy'));
  } finally {
    await copies.end();
  }
});

test('a live stream that reconnects through a lagging replica does not go back to an older cursor [F4]', async () => {
  const copies = laggingCopies(() => db);
  const caller = memberOf({ ...aHousehold(), id: home.householdId }, home.memberId);
  const at = (changeFeed: PostgresChangeFeed) => startFollowing({ changeFeed });
  try {
    const copy = new PostgresChangeFeed(await copies.next());
    await rename(home.rows[0]!, 'after the copy too');
    const heard = cursorText((await at(new PostgresChangeFeed(db))(caller, null)).cursor);
    const { cursor, topics } = await at(copy)(caller, heard);
    expect(goesBack(heard, cursorText(cursor))).toBe(false);
    expect([...topics]).toEqual([]);
  } finally {
    await copies.end();
  }
});

async function readToEnd(reader: Reader, from: PostgresChangeFeed, caller: MemberCaller): Promise<void> {
  await until(async () => {
    reader.take(await readFrom(from, caller, reader.cursor, 2));
    return reader.isUpToDate;
  }, 'the reader has read all changes');
}

async function rename(row: OccurrenceId, title: string): Promise<void> {
  await new PostgresUnitOfWork(db, withoutJobs).run(async (scope) => {
    const found = await scope.occurrences.findForUpdate(home.householdId, row, home.memberId);
    await scope.occurrences.save(withMutation(found!, { title }, { now: NOON, by: null }));
    await scope.changes.write(scope.journal.entries(), null);
  });
}

test('a process killed before the commit leaves neither a change nor its entry in the change feed [F7]', async () => {
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
    const found = await scope.occurrences.findForUpdate(home.householdId, home.rows[0]!, home.memberId);
    await scope.occurrences.save(withMutation(found!, { title: 'lost' }, { now: NOON, by: null }));
    await scope.changes.write(scope.journal.entries(), null);
    // A killed process loses its connection before the commit.
    const ofTransactions = sql`
      datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${ofTransactions}`.execute(db);
    await until(async () => {
      const open = await sql`select from pg_stat_activity where ${ofTransactions}`.execute(db);
      return open.rows.length === 0;
    }, 'PostgreSQL has closed the connection of the transaction');
  });
  await expect(killed).rejects.toThrow();
  expect(await facts()).toBe(before);
});
