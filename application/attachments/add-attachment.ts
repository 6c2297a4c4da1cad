import {
  ATTACHMENTS_A_TASK,
  FILE_BYTES,
  HOUSEHOLD_BYTES,
  type Attachment,
  type AttachmentId,
} from '../../domain/attachments/attachment.js';
import { isPlainText, judgeFile, type KeptAs } from '../../domain/attachments/content-type.js';
import { safeFileName } from '../../domain/attachments/file-name.js';
import type { OccurrenceId } from '../../domain/shared/ids.js';
import type { MemberCaller } from '../shared/caller.js';
import {
  ApplicationError,
  householdNotFound,
  limitReached,
  taskNotFound,
  invalidField,
} from '../shared/errors.js';
import type { Reservation, Bytes, FileKey } from './ports.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { Upload } from './upload.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { recordOccurrence } from '../tasks/change-occurrence.js';
import type { Needs } from '../composition/needs.js';

type Dependencies = Needs<'unitOfWork' | 'fileStore' | 'typeDetector' | 'newDigest' | 'clock' | 'ids'>;

/**
 * Attaches a file to the task of an occurrence.
 *
 * Space in the household's quota is reserved first. No transaction is open while the bytes arrive. When the whole file
 * is stored, the reservation becomes the attachment, if the author is still a member and the file fits. So parallel
 * uploads cannot exceed the quota. After an error the file and the reservation are removed.
 *
 * @throws TASK_NOT_FOUND if the caller does not see the occurrence, or it is in the trash.
 * @throws ATTACHMENTS_QUOTA if the household has no room for the file.
 * @throws ATTACHMENT_TOO_LARGE if the file is longer than the maximum size of a file.
 * @throws LIMIT_REACHED if the task has the maximum number of files, or the caller's account has stored as many
 *   bytes as one account may.
 * @throws VALIDATION_FAILED if the request contains no file or more than one file, the file is empty, or its type is
 *   not accepted.
 * @throws UNAVAILABLE if the file cannot be stored, or the upload took too long.
 * @throws HOUSEHOLD_NOT_FOUND if the household was deleted or the caller has left it in the meantime.
 */
export function addAttachment(dependencies: Dependencies) {
  const { fileStore, unitOfWork } = dependencies;
  return async (caller: MemberCaller, id: OccurrenceId, upload: Upload): Promise<Attachment> => {
    const place = await reserve(dependencies, caller, id, upload.announcedBytes);
    const key = fileKey(place);
    try {
      const received = await receive(dependencies, key, upload);
      return await keep(dependencies, caller, id, { ...place, ...received });
    } catch (error) {
      // Errors of this clean-up are ignored. The nightly purge repeats it, and the client must get the error of the
      // upload itself.
      await Promise.allSettled([
        fileStore.remove(key),
        unitOfWork.run(({ attachments }) => attachments.remove(place.householdId, place.id)),
      ]);
      throw error;
    }
  };
}

/** Returns the key under which the file of an attachment is stored. */
export const fileKey = ({ householdId, id }: Pick<Attachment, 'householdId' | 'id'>): FileKey =>
  `${householdId}/${id}`;

function reserve(
  { unitOfWork, clock, ids }: Dependencies,
  { household, memberId }: MemberCaller,
  id: OccurrenceId,
  announced: number | null,
): Promise<Reservation> {
  return unitOfWork.run(async ({ households, occurrences, attachments, quota }) => {
    if ((await households.findForUpdate(household.id)) === null) throw householdNotFound();
    const occurrence = await occurrences.find(household.id, id, memberId);
    if (occurrence === null || occurrence.deletedAt !== null) throw taskNotFound();
    const { taskId } = occurrence;
    const { bytes, files } = await attachments.usage(household.id, taskId);
    const size = placeFor(announced, HOUSEHOLD_BYTES - bytes);
    if (size === null) throw noRoom();
    if (files >= ATTACHMENTS_A_TASK)
      throw limitReached(
        'attachments',
        `A task may have at most ${ATTACHMENTS_A_TASK} files. Remove one first`,
      );
    const place: Reservation = {
      id: ids.next<AttachmentId>(),
      householdId: household.id,
      taskId,
      size,
      createdBy: memberId,
      createdAt: clock.now(),
    };
    await quota.reserveForAccount({ attachmentBytes: size });
    await attachments.reserve(place);
    return place;
  });
}

/** The number of bytes that a multipart form may add to its file. The announced length includes both. */
const FORM_BYTES = 2_048;

/**
 * Returns how many bytes to reserve for a file, or null if it does not fit. If the size of the file is unknown, it
 * reserves the maximum size of a file, or the free space if that is less.
 */
