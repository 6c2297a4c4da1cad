import type { Attachment, AttachmentId } from '../../domain/attachments/attachment.js';
import type { HouseholdId, MemberId, TaskId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';

/** A place in the household's quota, held while the file comes. */
export type Reservation = Pick<
  Attachment,
  'id' | 'householdId' | 'taskId' | 'createdBy' | 'createdAt' | 'size'
>;

/** What a household uses. */
export type Usage = {
  /** Held places included. */
  readonly bytes: number;
  /** Of files that are whole. */
  readonly storedBytes: number;
  /** Of that task, held places included. */
  readonly files: number;
};

/** Places that are held and have no file yet are not seen here. */
export interface AttachmentReader {
  /** Those of the task, newest first, then by id; sort key: [-createdAt, id]. */
  list(householdId: HouseholdId, taskId: TaskId, page: PageRequest): Promise<Page<Attachment>>;
  /** All that the viewer may see in the household, as `list`. */
  listSeen(householdId: HouseholdId, viewer: UserId, page: PageRequest): Promise<Page<Attachment>>;
  /** null when the viewer sees no occurrence of its task outside of the trash. */
  find(householdId: HouseholdId, id: AttachmentId, viewer: UserId): Promise<Attachment | null>;
}

export interface AttachmentRepository extends AttachmentReader {
  /** The household is locked. */
  usage(householdId: HouseholdId, taskId: TaskId): Promise<Usage>;
  reserve(reservation: Reservation): Promise<void>;
  /** Turns the place into the file; false when the place is gone. */
  complete(attachment: Attachment): Promise<boolean>;
  /** The place or the file, for good; false when there was none. */
  remove(householdId: HouseholdId, id: AttachmentId): Promise<boolean>;
  /**
   * Tells all occurrences of the task how many files it has: their version rises, since what they show is another,
   * and the calendar has nothing to do with it. Gives whom alone that concerns: the author, where nobody else sees any
   * of them; null: every member.
   */
  tellCount(householdId: HouseholdId, taskId: TaskId, at: Instant): Promise<MemberId | null>;
  /** Removes those of tasks that exist for that member alone; gives their ids. */
  removePersonal(householdId: HouseholdId, member: MemberId): Promise<readonly AttachmentId[]>;
  /** Removes at most `limit` places held since before then, of all households. */
  purgeReservations(before: Instant, limit: number): Promise<number>;
  /** Which of these files of a household are known, held places included. */
  known(householdId: HouseholdId, ids: readonly AttachmentId[]): Promise<ReadonlySet<AttachmentId>>;
}
