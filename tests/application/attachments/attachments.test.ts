import { Readable } from 'node:stream';
import { beforeEach, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Upload } from '../../../application/attachments/upload.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { Visibility } from '../../../domain/shared/visibility.js';
import { aDraft } from '../../builders/draft.js';
import { ALL, aHome, type Home } from '../../support/application/home.js';

const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const inPieces = (text: string) =>
  Readable.from(text.match(/[^]{1,16}/g) ?? []).map((piece: string) => Buffer.from(piece));
const upload = (end = () => Promise.resolve()): Upload => ({
  announcedBytes: null,
  file: () => Promise.resolve({ fileName: 'plan.pdf', bytes: inPieces(PDF) }),
  end,
});
const task = (visibility: Visibility, caller = home.ana) =>
  home.useCases.createTask(caller, aDraft({ title: 'Garden', visibility }));
const names = async (caller: MemberCaller) =>
  (await home.useCases.listSeenAttachments(caller, ALL)).rows.map(({ fileName }) => fileName);
const read = async (bytes: AsyncIterable<Uint8Array>) => {
  const pieces = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

test('a file is visible to the members who see its task, and the task shows the number of its files', async () => {
  const [shared, own] = [await task('SHARED'), await task('PERSONAL')];
  const file = await home.useCases.addAttachment(home.ana, shared.id, upload());
  await home.useCases.addAttachment(home.ana, own.id, upload());
  expect(await names(home.ana)).toHaveLength(2);
  expect(await names(home.ben)).toEqual(['plan.pdf']);
  expect((await home.useCases.listAttachments(home.ben, shared.id, ALL)).rows).toEqual([file]);
  await expect(home.useCases.listAttachments(home.ben, own.id, ALL)).rejects.toMatchObject({
    code: 'TASK_NOT_FOUND',
  });
  expect((await home.useCases.getOccurrence(home.ben, shared.id)).attachmentCount).toBe(1);
  expect(await read(await home.useCases.openAttachment(file))).toBe(PDF);

  await home.useCases.removeAttachment(home.ben, file.id);
  await home.app.performJobs();
  expect(await names(home.ben)).toEqual([]);
  await expect(home.useCases.openAttachment(file)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await home.useCases.getOccurrence(home.ben, shared.id)).attachmentCount).toBe(0);
});

test('an upload that fails at the end adds no attachment to the task', async () => {
  const { id } = await task('SHARED');
  const failing = upload(() => Promise.reject(new Error('the line went dead')));
  await expect(home.useCases.addAttachment(home.ana, id, failing)).rejects.toThrow('the line went dead');
  expect(home.app.store.attachments.filter(() => true)).toEqual([]);
  expect((await home.useCases.getOccurrence(home.ana, id)).attachmentCount).toBe(0);
});

test('an image has a thumbnail, and a PDF file has none', async () => {
  const { id } = await task('SHARED');
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const drawn = await home.useCases.addAttachment(home.ana, id, {
    ...upload(),
    file: () => Promise.resolve({ fileName: 'garden.png', bytes: Readable.from([picture]) }),
  });
  const { findAttachment, openThumbnail } = home.useCases;
  const small = await openThumbnail(await findAttachment(home.ben, drawn.id));
  expect((await sharp(small).metadata()).width).toBeLessThan(900);
  expect(await openThumbnail(drawn)).toEqual(small);
  await expect(
    openThumbnail(await home.useCases.addAttachment(home.ana, id, upload())),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const own = await home.useCases.addAttachment(home.ana, (await task('PERSONAL')).id, upload());
  await expect(findAttachment(home.ben, own.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('purgeFiles deletes files without an attachment, but only when no upload can still be running', async () => {
  const { id } = await task('SHARED');
  const file = await home.useCases.addAttachment(home.ana, id, upload());
  const lost = await home.useCases.addAttachment(home.ana, id, upload());
  home.app.store.attachments.deleteWhere((one) => one.id === lost.id);
  await home.useCases.purgeFiles();
  expect(await read(await home.useCases.openAttachment(lost))).toBe(PDF);
  home.app.clock.advance(86_400_000);
  await home.useCases.purgeFiles();
  await expect(home.useCases.openAttachment(lost)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await read(await home.useCases.openAttachment(file))).toBe(PDF);
});
