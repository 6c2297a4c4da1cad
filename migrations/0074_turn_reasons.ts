import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const BEFORE = ['ROTATION', 'SWAP', 'AWAY', 'MANUAL'];

/**
 * Allows more reasons for a turn: it was given to balance the work, claimed by a member, or assigned during a pause.
 */
export const turnReasons: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await allow(db, [...BEFORE, 'BALANCE', 'CLAIMED', 'PAUSE']);
}

/** The previous version does not know these reasons, so they become MANUAL. */
async function down(db: Kysely<unknown>): Promise<void> {
  await sql`update occurrences set turn_reason = 'MANUAL' where turn_reason <> all(${BEFORE}::text[])`.execute(
    db,
  );
  await allow(db, BEFORE);
}

async function allow(db: Kysely<unknown>, reasons: readonly string[]): Promise<void> {
  const list = sql.join(reasons.map((reason) => sql.lit(reason)));
  await sql`
    alter table occurrences drop constraint occurrences_turn_reason_check,
    add constraint occurrences_turn_reason_check check (turn_reason in (${list}))
  `.execute(db);
}
