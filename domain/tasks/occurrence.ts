import type { TurnReason } from '../rotation/turn-reason.js';
import { sameJson } from '../shared/json.js';
import { samePeople } from '../rotation/away.js';
import type { DateReason } from '../days/shift.js';
import type { CivilDate } from '../shared/civil-date.js';
import type {
  ChecklistItemId,
  HouseholdId,
  MemberId,
  OccurrenceId,
  SeriesId,
  TaskId,
} from '../shared/ids.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { Instant } from '../shared/zone.js';
import type { TaskContent } from './content.js';
import type { SoftDue } from './soft-due.js';

export { PRIORITIES, type Priority } from './content.js';

export const STATUSES = ['TODO', 'DONE', 'SKIPPED', 'CANCELLED'] as const;
export type Status = (typeof STATUSES)[number];

/** A member who did a task, and when. */
export type Tick = { readonly memberId: MemberId; readonly at: Instant };

export const SKIPPED_REASONS = ['MANUAL', 'MISSED'] as const;
export type SkippedReason = (typeof SKIPPED_REASONS)[number];

export const GOOGLE_SYNC_STATUSES = [
  'NOT_SYNCED',
  'PENDING',
  'SYNCED',
  'BLOCKED',
  'ERROR',
  'DELETED_IN_GOOGLE',
] as const;
export type GoogleSyncStatus = (typeof GOOGLE_SYNC_STATUSES)[number];

export type ChecklistItem = {
  readonly id: ChecklistItemId;
  readonly title: string;
  readonly done: boolean;
  /** When somebody last ticked the item or removed its tick. Absent if nobody ever did. */
  readonly tickedAt?: Instant;
};

/** One date of a task, which is what lists and views return. A one-off task has exactly one. */
export type Occurrence = TaskContent & {
  readonly id: OccurrenceId;
  readonly householdId: HouseholdId;
  readonly taskId: TaskId;
  readonly seriesId: SeriesId | null;
  /**
   * The position in the series, counted from 0; null for a one-off task. It stays the same when dates move. A split
   * of the series, or a rule with another rhythm, numbers the occurrences again.
   */
  readonly seriesIndex: number | null;
  /**
   * The date that the rule gave the occurrence. It stays the same if only this occurrence is moved. If the
   * dates of the whole series change, it becomes the new date of the rule.
   */
  readonly originalDate: CivilDate | null;
  /**
   * The time that the rule gave the occurrence, if the rule has several times a day. Like `originalDate`, it
   * stays the same if only this occurrence is moved.
   */
  readonly originalTime: CivilTime | null;
  readonly status: Status;
  readonly date: CivilDate | null;
  /**
   * The special day that moved the occurrence away from its rule date. null if no special day moved it, or if
   * somebody moved it since.
   */
  readonly dateReason: DateReason | null;
  readonly softDue: SoftDue | null;
  readonly responsibleMemberIds: readonly MemberId[];
  readonly turnReason: TurnReason | null;
  /**
   * The members whom the rotation named, if the assignees were chosen in another way (every `turnReason` except
   * ROTATION). null if the rotation chose the assignees, if there is no rotation, and for rows from before this field
   * existed.
   */
  readonly turnOf: readonly MemberId[] | null;
  /** The members who got the turn by a swap. null if there was no swap, or if the turn was changed since. */
  readonly swappedTo: readonly MemberId[] | null;
  /**
   * The members who got the turn by a rebalance. null if there was none, or if the turn was changed since.
   */
  readonly balancedTo: readonly MemberId[] | null;
  readonly skippedReason: SkippedReason | null;
  /** The items, in the order in which they are shown. */
  readonly checklist: readonly ChecklistItem[];
  readonly attachmentCount: number;
  readonly isException: boolean;
  readonly version: number;
  readonly syncVersion: number;
  readonly syncedVersion: number;
  readonly googleSyncStatus: GoogleSyncStatus;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /**
   * The member who made the last change. null if it was the service, or for rows from before this field
   * existed.
   */
  readonly updatedBy: MemberId | null;
  /**
   * When a person last changed the status. Ticking a part, removing such a tick and restoring from the trash count
   * too. null if nobody did.
   */
  readonly statusAt: Instant | null;
  readonly completedAt: Instant | null;
  /**
   * `completedBy` is the member who ticked the occurrence, and `completedFor` the member who did it (the
   * first one, if several did).
   */
  readonly completedBy: MemberId | null;
  readonly completedFor: MemberId | null;
  /**
   * The members who did the task, if there are several. If every assignee ticks separately, it contains the ticks so
   * far, even while the task is open. Use {@link listTicks}, which also works for a single member.
   */
  readonly doneBy: readonly Tick[];
  /**
   * True if the occurrence was done or skipped while its task was PERSONAL. History and statistics then show
   * it to its author only, even if the task is shared later.
   */
  readonly finishedPrivately: boolean;
  readonly deletedAt: Instant | null;
  /** The status to which the occurrence returns when it is restored from the trash. */
  readonly statusBeforeDeletion: Status | null;
};

