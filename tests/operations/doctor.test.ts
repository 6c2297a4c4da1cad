import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, get, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DatabaseInspection } from '../../adapters/postgres/inspection.js';
import { readInstallation } from '../../adapters/postgres/installation.js';
import { migrateToLatest } from '../../adapters/postgres/migrator.js';
import { AesGcmTokenCipher } from '../../adapters/security/aes-gcm-token-cipher.js';
import { readKeyUse, reencryptTokens } from '../../application/calendar/connection/reencrypt-tokens.js';
import { OperatorError } from '../../application/shared/operator-error.js';
import { backUp } from '../../bootstrap/commands/back-up.js';
import { restore } from '../../bootstrap/commands/restore.js';
import { withTokenStore } from '../../bootstrap/commands/token-store.js';
import type { Config } from '../../bootstrap/config/config.js';
import { parseEncryptionKeys } from '../../bootstrap/config/secrets.js';
import {
  claimDataFolder,
  DataFolderError,
  markDataFolder,
  markerFile,
  readMarker,
} from '../../bootstrap/data-folder.js';
import { judgeDatabase } from '../../bootstrap/doctor/database.js';
import { diagnose } from '../../bootstrap/doctor/diagnose.js';
import { type Finding, printFinding } from '../../bootstrap/doctor/finding.js';
import { checkGoogle } from '../../bootstrap/doctor/google.js';
import { checkStorage } from '../../bootstrap/doctor/storage.js';
import { checkStream } from '../../bootstrap/doctor/stream.js';
import { checkTimeZones } from '../../bootstrap/doctor/time-zones.js';
import { checkWeb } from '../../bootstrap/doctor/web.js';
import { openDatabase } from '../../bootstrap/open-database.js';
import { withReachableDatabase } from '../../bootstrap/reach-database.js';
import type { CalendarConnectionId } from '../../domain/shared/ids.js';
import { connected, connectionIdOf, signedIn } from '../http/calendar/people.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import type { FakeGoogle } from '../support/fake-google/fake-google.js';
import { startWithGoogle } from '../support/google-service.js';
import { LocalS3 } from '../support/local-s3.js';
import { startMailServer } from '../support/mail-server.js';
import { configured, dataFolder } from '../support/operations/configured.js';
import { RecordingLogger } from '../support/recording-logger.js';
import type { TestService } from '../support/service.js';
import { StreamingService } from '../support/streaming-service.js';

