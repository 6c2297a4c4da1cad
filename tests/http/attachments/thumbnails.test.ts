import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import request from 'supertest';
import { InMemoryFileStore } from '../../support/memory/attachments/file-store.js';
import type { FileKey } from '../../../application/attachments/ports.js';
import type { Api } from '../../support/api.js';
import { SettableClock } from '../../support/settable-clock.js';
import { startService, type TestService } from '../../support/service.js';
import { home, told } from '../households/people.js';

/** A file store that counts reads and writes. */
class CountedFileStore extends InMemoryFileStore {
  readonly puts: FileKey[] = [];
  override put(...[key, content]: Parameters<InMemoryFileStore['put']>): Promise<void> {
    this.puts.push(key);
    return super.put(key, content);
  }
}

let service: TestService;
let fileStore: CountedFileStore;
beforeAll(async () => {
  fileStore = new CountedFileStore(new SettableClock('2026-11-21T12:00:00Z'));
  service = await startService({ fileStore });
});
afterAll(() => service.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2563eb' } });

async function attached(bytes: Buffer, filename: string, contentType: string) {
  const people = await home(service.api);
  const { body } = await people.owner.api.post(`${people.path}/tasks`, { title: 'Paper' });
  const answer = await request(service.api.app)
    .post(`${people.path}/occurrences/${body.id}/attachments`)
    .set('authorization', `Bearer ${people.owner.api.token}`)
    .set('x-requested-with', 'app')
    .attach('file', bytes, { filename, contentType });
  expect(answer.status).toBe(201);
  const id = answer.body.id as string;
  return { ...people, id, task: body.id as string, file: `${people.path}/attachments/${id}` };
}
const thumb = (api: Api, file: string, headers: Record<string, string> = {}) =>
  request(api.app)
    .get(`${file}?variant=thumb`)
    .set({ authorization: `Bearer ${api.token}`, ...headers })
    .buffer(true)
    .parse((response, done) => {
      void buffer(response as never).then((bytes) => done(null, bytes));
    });

describe('the thumbnail of a file', () => {
  test.each([
    ['jpeg', 1600, 1200, 480, 360],
    ['png', 300, 1200, 120, 480],
    ['webp', 200, 100, 200, 100],
    ['gif', 960, 960, 480, 480],
  ] as const)('of a %s of %i × %i is a WebP of %i × %i', async (format, width, height, w, h) => {
    const bytes = await picture(width, height).toFormat(format).toBuffer();
    const { owner, file } = await attached(
      bytes,
      `p.${format === 'jpeg' ? 'jpg' : format}`,
      `image/${format}`,
    );
    const { status, headers, body } = await thumb(owner.api, file);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(body.length),
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(body as Buffer).metadata()).toMatchObject({ format: 'webp', width: w, height: h });
    const known = await thumb(owner.api, file, { 'if-none-match': headers['etag'] as string });
    expect(known.status).toBe(304);
    expect((await owner.api.get(file)).headers['etag']).not.toBe(headers['etag']);
  });

  test('is upright and contains no Exif data', async () => {
    const bytes = await picture(400, 200)
      .withExif({ IFD0: { Artist: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { owner, file } = await attached(bytes, 'p.jpg', 'image/jpeg');
    const { body } = await thumb(owner.api, file);
    const metadata = await sharp(body as Buffer).metadata();
    expect(metadata).toMatchObject({ width: 200, height: 400 });
    expect(metadata.exif).toBeUndefined();
  });

  test('is created once for parallel requests, and deleted with its file', async () => {
    const bytes = await picture(900, 900).png().toBuffer();
    const { owner, member, id, file, path } = await attached(bytes, 'p.png', 'image/png');
    const key = `${path.split('/').at(-1)}/${id}.thumb` as FileKey;
    const answers = await Promise.all([owner, member, owner].map(({ api }) => thumb(api, file)));
    expect(new Set(answers.map(({ body }) => (body as Buffer).toString('base64'))).size).toBe(1);
    await thumb(member.api, file);
    expect(fileStore.puts.filter((put) => put === key)).toHaveLength(1);

    await owner.api.delete(file);
    expect((await thumb(owner.api, file)).status).toBe(404);
    await service.performJobs();
    expect(await fileStore.open(key)).toBeNull();
  });

  test('is deleted by the nightly purge if its file is gone', async () => {
    const stray = '01900000-0000-7000-8000-000000000001/01900000-0000-7000-8000-000000000002.thumb' as const;
    const bytes = await picture(500, 500).png().toBuffer();
    const { owner, file, id, path } = await attached(bytes, 'p.png', 'image/png');
    await thumb(owner.api, file);
    await fileStore.put(stray, new Blob(['x']).stream() as never);
    service.clock.advance(2 * 3_600_000);
    await service.useCases.purgeFiles();
    expect(await fileStore.open(stray)).toBeNull();
    expect(await fileStore.open(`${path.split('/').at(-1)}/${id}.thumb` as FileKey)).not.toBeNull();
    service.clock.advance(-2 * 3_600_000);
  });

  test('is visible only to members who see the task', async () => {
    const { owner, member, file, task, path } = await attached(
      await picture(9, 9).png().toBuffer(),
      'p.png',
      'image/png',
    );
    expect((await thumb(member.api, file)).status).toBe(200);
    const stranger = await service.api.register();
    expect((await thumb(stranger.api, file)).status).toBe(404);
    await owner.api.patch(`${path}/occurrences/${task}`, {
      version: (await owner.api.get(`${path}/occurrences/${task}`)).body.version,
      visibility: 'PERSONAL',
      responsibleMemberIds: [],
    });
    expect((await thumb(member.api, file)).status).toBe(404);
  });

  test.each<[string, () => Promise<Buffer> | Buffer, string, string]>([
    ['a text', () => Buffer.from('just words'), 'notes.txt', 'text/plain'],
    [
      'a damaged PNG',
      async () => (await picture(50, 50).png().toBuffer()).subarray(0, 60),
      'p.png',
      'image/png',
    ],
    [
      'a picture with more pixels than the service decodes',
      () => picture(5_100, 5_000).png().toBuffer(),
      'p.png',
      'image/png',
    ],
  ])('does not exist for %s, but the file can be downloaded', async (_case, bytes, name, type) => {
    const { owner, file, id } = await attached(await bytes(), name, type);
    for (let i = 0; i < 2; i++)
      expect(told(await owner.api.get(`${file}?variant=thumb`))).toEqual([404, 'NOT_FOUND']);
    expect((await owner.api.get(file)).status).toBe(200);
    // That there is no thumbnail is stored too, so the picture is decoded only once.
    expect(fileStore.puts.filter((key) => key.endsWith(`${id}.thumb`)).length).toBeLessThanOrEqual(1);
  });

  test('cannot be requested in other sizes', async () => {
    const { owner, file } = await attached(await picture(9, 9).png().toBuffer(), 'p.png', 'image/png');
    expect(told(await owner.api.get(`${file}?variant=large`))).toEqual([400, 'VALIDATION_FAILED']);
  });
});

test('the storage of a household counts only the bytes of files that the caller may see', async () => {
  const bytes = await picture(64, 64).png().toBuffer();
  const { owner, member, file, path } = await attached(bytes, 'p.png', 'image/png');
  const storage = { usedBytes: bytes.length, limitBytes: 209_715_200 };
  expect((await member.api.get(path)).body.storage).toEqual(storage);
  expect((await owner.api.get('/v1/households')).body[0].storage).toEqual(storage);
  expect((await owner.api.patch(path, { name: 'Home' })).body.storage).toEqual(storage);
  const personal = await owner.api.post(`${path}/tasks`, { title: 'Gift', visibility: 'PERSONAL' });
  const before = { detail: await member.api.get(path), list: await member.api.get('/v1/households') };
  const feed = async (api: Api) => (await api.get(`${path}/changes`)).body.changed.household.storage;
  const added = await request(service.api.app)
    .post(`${path}/occurrences/${personal.body.id}/attachments`)
    .set('authorization', `Bearer ${owner.api.token}`)
    .set('x-requested-with', 'app')
    .attach('file', bytes, { filename: 'gift.png', contentType: 'image/png' });
  expect(added.status).toBe(201);
  const after = { detail: await member.api.get(path), list: await member.api.get('/v1/households') };
  for (const of of ['detail', 'list'] as const) {
    expect(after[of].body).toEqual(before[of].body);
    expect(after[of].headers['etag']).toBe(before[of].headers['etag']);
  }
  expect(await feed(member.api)).toEqual(storage);
  expect(await feed(owner.api)).toEqual({ ...storage, usedBytes: 2 * bytes.length });
  expect((await owner.api.get(path)).body.storage.usedBytes).toBe(2 * bytes.length);
  expect((await owner.api.get('/v1/households')).body[0].storage.usedBytes).toBe(2 * bytes.length);
  await owner.api.delete(added.headers['location']!);
  await owner.api.delete(file);
  expect((await member.api.get(path)).body.storage).toEqual({ ...storage, usedBytes: 0 });
  expect((await owner.api.post('/v1/households', { name: 'New' })).body.storage.usedBytes).toBe(0);
});
