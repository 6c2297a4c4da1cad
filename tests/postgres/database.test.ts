import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import {
  createDatabase,
  createPooledDatabase,
  type Database,
  parseInstant,
  valueParsers,
} from '../../adapters/postgres/database.js';
import { toUnavailable } from '../../adapters/postgres/failures.js';
import { PostgresDatabaseHealth } from '../../adapters/postgres/inspection.js';
import { ListenConnection } from '../../adapters/postgres/listen-notify/event-bus.js';
import { Notifier, readPayload, toPayloads } from '../../adapters/postgres/listen-notify/notifier.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { fc } from '../support/property.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { stallingProxy } from '../support/stalling-proxy.js';
import { until, within } from '../support/until.js';

describe('database connections', () => {
  describe('createDatabase', () => {
    let database: TestDatabase;
    const opened: Database[] = [];

    beforeAll(async () => {
      database = await createTestDatabase();
    });

    afterAll(async () => {
      await Promise.all(opened.map((db) => db.destroy()));
      await database.drop();
    });

    function open(options: Partial<Parameters<typeof createDatabase>[0]> = {}): Database {
      const db = createDatabase({ connectionString: database.connectionString, ...options });
      opened.push(db);
      return db;
    }

    test('sets timeouts for statements, locks and idle transactions', async () => {
      const { rows } = await sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('application_name') as name, current_setting('TimeZone') as zone
    `.execute(open({ applicationName: 'tests' }));
      expect(rows).toEqual([{ statement: '10s', lock: '1100ms', idle: '15s', name: 'tests', zone: 'UTC' }]);
    });

    test('cancels a statement that takes too long and throws UNAVAILABLE', async () => {
      const db = open({ statementTimeoutMs: 100, poolSize: 1 });
      await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        cause: { code: '57014' },
      });
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    });

    test('throws UNAVAILABLE when a lock is not free in time', async () => {
      const [one, other] = [open(), open({ lockTimeoutMs: 20 })];
      await one.transaction().execute(async (transaction) => {
        await sql`lock table accounts`.execute(transaction);
        await expect(sql`select count(*) from accounts`.execute(other)).rejects.toMatchObject({
          code: 'UNAVAILABLE',
          cause: { code: '55P03' },
        });
      });
    });

    test('gives up waiting for a server that does not answer, and uses another connection afterwards', async () => {
      const { hostname, port } = new URL(database.connectionString);
      const network = await stallingProxy({ host: hostname, port: Number(port) });
      const connectionString = new URL(database.connectionString);
      connectionString.host = `127.0.0.1:${network.port}`;
      const db = open({ connectionString: connectionString.href, poolSize: 1, answerTimeoutMs: 2_000 });
      await sql`select 1`.execute(db);
      network.stall();
      const work = db.transaction().execute((transaction) => sql`select ${1}::int`.execute(transaction));
      await expect(work).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await new PostgresDatabaseHealth(db).isReachable()).toBe(true);

      network.stall();
      await expect(sql`select ${1}::int`.execute(db)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);

      const inside = db.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction);
        network.stall();
        await sql`select ${1}::int`.execute(transaction);
      });
      await expect(inside).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await new PostgresDatabaseHealth(db).isReachable()).toBe(true);
      network.close();
    });

    test('passes the error of an invalid statement on unchanged', async () => {
      await expect(sql`select * from nowhere`.execute(open())).rejects.toMatchObject({ code: '42P01' });
    });

    test('throws UNAVAILABLE while all connections are taken, and works again when one is free', async () => {
      const db = open({ poolSize: 1, connectionTimeoutMs: 2_000 });
      await db.transaction().execute(async () => {
        await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
        expect(await new PostgresDatabaseHealth(db).isReachable()).toBe(false);
      });
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
      expect(await new PostgresDatabaseHealth(db).isReachable()).toBe(true);
    });

    test('reports each statement, inside and outside of transactions', async () => {
      const statements: string[] = [];
      const db = open({ onStatement: (text) => statements.push(text) });
      const query = sql<{ at: number }>`select ${'2026-11-21T09:30:00Z'}::timestamptz as at`.compile(db);
      await db.transaction().execute((transaction) => transaction.executeQuery(query));
      expect(statements).toContain(query.sql);
      statements.length = 0;
      expect((await db.executeQuery(query)).rows).toEqual([{ at: Date.parse('2026-11-21T09:30:00Z') }]);
      await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
      expect(statements).toEqual([query.sql, 'select 1 / 0']);
    });

    test('closes its connections when it is destroyed', async () => {
      const { db, connections } = createPooledDatabase({ connectionString: database.connectionString });
      await sql`select 1`.execute(db);
      expect(connections().open).toBe(1);
      await Promise.all([db.destroy(), db.destroy()]);
      expect(connections().open).toBe(0);
    });

    test('finishes a running transaction when it is closed, and refuses later statements with UNAVAILABLE', async () => {
      const { db, close } = createPooledDatabase({ connectionString: database.connectionString });
      const closing = await db.transaction().execute(async (transaction) => {
        const ends = [close(), close()];
        await sql`select 1`.execute(transaction);
        return { ends };
      });
      await Promise.all(closing.ends);
      await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });

    test('creates a database that PostgresDatabaseHealth reports as not reachable if no server listens', async () => {
      const db = open({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
      expect(await new PostgresDatabaseHealth(db).isReachable()).toBe(false);
    });

    test('works again after its connections were cut', async () => {
      const broken = new Promise<Error>((resolve) => {
        const db = open({ poolSize: 1, onIdleError: resolve });
        void sql<{ pid: number }>`select pg_backend_pid() as pid`
          .execute(db)
          .then(({ rows }) => sql`select pg_terminate_backend(${rows[0]!.pid}::int)`.execute(open()));
      });
      expect(await within(broken, 'the connection reports an error')).toMatchObject({ code: '57P01' });
      expect((await sql`select 1 as one`.execute(opened.at(-1)!)).rows).toEqual([{ one: 1 }]);
      expect(await new PostgresDatabaseHealth(opened.at(-2)!).isReachable()).toBe(true);
    });
  });

  describe('value parsers', () => {
    describe('parseInstant', () => {
      test.each([
        ['2026-11-21 09:30:00+00', '2026-11-21T09:30:00.000Z'],
        ['2026-11-21 09:30:00.5+00', '2026-11-21T09:30:00.500Z'],
        ['2026-11-21 09:30:00.057+00', '2026-11-21T09:30:00.057Z'],
        ['2026-11-21 09:30:00.123999+00', '2026-11-21T09:30:00.123Z'],
        ['2026-11-21 09:30:00.5+02', '2026-11-21T07:30:00.500Z'],
        ['2026-11-21 09:30:00-03:30', '2026-11-21T13:00:00.000Z'],
        ['1969-12-31 23:59:59.999+00', '1969-12-31T23:59:59.999Z'],
      ])('parses %s as %s', (text, iso) => expect(new Date(parseInstant(text)).toISOString()).toBe(iso));

      test('returns exactly the millisecond that was stored, for any instant', () => {
        const years = { min: Date.UTC(1900, 0, 1), max: Date.UTC(9999, 0, 1) };
        fc.assert(
          fc.property(fc.integer(years), (instant) => {
            const shown = new Date(instant).toISOString().replace('T', ' ').replace('Z', '+00');
            expect(parseInstant(shown)).toBe(instant);
          }),
        );
      });
    });

    test.each<[number, string, unknown]>([
      [20, '42', 42],
      [20, '9007199254740993', '9007199254740993'],
      [1082, '2026-03-29', '2026-03-29'],
      [1083, '09:30:00', '09:30'],
      [1007, '{}', []],
      [1007, '{60,0}', [60, 0]],
      [2951, '{}', []],
      [2951, '{a-1,b-2}', ['a-1', 'b-2']],
    ])('parse a value of the type with OID %i: %p becomes %p', (oid, text, value) =>
      expect(valueParsers().getTypeParser<unknown>(oid)(text as never)).toEqual(value),
    );
  });

  describe('translating database errors', () => {
    const fromServer = (code: string) =>
      Object.assign(new pg.DatabaseError('said by the server', 0, 'error'), { code });
    const fromNetwork = (code: string) => Object.assign(new Error('said by the network'), { code });

    test.each([
      ['a transaction that was idle for too long', fromServer('25P03')],
      ['a statement that took too long', fromServer('57014')],
      ['an unreachable host', fromNetwork('EHOSTUNREACH')],
      ['an unreachable network', fromNetwork('ENETUNREACH')],
      ['a connection that was reset', fromNetwork('ECONNRESET')],
      ['no answer', new Error('Query read timeout')],
    ])('turns %s into UNAVAILABLE and keeps the cause', (_case, cause) => {
      expect(toUnavailable(cause)).toMatchObject({ code: 'UNAVAILABLE', cause });
    });

    test.each([
      ['a write in a read-only transaction', fromServer('25006')],
      ['a missing file', fromNetwork('ENOENT')],
    ])('leaves %s unchanged', (_case, cause) => {
      expect(toUnavailable(cause)).toBe(cause);
    });
  });

  describe('a test database', () => {
    async function connected<T>(
      connectionString: string,
      work: (client: pg.Client) => Promise<T>,
    ): Promise<T> {
      const client = new pg.Client({ connectionString });
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    }

    const exists = (connectionString: string, name: string) =>
      connected(connectionString, async (client) => {
        const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
          name,
        ]);
        return rows[0]?.found !== null;
      });

    test('is migrated, and separate from the databases of other test files', async () => {
      const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
      await connected(one.connectionString, (client) => client.query('create table only_here ()'));
      expect(await exists(one.connectionString, 'kysely_migration')).toBe(true);
      expect(await exists(one.connectionString, 'only_here')).toBe(true);
      expect(await exists(other.connectionString, 'only_here')).toBe(false);
      await Promise.all([one.drop(), other.drop()]);
    });

    test('can be dropped while a client is connected', async () => {
      const database = await createTestDatabase();
      const client = new pg.Client({ connectionString: database.connectionString });
      const thrownOut = new Promise((resolve) => client.on('error', resolve));
      await client.connect();
      await database.drop();
      expect(await within(thrownOut, 'the connection is cut')).toMatchObject({ code: '57P01' });
      await expect(
        connected(database.connectionString, (late) => late.query('select 1')),
      ).rejects.toMatchObject({ code: '3D000' });
    });

    test('can be created while other test databases are being created', async () => {
      const databases = await Promise.all(Array.from({ length: 12 }, createTestDatabase));
      expect(new Set(databases.map((database) => database.connectionString)).size).toBe(12);
      await Promise.all(databases.map((database) => database.drop()));
    });
  });
});

describe('event bus between processes', () => {
  describe('the notifier', () => {
    afterEach(() => {
      jest.useRealTimers();
    });

    /** A fake sender that records its messages, and that a test can make fail. */
    function aCarrier() {
      const sent: string[][] = [];
      const carrier = {
        sent,
        failures: 0,
        logger: new RecordingLogger(),
        send: (payloads: readonly string[]) => {
          if (carrier.failures-- > 0) return Promise.reject(new Error('away'));
          sent.push(payloads.flatMap((payload) => readPayload(payload).lines));
          return Promise.resolve();
        },
      };
      return { carrier, notifier: new Notifier({ sender: 'me', ...carrier }) };
    }

    test('sends the first change immediately, and further equal changes only once after a pause', async () => {
      jest.useFakeTimers();
      const { carrier, notifier } = aCarrier();
      for (let i = 0; i < 100; i++) notifier.sendPaced('changed a');
      notifier.sendPaced('changed b');
      await jest.advanceTimersByTimeAsync(99);
      expect(carrier.sent).toEqual([['changed a'], ['changed b']]);
      await jest.advanceTimersByTimeAsync(1_000);
      expect(carrier.sent).toEqual([['changed a'], ['changed b'], ['changed a']]);
      await notifier.close();
    });

    test('sends messages again whose sending failed, together with messages that were added since', async () => {
      const { carrier, notifier } = aCarrier();
      carrier.failures = 2;
      notifier.sendNow('ended a');
      notifier.sendNow('ended b');
      notifier.sendNow('ended b');
      await until(() => carrier.sent.length > 0, 'the notifier has sent the messages again');
      expect(carrier.sent.flat().toSorted()).toEqual(['ended a', 'ended b']);
      expect(carrier.logger.events('warn')).toHaveLength(2);
      await notifier.close();
    });

    test('replaces too many waiting messages by a single message that makes clients load everything', async () => {
      const { carrier, notifier } = aCarrier();
      carrier.failures = 1;
      for (let i = 0; i < 10_010; i++) notifier.sendNow(`ended ${i}`);
      await until(() => carrier.sent.length > 0, 'the notifier has sent the messages again');
      expect(carrier.sent.flat()).toContain('missed');
      expect(carrier.sent.flat().length).toBeLessThan(20);
      await notifier.close();
    });

    test('sends waiting messages once when it is closed, and nothing afterwards', async () => {
      const { carrier, notifier } = aCarrier();
      notifier.sendPaced('changed a');
      notifier.sendPaced('changed a');
      await notifier.close();
      notifier.sendPaced('changed a');
      notifier.sendNow('ended a');
      expect(carrier.sent).toEqual([['changed a'], ['changed a']]);

      const broken = aCarrier();
      broken.carrier.failures = 1_000_000;
      broken.notifier.sendNow('ended a');
      await broken.notifier.close();
      expect(broken.carrier.sent).toEqual([]);
    });

    test('splits messages into payloads that NOTIFY accepts, without losing any', () => {
      const lines = Array.from({ length: 1_000 }, (_, i) => `changed ${i} ${'x'.repeat(i % 120)}`);
      const payloads = toPayloads('me', lines);
      expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8_000);
      expect(payloads.flatMap((payload) => readPayload(payload).lines)).toEqual(lines);
      expect(toPayloads('me', [])).toEqual([]);
    });
  });

  describe('the listening connection', () => {
    /** A server that accepts connections but does not speak PostgreSQL. */
    let server: Server;
    let sockets: Socket[];
    beforeEach(async () => {
      sockets = [];
      server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterEach(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });

    const connect = (logger: RecordingLogger) =>
      new ListenConnection({
        connectionString: `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`,
        channels: ['any'],
        onPayload: () => undefined,
        onListening: () => undefined,
        logger,
      });

    test('reconnects until it is closed, even if it is refused many times', async () => {
      const logger = new RecordingLogger();
      const connection = connect(logger);
      for (let tries = 1; tries <= 4; tries++) {
        const [socket] = (await within(once(server, 'connection'), 'there is a connection')) as [Socket];
        socket.destroy();
      }
      expect(logger.events('warn').length).toBeGreaterThanOrEqual(3);
      await connection.close();
      expect(logger.events('warn').length).toBeLessThanOrEqual(4);
    });

    test('can be closed while it waits for a server that does not answer', async () => {
      const connection = connect(new RecordingLogger());
      await within(once(server, 'connection'), 'there is a connection');
      await within(connection.close(), 'the connection is closed');
    });
  });
});