describe('checking an installation', () => {
  const logger = new RecordingLogger();
  const open: Server[] = [];
  let running: StreamingService;
  let folder: Awaited<ReturnType<typeof dataFolder>>;

  beforeAll(async () => {
    running = await StreamingService.start();
    folder = await dataFolder();
  });
  afterEach(async () => {
    for (const server of open.splice(0)) await new Promise((resolve) => server.close(resolve));
  });
  afterAll(async () => {
    await running.close();
    await folder.remove();
  });

  /** An address where `answer` answers, as a proxy in front of the service would. */
  async function proxy(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const diagnosed = (variables: Record<string, string> = {}) =>
    diagnose(configured(running.service, folder.path, { BASE_URL: running.address, ...variables }), logger);
  const states = (findings: readonly Finding[]) =>
    Object.fromEntries(findings.map(({ check, state }) => [check, state]));
  const about = (findings: readonly Finding[], check: string) =>
    printFinding(findings.find((finding) => finding.check === check)!);

  describe('the doctor', () => {
    test('reports all checks except that of the unmarked data folder as passed, one per line, for a sound installation', async () => {
      const smtp = await startMailServer();
      const findings = await diagnosed({ SMTP_URL: smtp.url, MAIL_FROM: 'planner@example.org' });
      await smtp.close();
      const { 'data folder': marked, ...others } = states(findings);
      expect(others).toEqual({
        database: 'ok',
        migrations: 'ok',
        clock: 'ok',
        queue: 'ok',
        keys: 'ok',
        'time zones': 'ok',
        mail: 'ok',
        google: 'ok',
        storage: 'ok',
        stream: 'ok',
        web: 'ok',
        registration: 'ok',
      });
      expect(marked).toBe('warn');
      for (const line of findings.map(printFinding)) expect(line).not.toContain('\n');
    });

    test('says what to do if the database does not answer, and still runs the other checks', async () => {
      const findings = await diagnosed({ DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/none' });
      expect(states(findings)).toMatchObject({ database: 'fail', storage: 'ok', stream: 'ok' });
      expect(about(findings, 'database')).toMatch(/ECONNREFUSED.*→ start it, and check the host/);
      expect(findings.map(printFinding).join(' ')).not.toContain('hunter2');
    });

    test('warns if registration needs an invitation before the first account exists', async () => {
      const [variables, { service }] = [{ REGISTRATION: 'invited' }, running];
      expect(about(await diagnosed(variables), 'registration')).toMatch(
        /^warn.*no account yet.*REGISTRATION=open/,
      );
      await service.api.register();
      expect(about(await diagnosed(variables), 'registration')).toMatch(/^ok.*invited/);
      await service.query('truncate accounts cascade');
    });

    test('distinguishes pending migrations from migrations of a newer version', async () => {
      const { service } = running;
      await service.query(`insert into kysely_migration values ('9999_later', '2999-01-01')`);
      expect(about(await diagnosed(), 'migrations')).toMatch(/^fail.*9999_later.*start that version/);
      await service.query(`delete from kysely_migration where name = '9999_later'`);
      await service.query(`delete from kysely_migration where name = '0022_installation'`);
      expect(about(await diagnosed(), 'migrations')).toMatch(/^warn.*0022_installation.*backup/);
      await service.query(`insert into kysely_migration values ('0022_installation', '2026-01-01')`);
    });

    test('reports the data folder of another database, missing encryption keys, and jobs without a worker', async () => {
      const { service } = running;
      const other = await dataFolder();
      await markDataFolder(other.path, 'another');
      await service.query(`
      insert into calendar_connections (id, grant_key, status, refresh_token, access_token, access_expires_at,
        token_version, created_at, left_at)
      values (gen_random_uuid(), 'g', 'ACTIVE', 'v7:a:b:c', 'v7:a:b:c', now(), 1, now(), now())`);
      await service.unitOfWork.run(({ jobs }) => jobs.enqueue('purge-trash', {}, { startAfter: 0 }));
      const findings = await diagnosed({ DATA_DIR: other.path });
      expect(about(findings, 'data folder')).toMatch(/^fail.*database.*delete .*database\.json/);
      expect(about(findings, 'keys')).toMatch(/^fail.*1 calendar connections.*add the missing key/);
      expect(about(findings, 'queue')).toMatch(/^warn.*1 jobs.*ROLE=worker/);
      await service.query('delete from calendar_connections');
      await service.performJobs();
      await other.remove();
    });

    test('reports whether the web client is built and up to date with its sources', async () => {
      const web = await dataFolder();
      const [built, sources] = [path.join(web.path, 'built'), path.join(web.path, 'sources')];
      const check = async (variables: Record<string, string> = {}) =>
        printFinding(
          await checkWeb(configured(running.service, web.path, { BASE_URL: 'http://x', ...variables }), {
            built,
            sources,
          }),
        );
      expect(await check()).toMatch(/^fail  web .*→ run "npm run build"/);
      await mkdir(built);
      const build = { build: 'b1', routes: [], firstLoad: { js: 31_200, css: 5_000, fonts: 57_000 } };
      await writeFile(path.join(built, '.client.json'), JSON.stringify(build));
      await writeFile(path.join(built, 'index.html'), '');
      expect(await check()).toMatch(/^ok    web +build b1, 31 KB of JavaScript for the first screen$/);
      await mkdir(sources);
      const page = path.join(sources, 'index.html');
      await writeFile(page, '');
      await utimes(page, 1, 1);
      expect(await check()).toMatch(
        /^ok    web +built from these sources, 31 KB of JavaScript for the first screen$/,
      );
      await utimes(page, new Date(), new Date(Date.now() + 60_000));
      expect(await check()).toMatch(/^warn  web +its sources have changed.*→ run/);
      expect(await check({ WEB_BASE_URL: 'https://elsewhere.example' })).toMatch(/^ok    web .*elsewhere/);
      await web.remove();
    });

    test('creates no files or folders in an empty data folder', async () => {
      const empty = await dataFolder();
      const config = configured(running.service, empty.path, { DATABASE_URL: '', ENCRYPTION_KEYS: '' });
      expect(about(await diagnose(config, logger), 'database')).toMatch(/^warn.*npm start/);
      const noKeys = await diagnosed({ DATA_DIR: empty.path, ENCRYPTION_KEYS: '' });
      expect(about(noKeys, 'keys')).toMatch(/^warn.*none in/);
      const key = `v1:${randomBytes(32).toString('base64')}`;
      const onlyKeys = await diagnosed({ DATA_DIR: empty.path, ENCRYPTION_KEYS: key, JWT_SECRETS: '' });
      expect(about(onlyKeys, 'keys')).toMatch(/^ok/);
      const data = path.join(empty.path, 'data');
      expect(await checkStorage(configured(running.service, data))).toMatchObject({ state: 'ok' });
      expect(await readdir(empty.path)).toEqual([]);
      await empty.remove();
    });

    test('keeps existing files and leaves no test folder in the file store', async () => {
      const used = await dataFolder();
      await mkdir(path.join(used.path, 'files', 'home', 'empty'), { recursive: true });
      expect(about(await diagnosed({ DATA_DIR: used.path }), 'storage')).toMatch(/^ok/);
      expect(await readdir(path.join(used.path, 'files'))).toEqual(['home']);
      expect(await readdir(path.join(used.path, 'files', 'home'))).toEqual(['empty']);
      await used.remove();
    });

    test('advises to restore a backup if the database is empty but the data folder belongs to another database', async () => {
      const bare = await createTestDatabase({ bare: true });
      const used = await dataFolder();
      await markDataFolder(used.path, 'another');
      const { connectionString } = bare;
      const findings = await diagnosed({ DATA_DIR: used.path, DATABASE_URL: connectionString });
      expect(about(findings, 'migrations')).toMatch(/^warn.*none applied yet/);
      expect(about(findings, 'data folder')).toMatch(/^fail.*The database is empty.*restore/);
      await used.remove();
      await bare.drop();
    });
  });

  describe('judgeDatabase', () => {
    const found: DatabaseInspection = {
      version: '15.0',
      versionNumber: 150_000,
      migrations: { pending: [], unknown: [] },
      clock: { aheadMs: 0, uncertainMs: 0.5 },
    };
    const lines = (fields: Partial<DatabaseInspection>) =>
      judgeDatabase({ ...found, ...fields }).map(printFinding);

    test('accepts PostgreSQL 15 and rejects older versions', () => {
      expect(lines({})[0]).toMatch(/^ok/);
      expect(lines({ version: '14.9', versionNumber: 140_009 })[0]).toMatch(/^fail.*14\.9.*15 or later/);
    });

    test.each([
      [900, 'ok'],
      [-1_500, 'warn'],
      [4_900, 'warn'],
      [5_600, 'fail'],
      [-3_600_000, 'fail'],
    ])('judges a database clock that is %i ms ahead as "%s"', (aheadMs, state) => {
      expect(lines({ clock: { aheadMs, uncertainMs: 0.5 } })[2]).toMatch(new RegExp(`^${state}`));
    });

    test.each([
      [100, /the database's clock is 0\.1 s ahead of this machine's/],
      [-100, /the database's clock is 0\.1 s behind this machine's/],
      [-1_500, /the database's clock is 1\.5 s behind this machine's; jobs/],
    ])('describes a difference of %i ms in a sentence', (aheadMs, sentence) => {
      expect(lines({ clock: { aheadMs, uncertainMs: 0.5 } })[2]).toMatch(sentence);
    });

    test('accepts a clock difference that a slow connection can cause', () => {
      expect(lines({ clock: { aheadMs: 1_900, uncertainMs: 1_000 } })[2]).toMatch(/^ok/);
    });
  });

  describe('the live stream behind a proxy', () => {
    const upstream = () => `${running.address}/health/stream`;

    test('passes the check if the proxy forwards it', async () => {
      const address = await proxy((_request, response) => {
        get(upstream(), (stream) => {
          response.writeHead(200, stream.headers);
          stream.pipe(response);
        });
      });
      expect(await checkStream(address)).toMatchObject({ state: 'ok' });
    });

    test('is reported if the proxy buffers it', async () => {
      const address = await proxy((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        get(upstream(), (stream) => {
          void stream.toArray().then((pieces) => response.end(Buffer.concat(pieces as Buffer[])));
        });
      });
      expect(await checkStream(address)).toMatchObject({
        state: 'fail',
        saw: expect.stringMatching(/buffers/),
        todo: expect.stringMatching(/proxy_buffering off/),
      });
    });

    test('is reported if the proxy leads to another server or to none', async () => {
      const address = await proxy((_request, response) => {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
      });
      expect(printFinding(await checkStream(address))).toMatch(/^fail.*404 with text\/html.*BASE_URL/);
      expect(printFinding(await checkStream('http://127.0.0.1:1'))).toMatch(
        /^warn.*no answer.*start the service/,
      );
    });
  });

  test('the mail check warns about the outbox and fails for an unreachable server', async () => {
    expect(about(await diagnosed(), 'mail')).toMatch(/^warn.*outbox.*SMTP_URL/);
    const MAIL_FROM = 'planner@example.org';
    const gone = await diagnosed({ SMTP_URL: 'smtp://user:hunter2@127.0.0.1:1', MAIL_FROM });
    expect(about(gone, 'mail')).toMatch(/^fail.*127\.0\.0\.1:1.*ECONNREFUSED/);
    expect(about(gone, 'mail')).not.toContain('hunter2');
  });

  test.each([
    [
      'http://localhost:3000',
      /^ok.*http:\/\/localhost:3000\/v1\/auth\/google\/callback and .*\/v1\/calendar\/google/,
    ],
    ['https://planner.example.org', /^ok.*https:\/\/planner\.example\.org\/v1\/auth\/google\/callback/],
    ['http://planner.example.org', /^fail.*rejects.*https/],
    ['https://192.168.1.5', /^fail/],
    ['https://planner', /^fail/],
  ])('the Google check judges BASE_URL %s', (BASE_URL, expected) => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(
      printFinding(checkGoogle(configured(running.service, folder.path, { BASE_URL, ...google }))),
    ).toMatch(expected);
  });

  test('the storage check fails if the folder is a file or the bucket does not exist', async () => {
    const file = path.join(folder.path, 'a-file');
    await writeFile(file, '');
    const inFile = configured(running.service, folder.path, { FILE_STORE: `file:${file}` });
    expect(printFinding(await checkStorage(inFile))).toMatch(/^fail.*a-file.*(ENOTDIR|EEXIST)/);
    const s3 = new LocalS3('files');
    const S3_ENDPOINT = await s3.start();
    const keys = { AWS_ACCESS_KEY_ID: 'k', AWS_SECRET_ACCESS_KEY: 's' };
    const inBucket = (bucket: string) =>
      checkStorage(
        configured(running.service, folder.path, { FILE_STORE: `s3://${bucket}`, S3_ENDPOINT, ...keys }),
      );
    expect(printFinding(await inBucket('files'))).toMatch(/^ok.*s3:\/\/files/);
    expect(printFinding(await inBucket('others'))).toMatch(/^fail.*s3:\/\/others.*NoSuchBucket/);
    expect(s3.objects.size).toBe(0);
    await s3.stop();
  });

  test('the time zone check names a recent rule that Node.js does not know', () => {
    expect(checkTimeZones()).toMatchObject({ state: 'ok' });
    expect(printFinding(checkTimeZones(() => 360))).toMatch(
      /^warn.*Asia\/Almaty \(2024a\).*newer release of Node/,
    );
  });
});

describe('the data folder, keys and database of an installation', () => {
  describe('the data folder', () => {
    /** Two databases with different installation ids; copies of one database would share the id. */
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

    test('that belongs to another database is rejected before the service changes its own, empty database', async () => {
      const bare = await createTestDatabase({ bare: true });
      expect(await readInstallation(bare.connectionString)).toEqual({ id: null, isEmpty: true });
      await claim();
      await expect(openDatabase(configured(bare, folder.path), logger)).rejects.toThrow(
        /The database is empty/,
      );
      expect(await query(bare, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
      await bare.drop();
    });

    describe('a data folder', () => {
      test('is marked by the first start and accepted by later ones [T-D1]', async () => {
        await claim();
        expect(await readMarker(folder.path)).toEqual({
          database: (await readInstallation(first!.connectionString)).id,
        });
        const before = await readFile(markerFile(folder.path), 'utf8');
        await claim();
        expect(await readFile(markerFile(folder.path), 'utf8')).toBe(before);
      });

      test('is rejected with advice if it belongs to another database and the configured database is empty [T-D1]', async () => {
        await claim();
        await expect(claim(second)).rejects.toThrow(DataFolderError);
        await expect(claim(second)).rejects.toThrow(
          /The database is empty.*restore[\s\S]*delete .*database\.json/,
        );
        await rm(markerFile(folder.path));
        await claim(second);
      });

      test('is rejected if it belongs to another database and the configured database contains data [T-D1]', async () => {
        await claim();
        await query(second!, ANA);
        await expect(claim(second)).rejects.toThrow(/was used with another database[\s\S]*DATABASE_URL/);
        await query(second!, 'delete from accounts');
      });

      test('is rejected if its marker is damaged, and the marker stays unchanged [T-D1]', async () => {
        for (const text of ['', '{"database":', '{}', 'null']) {
          await writeFile(markerFile(folder.path), text);
          await expect(claim()).rejects.toThrow(/is damaged/);
          expect(await readFile(markerFile(folder.path), 'utf8')).toBe(text);
        }
      });

      test('is also rejected by the backup command if it belongs to another database [T-D1]', async () => {
        await claim();
        const file = path.join(folder.path, 'night.tar');
        const wrong = backUp(configured(second!, folder.path), logger, { file, withSecrets: false });
        await expect(wrong).rejects.toThrow(/was used with another/);
        expect(existsSync(file)).toBe(false);
      });

      test('is neither marked nor checked if the service stores nothing in it [T-D1]', async () => {
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

    test('re-encrypts tokens with the first key while services run with both keys, so that the old key can be removed', async () => {
      const before = await rows();
      const tokens = await tokensWith(OLD);
      expect(tokens.flat()).toEqual(Array(6).fill(expect.any(String)));
      expect(await withKeys(`${NEW},${OLD}`, (store) => readKeyUse(store)())).toEqual({
        current: 0,
        older: 3,
        unreadable: 0,
      });
      expect(await rows()).toEqual(before);

      expect(await withKeys(`${NEW},${OLD}`, (store) => reencryptTokens(store)())).toMatchObject({
        older: 3,
      });
      for (const row of await rows())
        expect([row['refresh_token'], row['access_token']].join()).toMatch(/^v2:.*,v2:/);
      expect(await withKeys(NEW, (store) => readKeyUse(store)())).toEqual({
        current: 3,
        older: 0,
        unreadable: 0,
      });
      expect(await tokensWith(NEW)).toEqual(tokens);
      expect(await withKeys(NEW, (store) => reencryptTokens(store)())).toMatchObject({
        current: 3,
        older: 0,
      });
    });

    test('reports the number of connections whose tokens no key can decrypt, and leaves these tokens unchanged', async () => {
      const before = await rows();
      expect(await withKeys(KEY(3), (store) => reencryptTokens(store)())).toEqual({
        current: 0,
        older: 0,
        unreadable: 3,
      });
      expect(await rows()).toEqual(before);
    });

    test('does not overwrite a token that is renewed during the rotation', async () => {
      const cipher = new AesGcmTokenCipher(parseEncryptionKeys(`${OLD},${NEW}`));
      const id = ids[0]!;
      const fresh = {
        refreshToken: cipher.encrypt('r'),
        accessToken: cipher.encrypt('a'),
        accessExpiresAt: 0,
      };
      let renewal: Promise<unknown> = Promise.resolve();
      await withKeys(`${OLD},${NEW}`, ({ unitOfWork, tokenCipher }) =>
        reencryptTokens({
          tokenCipher,
          unitOfWork: {
            run: (work) =>
              unitOfWork.run(async (scope) => {
                await scope.calendarConnections.withTokensForUpdate(null, 10);
                // Another process saves a renewed token while this one locks the rows. It waits for the
                // lock, and its token is kept.
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

  describe('connecting to the database', () => {
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

    describe('an unreachable database', () => {
      test.each<[string, (config: Config) => Promise<unknown>]>([
        ['a start', (config) => openDatabase(config, logger)],
        ['a backup', (config) => backUp(config, logger, { file: file(), withSecrets: false })],
        ['a restore', (config) => restore(config, logger, file())],
      ])('is reported with its variable and without the password by %s', async (_name, work) => {
        const error: unknown = await work(configured({ connectionString: NOWHERE }, folder.path)).catch(
          (reason: unknown) => reason,
        );
        expect(error).toBeInstanceOf(OperatorError);
        expect((error as Error).message).toMatch(
          /database in DATABASE_URL cannot be reached: .*ECONNREFUSED/,
        );
        expect((error as Error).message).not.toContain('hunter2');
      });

      test('is reported with its variable by a start if no database has the configured name', async () => {
        const other = new URL(database.connectionString);
        other.pathname = '/nowhere';
        const started = openDatabase(configured({ connectionString: other.href }, folder.path), logger);
        await expect(started).rejects.toThrow(/DATABASE_URL cannot be reached: .*"nowhere" does not exist/);
      });
    });

    test('throws errors of other kinds unchanged', async () => {
      const defect = new TypeError('a defect');
      await expect(withReachableDatabase('QUEUE_DATABASE_URL', () => Promise.reject(defect))).rejects.toBe(
        defect,
      );
    });
  });
});
