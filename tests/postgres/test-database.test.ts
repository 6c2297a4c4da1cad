import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '../support/database/test-database.js';

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}

const exists = (connectionString: string, name: string) =>
  connected(connectionString, async (client) => {
    const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [name]);
    return rows[0]?.found !== null;
  });

describe('a test database', () => {
  test('is migrated, and what one test file writes no other sees', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await connected(one.connectionString, (client) => client.query('create table only_here ()'));
    expect(await exists(one.connectionString, 'kysely_migration')).toBe(true);
    expect(await exists(one.connectionString, 'only_here')).toBe(true);
    expect(await exists(other.connectionString, 'only_here')).toBe(false);
    await Promise.all([one.drop(), other.drop()]);
  });

  test('can be dropped while someone is connected', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.connectionString });
    const thrownOut = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await database.drop();
    expect(await thrownOut).toMatchObject({ code: '57P01' });
    await expect(
      connected(database.connectionString, (late) => late.query('select 1')),
    ).rejects.toMatchObject({ code: '3D000' });
  });

  test('comes in any number at once', async () => {
    const databases = await Promise.all(Array.from({ length: 12 }, createTestDatabase));
    expect(new Set(databases.map((database) => database.connectionString)).size).toBe(12);
    await Promise.all(databases.map((database) => database.drop()));
  });
});
