import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { householdTables } from '../support/database/household-scans.js';
import { db, onPostgres } from '../support/database/on-postgres.js';

/**
 * Keys that do not begin with household_id, and why they cannot. The first four are found by somebody who cannot know
 * the household yet; spread over many databases they would be plain indexes, since random hashes do not collide.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  feeds_token_key: 'a calendar program brings the token alone',
  invitations_token_key: 'whoever is invited brings the token alone',
  invitations_mail_token_key: 'whoever is invited brings the token alone',
  calendar_events_event_key: "the provider's ids: no event may mirror tasks of two households",
  idempotency_keys_pkey: 'holds household_id, after the user, whose keys outside of households lie there too',
};

onPostgres();
test('every table of households is known by it first: primary keys and all that is unique', async () => {
  const { rows } = await sql<{ table: string; name: string; first: string | null }>`
    select t.relname as "table", k.relname as name, a.attname as first
    from pg_index i
      join pg_class t on t.oid = i.indrelid
      join pg_class k on k.oid = i.indexrelid
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisunique and t.relnamespace = 'public'::regnamespace
  `.execute(db);
  const tables = await householdTables(db);
  const keys = rows.filter(({ table }) => tables.includes(table));
  expect(new Set(keys.map(({ table }) => table))).toEqual(new Set(tables));
  expect(
    keys
      .filter(({ first }) => first !== 'household_id')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(EXCEPTIONS).sort());
});

test('every reference between tables of households carries household_id on both sides', async () => {
  const { rows } = await sql<{ name: string; from: string; to: string; pairs: string[] }>`
    select c.conname as name, c.conrelid::regclass::text as "from", c.confrelid::regclass::text as "to",
      array(
        select a.attname || '=' || b.attname
        from unnest(c.conkey, c.confkey) as pair (mine, theirs)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = pair.mine
          join pg_attribute b on b.attrelid = c.confrelid and b.attnum = pair.theirs
      )::text[] as pairs
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
  `.execute(db);
  const tables = await householdTables(db);
  const inside = rows.filter(({ from, to }) => tables.includes(from) && tables.includes(to));
  expect(inside.length).toBeGreaterThan(20);
  expect(inside.filter(({ pairs }) => !pairs.includes('household_id=household_id'))).toEqual([]);
});
