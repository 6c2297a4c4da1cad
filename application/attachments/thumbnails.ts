import type { Attachment } from '../../domain/attachments/attachment.js';
import { notFound } from '../shared/errors.js';
import { fileKey } from './add-attachment.js';
import type { Bytes, FileKey } from './ports.js';
import type { Needs } from '../composition/needs.js';

/** Returns the key under which the thumbnail of an attachment is stored. */
export const thumbnailKey = (attachment: Pick<Attachment, 'householdId' | 'id'>): FileKey =>
  `${fileKey(attachment)}.thumb`;

/** The thumbnail that is stored for a file from which no thumbnail can be made. */
const NONE = new Uint8Array(0);

type Dependencies = Needs<'fileStore' | 'thumbnailMaker' | 'logger'>;

/**
 * Returns the thumbnail of an attachment that `findAttachment` returned. It is made on the first request and then
 * stored. One process makes one thumbnail at a time, so that the memory of the decoder does not grow with the number
 * of requests.
 *
 * @throws NOT_FOUND if the file is not an image, if no thumbnail can be made of it (this result is stored, too), if
 *   making it failed (the next request tries again), or if its bytes have been deleted in between.
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
    // The file itself can still be downloaded. The next request tries again.
    logger.warn('creating a thumbnail failed', { error });
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
