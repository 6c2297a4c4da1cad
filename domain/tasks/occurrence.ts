import type { TurnReason } from '../rotation/turn-reason.js';
import { sameJson } from '../shared/same-json.js';
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

/** Who did a task, and when. */
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
  /** When somebody last ticked it, or took the tick back; absent: nobody did. */
  readonly tickedAt?: Instant;
};

/** One date of a task: the unit that lists and views return. A one-off task has exactly one. */
export type Occurrence = TaskContent & {
  readonly id: OccurrenceId;
  readonly householdId: HouseholdId;
  readonly taskId: TaskId;
  readonly seriesId: SeriesId | null;
  /**
   * 0-based position in the series; null for a one-off task. It stays when dates move. A split, and a rule that repeats more
   * often or more rarely, count anew.
   */
  readonly seriesIndex: number | null;
  /**
   * The date that the rule gave, which stays when the occurrence alone is moved. If the dates of the series change, it is the
   * date that the rule gives the occurrence now.
   */
  readonly originalDate: CivilDate | null;
  /** The time that the rule gave, of one with several a day; it stays too. */
  readonly originalTime: CivilTime | null;
  readonly status: Status;
  readonly date: CivilDate | null;
  /** Which day has moved it away from the date that the rule gave; null: none, or somebody has moved it since. */
  readonly dateReason: DateReason | null;
  readonly softDue: SoftDue | null;
  readonly responsibleMemberIds: readonly MemberId[];
  readonly turnReason: TurnReason | null;
  /**
   * Whom the rule named, of a turn that somebody else may have (`AWAY`, `SWAP`, `BALANCE`, `MANUAL`); null: the rule decides, there
   * is none, or it is from before this was kept.
   */
  readonly turnOf: readonly MemberId[] | null;
  /** Who got it by a swap, while nobody has touched it since; null: nobody. */
  readonly swappedTo: readonly MemberId[] | null;
  /** Who got it by a rebalance, while nobody has touched it since; null: nobody. */
  readonly balancedTo: readonly MemberId[] | null;
  readonly skippedReason: SkippedReason | null;
  /** In the order in which it is shown. */
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
  /** Whose act the last change was; null: the service's own, or from before this was kept. */
  readonly updatedBy: MemberId | null;
  /** The last act of a person on the status, a restore included; null while nobody has touched it. */
  readonly statusAt: Instant | null;
  readonly completedAt: Instant | null;
  /** Who ticked it, and who did it: of several the first. */
  readonly completedBy: MemberId | null;
  readonly completedFor: MemberId | null;
  /** All who did it, where they are several; {@link listTicks} says who did it in any case. */
  readonly doneBy: readonly Tick[];
  /** It was done or skipped while its task was PERSONAL: history and statistics tell that to its author alone, for ever. */
  readonly finishedPrivately: boolean;
  readonly deletedAt: Instant | null;
  /** What a restore from the trash brings back. */
  readonly statusBeforeDeletion: Status | null;
};

/** An occurrence that is new: to do, and owed to the calendar. */
export const UNTOUCHED = {
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

/** Whom the rule of its series names for an occurrence, whoever has it now; null: not known. */
export function namedByRule({ responsibleMemberIds, turnReason, turnOf }: TurnTaken): Occurrence['turnOf'] {
  return turnOf ?? (turnReason === null || turnReason === 'ROTATION' ? responsibleMemberIds : null);
}

/** Whom those who are responsible stand in for; null: for nobody, it is their own turn. */
export function standsInFor({ responsibleMemberIds, turnReason, turnOf }: TurnTaken): Occurrence['turnOf'] {
  if (turnOf === null || turnOf.length === 0 || turnReason === null) return null;
  return samePeople(turnOf, responsibleMemberIds) ? null : turnOf;
}

/** Returns true if the rule, an absence or a pause has given the turn to those who have it, and no person has. */
export function isPlannedTurn({ turnReason }: Pick<Occurrence, 'turnReason'>): boolean {
  return turnReason === 'ROTATION' || turnReason === 'AWAY' || turnReason === 'PAUSE';
}

/** PERSONAL occurrences exist for their author alone; for anyone else they are as good as absent. */
export function isVisibleTo(occurrence: Occurrence, viewer: MemberId): boolean {
  return occurrence.visibility === 'SHARED' || occurrence.createdBy === viewer;
}

/** Whether the history of its task tells the viewer that it was done or skipped. */
export function isToldTo(occurrence: Occurrence, viewer: MemberId): boolean {
  return (
    isVisibleTo(occurrence, viewer) && (!occurrence.finishedPrivately || occurrence.createdBy === viewer)
  );
}

/** What stays with an occurrence that is being done or skipped. */
export function finishedUnder({
  visibility,
}: Pick<Occurrence, 'visibility'>): Pick<Occurrence, 'finishedPrivately'> {
  return { finishedPrivately: visibility === 'PERSONAL' };
}

/** The author of a task's occurrences, where all of them are PERSONAL; null where others see one, and of none. */
export function findSoleAuthor(
  occurrences: readonly Pick<Occurrence, 'visibility' | 'createdBy'>[],
): MemberId | null {
  const isPersonal = occurrences.every(({ visibility }) => visibility === 'PERSONAL');
  return isPersonal ? (occurrences[0]?.createdBy ?? null) : null;
}

/** When a row is written, and on whose behalf; `by` null: the service does it by itself. */
export type Stamp = { readonly now: Instant; readonly by: MemberId | null };

/** Whether a mutation has left everything as it was, but for what counts it. */
export function isUnchanged(before: Occurrence, after: Occurrence): boolean {
  const { version, syncVersion, googleSyncStatus, updatedAt, updatedBy } = before;
  return sameJson(before, { ...after, version, syncVersion, googleSyncStatus, updatedAt, updatedBy });
}

/**
 * The occurrence after a business mutation: both counters go up and the calendar mirror owes an update
 * (specification, "Calendar sync and link states"). Moved by anybody else, no different day has moved it.
 */
export function mutated(occurrence: Occurrence, change: Partial<Occurrence>, { now, by }: Stamp): Occurrence {
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