function placeFor(announced: number | null, quota: number): number | null {
  if (quota <= 0) return null;
  if (announced === null) return Math.min(FILE_BYTES, quota);
  const atLeast = Math.min(Math.max(announced - FORM_BYTES, 1), FILE_BYTES);
  return atLeast <= quota ? atLeast : null;
}

const noRoom = () =>
  new ApplicationError(
    'ATTACHMENTS_QUOTA',
    'The household has no space left for a file of this size. Remove some files first',
  );

type Received = Pick<Attachment, 'fileName' | 'contentType' | 'size' | 'sha256'>;

async function receive(dependencies: Dependencies, key: FileKey, upload: Upload): Promise<Received> {
  const { fileStore, newDigest } = dependencies;
  const file = await upload.file();
  const fileName = safeFileName(file.fileName);
  const digest = newDigest();
  const seen: Seen = { size: 0, keptAs: null };
  async function* watched(): Bytes {
    for await (const piece of checked(dependencies, { fileName, bytes: file.bytes }, seen)) {
      seen.size += piece.length;
      digest.update(piece);
      yield piece;
    }
  }
  await fileStore.put(key, watched()).catch(asUnavailable);
  await upload.end();
  if (seen.size === 0 || seen.keptAs === null) throw refused('must not be empty');
  return { ...seen.keptAs, size: seen.size, sha256: digest.hex() };
}

/**
 * The state of a file that is being read. `keptAs` is the type and name that are stored for it. It is null until
 * enough bytes were read to detect the type.
 */
type Seen = { size: number; keptAs: KeptAs | null };

/**
 * Reports a failure of the file store, such as a full disk, as UNAVAILABLE. An error that the client caused is passed
 * on unchanged.
 */
function asUnavailable(error: unknown): never {
  if (error instanceof ApplicationError) throw error;
  throw Object.assign(new ApplicationError('UNAVAILABLE', 'The file cannot be stored now. Try again later'), {
    cause: error,
  });
}

/** The number of bytes that the type detector needs to see. */
const HEAD_BYTES = 4_100;

/**
 * Passes the bytes on, after checking the type of the file by its first bytes. Fails if the file is empty or of a
 * type that may not be attached.
 */
async function* checked(
  { typeDetector }: Dependencies,
  { fileName, bytes }: { fileName: string; bytes: Bytes },
  seen: Seen,
): Bytes {
  let head = new Uint8Array(0);
  const isShown = async () => {
    if (head.length === 0) throw refused('must not be empty');
    const sniffed = await typeDetector.detect(head);
    seen.keptAs = judgeFile(fileName, { sniffed, looksLikeText: isPlainText(head) });
    if (seen.keptAs === null) throw refused('must be a file of an accepted type');
  };
  for await (const piece of bytes) {
    if (seen.keptAs !== null) {
      yield piece;
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < HEAD_BYTES) continue;
    await isShown();
    yield head;
  }
  if (seen.keptAs === null) {
    await isShown();
    yield head;
  }
}

/**
 * Turns the reservation into the attachment, if the author is still a member, the task still exists and the file fits
 * into the quota. Throws the errors of {@link addAttachment}.
 */
function keep(
  { unitOfWork, clock }: Dependencies,
  caller: MemberCaller,
  id: OccurrenceId,
  attachment: Attachment,
): Promise<Attachment> {
  return unitOfWork.run(async (scope) => {
    const { households, occurrences, attachments } = scope;
    const { id: householdId } = caller.household;
    // The household is locked, so that only one upload at a time is checked against the quota.
    if ((await households.findForUpdate(householdId)) === null) throw householdNotFound();
    const members = await households.activeMembers(householdId, [caller.memberId]);
    if (!members.has(caller.memberId)) throw householdNotFound();
    const before = await occurrences.findForUpdate(householdId, id, caller.memberId);
    if (before === null || before.deletedAt !== null || before.taskId !== attachment.taskId)
      throw taskNotFound();
    const { storedBytes } = await attachments.usage(householdId, attachment.taskId);
    if (storedBytes + attachment.size > HOUSEHOLD_BYTES) throw noRoom();
    if (!(await attachments.complete(attachment)))
      throw new ApplicationError('UNAVAILABLE', 'The upload took too long. Send the file again');
    await recordFileCount(scope, caller, before, clock.now());
    scope.operation.shows([attachment.id]);
    return attachment;
  });
}

const refused = (message: string) => invalidField('file', 'file', message);

/** Updates the number of files on all occurrences of the task to which `before` belongs, and records the change. */
async function recordFileCount(
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  before: Occurrence,
  now: Instant,
): Promise<void> {
  const { id, householdId, taskId } = before;
  await scope.attachments.saveFileCount(householdId, taskId, { now, by: caller.memberId });
  const after = await scope.occurrences.find(householdId, id, caller.memberId);
  if (after !== null) recordOccurrence(scope, caller, 'edited', before, after);
}
