import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An operation that hid something belongs to the author alone. Operations of earlier versions are marked so here. */
export const hidingOperations: Migration = { up, down };

/** What the stored inverse of such an operation contains: of an occurrence, and of a series. */
const HIDING = [
  [{ fields: { visibility: { before: 'SHARED', after: 'PERSONAL' } } }],
  [
    {
      fields: { template: { before: { visibility: 'SHARED' }, after: { visibility: 'PERSONAL' } } },
    },
  ],
].map((inverse) => JSON.stringify(inverse));

async function up(db: Kysely<unknown>): Promise<void> {
  const isHiding = sql`o.only_for is null and o.inverse @> any(${HIDING}::jsonb[])`;
  // An undo may have hidden the task of somebody else.
  await sql`
    update operations o set only_for = t.created_by from tasks t
    where t.household_id = o.household_id and t.id = o.task_id and ${isHiding}
  `.execute(db);
  await sql`update operations o set only_for = o.actor_id where ${isHiding}`.execute(db);
}

/** A version before minds nothing of it. */
async function down(): Promise<void> {}
