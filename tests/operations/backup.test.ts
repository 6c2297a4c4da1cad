import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readTar } from '../../adapters/archive/tar-reader.js';
import { FolderFileStore } from '../../adapters/files/folder-file-store.js';
import { PostgresSnapshot } from '../../adapters/postgres/backup/snapshot.js';
import { sha256Digest } from '../../adapters/security/sha256-digest.js';
import type { Manifest } from '../../application/backup/manifest.js';
import { checksumBytes } from '../../application/backup/checksum.js';
import { verifyBackup } from '../../application/backup/verify-backup.js';
import { backUp } from '../../bootstrap/commands/back-up.js';
import { backupReport, restoreReport } from '../../bootstrap/commands/backup-report.js';
import { restore } from '../../bootstrap/commands/restore.js';
import { readMarker } from '../../bootstrap/data-folder.js';
import { Api } from '../support/api.js';
import { OperatorError } from '../../application/shared/operator-error.js';
import { forged } from '../support/operations/forged-archive.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { LocalS3 } from '../support/local-s3.js';
import { configured, dataFolder } from '../support/operations/configured.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { serviceOn, startService, type TestService } from '../support/service.js';

const logger = new RecordingLogger();
let source: TestService;
let api: Api;
let home: string;
let folder: Awaited<ReturnType<typeof dataFolder>>;
let archive: string;
let manifest: Manifest;
/** Titles of tasks that were acknowledged before the backup began. */
const acknowledged: string[] = [];
let attachment: string;
const flour = { items: [{ name: 'Flour', quantity: 2, unit: 'kg' }] };
const keyOfFlour = randomUUID();
/** The cursor of a client. */
let held: string;
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(5_000, 7)]);

const filesOf = (data: string) => new FolderFileStore(path.join(data, 'files'));
const inSource = (file: string) => path.join(folder.path, file);
async function createTask(title: string): Promise<{ id: string }> {
  const notes = 'Tab\t, line\n, back\\slash, ☂, \\N';
  const response = await api.post(`${home}/tasks`, { title, notes, date: '2026-11-25' });
  expect(response.status).toBe(201);
  return response.body as { id: string };
}

async function attach(occurrenceId: string, fileName: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([PNG], { type: 'image/png' }), fileName);
  const body = new Response(form);
  const response = await api.call('POST', `${home}/occurrences/${occurrenceId}/attachments`, {
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    body: Buffer.from(await body.arrayBuffer()),
  });
  expect(response.status).toBe(201);
  return (response.body as { id: string }).id;
}

/** The rows of all tables of a database, each in its order. */
async function sumsOf(connectionString: string): Promise<Manifest['tables']> {
  const snapshot = await PostgresSnapshot.open({ connectionString, queueConnectionString: null });
  const sums: Record<string, Manifest['jobs']> = {};
  for (const table of snapshot.tables)
    sums[table.name] = await checksumBytes(sha256Digest, snapshot.rows(table));
  await snapshot.close();
  return sums;
}

beforeAll(async () => {
  folder = await dataFolder();
  source = await startService({ fileStore: filesOf(folder.path) });
  ({ api } = await source.api.register({ email: 'zoe@example.org' }));
  home = await api.household();
  for (let i = 0; i < 20; i++) {
    acknowledged.push(`before ${i}`);
    await createTask(`before ${i}`);
  }
  await api.post(`${home}/tasks`, {
    title: 'Bins',
    date: '2026-11-24',
    recurrence: { frequency: 'weekly' },
  });
  const { id } = await createTask('with a file');
  attachment = await attach(id, 'plan.png');

  await source.unitOfWork.run(async ({ jobs }) => {
    await jobs.enqueue('purge-trash', {});
    await jobs.enqueue('purge-files', {}, { startAfter: Date.parse('2030-01-01T00:00:00Z') });
  });

  expect((await api.post(`${home}/shopping/items`, flour, { 'idempotency-key': keyOfFlour })).status).toBe(
    201,
  );
  held = String((await api.get(`${home}/changes`)).body.cursor);

  // Clients keep creating tasks while the backup is made.
  archive = inSource('first.tar');
  let writing = true;
  const writers = [0, 1, 2].map(async (writer) => {
    for (let i = 0; writing; i++) await createTask(`meanwhile ${writer} ${i}`);
  });
  manifest = await backUp(configured(source, folder.path), logger, { file: archive, withSecrets: false });
  writing = false;
  await Promise.all(writers);
}, 180_000);
afterAll(async () => {
  await source.close();
  await folder.remove();
});

