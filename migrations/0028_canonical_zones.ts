import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Zones stand under their canonical names, as new ones come in: what a process remembers of zones is bounded by these. */
export const canonicalZones: Migration = { up, down };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['accounts', 'households']) {
    const { rows } = await sql<{ time_zone: string }>`
      select distinct time_zone from ${sql.table(table)}
    `.execute(db);
    for (const { time_zone: name } of rows) {
      const canonical = canonicalName(name);
      if (canonical !== name)
        await sql`
          update ${sql.table(table)} set time_zone = ${canonical} where time_zone = ${name}
        `.execute(db);
    }
  }
}

/** One that this machine does not know stays as it is. */
function canonicalName(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return name;
    throw error;
  }
}

/** The names that were before mean the same. */
async function down(): Promise<void> {
  await Promise.resolve();
}
