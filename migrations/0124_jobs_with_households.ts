import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { spread } from './spread.js';

/**
 * On a cluster, what the coordinator keeps of a change in a household commits with the change, or not at all. On one
 * server it always has.
 */
export const jobsWithHouseholds: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['job_outbox', 'calendar_leftovers', 'reminders_made'])
    await spread(db, table, 'coordinator');
}

/** Nothing that a version before minds. */
async function down(): Promise<void> {}
