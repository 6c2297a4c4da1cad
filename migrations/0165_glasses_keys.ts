import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * "glasses" and "glass" are different items now. The stored keys of names with the word "glasses" get this word
 * instead of "glass". No key had it before, so keys stay unique.
 */
export const glassesKeys: Migration = { up, down };

const TABLES = ['shopping_items', 'shopping_history'] as const;

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    const { rows } = await sql<{ household_id: string; name: string; name_key: string }>`
      select distinct household_id, name, name_key from ${sql.table(table)} where name ilike '%glasses%'
    `.execute(db);
    for (const { household_id, name, name_key } of rows) {
      const key = newKey(name, name_key);
      if (key === name_key) continue;
      await sql`
        update ${sql.table(table)} set name_key = ${key}
        where household_id = ${household_id} and name = ${name} and name_key = ${name_key}
      `.execute(db);
    }
  }
}

/**
 * Returns the key with "glasses" where the name has this word. The words of a key are in the order of the words of
 * its name.
 */
function newKey(name: string, key: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}%]+/u)
    .filter((word) => word !== '');
  return key
    .split(' ')
    .map((word, place) => (word === 'glass' && words[place] === 'glasses' ? 'glasses' : word))
    .join(' ');
}

/**
 * Does nothing: keys are computed from names, and a process of the previous version writes its own keys when it
 * saves.
 */
async function down(): Promise<void> {
  await Promise.resolve();
}
