import type { HouseholdId, MemberId, OperationId, TaskId } from '../shared/ids.js';
import { MINUTE_MS } from '../shared/durations.js';
import type { SortKey } from '../shared/page.js';
import type { Instant } from '../shared/zone.js';
import type { Inverse } from './inverse.js';

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

/** What an operation was about; `title` as it was then, null where the clients have the name. */
export type OperationSubject = {
  readonly type: (typeof OPERATION_SUBJECTS)[number];
  readonly id: string;
  readonly title: string | null;
};

/** Rows that clients show: what went into the trash is removed, what came out of it created. */
export type Counts = { readonly created: number; readonly changed: number; readonly removed: number };

/** The counts of what everyone may see (null), and of what one member alone does. */
export type CountsOf = { readonly audience: MemberId | null; readonly counts: Counts };

export const VIA_KINDS = ['TOKEN', 'HOOK', 'IMPORT', 'DISPLAY', 'PASS', 'CALENDAR'] as const;
/** By what somebody did it, where that is no session of theirs; the name as it was then. */
export type Via = { readonly kind: (typeof VIA_KINDS)[number]; readonly id: string; readonly name: string };

/** What one actor did with one request, in one transaction. */
export type Operation = {
  readonly id: OperationId;
  readonly householdId: HouseholdId;
  readonly at: Instant;
  readonly actorId: MemberId;
  /** null: by themselves. */
  readonly via: Via | null;
  /** Who alone may know of it: the author of what is PERSONAL since; null: every member. */
  readonly onlyFor: MemberId | null;
  readonly kind: OperationKind;
  /** null: nothing that clients keep a copy of, as an invitation. */
  readonly subject: OperationSubject | null;
  /** The task that it was about, if one: made PERSONAL later, it is its author's to know of. */
  readonly taskId: TaskId | null;
  readonly counts: readonly CountsOf[];
  /** What was changed into what, where the kind has words for it: JSON. */
  readonly params: Readonly<Record<string, unknown>>;
  /** How to take it back; null: never, or no longer. */
  readonly inverse: Inverse | null;
  /** Until when it can be taken back; null: never. */
  readonly undoUntil: Instant | null;
  readonly undoes: OperationId | null;
  /** The operation that took it back and holds; null: it is in force. */
  readonly undoneBy: OperationId | null;
  /** Of an operation that runs in several transactions: what is left to do. Absent when it is finished. */
  readonly work?: UnfinishedWork;
  /** Of an operation that is not finished: how far it is. */
  readonly progress?: Progress;
};

/** How much of an operation is done, in series and one-off tasks. */
export type Progress = { readonly done: number; readonly total: number };

/** What an operation that runs in several transactions still has to do: JSON, with what its kind needs to go on. */
export type UnfinishedWork = Progress & { readonly kind: string };

/** `params` of a MEMBER without a subject: what lets somebody in was made, replaced or ended. */
export type AccessParams = {
  readonly access: 'INVITATION' | 'DISPLAY' | 'PASS' | 'PIN';
  readonly change: 'CREATED' | 'EDITED' | 'DELETED';
  /** Of the display, or of whose pass or PIN it is. */
  readonly name?: string;
};

/** `params` of a MEMBER with one: what of them was changed; their days away, and those on which they are here. */
export type MemberParams = {
  readonly change: 'JOINED' | 'LEFT' | 'AWAY' | 'DAYS' | 'ROLE' | 'PIN' | 'ENTRY';
};

/** As lists show it: how to take it back may be long. */
export type ListedOperation = Omit<Operation, 'inverse' | 'work'>;

export function toListed(operation: Operation): ListedOperation {
  const listed: Omit<Operation, 'inverse' | 'work'> & {
    inverse?: Operation['inverse'];
    work?: UnfinishedWork;
  } = { ...operation };
  delete listed.inverse;
  delete listed.work;
  return listed;
}

/** The operation as it is once it is finished. */
export function withoutWork(operation: Operation): Operation {
  const finished: Omit<Operation, 'work' | 'progress'> & { work?: UnfinishedWork; progress?: Progress } = {
    ...operation,
  };
  delete finished.work;
  delete finished.progress;
  return finished;
}

/**
 * Returns how far an unfinished operation is, or null if it is finished. The counts include the personal tasks of its
 * actor, so everybody else learns only that it is not finished: 0 of 1.
 */
export function progressFor(
  { actorId, progress }: Pick<Operation, 'actorId' | 'progress'>,
  viewer: MemberId,
): Progress | null {
  if (progress === undefined) return null;
  return viewer === actorId ? progress : { done: 0, total: 1 };
}

/** How long what was done on a display can be taken back there. */
export const UNDO_ON_DISPLAY_MS = 10 * MINUTE_MS;
/** How long an operation can be taken back, and how long it is listed. */
export const UNDO_DAYS = 7;
export const OPERATION_RETENTION_DAYS = 30;

export type UndoState = 'POSSIBLE' | 'UNDONE' | 'EXPIRED' | 'NEVER';

export function undoState({ undoUntil, undoneBy }: ListedOperation, now: Instant): UndoState {
  if (undoneBy !== null) return 'UNDONE';
  if (undoUntil === null) return 'NEVER';
  return now < undoUntil ? 'POSSIBLE' : 'EXPIRED';
}

/** What the viewer sees of the rows: those of everyone, and their own. */
export function countsFor(operation: ListedOperation, viewer: MemberId): Counts {
  return operation.counts
    .filter(({ audience }) => audience === null || audience === viewer)
    .map(({ counts }) => counts)
    .reduce(added, { created: 0, changed: 0, removed: 0 });
}

export function added(one: Counts, other: Counts): Counts {
  return {
    created: one.created + other.created,
    changed: one.changed + other.changed,
    removed: one.removed + other.removed,
  };
}

/** The order of the list: newest first. */
export function operationKey({ at, id }: Pick<Operation, 'at' | 'id'>): SortKey {
  return [-at, id];
}
