import type { Attachment } from '../../domain/attachments/attachment.js';
import { notFound } from '../shared/errors.js';
import type { Logger } from '../shared/ports.js';
import { fileKey } from './add-attachment.js';
import type { Bytes, FileKey, FileStore, ThumbnailMaker } from './ports.js';

export const thumbnailKey = (attachment: Pick<Attachment, 'householdId' | 'id'>): FileKey =>
  `${fileKey(attachment)}.thumb`;

/** Stands for the small picture of a file of which none can be made. */
const NONE = new Uint8Array(0);

type Dependencies = { fileStore: FileStore; thumbnailMaker: ThumbnailMaker; logger: Logger };

/**
 * The small picture of a file that `findAttachment` gave: made when it is first asked for, and kept. NOT_FOUND where the
 * file is no picture or none that can be made small, which is kept too, and where its bytes went meanwhile. Of one
 * process one picture is made at a time: what a decoder takes of memory is that of one, however many are asked for.
 */
export function openThumbnail(dependencies: Dependencies) {
  const { fileStore } = dependencies;
  const making = new Map<FileKey, Promise<Uint8Array>>();
  let last: Promise<unknown> = Promise.resolve();

  const makeOnce = (attachment: Attachment): Promise<Uint8Array> => {
    const key = thumbnailKey(attachment);
    const known = making.get(key);
    if (known !== undefined) return known;
    const made = last.then(() => make(dependencies, attachment)).finally(() => making.delete(key));
    last = made.catch(() => undefined);
    making.set(key, made);
    return made;
  };

  return async (attachment: Attachment): Promise<Uint8Array> => {
    if (!attachment.contentType.startsWith('image/')) throw noThumbnail();
    const kept = await fileStore.open(thumbnailKey(attachment));
    const picture = kept === null ? await makeOnce(attachment) : await collect(kept);
    if (picture.length === 0) throw noThumbnail();
    return picture;
  };
}

const noThumbnail = () => notFound('thumbnail');

async function make(
  { fileStore, thumbnailMaker, logger }: Dependencies,
  attachment: Attachment,
): Promise<Uint8Array> {
  const bytes = await fileStore.open(fileKey(attachment));
  if (bytes === null) throw notFound('attachment');
  const file = await collect(bytes);
  try {
    const picture = (await thumbnailMaker.make(file)) ?? NONE;
    await fileStore.put(thumbnailKey(attachment), once(picture));
    return picture;
  } catch (error) {
    // The file itself is there all the same; the next call tries again.
    logger.warn('thumbnail not made', { error });
    return NONE;
  }
}

async function collect(bytes: Bytes): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* once(bytes: Uint8Array): Bytes {
  yield await Promise.resolve(bytes);
}