describe('a backup made while clients change data', () => {
  test('is a complete file that only its owner can read, and leaves no temporary file', async () => {
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder.path)).filter((name) => name.includes('unfinished'))).toEqual([]);
    expect(await verifyBackup(() => readTar(archive), sha256Digest)).toEqual(manifest);
    expect(manifest.files).toMatchObject({ stored: 1, deleted: 0, missing: 0, bytes: PNG.length });
  });

  test('never overwrites an existing file', async () => {
    const before = await readFile(archive);
    await expect(
      backUp(configured(source, folder.path), logger, { file: archive, withSecrets: false }),
    ).rejects.toThrow(/already exists/);
    expect(before.equals(await readFile(archive))).toBe(true);
  });

  test('reports its contents and the secrets that it does not contain', () => {
    const text = backupReport('x.tar', manifest).join('\n');
    expect(text).toMatch(/waiting jobs: 2, files: 1 \(5016 bytes\)/);
    expect(text).toMatch(/does not contain JWT_SECRETS and ENCRYPTION_KEYS/);
  });
});

test('a backup contains no rows that were inserted after it had begun', async () => {
  const { rows } = Object.getOwnPropertyDescriptors(PostgresSnapshot.prototype);
  const original = rows.value as PostgresSnapshot['rows'];
  PostgresSnapshot.prototype.rows = async function* (table) {
    if (table.name === 'occurrences') await createTask('between two tables');
    yield* original.call(this, table);
  };
  const file = inSource('between.tar');
  try {
    await backUp(configured(source, folder.path), logger, { file, withSecrets: false });
  } finally {
    PostgresSnapshot.prototype.rows = original;
  }
  const database = await createTestDatabase();
  const target = await dataFolder();
  await restore(configured(database, target.path), logger, file);
  const found = `select count(*)::int as found from occurrences where title = 'between two tables'`;
  expect(await query(database, found)).toEqual([{ found: 0 }]);
  expect(await source.query(found)).toEqual([{ found: 1 }]);
  await database.drop();
  await target.remove();
});

