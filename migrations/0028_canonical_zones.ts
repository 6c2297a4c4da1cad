import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Replaces time zones by their canonical names, as new ones are stored. This limits how many zones a process has to
 * keep in memory.
 */
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

/** Returns the canonical name, or the name itself if this machine does not know the zone. */
function canonicalName(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return name;
    throw error;
  }
}

/** Does nothing: the canonical names mean the same zones in older versions. */
async function down(): Promise<void> {
  await Promise.resolve();
}
