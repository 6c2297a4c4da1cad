import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { migrateToLatest } from '../../adapters/postgres/migrator.js';
import { readInstallation } from '../../adapters/postgres/installation.js';
import { backUp } from '../../bootstrap/commands/back-up.js';
import { claimDataFolder, DataFolderError, markerFile, readMarker } from '../../bootstrap/data-folder.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { openDatabase } from '../../bootstrap/open-database.js';
import { configured, dataFolder } from '../support/operations/configured.js';

/** Databases of their own, since copies of one are one installation. */
let [first, second]: TestDatabase[] = [];
let folder: Awaited<ReturnType<typeof dataFolder>>;
beforeAll(async () => {
  [first, second] = await Promise.all([1, 2].map(() => createTestDatabase({ bare: true })));
  for (const { connectionString } of [first!, second!]) await migrateToLatest(connectionString);
});
afterAll(async () => {
  for (const database of [first!, second!]) await database.drop();
});
beforeEach(async () => {
  folder = await dataFolder();
});
afterEach(() => folder.remove());

const logger = new RecordingLogger();
const claim = async (database = first!, variables: Record<string, string> = {}) =>
  claimDataFolder(
    configured(database, folder.path, variables),
    await readInstallation(database.connectionString),
    logger,
  );

const ANA = `insert into accounts (id, email, email_verified, display_name, locale, time_zone, created_at)
  values (gen_random_uuid(), 'ana@example.org', false, 'Ana', 'en', 'UTC', now())`;

test('what was never migrated is empty and without an id; so it is refused before it is changed', async () => {
  const bare = await createTestDatabase({ bare: true });
  expect(await readInstallation(bare.connectionString)).toEqual({ id: null, isEmpty: true });
  await claim();
  await expect(openDatabase(configured(bare, folder.path), logger)).rejects.toThrow(/The database is empty/);
  expect(await query(bare, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
  await bare.drop();
});

describe('T-D1 a data folder', () => {
  test('is marked by the first start, and the next ones go on', async () => {
    await claim();
    expect(await readMarker(folder.path)).toEqual({
      database: (await readInstallation(first!.connectionString)).id,
    });
    const before = await readFile(markerFile(folder.path), 'utf8');
    await claim();
    expect(await readFile(markerFile(folder.path), 'utf8')).toBe(before);
  });

  test('is refused with an empty database where there was another one, and says what to do', async () => {
    await claim();
    await expect(claim(second)).rejects.toThrow(DataFolderError);
    await expect(claim(second)).rejects.toThrow(
      /The database is empty.*restore[\s\S]*delete .*database\.json/,
    );
    await rm(markerFile(folder.path));
    await claim(second);
  });

  test('is refused with another database that holds data', async () => {
    await claim();
    await query(second!, ANA);
    await expect(claim(second)).rejects.toThrow(/was used with another database[\s\S]*DATABASE_URL/);
    await query(second!, 'delete from accounts');
  });

  test('whose marker is damaged is refused, and not marked anew', async () => {
    for (const text of ['', '{"database":', '{}', 'null']) {
      await writeFile(markerFile(folder.path), text);
      await expect(claim()).rejects.toThrow(/is damaged/);
      expect(await readFile(markerFile(folder.path), 'utf8')).toBe(text);
    }
  });

  test('is refused by a backup too, which would be one of the wrong database', async () => {
    await claim();
    const file = path.join(folder.path, 'night.tar');
    const wrong = backUp(configured(second!, folder.path), logger, { file, withSecrets: false });
    await expect(wrong).rejects.toThrow(/was used with another/);
    expect(existsSync(file)).toBe(false);
  });

  test('in which nothing lies is not asked for: it may be read-only, or absent', async () => {
    const elsewhere = {
      FILE_STORE: 's3://bucket',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'planner@example.org',
    };
    await claim(first, elsewhere);
    expect(await readMarker(folder.path)).toBeNull();
    await claim();
    await claim(second, elsewhere);
  });
});
