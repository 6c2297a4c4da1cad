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

/**
 * A changed field with its values before and after. Both values are null for long texts, and for data that is deleted
 * when a member erases their account.
 */
export type FieldChange = { readonly field: string; readonly from: unknown; readonly to: unknown };

/** An action in a household, which its members can look up for a year. */
export type Activity = {
  readonly id: ActivityId;
  readonly householdId: HouseholdId;
  readonly at: Instant;
  /** The member who acted. null if no member did, for example if the task was changed in Google Calendar. */
  readonly actorId: MemberId | null;
  readonly action: ActivityAction;
  readonly subject: {
    readonly type: SubjectType;
    readonly id: string;
    /**
     * The title of the task or the name of the category at that time, or the note of a pause. null for other
     * subjects, and for a pause without a note.
     */
    readonly title: string | null;
    /** The date of the occurrence at that time, or the first day of a pause. null if the subject has no date. */
    readonly date: CivilDate | null;
  };
  /** The task that the activity is about, or null. */
  readonly taskId: TaskId | null;
  /**
   * The only member who may read the activity. This is the author of a task that was PERSONAL at that time.
   * null means every member.
   */
  readonly onlyFor: MemberId | null;
  readonly changes: readonly FieldChange[];
  /**
   * The operation that the activity was part of. Operations are kept for a month. null if the activity was not part
   * of one.
   */
  readonly operationId: OperationId | null;
};

/** A filter for activities. null fields match everything. */
export type ActivityFilter = {
  /**
   * The id of the occurrence, series or other row that the activities are about. The id of a task matches all
   * activities about that task.
   */
  readonly subjectId: string | null;
  /** Only activities at or after this instant. */
  readonly since: Instant | null;
};

export const ALL_ACTIVITY: ActivityFilter = { subjectId: null, since: null };

/**
 * Returns true if the filter accepts the activity.
 *
 * @internal Only tests call it: the SQL in adapters/postgres implements the same rule.
 */
export function isWanted({ subject, taskId, at }: Activity, { subjectId, since }: ActivityFilter): boolean {
  return (subjectId === null || subject.id === subjectId || taskId === subjectId) && at >= (since ?? at);
}

/**
 * How long activities are kept: 12 months (interface specification, Limits), as whole days. The clean-up job
 * may thus run at any hour.
 */
export const ACTIVITY_RETENTION_DAYS = 366;

/** Returns the sort key of an activity in lists: newest first. */
export function activityKey({ at, id }: Pick<Activity, 'at' | 'id'>): SortKey {
  return [-at, id];
}
