import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request, { type Response, type Test } from 'supertest';
import { FolderFileStore } from '../../../adapters/files/folder-file-store.js';
import type { FileStore } from '../../../application/attachments/ports.js';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { inFullTier } from '../../support/tier.js';
import { until } from '../../support/until.js';
import { home, told, type Person } from '../households/people.js';

let folder: string;
let fileStore: FileStore;
let service: TestService;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'files-'));
  fileStore = new FolderFileStore(folder);
  service = await startService({ fileStore });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const MB = 1_048_576;
const LIMIT = 10 * MB;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** Returns a unique text with this number of bytes. */
const textOf = (bytes: number) =>
  Buffer.from(
    randomBytes(bytes / 2 + 1)
      .toString('hex')
      .slice(0, bytes),
  );

const posting = (api: Api, address: string): Test =>
  request(api.app).post(address).set('authorization', `Bearer ${api.token}`).set('x-requested-with', 'app');
const attach = (
  { api }: Pick<Person, 'api'>,
  task: string,
  bytes: Buffer = PNG,
  fileName = 'picture.png',
  contentType = 'image/png',
) => posting(api, `${task}/attachments`).attach('file', bytes, { filename: fileName, contentType });
const asText = (person: Pick<Person, 'api'>, task: string, bytes: Buffer) =>
  attach(person, task, bytes, 'notes.txt', 'text/plain');
/**
 * Repeats an upload while the service answers that it is busy. On a slow machine more uploads wait than the
 * service allows.
 */
async function patiently(upload: () => Test): Promise<Response> {
  let busy: string | undefined;
  for (let tries = 0; tries < 45; tries++) {
    const answer = await upload();
    if (answer.status !== 429) return answer;
    busy = answer.text;
    await delay(Number(answer.headers['retry-after']) * 1000);
  }
  throw new Error(`The service let no upload in: ${busy}`);
}
async function household() {
  const people = await home(service.api);
  const { body } = await people.owner.api.post(`${people.path}/tasks`, { title: 'Paper' });
  return { ...people, task: `${people.path}/occurrences/${body.id}` };
}
/** Returns the names of the stored files of this household. */
async function filesOf(householdPath: string): Promise<string[]> {
  const id = householdPath.split('/').at(-1) as string;
  return readdir(path.join(folder, id)).catch(() => []);
}
const rowsOf = (householdPath: string) =>
  service.query(`select * from attachments where household_id = '${householdPath.split('/').at(-1)}'`);
const bytesOf = ({ api }: Pick<Person, 'api'>, address: string, headers: Record<string, string> = {}) =>
  request(api.app)
    .get(address)
    .set({ authorization: `Bearer ${api.token}`, ...headers })
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        done(null, Buffer.concat(chunks));
      });
    });