/** The assignees of an occurrence, and how they were chosen. */
export type TurnFields = Pick<
  Occurrence,
  'responsibleMemberIds' | 'turnReason' | 'turnOf' | 'swappedTo' | 'balancedTo'
>;

/** The initial state of a new occurrence. It is open, and is not in the members' calendars yet. */
export const NEW_OCCURRENCE_STATE = {
  status: 'TODO',
  originalTime: null,
  dateReason: null,
  turnOf: null,
  swappedTo: null,
  balancedTo: null,
  skippedReason: null,
  attachmentCount: 0,
  isException: false,
  version: 1,
  syncVersion: 1,
  syncedVersion: 0,
  googleSyncStatus: 'PENDING',
  statusAt: null,
  completedAt: null,
  completedBy: null,
  completedFor: null,
  doneBy: [],
  finishedPrivately: false,
  deletedAt: null,
  statusBeforeDeletion: null,
} as const satisfies Partial<Occurrence>;

type TurnTaken = Pick<Occurrence, 'responsibleMemberIds' | 'turnReason' | 'turnOf'>;

/**
 * Returns the members whom the rotation names for an occurrence, even if other members have the turn now.
 * Returns null if they are unknown.
 */
export function namedByRule({ responsibleMemberIds, turnReason, turnOf }: TurnTaken): Occurrence['turnOf'] {
  return turnOf ?? (turnReason === null || turnReason === 'ROTATION' ? responsibleMemberIds : null);
}

/**
 * Returns the members whom the rotation named, if other members have the turn now, for example as stand-ins or after a
 * swap. Returns null if it is the assignees' own turn.
 */
export function standsInFor({ responsibleMemberIds, turnReason, turnOf }: TurnTaken): Occurrence['turnOf'] {
  if (turnOf === null || turnOf.length === 0 || turnReason === null) return null;
  return samePeople(turnOf, responsibleMemberIds) ? null : turnOf;
}

/** Returns true if the rotation, an absence or a pause decided the assignees, and not a person. */
export function isPlannedTurn({ turnReason }: Pick<Occurrence, 'turnReason'>): boolean {
  return turnReason === 'ROTATION' || turnReason === 'AWAY' || turnReason === 'PAUSE';
}

/**
 * Returns true if the viewer may see the occurrence. A PERSONAL occurrence must seem not to exist for
 * everyone except its author.
 */
export function isVisibleTo(occurrence: Occurrence, viewer: MemberId): boolean {
  return occurrence.visibility === 'SHARED' || occurrence.createdBy === viewer;
}

/**
 * Returns true if the history of the task may show the viewer that the occurrence was done or skipped.
 *
 * @internal Only tests call it: the SQL in adapters/postgres implements the same rule.
 */
export function isCompletionVisibleTo(occurrence: Occurrence, viewer: MemberId): boolean {
  return (
    isVisibleTo(occurrence, viewer) && (!occurrence.finishedPrivately || occurrence.createdBy === viewer)
  );
}

/**
 * Returns the flag that is stored with an occurrence when it is done or skipped: whether its task is PERSONAL at that
 * moment.
 */
export function privacyWhenFinished({
  visibility,
}: Pick<Occurrence, 'visibility'>): Pick<Occurrence, 'finishedPrivately'> {
  return { finishedPrivately: visibility === 'PERSONAL' };
}

/**
 * Returns the author of a task if only the author may see its occurrences. Returns null if other members see
 * one of them, or if there are no occurrences.
 */
export function findSoleAuthor(
  occurrences: readonly Pick<Occurrence, 'visibility' | 'createdBy'>[],
): MemberId | null {
  const isPersonal = occurrences.every(({ visibility }) => visibility === 'PERSONAL');
  return isPersonal ? (occurrences[0]?.createdBy ?? null) : null;
}

/** The time of a change, and the member who made it. `by` is null if the service made it. */
export type Stamp = { readonly now: Instant; readonly by: MemberId | null };

/**
 * Returns true if a change affected nothing except versions, the calendar sync status, and who made the last change
 * and when.
 */
export function isUnchanged(before: Occurrence, after: Occurrence): boolean {
  const { version, syncVersion, googleSyncStatus, updatedAt, updatedBy } = before;
  return sameJson(before, { ...after, version, syncVersion, googleSyncStatus, updatedAt, updatedBy });
}

/**
 * Applies a change of its content or state to an occurrence. Its `version` and `syncVersion` increase, and the
 * calendar event must be updated (interface specification, "Calendar sync and link states"). A new date also clears
 * `dateReason`, unless the change sets it.
 */
export function withMutation(
  occurrence: Occurrence,
  change: Partial<Occurrence>,
  { now, by }: Stamp,
): Occurrence {
  return {
    ...occurrence,
    ...(change.date !== undefined && change.date !== occurrence.date && { dateReason: null }),
    ...change,
    version: occurrence.version + 1,
    syncVersion: occurrence.syncVersion + 1,
    googleSyncStatus: 'PENDING',
    updatedAt: now,
    updatedBy: by,
  };
}
