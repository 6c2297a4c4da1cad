import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { spread } from './spread.js';

/**
 * In a Citus cluster, rows on the coordinator that belong to a change in a household now commit together with it. On
 * a single server they always did.
 */
export const jobsWithHouseholds: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['job_outbox', 'calendar_leftovers', 'reminders_made'])
    await spread(db, table, 'coordinator');
}

/** Does nothing: the previous version works with either place. */
async function down(): Promise<void> {}
