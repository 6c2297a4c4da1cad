import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { brokenConstraint } from '../../adapters/postgres/citus/broken-constraint.js';
import { named } from '../../adapters/postgres/failures.js';
import { LAYOUT } from '../../adapters/postgres/citus/layout.js';
import { migrations } from '../../migrations/index.js';
import { db, onPostgres } from '../support/database/on-postgres.js';

/** The tables that stay on the coordinator by themselves: no statement puts their rows together with those of a household. */
const ON_COORDINATOR: readonly string[] = [
  'calendar_connections',
  'calendar_states',
  'calendar_tickets',
  'email_changes',
  'identities',
  'mobile_codes',
  'password_resets',
  'rate_limits',
  'refresh_tokens',
  'unlinked_identities',
];

describe('the layout', () => {
  onPostgres();

  test('says of every table where it is, once', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
    `.execute(db);
    const placed = [...Object.keys(LAYOUT), ...ON_COORDINATOR];
    expect(placed.toSorted()).toEqual(rows.map(({ name }) => name).sort());
  });

  test('places a table by a column that all its unique keys have', async () => {
    const { rows } = await sql<{ table: string; name: string; columns: string[] }>`
      select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name, array(
        select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any(i.indkey)
      ) as columns
      from pg_index i join pg_class t on t.oid = i.indrelid
      where i.indisunique and t.relnamespace = 'public'::regnamespace
    `.execute(db);
    const without = rows.filter(({ table, columns }) => {
      const place = LAYOUT[table];
      return typeof place === 'object' && !columns.includes(place.by);
    });
    expect(without).toEqual([]);
    expect(rows.length).toBeGreaterThan(40);
  });
});

describe('a migration', () => {
  const folder = path.resolve(import.meta.dirname, '../../migrations');
  /** Those up to here are in the database when it is distributed. */
  const BEFORE = '0119_keys_by_household';

  /** The tables that a migration makes and leaves on one node, against the layout. */
  const forgottenIn = (source: string, layout: Readonly<Record<string, unknown>> = LAYOUT) =>
    [...source.matchAll(/create table (\w+)/g)]
      .map(([, table = '']) => table)
      .filter((table) => table in layout && !new RegExp(`spread\\(db, '${table}'`).test(source));

  test('spreads the tables that it makes', () => {
    const later = readdirSync(folder).filter((name) => /^\d/.test(name) && name > `${BEFORE}.ts`);
    expect(Object.keys(migrations)).toContain(BEFORE);
    expect(later.flatMap((name) => forgottenIn(readFileSync(path.join(folder, name), 'utf8')))).toEqual([]);
  });

  test('that forgets one is found', () => {
    const layout = { plants: { by: 'household_id' } };
    const made = 'await sql`create table plants (household_id uuid)`.execute(db);';
    expect(forgottenIn(made, layout)).toEqual(['plants']);
    expect(forgottenIn(`${made} await spread(db, 'plants');`, layout)).toEqual([]);
    expect(forgottenIn('create table kettles (id uuid)', layout)).toEqual([]);
  });
});

describe('a broken constraint', () => {
  const told = (message: string, constraint?: string) =>
    brokenConstraint(Object.assign(new pg.DatabaseError(message, 0, 'error'), { constraint }));

  test('is known by its name, whether a server tells it or a node of a cluster', () => {
    const duplicate = 'duplicate key value violates unique constraint';
    expect(told(`${duplicate} "accounts_email_key"`, 'accounts_email_key')).toBe('accounts_email_key');
    expect(told(`${duplicate} "categories_name_key_102194"`)).toBe('categories_name_key');
    const missing = 'insert or update on table "categories_102194" violates foreign key';
    expect(told(`${missing} constraint "categories_household_id_created_by_fkey_102194"`)).toBe(
      'categories_household_id_created_by_fkey',
    );
    const row = 'new row for relation "members_102218" violates check';
    expect(told(`${row} constraint "members_active_account"`)).toBe('members_active_account');
    expect(told('division by zero')).toBeUndefined();
  });
});

describe('a node of a cluster that goes under a statement', () => {
  const told = (code: string, message: string) =>
    named(Object.assign(new pg.DatabaseError(message, 0, 'error'), { code }));

  test.each([
    [
      '08006',
      'connection to the remote node planner@shard-1:5432 failed with the following error: Connection refused',
    ],
    ['57P02', 'terminating connection due to immediate shutdown command'],
    ['XX000', 'failure on connection marked as essential: shard-1:5432'],
    ['XX000', 'SSL SYSCALL error: EOF detected'],
    ['XX000', 'server closed the connection unexpectedly'],
    ['58030', 'failed to COPY to shard 102239 on shard-1:5432'],
  ])('is a database that is away: %s %s', (code, message) => {
    expect(told(code, message)).toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('and no other defect or disk is', () => {
    expect(told('XX000', 'cache lookup failed for relation 1')).toBeInstanceOf(pg.DatabaseError);
    expect(told('58030', 'could not read block 1')).toBeInstanceOf(pg.DatabaseError);
  });
});
