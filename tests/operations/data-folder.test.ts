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
import { AesGcmTokenCipher } from '../../adapters/security/aes-gcm-token-cipher.js';
import { readKeyUse, resealTokens } from '../../application/calendar/connection/reseal-tokens.js';
import { parseEncryptionKeys } from '../../bootstrap/config/secrets.js';
import { withTokenStore } from '../../bootstrap/commands/token-store.js';
import type { CalendarConnectionId } from '../../domain/shared/ids.js';
import { connected, connectionIdOf, signedIn } from '../http/calendar/people.js';
import type { FakeGoogle } from '../support/fake-google/fake-google.js';
import { startWithGoogle } from '../support/google-service.js';
import type { TestService } from '../support/service.js';
import { OperatorError } from '../../application/shared/operator-error.js';
import { restore } from '../../bootstrap/commands/restore.js';
import type { Config } from '../../bootstrap/config/config.js';
import { reaching } from '../../bootstrap/reaching.js';

describe('the data folder', () => {
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
    await expect(openDatabase(configured(bare, folder.path), logger)).rejects.toThrow(
      /The database is empty/,
    );
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
});

describe('rotation of keys', () => {
  const KEY = (n: number) => `v${n}:${Buffer.alloc(32, `key ${n}`).toString('base64')}`;
  const [OLD, NEW] = [KEY(1), KEY(2)];
  let google: FakeGoogle;
  let service: TestService;
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  const ids: CalendarConnectionId[] = [];

  beforeAll(async () => {
    folder = await dataFolder();
    ({ service, google } = await startWithGoogle({ encryptionKeys: OLD }));
    for (let i = 0; i < 3; i++) {
      google.visitor = { account: google.addAccount() };
      const browser = await signedIn(service);
      await connected(browser, google);
      ids.push(await connectionIdOf(browser));
    }
  });
  afterAll(async () => {
    await service.close();
    await google.close();
    await folder.remove();
  });

  const withKeys = <T>(keys: string, work: Parameters<typeof withTokenStore<T>>[2]) =>
    withTokenStore(
      configured(service, folder.path, { ENCRYPTION_KEYS: keys }),
      service.connectionString,
      work,
    );
  const rows = () => service.query('select * from calendar_connections order by id');
  const tokensWith = async (keys: string) => {
    const cipher = new AesGcmTokenCipher(parseEncryptionKeys(keys));
    return (await rows()).map((row) =>
      ['refresh_token', 'access_token'].map((column) => cipher.decrypt(String(row[column]))),
    );
  };

  test('tokens move to the first key, while services run with either, and the old key can be dropped', async () => {
    const before = await rows();
    const tokens = await tokensWith(OLD);
    expect(tokens.flat()).toEqual(Array(6).fill(expect.any(String)));
    expect(await withKeys(`${NEW},${OLD}`, (store) => readKeyUse(store)())).toEqual({
      current: 0,
      older: 3,
      unreadable: 0,
    });
    expect(await rows()).toEqual(before);

    expect(await withKeys(`${NEW},${OLD}`, (store) => resealTokens(store)())).toMatchObject({ older: 3 });
    for (const row of await rows())
      expect([row['refresh_token'], row['access_token']].join()).toMatch(/^v2:.*,v2:/);
    expect(await withKeys(NEW, (store) => readKeyUse(store)())).toEqual({
      current: 3,
      older: 0,
      unreadable: 0,
    });
    expect(await tokensWith(NEW)).toEqual(tokens);
    expect(await withKeys(NEW, (store) => resealTokens(store)())).toMatchObject({ current: 3, older: 0 });
  });

  test('what no key opens is counted and stays as it is', async () => {
    const before = await rows();
    expect(await withKeys(KEY(3), (store) => resealTokens(store)())).toEqual({
      current: 0,
      older: 0,
      unreadable: 3,
    });
    expect(await rows()).toEqual(before);
  });

  test('a token that is renewed meanwhile is not written over', async () => {
    const cipher = new AesGcmTokenCipher(parseEncryptionKeys(`${OLD},${NEW}`));
    const id = ids[0]!;
    const fresh = { refreshToken: cipher.encrypt('r'), accessToken: cipher.encrypt('a'), accessExpiresAt: 0 };
    let renewal: Promise<unknown> = Promise.resolve();
    await withKeys(`${OLD},${NEW}`, ({ unitOfWork, tokenCipher }) =>
      resealTokens({
        tokenCipher,
        unitOfWork: {
          run: (work) =>
            unitOfWork.run(async (scope) => {
              await scope.calendarConnections.withTokensForUpdate(null, 10);
              // Another process saves what it renewed while this one holds the rows: it waits, and wins.
              renewal = service.unitOfWork.run(({ calendarConnections }) =>
                calendarConnections.saveTokens(id, 1, fresh),
              );
              return work(scope);
            }),
        },
      })(),
    );
    expect(await renewal).toBe(true);
    const row = (await rows()).find((one) => one['id'] === id);
    expect(row).toMatchObject({ refresh_token: fresh.refreshToken, access_token: fresh.accessToken });
  });
});

describe('reaching', () => {
  const logger = new RecordingLogger();
  let database: TestDatabase;
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  beforeAll(async () => {
    database = await createTestDatabase({ bare: true });
    folder = await dataFolder();
  });
  afterAll(async () => {
    await database.drop();
    await folder.remove();
  });

  const NOWHERE = 'postgres://nobody:hunter2@127.0.0.1:1/none';
  const file = () => path.join(folder.path, 'x.tar');

  describe('a database that lets nobody in is told with its variable, and without its password, by', () => {
    test.each<[string, (config: Config) => Promise<unknown>]>([
      ['a start', (config) => openDatabase(config, logger)],
      ['a backup', (config) => backUp(config, logger, { file: file(), withSecrets: false })],
      ['a restore', (config) => restore(config, logger, file())],
    ])('%s', async (_name, work) => {
      const error: unknown = await work(configured({ connectionString: NOWHERE }, folder.path)).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(OperatorError);
      expect((error as Error).message).toMatch(/database of DATABASE_URL is not reached: .*ECONNREFUSED/);
      expect((error as Error).message).not.toContain('hunter2');
    });

    test('a start with the name of another one', async () => {
      const other = new URL(database.connectionString);
      other.pathname = '/nowhere';
      const started = openDatabase(configured({ connectionString: other.href }, folder.path), logger);
      await expect(started).rejects.toThrow(/DATABASE_URL is not reached: .*"nowhere" does not exist/);
    });
  });

  test('what fails for another reason stays what it is', async () => {
    const defect = new TypeError('a defect');
    await expect(reaching('QUEUE_DATABASE_URL', () => Promise.reject(defect))).rejects.toBe(defect);
  });
});
