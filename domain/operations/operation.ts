import type { HouseholdId, MemberId, OperationId, TaskId } from '../shared/ids.js';
import { MINUTE_MS } from '../shared/durations.js';
import type { SortKey } from '../shared/page.js';
import type { Instant } from '../shared/zone.js';
import type { Inverse } from './inverse.js';
import { omit } from '../shared/json.js';
import { addAmounts } from '../shared/amounts.js';

export const OPERATION_KINDS = [
  'CREATED',
  'EDITED',
  'MOVED',
  'SPLIT',
  'ENDED',
  'COMPLETED',
  'REOPENED',
  'SKIPPED',
  'DELETED',
  'RESTORED',
  'ASSIGNED',
  'CLAIMED',
  'CHECKLIST',
  'SHOPPING',
  'APPLIED',
  'MEMBER',
  'CATEGORY',
  'PAUSED',
  'RESUMED',
  'SHIFTED',
  'REBALANCED',
  'UNDONE',
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

export const OPERATION_SUBJECTS = [
  'TASK',
  'SERIES',
  'SWAP',
  'MEMBER',
  'CATEGORY',
  'HOUSEHOLD',
  'SHOPPING',
  'TEMPLATE',
  'NOTIFICATION',
  'DAY_CALENDAR',
  'PAUSE',
] as const;

/**
 * The row that an operation is about. `title` is its title at the time of the operation. It is null if
 * clients know the name of the row.
 */
export type OperationSubject = {
  readonly type: (typeof OPERATION_SUBJECTS)[number];
  readonly id: string;
  readonly title: string | null;
};

/**
 * How many rows were created, changed and removed, counting only rows that clients show. A row that went into the
 * trash counts as removed, and a restored one as created.
 */
export type Counts = { readonly created: number; readonly changed: number; readonly removed: number };

/**
 * The counts of the rows that one audience may see. `audience` is the only member who may see the rows, or
 * null if every member may see them.
 */
export type CountsOf = { readonly audience: MemberId | null; readonly counts: Counts };

export const VIA_KINDS = ['TOKEN', 'HOOK', 'IMPORT', 'DISPLAY', 'PASS', 'CALENDAR'] as const;
/**
 * The means of access that somebody used, such as an access token, a display or a guest link, if it was not a
 * session of their own. `name` is its name at that time.
 */
export type Via = { readonly kind: (typeof VIA_KINDS)[number]; readonly id: string; readonly name: string };

/** The changes that one actor made with one request. */
export type Operation = {
  readonly id: OperationId;
  readonly householdId: HouseholdId;
  readonly at: Instant;
  readonly actorId: MemberId;
  /** The means of access that the actor used. null means a session of the actor. */
  readonly via: Via | null;
  /**
   * The only member who may see the operation, because it concerns personal rows or notifications. null means that
   * every member may see it.
   */
  readonly onlyFor: MemberId | null;
  readonly kind: OperationKind;
  /** The row that the operation is about. null if clients keep no copy of it, for example an invitation. */
  readonly subject: OperationSubject | null;
  /**
   * The task that the operation concerns, if there is one. If the task becomes PERSONAL later, only its
   * author sees the operation.
   */
  readonly taskId: TaskId | null;
  readonly counts: readonly CountsOf[];
  /**
   * The data with which clients describe the operation, as JSON: changed values, the kind of change, names, or the ids
   * of the rows in the response. Empty if clients need nothing.
   */
  readonly params: Readonly<Record<string, unknown>>;
  /** The data for an undo. null if the operation can never be undone, or if the data has been deleted since. */
  readonly inverse: Inverse | null;
  /**
   * The end of the period in which the operation can be undone. null means that the operation is unfinished and
   * cannot be undone yet, or that it can never be undone.
   */
  readonly undoUntil: Instant | null;
  readonly undoes: OperationId | null;
  /**
   * The operation that undid this one, unless that undo was undone too. null means that this operation is in
   * effect.
   */
  readonly undoneBy: OperationId | null;
  /** The remaining work of an operation with several transactions. Absent if the operation is finished. */
  readonly work?: UnfinishedWork;
  /** The progress of an unfinished operation. */
  readonly progress?: Progress;
};

/** The progress of an operation, counted in series and one-off tasks. */
export type Progress = { readonly done: number; readonly total: number };

/**
 * The remaining work of an operation with several transactions. It is JSON and contains everything that this
 * kind of operation needs to continue.
 */
export type UnfinishedWork = {
  readonly kind: string;
  /** The number of rows that the earlier transactions have processed. */
  readonly done: number;
  /**
   * The number of rows that the actor may see. They are processed before all other rows. Missing if visible
   * and hidden rows are mixed, because the progress would reveal how many tasks other members hide.
   */
  readonly total?: number;
};

/** The progress that is shown for an unfinished operation whose real progress must stay hidden. */
const UNCOUNTED: Progress = { done: 0, total: 1 };

/**
 * Returns true if no work is left, or only work on rows that the actor cannot see. The actor must not notice
 * such work.
 */
export function isDoneForActor(left: UnfinishedWork | null): boolean {
  return left === null || (left.total !== undefined && left.done >= left.total);
}

/** Returns the progress that an operation with this remaining work may show. */
export function toProgress({ done, total }: UnfinishedWork): Progress {
  return total === undefined ? UNCOUNTED : { done, total };
}

/**
 * The `params` of a MEMBER operation without a subject. Such an operation creates, changes or removes an
 * invitation, a display, a guest link (PASS) or a PIN.
 */
export type AccessParams = {
  readonly access: 'INVITATION' | 'DISPLAY' | 'PASS' | 'PIN';
  readonly change: 'CREATED' | 'EDITED' | 'DELETED';
  /** The name of the display, or of the member to whom the guest link or PIN belongs. */
  readonly name?: string;
};

/**
 * The `params` of a MEMBER operation with a subject. `change` is the part of the member that was changed.
 * AWAY means their absences, DAYS the days of a guest's stay.
 */
export type MemberParams = {
  readonly change: 'JOINED' | 'LEFT' | 'AWAY' | 'DAYS' | 'ROLE' | 'PIN' | 'ENTRY';
};

/** An operation as lists return it, without the inverse, which may be long. */
export type ListedOperation = Omit<Operation, 'inverse' | 'work'>;

/**
 * Returns the operation without what lists leave out.
 *
 * @internal Only tests call it: the SQL in adapters/postgres implements the same rule.
 */
export function toListed(operation: Operation): ListedOperation {
  return omit(operation, 'inverse', 'work');
}

/**
 * Returns the progress of an unfinished operation. Returns null if it is finished, or if only rows are left
 * that the actor cannot see. The real counts include personal tasks of the actor. So everybody else only
 * learns that the operation is unfinished (0 of 1).
 */
export function progressFor(
  { actorId, progress }: Pick<Operation, 'actorId' | 'progress'>,
  viewer: MemberId,
): Progress | null {
  if (progress === undefined || progress.done >= progress.total) return null;
  return viewer === actorId ? progress : UNCOUNTED;
}

/** How long an action on a display can be undone on the display. */
export const UNDO_ON_DISPLAY_MS = 10 * MINUTE_MS;
/** How many days an operation can be undone, and how many days lists contain it. */
export const UNDO_DAYS = 7;
export const OPERATION_RETENTION_DAYS = 30;

export type UndoState = 'POSSIBLE' | 'UNDONE' | 'EXPIRED' | 'NEVER';

export function undoState({ undoUntil, undoneBy }: ListedOperation, now: Instant): UndoState {
  if (undoneBy !== null) return 'UNDONE';
  if (undoUntil === null) return 'NEVER';
  return now < undoUntil ? 'POSSIBLE' : 'EXPIRED';
}

/** Returns the counts that the viewer may see: shared rows and their own personal ones. */
export function countsFor(operation: ListedOperation, viewer: MemberId): Counts {
  return operation.counts
    .filter(({ audience }) => audience === null || audience === viewer)
    .map(({ counts }) => counts)
    .reduce(addAmounts, { created: 0, changed: 0, removed: 0 });
}

/** Returns the sort key of an operation in lists: newest first. */
export function operationKey({ at, id }: Pick<Operation, 'at' | 'id'>): SortKey {
  return [-at, id];
}