describe('a backup restored into an empty database', () => {
  let database: TestDatabase;
  let target: Awaited<ReturnType<typeof dataFolder>>;
  let restored: TestService;

  beforeAll(async () => {
    database = await createTestDatabase({ bare: true });
    target = await dataFolder();
    await restore(configured(database, target.path), logger, archive);
    restored = await serviceOn(database, { fileStore: filesOf(target.path) });
  });
  afterAll(async () => {
    await restored.close();
    await database.drop();
    await target.remove();
  });

  test('has exactly the rows of the backup in every table, and also the jobs that were waiting', async () => {
    const fresh = await createTestDatabase({ bare: true });
    await restore(configured(fresh, target.path), logger, archive);
    const { job_outbox: outbox, installation: now, ...tables } = await sumsOf(fresh.connectionString);
    const { job_outbox: before, installation: then, ...expected } = manifest.tables;
    expect(tables).toEqual(expected);
    expect(before?.rows).toBe(0);
    expect(outbox?.rows).toEqual(manifest.jobs.rows);
    // F8: the restored installation has a new epoch, so clients discard their copies.
    expect([now?.rows, now?.sha256 === then?.sha256]).toEqual([1, false]);
    expect(
      await query(
        fresh,
        `select name, payload, start_after::text from job_outbox where name like 'purge%' order by 1`,
      ),
    ).toEqual([
      { name: 'purge-files', payload: {}, start_after: '2030-01-01 00:00:00+00' },
      { name: 'purge-trash', payload: {}, start_after: expect.anything() },
    ]);
    await fresh.drop();
  });

  test('contains all acknowledged tasks and accepts the access tokens issued before the backup', async () => {
    const again = new Api(restored.api.app, restored.api.checker, api.token);
    const tasks = (await again.get(`${home}/occurrences?limit=500`)).body as { title: string }[];
    const titles = tasks.map(({ title }) => title);
    for (const title of acknowledged) expect(titles).toContain(title);
    const next = await again.post(`${home}/tasks`, { title: 'afterwards' });
    expect(next.status).toBe(201);
  });

  test('makes clients load everything again, and still supports undo and idempotency keys', async () => {
    const again = new Api(restored.api.app, restored.api.checker, api.token);
    const gone = await again.get(`${home}/changes?since=${held}`);
    expect([gone.status, gone.body.error.code, gone.body.error.details]).toEqual([
      ...[410, 'RESYNC_REQUIRED'],
      { reason: 'RESTORED' },
    ]);
    const { body: page } = await again.get(`${home}/changes`);
    expect((await again.get(`${home}/changes?since=${page.cursor}`)).status).toBe(200);

    const repeated = await again.post(`${home}/shopping/items`, flour, { 'idempotency-key': keyOfFlour });
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    expect(repeated.body).toEqual([expect.objectContaining({ name: 'Flour', quantity: 2 })]);
    const undone = await again.post(`${home}/operations/${repeated.headers['operation-id']}/undo`);
    expect(undone.status).toBe(200);
    expect((await again.get(`${home}/shopping/items`)).body).toEqual([]);
  });

  test('returns an attachment unchanged', async () => {
    const again = new Api(restored.api.app, restored.api.checker, api.token);
    const file = await again.get(`${home}/attachments/${attachment}`);
    expect(
      createHash('sha256')
        .update(file.body as Buffer)
        .digest('hex'),
    ).toBe(createHash('sha256').update(PNG).digest('hex'));
  });

  test('keeps the installation id and marks the data folder with it', async () => {
    const id = async (of: { connectionString: string }) =>
      (await query(of, 'select id from installation'))[0]?.['id'];
    expect(await id(database)).toBe(await id(source));
    expect(await readMarker(target.path)).toEqual({ database: await id(database) });
  });

  test('cannot be restored a second time, and the attempt changes nothing', async () => {
    const before = await sumsOf(database.connectionString);
    await expect(restore(configured(database, target.path), logger, archive)).rejects.toThrow(
      /already contains data/,
    );
    expect(await sumsOf(database.connectionString)).toEqual(before);
  });
});

