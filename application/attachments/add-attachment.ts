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
  invalidState,
  taskNotFound,
  validationFailed,
} from '../shared/errors.js';
import type { Reservation, Bytes, FileKey } from './ports.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { Upload } from './upload.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { recordOccurrence } from '../tasks/change-occurrence.js';
import type { Needs } from '../shared/needs.js';

type Dependencies = Needs<'unitOfWork' | 'fileStore' | 'typeDetector' | 'newDigest' | 'clock' | 'ids'>;

/**
 * Attaches a file to the task of an occurrence. A place in the quota is held first, no transaction is open while the
 * bytes come, and the place becomes the file only when all of it is stored, its author is still a member and it fits:
 * of many uploads at once exactly those that fit are kept. TASK_NOT_FOUND, ATTACHMENTS_QUOTA, ATTACHMENT_TOO_LARGE,
 * LIMIT_REACHED where the account has reached its own limit for files,
 * VALIDATION_FAILED for what may not be attached, UNAVAILABLE where it cannot be stored; then nothing of it stays.
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
      // What cannot be tidied up now, the nightly purge finds; what the client must hear is the first failure.
      await Promise.allSettled([
        fileStore.remove(key),
        unitOfWork.run(({ attachments }) => attachments.remove(place.householdId, place.id)),
      ]);
      throw error;
    }
  };
}

export const fileKey = ({ householdId, id }: Pick<Attachment, 'householdId' | 'id'>): FileKey =>
  `${householdId}/${id}`;

function reserve(
  { unitOfWork, clock, ids }: Dependencies,
  { household, memberId }: MemberCaller,
  id: OccurrenceId,
  announced: number | null,
): Promise<Reservation> {
  return unitOfWork.run(async ({ households, occurrences, attachments, room }) => {
    if ((await households.findForUpdate(household.id)) === null) throw householdNotFound();
    const occurrence = await occurrences.find(household.id, id, memberId);
    if (occurrence === null || occurrence.deletedAt !== null) throw taskNotFound();
    const { taskId } = occurrence;
    const { bytes, files } = await attachments.usage(household.id, taskId);
    const size = placeFor(announced, HOUSEHOLD_BYTES - bytes);
    if (size === null) throw noRoom();
    if (files >= ATTACHMENTS_A_TASK)
      throw invalidState('TOO_MANY_FILES', `A task has at most ${ATTACHMENTS_A_TASK} files`, {
        limit: 'attachments',
      });
    const place: Reservation = {
      id: ids.next<AttachmentId>(),
      householdId: household.id,
      taskId,
      size,
      createdBy: memberId,
      createdAt: clock.now(),
    };
    await room.takeOwn({ attachmentBytes: size });
    await attachments.reserve(place);
    return place;
  });
}

/** What a form may hold beside its file: what is announced is the length of both. */
const FORM_BYTES = 2_048;

/**
 * How much of the room to hold for a file, no more than it has; null where it does not fit. Of an unknown size it may be
 * all that there is.
 */
function placeFor(announced: number | null, room: number): number | null {
  if (room <= 0) return null;
  if (announced === null) return Math.min(FILE_BYTES, room);
  const atLeast = Math.min(Math.max(announced - FORM_BYTES, 1), FILE_BYTES);
  return atLeast <= room ? atLeast : null;
}

const noRoom = () =>
  new ApplicationError('ATTACHMENTS_QUOTA', 'The household has no room for a file of this size');

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

/** What has been seen of a file so far; `keptAs` is null until its first bytes have shown what it is. */
type Seen = { size: number; keptAs: KeptAs | null };

/** A full disk, a store that is away: what the client did wrong, it is told as it is. */
function asUnavailable(error: unknown): never {
  if (error instanceof ApplicationError) throw error;
  throw Object.assign(new ApplicationError('UNAVAILABLE', 'The file cannot be stored now'), { cause: error });
}

/** What any detector needs to see of a file. */
const HEAD_BYTES = 4_100;

/** The bytes as they come, once the first of them have shown what they are. */
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
    if (seen.keptAs === null) throw refused('is not a file of a kind that can be attached');
  };
  for await (const piece of bytes) {
    if (seen.keptAs !== null) {
      yield piece;
      continue;
    }
    head = joined(head, piece);
    if (head.length < HEAD_BYTES) continue;
    await isShown();
    yield head;
  }
  if (seen.keptAs === null) {
    await isShown();
    yield head;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** The place becomes the file, if who sent it is still there and the task still is. */
function keep(
  { unitOfWork, clock }: Dependencies,
  caller: MemberCaller,
  id: OccurrenceId,
  attachment: Attachment,
): Promise<Attachment> {
  return unitOfWork.run(async (scope) => {
    const { households, occurrences, attachments } = scope;
    const { id: householdId } = caller.household;
    // Locked so that two that end at once are counted one after the other.
    if ((await households.findForUpdate(householdId)) === null) throw householdNotFound();
    const members = await households.activeMembers(householdId, [caller.memberId]);
    if (!members.has(caller.memberId)) throw householdNotFound();
    const before = await occurrences.findForUpdate(householdId, id, caller.memberId);
    if (before === null || before.deletedAt !== null || before.taskId !== attachment.taskId)
      throw taskNotFound();
    const { storedBytes } = await attachments.usage(householdId, attachment.taskId);
    if (storedBytes + attachment.size > HOUSEHOLD_BYTES) throw noRoom();
    if (!(await attachments.complete(attachment)))
      throw new ApplicationError('UNAVAILABLE', 'The upload took longer than its place was held');
    await tellOfFiles(scope, caller, before, clock.now());
    scope.operation.shows([attachment.id]);
    return attachment;
  });
}

const refused = (message: string) => validationFailed([{ field: 'file', rule: 'file', message }]);

/** Has all occurrences of a task, of which `before` is one, show how many files it has now. */
async function tellOfFiles(
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  before: Occurrence,
  now: Instant,
): Promise<void> {
  const { id, householdId, taskId } = before;
  await scope.attachments.tellCount(householdId, taskId, { now, by: caller.memberId });
  const after = await scope.occurrences.find(householdId, id, caller.memberId);
  if (after !== null) recordOccurrence(scope, caller, 'edited', before, after);
}
