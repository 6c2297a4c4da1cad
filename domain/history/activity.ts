import type { CivilDate } from '../shared/civil-date.js';
import type { HouseholdId, TaskId, MemberId, OperationId } from '../shared/ids.js';
import type { SortKey } from '../shared/page.js';
import type { Instant } from '../shared/zone.js';

export const ACTIVITY_ACTIONS = [
  'CREATED',
  'EDITED',
  'COMPLETED',
  'REOPENED',
  'SKIPPED',
  'DELETED',
  'RESTORED',
  'REQUESTED',
  'ACCEPTED',
  'DECLINED',
  'JOINED',
  'LEFT',
  'PAUSED',
  'RESUMED',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

export const SUBJECT_TYPES = ['TASK', 'SERIES', 'SWAP', 'MEMBER', 'CATEGORY', 'HOUSEHOLD', 'PAUSE'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

export type ActivityId = string & { readonly __id: 'activity' };

/** A field that was changed; long texts are named without their contents. */
export type FieldChange = { readonly field: string; readonly from: unknown; readonly to: unknown };

/** What somebody did in a household, as its members can look it up for a year. */
export type Activity = {
  readonly id: ActivityId;
  readonly householdId: HouseholdId;
  readonly at: Instant;
  /** null: the service itself. */
  readonly actorId: MemberId | null;
  readonly action: ActivityAction;
  readonly subject: {
    readonly type: SubjectType;
    readonly id: string;
    /** As it was then, of a pause its note; null where the clients have the name. */
    readonly title: string | null;
    /** Of an occurrence, as it was then; of a pause its first day. */
    readonly date: CivilDate | null;
  };
  /** The task that it is about, if one. */
  readonly taskId: TaskId | null;
  /** Who alone may read it: the author of a task that was PERSONAL when this was told; null: every member. */
  readonly onlyFor: MemberId | null;
  readonly changes: readonly FieldChange[];
  /** What it was a part of, which is kept for a month; null: the service itself did it. */
  readonly operationId: OperationId | null;
};

/** Which of them are wanted; null: all. */
export type ActivityFilter = {
  /** An occurrence, a series or anything else that was acted on; or a task, of which all is told. */
  readonly subjectId: string | null;
  /** From then on. */
  readonly since: Instant | null;
};

export const ALL_ACTIVITY: ActivityFilter = { subjectId: null, since: null };

export function isWanted({ subject, taskId, at }: Activity, { subjectId, since }: ActivityFilter): boolean {
  return (subjectId === null || subject.id === subjectId || taskId === subjectId) && at >= (since ?? at);
}

/** "kept 12 months" (specification, Limits): whole days, so that the job may run at any hour. */
export const ACTIVITY_RETENTION_DAYS = 366;

/** The order of the list: newest first. */
export function activityKey({ at, id }: Pick<Activity, 'at' | 'id'>): SortKey {
  return [-at, id];
}