describe('a failed restore leaves the database and data folder empty', () => {
  let database: TestDatabase;
  let target: Awaited<ReturnType<typeof dataFolder>>;
  beforeAll(async () => {
    database = await createTestDatabase({ bare: true });
    target = await dataFolder();
  });
  afterAll(async () => {
    await database.drop();
    await target.remove();
  });

  const expectRefused = async (bytes: Buffer, message: RegExp) => {
    const file = inSource(`${randomUUID()}.tar`);
    await writeFile(file, bytes);
    await expect(restore(configured(database, target.path), logger, file)).rejects.toThrow(message);
    expect(await query(database, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
    expect(await readdir(target.path)).toEqual([]);
  };

  test('if the archive is cut off, at any of six places', async () => {
    const whole = await readFile(archive);
    for (const part of [0, 0.1, 0.5, 0.9, 0.99])
      await expectRefused(whole.subarray(0, Math.floor(whole.length * part)), /damaged/);
    // A tar archive ends with padding, so this also cuts off the last byte of the manifest.
    await expectRefused(whole.subarray(0, whole.lastIndexOf('}')), /damaged/);
  });

  test.each(['before 7', 'IHDR', '"stored"', 'reatedAt', '"rows":', 'facts/', 'files/', 'tables/tasks'])(
    'if one byte of the content is changed (in %s)',
    async (text) => {
      const bytes = await readFile(archive);
      const start = bytes.indexOf(text);
      expect(start).toBeGreaterThanOrEqual(0);
      bytes.writeUInt8(bytes.readUInt8(start + 2) ^ 1, start + 2);
      await expectRefused(bytes, /damaged|not a backup/);
    },
  );

  test('if the file is not a backup or does not exist', async () => {
    await expectRefused(Buffer.from('not an archive'.repeat(100)), /damaged or not a backup/);
    await expectRefused(Buffer.alloc(10_240), /damaged/);
    await expect(restore(configured(database, target.path), logger, inSource('none.tar'))).rejects.toThrow(
      /There is no file/,
    );
  });

  test('if a newer version made the backup', async () => {
    await query(source, `insert into kysely_migration values ('9999_later', '2999-01-01')`);
    const file = inSource('newer.tar');
    await backUp(configured(source, folder.path), logger, { file, withSecrets: false });
    await query(source, `delete from kysely_migration where name = '9999_later'`);
    await expectRefused(await readFile(file), /newer version.*9999_later/);
  });

  test('if loading fails after some rows were inserted', async () => {
    const full = inSource('full');
    await writeFile(full, 'a file where the folder of the file store would be');
    await expect(
      restore(configured(database, target.path, { FILE_STORE: `file:${full}` }), logger, archive),
    ).rejects.toThrow();
    expect(await query(database, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
  });
});

describe('an archive with invalid content and correct checksums', () => {
  let database: TestDatabase;
  let target: Awaited<ReturnType<typeof dataFolder>>;
  beforeAll(async () => {
    database = await createTestDatabase({ bare: true });
    target = await dataFolder();
  });
  afterAll(async () => {
    await database.drop();
    await target.remove();
  });

  type Head = Manifest['head'];
  const inRows = (table: string, change: (rows: string) => string) => (name: string, text: string) =>
    name === `tables/${table}` ? change(text) : text;
  const inHead = (change: (head: Head) => object) => (name: string, text: string) =>
    name === 'head' ? JSON.stringify({ ...JSON.parse(text), ...change(JSON.parse(text) as Head) }) : text;
  const inTable = (fields: (table: Head['tables'][number]) => object) =>
    inHead(({ tables }) => ({ tables: tables.map((table) => ({ ...table, ...fields(table) })) }));

  test.each<[string, (name: string, text: string) => string]>([
    ['an invalid date', inRows('occurrences', (rows) => rows.replace('\t2026-11-25\t', '\tsoon\t'))],
    [
      'a date in another form',
      inRows('occurrences', (rows) => rows.replace('\t2026-11-25\t', '\t20261125\t')),
    ],
    ['a duplicate row', inRows('tasks', (rows) => rows.slice(0, rows.indexOf('\n') + 1) + rows)],
    ['rows of a missing household', inRows('households', () => '')],
    [
      'tasks whose visibility differs from their occurrences',
      inRows('tasks', (rows) => rows.replace('SHARED', 'PERSONAL')),
    ],
    ['a missing value', inRows('accounts', (rows) => rows.replace('\t', ''))],
    ['an invalid job', (name, text) => (name === 'jobs' ? text.replaceAll('\t', ' ') : text)],
    ['an unknown column', inTable(({ columns }) => ({ columns: [...columns, 'wish'] }))],
    ['a duplicate column', inTable(({ columns }) => ({ columns: [...columns, columns[0]] }))],
    ['invalid columns', inTable(() => ({ columns: 7 }))],
    ['an unknown sequence', inHead(() => ({ sequences: { wishes: '7' } }))],
    [
      'a sequence with an invalid value',
      inHead(({ sequences }) => ({ sequences: { [Object.keys(sequences)[0]!]: 'x' } })),
    ],
    ['an unknown migration', inHead(({ migrations }) => ({ migrations: [...migrations, 'toString'] }))],
    ['no migrations', inHead(() => ({ migrations: [] }))],
    [
      'a file outside of the store',
      (name, text) =>
        name.startsWith('facts/') ? text.replace(/"key":"[^"]+"/, '"key":"../../outside"') : text,
    ],
  ])('is rejected with an explanation if it has %s', async (_what, change) => {
    const forgery = await forged(archive, inSource(`${randomUUID()}.tar`), change);
    const refusal = await restore(configured(database, target.path), logger, forgery).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(OperatorError);
    expect((refusal as OperatorError).cause).toBeUndefined();
    expect((refusal as OperatorError).message).toMatch(/Nothing was restored|newer version/);
    expect(await query(database, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
    expect(await readdir(target.path)).toEqual([]);
  });

  test('is accepted if the content was not changed', async () => {
    const same = await forged(archive, inSource(`${randomUUID()}.tar`), (_name, text) => text);
    expect(await verifyBackup(() => readTar(same), sha256Digest)).toEqual(manifest);
  });
});

describe('a backup of files and keys', () => {
  test('is restored without the attachment that was deleted during the backup, but with an attachment whose file was already missing', async () => {
    const [gone, lost] = [await createTask('gone'), await createTask('lost')];
    const [goneFile, lostFile] = [await attach(gone.id, 'a.png'), await attach(lost.id, 'b.png')];
    const store = filesOf(folder.path);
    const householdId = home.split('/').at(-1) ?? '';
    await store.remove(`${householdId}/${lostFile}`);
    // The attachment is deleted, and its job runs, after the snapshot and before the file is copied.
    const open = PostgresSnapshot.open.bind(PostgresSnapshot);
    PostgresSnapshot.open = async (options) => {
      const snapshot = await open(options);
      expect((await api.delete(`${home}/attachments/${goneFile}`)).status).toBe(204);
      await source.performJobs();
      return snapshot;
    };
    const file = inSource('files.tar');
    const made = await backUp(configured(source, folder.path), logger, { file, withSecrets: false }).finally(
      () => (PostgresSnapshot.open = open),
    );
    expect(made.files).toMatchObject({ stored: 1, deleted: 1, missing: 1, damaged: 0 });
    expect(backupReport(file, made).join('\n')).toMatch(
      /Files deleted while the backup was made, .*: 1\.\n.*files missing in FILE_STORE, .*: 1\./,
    );

    const database = await createTestDatabase();
    const target = await dataFolder();
    expect(restoreReport(await restore(configured(database, target.path), logger, file)).join('\n')).toMatch(
      /files that were missing when the backup was made: 1\./,
    );
    const rows = await query(database, 'select id from attachments order by created_at');
    expect(rows.map(({ id }) => id)).toEqual([attachment, lostFile]);
    const counts = `select title, attachment_count from occurrences where title in ('gone', 'lost') order by 1`;
    expect(await query(database, counts)).toEqual([
      { title: 'gone', attachment_count: 0 },
      { title: 'lost', attachment_count: 1 },
    ]);
    await database.drop();
    await target.remove();
  });

  test('contains files from S3 and jobs from a separate queue database, and a restore can put them into a local folder and the main database', async () => {
    const s3 = new LocalS3('planner');
    const elsewhere = {
      FILE_STORE: 's3://planner/files',
      S3_ENDPOINT: await s3.start(),
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
    const key = `${home.split('/').at(-1)}/${attachment}`;
    s3.objects.set(`files/${key}`, { data: PNG, at: new Date() });
    const queue = await startService();
    await queue.unitOfWork.run(({ jobs }) => jobs.enqueue('purge-history', {}));
    const file = inSource('elsewhere.tar');
    const config = configured(source, folder.path, {
      ...elsewhere,
      QUEUE_DATABASE_URL: queue.connectionString,
    });
    const made = await backUp(config, logger, { file, withSecrets: false });
    expect(made.jobs.rows).toBe(1);
    expect(made.files.stored).toBe(1);

    const database = await createTestDatabase();
    const target = await dataFolder();
    await restore(configured(database, target.path), logger, file);
    expect(await query(database, 'select name from job_outbox')).toEqual([{ name: 'purge-history' }]);
    expect((await readFile(path.join(target.path, 'files', key))).equals(PNG)).toBe(true);
    await queue.close();
    await s3.stop();
    await database.drop();
    await target.remove();
  });

  test('includes generated keys only on request, and never overwrites existing keys', async () => {
    const secrets = '{"JWT_SECRETS": "g1:x", "ENCRYPTION_KEYS": "v1:x"}';
    const generated = { JWT_SECRETS: '', ENCRYPTION_KEYS: '' };
    await writeFile(inSource('secrets.json'), secrets);
    const file = inSource('with-secrets.tar');
    await expect(
      backUp(configured(source, folder.path), logger, { file, withSecrets: true }),
    ).rejects.toThrow(/configured in JWT_SECRETS/);
    await backUp(configured(source, folder.path, generated), logger, { file, withSecrets: true });
    expect((await readFile(archive)).includes('g1:x')).toBe(false);

    const database = await createTestDatabase();
    const target = await dataFolder();
    const config = configured(database, target.path, generated);
    await writeFile(path.join(target.path, 'secrets.json'), '{}');
    await expect(restore(config, logger, file)).rejects.toThrow(/already contains other keys/);
    expect(await query(database, 'select from accounts')).toEqual([]);
    await writeFile(path.join(target.path, 'secrets.json'), secrets);
    await restore(config, logger, file);
    await database.drop();
    await target.remove();
  });
});
