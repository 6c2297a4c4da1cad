import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * An operation that made something personal is visible to the author only. The migration marks the operations of
 * earlier versions.
 */
export const hidingOperations: Migration = { up, down };

/** JSON that the stored inverse of such an operation contains, for an occurrence and for a series. */
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
  // The author may be somebody other than the actor, because an undo may have made somebody else's task personal.
  await sql`
    update operations o set only_for = t.created_by from tasks t
    where t.household_id = o.household_id and t.id = o.task_id and ${isHiding}
  `.execute(db);
  await sql`update operations o set only_for = o.actor_id where ${isHiding}`.execute(db);
}

/** Does nothing: the previous version works with marked operations. */
async function down(): Promise<void> {}
