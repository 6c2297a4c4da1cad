import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { newHome, send, SERVICE, untilEnded } from '../support/program.js';
import { smallDisk, type SmallDisk } from '../support/small-disk.js';
import { until } from '../support/until.js';

let service: BuiltService<TestDatabase>;
let disk: SmallDisk | undefined;
beforeAll(async () => {
  service = await builtService(createTestDatabase);
}, 120_000);
afterAll(async () => {
  await service.kill();
  await disk?.remove();
  await service.remove();
});

test('an upload to a full disk gets 503 and leaves no file or row, while other requests succeed', async () => {
  const files = path.join(service.folder, 'files');
  disk = await smallDisk(files);
  const program = await service.start({ FILE_STORE: `file:${files}` }, [...disk.launcher, ...SERVICE]);
  const { url } = program;
  const { token, home } = await newHome(url);
  const task = await send(`${url}${home}/tasks`, { method: 'POST', token, body: { title: 'Sort papers' } });
  const attachments = `${url}${home}/occurrences/${task.body.id}/attachments`;
  const attach = async (kilobytes: number) => {
    const form = new FormData();
    form.set('file', new Blob(['a line of text!\n'.repeat(64 * kilobytes)]), 'notes.txt');
    const response = await fetch(attachments, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'app' },
      body: form,
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const stored = async () =>
    (await readdir(files, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

  const small = await attach(500);
  expect(small.status).toBe(201);
  const [full, meanwhile] = await Promise.all([
    attach(5_000),
    Promise.all(Array.from({ length: 20 }, () => send(`${url}${home}/occurrences`, { token }))),
  ]);
  expect(full).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
  expect(full.headers.get('retry-after')).toBe('1');
  expect(new Set(meanwhile.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await send(attachments, { token })).body).toEqual([small.body]);
  expect(await stored()).toBe(1);
  expect(await query(service.database, 'select count(*)::int from attachments')).toEqual([{ count: 1 }]);
  const told = () =>
    program.lines.filter((line) => line.includes(disk?.kind === 'disk' ? 'ENOSPC' : 'EFBIG'));
  await until(() => told().length > 0, 'the log tells that the disk is full');
  expect(told()).toHaveLength(1);

  // The space of the rejected upload is free again.
  expect((await attach(300)).status).toBe(201);
  expect(await stored()).toBe(2);
  program.kill('SIGTERM');
  expect(await untilEnded(program)).toBe(0);
}, 180_000);