describe('an attachment', () => {
  test('is stored, counted, listed and downloaded byte for byte', async () => {
    const { path: at, owner, member, task } = await household();
    const bytes = Buffer.concat([PNG, randomBytes(200_000)]);
    const { status, body, headers } = await attach(owner, task, bytes);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      fileName: 'picture.png',
      contentType: 'image/png',
      size: bytes.length,
      sha256: digestOf(bytes),
      createdBy: owner.id,
      createdAt: '2026-11-21T12:00:00.000Z',
    });
    expect(headers['location']).toBe(`${at}/attachments/${body.id}`);
    expect((await member.api.get(task)).body).toMatchObject({
      attachmentCount: 1,
      version: 2,
      syncVersion: 1,
    });
    expect((await member.api.get(`${task}/attachments`)).body).toEqual([body]);
    const file = await bytesOf(member, headers['location'] as string);
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="picture.png"; filename*=UTF-8''picture.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      etag: `"${digestOf(bytes)}"`,
    });
    expect((file.body as Buffer).equals(bytes)).toBe(true);
    expect(await filesOf(at)).toEqual([body.id]);
  });

  test('is shown by every occurrence of a series, including future ones', async () => {
    const { path: at, owner } = await home(service.api);
    const { body } = await owner.api.post(`${at}/tasks`, {
      title: 'Daily',
      date: '2026-11-21',
      recurrence: 'FREQ=DAILY',
    });
    await attach(owner, `${at}/occurrences/${body.id}`);
    await service.query(`update series set horizon = '2026-12-01', next_index = 10`);
    await service.query(`delete from occurrences where title = 'Daily' and date >= '2026-12-01'`);
    await service.useCases.extendHorizons();
    const counts = await service.query(
      `select distinct attachment_count as n from occurrences where title = 'Daily'`,
    );
    expect(counts).toEqual([{ n: 1 }]);
  });

  test('supports ETag, Range and HEAD', async () => {
    const { owner, task } = await household();
    const bytes = textOf(1000);
    const address = (await asText(owner, task, bytes)).headers['location'] as string;
    const etag = `"${digestOf(bytes)}"`;
    expect((await bytesOf(owner, address, { 'if-none-match': etag })).status).toBe(304);
    const part = await bytesOf(owner, address, { range: 'bytes=10-19' });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe('bytes 10-19/1000');
    expect(String(part.body)).toEqual(bytes.subarray(10, 20).toString());
    expect(String((await bytesOf(owner, address, { range: 'bytes=-5' })).body)).toBe(
      bytes.subarray(-5).toString(),
    );
    const beyond = await bytesOf(owner, address, { range: 'bytes=1000-' });
    expect(beyond.status).toBe(416);
    expect(beyond.headers['content-range']).toBe('bytes */1000');
    const head = await owner.api.call('HEAD', address);
    expect(head.status).toBe(200);
    expect(head.headers['content-length']).toBe('1000');
  });

  test('is deleted with its task, 30 days after the task went to the trash', async () => {
    const { path: at, owner, task } = await household();
    const address = (await attach(owner, task)).headers['location'] as string;
    await owner.api.delete(task);
    expect(told(await owner.api.get(address))).toEqual([404, 'NOT_FOUND']);
    expect(told(await owner.api.get(`${task}/attachments`))).toEqual([404, 'TASK_NOT_FOUND']);
    service.clock.advance(29 * 86_400_000);
    await service.useCases.purgeTrash();
    expect(await filesOf(at)).toHaveLength(1);
    service.clock.advance(2 * 86_400_000);
    await service.useCases.purgeTrash();
    await service.performJobs();
    expect(await filesOf(at)).toEqual([]);
    expect(await rowsOf(at)).toEqual([]);
    service.clock.set('2026-11-21T12:00:00Z');
  });

  test('frees its space when it is deleted', async () => {
    const { path: at, owner, member, task } = await household();
    const address = (await attach(owner, task)).headers['location'] as string;
    expect((await member.api.delete(address)).status).toBe(204);
    expect(told(await owner.api.delete(address))).toEqual([404, 'NOT_FOUND']);
    expect((await owner.api.get(task)).body.attachmentCount).toBe(0);
    await service.performJobs();
    expect(await filesOf(at)).toEqual([]);
    expect(await rowsOf(at)).toEqual([]);
  });
});

