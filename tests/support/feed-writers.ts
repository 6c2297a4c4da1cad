import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../adapters/postgres/database.js';
import { PostgresChangeFeed } from '../../adapters/postgres/sync/change-feed.js';
import { PostgresUnitOfWork } from '../../adapters/postgres/unit-of-work.js';
import type { HouseholdId, OccurrenceId, MemberId } from '../../domain/shared/ids.js';
import { START, type Positions } from '../../domain/sync/cursor.js';
import { withMutation } from '../../domain/tasks/occurrence.js';
import { anAccount } from '../builders/account.js';
import { aHousehold, aMember } from '../builders/household.js';
import { NOON } from '../builders/instants.js';
import { anOccurrence } from '../builders/occurrence.js';
import { withoutJobs } from './without-jobs.js';

export const WRITERS = 8;

export type WrittenHome = {
  readonly householdId: HouseholdId;
  readonly memberId: MemberId;
  /** One row for each writer. */
  readonly rows: readonly OccurrenceId[];
};

/** Creates a household with one member and one task for each writer. */
export async function aWrittenHome(db: Database): Promise<WrittenHome> {
  const [household, account] = [aHousehold(), anAccount()];
  const base = { householdId: household.id, createdBy: account.id };
  const rows = Array.from({ length: WRITERS }, () => anOccurrence(base));
  await new PostgresUnitOfWork(db, withoutJobs).run(async (scope) => {
    await scope.accounts.insert(account);
    await scope.households.insert(household);
    await scope.households.insertMember(aMember({ id: account.id, householdId: household.id }));
    for (const row of rows) await scope.occurrences.insertTask(row);
  });
  return { householdId: household.id, memberId: account.id, rows: rows.map(({ id }) => id) };
}

/**
 * Renames a row `commits` times, with random pauses inside the transactions. One transaction in ten is rolled
 * back after it has taken its sequence number.
 */
async function write(db: Database, home: WrittenHome, row: OccurrenceId, commits: number): Promise<void> {
  for (let i = 0; i < commits;) {
    const isGivenUp = Math.random() < 0.1;
    const work = new PostgresUnitOfWork(db, withoutJobs).run(async (scope) => {
      const found = await scope.occurrences.findForUpdate(home.householdId, row, home.memberId);
      if (found === null) throw new Error('the row is gone');
      await pause(Math.random() * 8);
      await scope.occurrences.save(withMutation(found, { title: `name ${i}` }, { now: NOON, by: null }));
      await scope.changes.write(scope.journal.entries(), null);
      if (isGivenUp) throw new GivenUp();
    });
    try {
      await work;
      i++;
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
    }
  }
}

class GivenUp extends Error {}

export type Followed = {
  /** Titles by id: `shown` are those that the reader got, `stored` those in the database. */
  readonly shown: ReadonlyMap<string, string>;
  readonly stored: ReadonlyMap<string, string>;
  /** How many sequence numbers were given out. */
  readonly numbers: number;
  /**
   * How many rows came late, with a number below the reader's position, plus how often the head went back.
   */
  readonly outOfOrder: number;
};

/**
 * Lets eight writers change rows at the same time while a reader follows the change feed page by page.
 * `beside` runs again and again in the meantime.
 */
export async function followWriters(
  db: Database,
  home: WrittenHome,
  commits: number,
  beside: () => Promise<void> = () => Promise.resolve(),
): Promise<Followed> {
  const { householdId, memberId, rows } = home;
  const feed = new PostgresChangeFeed(db);
  let positions: Positions = { everyone: START, own: START };
  let outOfOrder = 0;
  const shown = new Map<string, string>();
  const readOn = async () => {
    const page = await feed.page(householdId, memberId, positions, 1000);
    if (page === null) throw new Error('no member');
    const { everyone, heads } = page;
    const { seq: passed } = positions.everyone;
    outOfOrder += everyone.filter(({ seq }) => seq <= passed).length + Number(heads.everyone.seq < passed);
    const ids = everyone.map(({ id }) => id);
    for (const row of await feed.find('occurrence', householdId, memberId, ids)) shown.set(row.id, row.title);
    positions = { everyone: { seq: heads.everyone.seq, amid: null }, own: START };
  };
  await readOn();
  const { seq: first } = positions.everyone;
  const writing = Promise.all(rows.map((row) => write(db, home, row, commits / WRITERS)));
  const writers = { areDone: false };
  const done = writing.finally(() => (writers.areDone = true));
  const reading = (async () => {
    while (!writers.areDone) {
      await readOn();
      await beside();
    }
  })();
  await Promise.all([done, reading]);
  await readOn();
  const { rows: stored } = await sql<{ id: string; title: string }>`
    select id, title from occurrences where household_id = ${householdId}
  `.execute(db);
  return {
    shown,
    stored: new Map(stored.map(({ id, title }) => [id, title])),
    numbers: positions.everyone.seq - first,
    outOfOrder,
  };
}
