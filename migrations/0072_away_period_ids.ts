import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Gives each absence of a member an id, and allows absences without an end. */
export const awayPeriodIds: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update members set away_periods = (
      select jsonb_agg(period || jsonb_build_object('id', gen_random_uuid()) order by place)
      from jsonb_array_elements(away_periods) with ordinality as periods (period, place)
    )
    where away_periods <> '[]'
  `.execute(db);
}

/** The previous version requires an end, so an absence without one ends on the last possible day. */
async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    update members set away_periods = (
      select jsonb_agg(
        jsonb_build_object('from', period -> 'from', 'to', coalesce(period ->> 'to', '9998-12-31')) order by place
      )
      from jsonb_array_elements(away_periods) with ordinality as periods (period, place)
    )
    where away_periods <> '[]'
  `.execute(db);
}