describe('a file', () => {
  const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex');

  test.each([
    ['empty', Buffer.alloc(0), 'empty.txt', 'text/plain'],
    ['a program declared as a picture', Buffer.from('MZ\x90\0\x03\0\0\0\x04'), 'x.png', 'image/png'],
    [
      'an HTML page declared as a picture',
      Buffer.from('<!doctype html><script>1</script>'),
      'x.png',
      'image/png',
    ],
    ['an HTML page declared as a text', Buffer.from('\n <script>alert(1)</script>'), 'x.txt', 'text/plain'],
    ['an HTML page', Buffer.from('<html></html>'), 'x.html', 'text/html'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'x.svg', 'image/svg+xml'],
    ['a script', Buffer.from('alert(1)'), 'x.js', 'text/javascript'],
  ])('is refused if it is %s', async (_name, bytes, fileName, type) => {
    const { path: at, owner, task } = await household();
    const answer = await attach(owner, task, bytes, fileName, type);
    expect(told(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.error.details[0].field).toBe('file');
    expect(await filesOf(at)).toEqual([]);
    expect(await rowsOf(at)).toEqual([]);
    expect((await owner.api.get(task)).body).toMatchObject({ attachmentCount: 0, version: 1 });
  });

  test.each([
    [
      'a JPEG with the ending .jfif [kind-by-the-end-of-the-name, A01]',
      JPEG,
      'photo.jfif',
      'image/jpeg',
      'photo.jpg',
      'image/jpeg',
    ],
    [
      'a JPEG that is called HEIC [kind-by-the-end-of-the-name, A02]',
      JPEG,
      'IMG_0001.HEIC',
      'image/jpeg',
      'IMG_0001.jpg',
      'image/jpeg',
    ],
    ['a picture that is called PDF', PNG, 'x.pdf', 'image/png', 'x.png', 'image/png'],
    ['a picture whose request says text', PNG, 'x.png', 'text/plain', 'x.png', 'image/png'],
    ['a picture without an ending', PNG, 'x', 'image/png', 'x.png', 'image/png'],
    [
      'a picture whose name ends with a date',
      PNG,
      'plan 2026.11',
      'image/png',
      'plan 2026.11.png',
      'image/png',
    ],
    ['a picture with its ending in capitals', PNG, 'X.PNG', 'image/png', 'X.PNG', 'image/png'],
    ['a text that is called JPG', Buffer.from('milk'), 'list.jpg', 'image/jpeg', 'list.txt', 'text/plain'],
  ])(
    'is stored with the type and the ending that match its bytes: %s',
    async (_name, bytes, given, declared, fileName, contentType) => {
      const { owner, task } = await household();
      const answer = await attach(owner, task, bytes, given, declared);
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ fileName, contentType });
    },
  );

  test.each([
    ['../../x.png', 'x.png'],
    ['..\\x.png', 'x.png'],
    ['/etc/passwd.png', 'passwd.png'],
    ['CON.png', '_CON.png'],
    [`${'n'.repeat(300)}.png`, `${'n'.repeat(146)}.png`],
    ['päss wörd.png', 'päss wörd.png'],
    ['写真.png', '写真.png'],
    ['a"b\'c;d.png', "ab'c;d.png"],
  ])('named %.30s is listed as %.30s, and its name cannot split a header', async (given, listed) => {
    const { owner, task } = await household();
    const boundary = 'xxBOUNDARYxx';
    const escaped = given.replaceAll('"', '%22').replaceAll('\\', '\\\\');
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped}"\r\n` +
          'Content-Type: image/png\r\n\r\n',
      ),
      PNG,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const answer = await posting(owner.api, `${task}/attachments`)
      .set('content-type', `multipart/form-data; boundary=${boundary}`)
      .send(body);
    expect(answer.status).toBe(201);
    expect((answer.body as { fileName: string }).fileName.replace('%22', '')).toBe(listed);
    const { headers } = await bytesOf(owner, answer.headers['location'] as string);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[\w. -]+"; filename\*=UTF-8''[\w.%~!-]+$/,
    );
  });
});

describe('an upload', () => {
  const raw = (person: Person, task: string, type: string, body: string) =>
    posting(person.api, `${task}/attachments`).set('content-type', type).send(body);
  const FORM = 'multipart/form-data; boundary=xx';

  test.each([
    ['is JSON instead of a form', 'application/json', '{}'],
    ['names no boundary', 'multipart/form-data', 'x'],
    ['has another boundary', FORM, '--yy\r\n\r\n--yy--\r\n'],
    [
      'is cut short',
      FORM,
      '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc',
    ],
    [
      'has the file in another field',
      FORM,
      '--xx\r\nContent-Disposition: form-data; name="__proto__"; filename="a.txt"\r\n\r\nabc\r\n--xx--\r\n',
    ],
    ['has no file', FORM, '--xx\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc\r\n--xx--\r\n'],
  ])('is refused if the form %s', async (_name, type, body) => {
    const { path: at, owner, task } = await household();
    const answer = await raw(owner, task, type, body);
    expect(told(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(await filesOf(at)).toEqual([]);
    expect(await rowsOf(at)).toEqual([]);
  });

  test('is refused if it has two files, and neither file is stored', async () => {
    const { path: at, owner, task } = await household();
    const answer = await attach(owner, task).attach('file', PNG, 'second.png');
    expect(told(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(await filesOf(at)).toEqual([]);
    expect(await rowsOf(at)).toEqual([]);
  });

  test('accepts exactly 10 MB and not one byte more', async () => {
    const { path: at, owner, task } = await household();
    expect((await asText(owner, task, textOf(LIMIT))).body).toMatchObject({ size: LIMIT });
    expect(told(await asText(owner, task, textOf(LIMIT + 1)))).toEqual([413, 'ATTACHMENT_TOO_LARGE']);
    expect([await filesOf(at), await rowsOf(at)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  test('leaves no file and no row if it breaks off', async () => {
    const { path: at, owner, task } = await household();
    const server = service.api.app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Connects to the IP address. For a host name Node tries several addresses for 250 ms each, which is too
    // short on a busy machine.
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      `POST ${task}/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.api.token}\r\n` +
        'X-Requested-With: app\r\nContent-Type: multipart/form-data; boundary=xx\r\nContent-Length: 5000000\r\n\r\n' +
        '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n' +
        'a'.repeat(1_000_000),
    );
    await until(async () => (await rowsOf(at)).length === 1, 'the row of the upload is there');
    socket.destroy();
    await until(async () => (await rowsOf(at)).length === 0, 'the row of the upload is removed');
    await until(
      async () => (await readdir(path.join(folder, '.unfinished'))).length === 0,
      'the unfinished file is removed',
    );
    server.close();
    expect(await filesOf(at)).toEqual([]);
  });

  test('stores no file if its author is removed from the household at the same time', async () => {
    const { path: at, owner, member, task } = await household();
    const put = fileStore.put.bind(fileStore);
    fileStore.put = async (key, content) => {
      await put(key, content);
      await owner.api.delete(`${at}/members/${member.id}`);
    };
    const answer = await attach(member, task);
    fileStore.put = put;
    expect(told(answer)).toEqual([404, 'HOUSEHOLD_NOT_FOUND']);
    expect(await filesOf(at)).toEqual([]);
    expect(await rowsOf(at)).toEqual([]);
  });

  test('answers UNAVAILABLE and leaves no row if the file cannot be stored', async () => {
    const { path: at, owner, task } = await household();
    const put = fileStore.put.bind(fileStore);
    fileStore.put = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    const answer = await attach(owner, task);
    fileStore.put = put;
    expect(told(answer)).toEqual([503, 'UNAVAILABLE']);
    expect(await rowsOf(at)).toEqual([]);
  });
});

test('deleting all files of a task at the same time sets its number of attachments to zero', async () => {
  const { path: at, owner, member, task } = await household();
  for (let round = 0; round < 5; round++) {
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) ids.push((await attach(owner, task)).body.id);
    const answers = await Promise.all(
      ids.map((id, i) => (i % 2 === 0 ? owner : member).api.delete(`${at}/attachments/${id}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(204));
    expect((await owner.api.get(task)).body.attachmentCount).toBe(0);
  }
}, 60_000);

inFullTier.test(
  'of 30 uploads of 10 MB at the same time, a household with 200 MB keeps exactly 20',
  async () => {
    const { path: at, owner, task } = await household();
    const bytes = textOf(LIMIT);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => patiently(() => asText(owner, task, bytes))),
    );
    const statuses = answers.map(({ status, body }) => `${status} ${body.error?.code ?? ''}`.trim()).sort();
    expect(statuses).toEqual([...Array(20).fill('201'), ...Array(10).fill('413 ATTACHMENTS_QUOTA')]);
    const rows = await rowsOf(at);
    expect(new Set(await filesOf(at))).toEqual(new Set(rows.map(({ id }) => id)));
    expect(rows.reduce((sum, { size }) => sum + (size as number), 0)).toBe(209_715_200);
    expect((await owner.api.get(task)).body.attachmentCount).toBe(20);
    expect(told(await attach(owner, task))).toEqual([413, 'ATTACHMENTS_QUOTA']);
  },
  180_000,
);

describe('the last free space of a household', () => {
  /** Creates a household whose files may take so many bytes more. */
  async function almostFull(room: number) {
    const people = await household();
    await service.query(`insert into attachments
      (household_id, id, task_id, file_name, content_type, size, sha256, created_by, created_at)
      select household_id, gen_random_uuid(), task_id, 'big.txt', 'text/plain', 209715200 - ${room}, repeat('a', 64),
        created_by, created_at
      from occurrences where household_id = '${people.path.split('/').at(-1)}'`);
    return people;
  }
  /** Uploads with chunked encoding, so that the request does not say its length. */
  const chunked = async ({ api }: Person, task: string, bytes: Buffer<ArrayBuffer>) => {
    const server = api.app.listen(0);
    const form = new FormData();
    form.append('file', new Blob([bytes], { type: 'text/plain' }), 'notes.txt');
    const whole = new Response(form);
    const answer = await fetch(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}${task}/attachments`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${api.token}`,
          'x-requested-with': 'app',
          'content-type': whole.headers.get('content-type') ?? '',
        },
        body: whole.body,
        duplex: 'half',
      },
    );
    server.close();
    return { status: answer.status, body: (await answer.json()) as { error: { code: string } } };
  };

  test.each([
    ['with its length', (...args: Parameters<typeof asText>) => asText(...args)],
    ['without its length', chunked],
  ] as const)(
    'is used for a file that just fits, but not for one byte more, if the file is sent %s',
    async (_name, send) => {
      const { path: at, owner, task } = await almostFull(1_000);
      expect(told((await send(owner, task, textOf(1_001))) as never)).toEqual([413, 'ATTACHMENTS_QUOTA']);
      expect(await filesOf(at)).toEqual([]);
      expect((await send(owner, task, textOf(1_000))).status).toBe(201);
      expect(told((await send(owner, task, textOf(1))) as never)).toEqual([413, 'ATTACHMENTS_QUOTA']);
      expect([await filesOf(at), await rowsOf(at)]).toMatchObject([{ length: 1 }, { length: 2 }]);
    },
  );

  test('is used by as many of twenty simultaneous uploads as fit', async () => {
    const { path: at, owner, task } = await almostFull(10_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => asText(owner, task, textOf(1_000))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const rows = await rowsOf(at);
    expect(rows.reduce((sum, { size }) => sum + (size as number), 0)).toBe(209_715_200);
  });
});

describe('the visibility of files', () => {
  test('hides files of personal tasks from other members, and deletes these files when the author leaves the household', async () => {
    const { path: at, owner, member } = await household();
    const { body } = await member.api.post(`${at}/tasks`, { title: 'Mine', visibility: 'PERSONAL' });
    const task = `${at}/occurrences/${body.id}`;
    const address = (await attach(member, task)).headers['location'] as string;
    expect((await bytesOf(member, address)).status).toBe(200);
    for (const answer of [await owner.api.get(address), await owner.api.delete(address)])
      expect(told(answer)).toEqual([404, 'NOT_FOUND']);
    expect(told(await attach(owner, task))).toEqual([404, 'TASK_NOT_FOUND']);
    await member.api.delete(`${at}/members/${member.id}`);
    await service.performJobs();
    expect(await filesOf(at)).toEqual([]);
    expect(await rowsOf(at)).toEqual([]);
  });

  test('returns 404 to members of other households, and deletes files with the household', async () => {
    const { path: at, owner, task } = await household();
    const other = await home(service.api);
    const address = (await attach(owner, task)).headers['location'] as string;
    const id = address.split('/').at(-1) as string;
    expect(told(await other.owner.api.get(`${other.path}/attachments/${id}`))).toEqual([404, 'NOT_FOUND']);
    await owner.api.delete(at);
    await service.performJobs();
    expect(await filesOf(at)).toEqual([]);
    expect(await rowsOf(at)).toEqual([]);
  });
});

test('purgeFiles deletes files and rows that a killed process left more than an hour ago, and no others', async () => {
  const { path: at, owner, task } = await household();
  await attach(owner, task);
  service.clock.set(new Date().toISOString());
  const id = at.split('/').at(-1) as string;
  const stray = `${id}/01900000-0000-7000-8000-000000000099` as const;
  await fileStore.put(stray, [Buffer.from('x')] as never);
  // The system sets the time of a new file. With a moved clock, it differs from the clock of this process.
  await utimes(path.join(folder, stray), new Date(), new Date());
  await service.query(`insert into attachments (household_id, id, task_id, size, created_by, created_at)
    select household_id, gen_random_uuid(), task_id, 5, created_by, now() from attachments
    where household_id = '${id}'`);
  await service.useCases.purgeFiles();
  expect([await filesOf(at), await rowsOf(at)]).toMatchObject([{ length: 2 }, { length: 2 }]);
  service.clock.set(new Date(Date.now() + 2 * 3_600_000).toISOString());
  await service.useCases.purgeFiles();
  expect([await filesOf(at), await rowsOf(at)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  service.clock.set('2026-11-21T12:00:00Z');
});
