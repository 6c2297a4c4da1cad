import {
  COMPLETIONS,
  ESCALATE_MINUTES,
  NAG_MINUTES,
  NAG_TIMES,
  SHOW_FROM_MAX_DAYS,
  type Completion,
  type Nag,
} from '../../../domain/tasks/content.js';
import { validationFailed } from '../../../application/shared/errors.js';
import { MAX_DOERS } from '../../../domain/tasks/ticks.js';
import { CHECKLIST_LIMIT } from '../../../domain/tasks/checklist.js';
import { PRIORITIES, type Priority } from '../../../domain/tasks/occurrence.js';
import { VISIBILITIES, type Visibility } from '../../../domain/shared/visibility.js';
import {
  MISSED_POLICIES,
  type MissedPolicy,
  WHEN_AWAY,
  type WhenAway,
} from '../../../domain/recurrence/policies.js';
import { SOFT_DUE_KINDS, type SoftDue, type SoftDueRequest } from '../../../domain/tasks/soft-due.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { CivilTime } from '../../../domain/shared/civil-time.js';
import type { CategoryId, MemberId } from '../../../domain/shared/ids.js';
import type { Season } from '../../../domain/days/season.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import { SeriesShiftInput } from '../days/series-shift.js';
import { Nested, NestedList, Absent, Nullable, RequiredIf } from '../../validation/shape.js';
import { RecurrenceField, RotationField, SeasonField } from '../../validation/structure.js';
import { Text, Title } from '../../validation/text.js';
import {
  CivilDateField,
  CivilTimeField,
  Flag,
  Id,
  Ids,
  InstantField,
  OneOf,
  WholeNumber,
  WholeNumbers,
} from '../../validation/values.js';

export class ChecklistItemInput {
  @Text({ max: 200 }) title!: string;
}

export class UpdateChecklistItemInput {
  @Absent() @Text({ max: 200 }) title?: string;
  @Absent() @Flag() done?: boolean;
  @Absent() @WholeNumber({ min: 0, max: CHECKLIST_LIMIT - 1 }) position?: number;
}

class SoftDueInput {
  @OneOf(SOFT_DUE_KINDS) kind!: SoftDue['kind'];
  /** Required with the kind BEFORE, otherwise not allowed. */
  @RequiredIf((input: SoftDueInput) => input.kind === 'BEFORE') @CivilDateField() date?: CivilDate;
}

export class NagInput implements Nag {
  @WholeNumber(NAG_MINUTES) everyMinutes!: number;
  @WholeNumber(NAG_TIMES) times!: number;
}

/** The fields that a task, an edit of it, and an edit of its series have in common. */
export class TaskFields {
  @Nullable() @Text({ max: 10_000, lines: true, blank: true }) notes?: string | null;
  @Nullable() @Id() categoryId?: CategoryId | null;
  @Absent() @OneOf(VISIBILITIES) visibility?: Visibility;
  @Absent() @OneOf(PRIORITIES) priority?: Priority;
  @Nullable() @CivilTimeField() time?: CivilTime | null;
  @Nullable() @WholeNumber({ min: 1, max: 1440 }) durationMinutes?: number | null;
  /**
   * null means unassigned. In an edit of one occurrence of a series, it gives the turn back to the rotation.
   */
  @Nullable() @Ids({ max: 10 }) responsibleMemberIds?: MemberId[] | null;
  @Absent() @WholeNumbers({ count: 5, min: 0, max: 40_320 }) reminders?: number[];
  /** Days before the date from which the task is upcoming and reminded of. */
  @Nullable() @WholeNumber({ min: 0, max: SHOW_FROM_MAX_DAYS }) showFrom?: number | null;
  /** Further reminders from the start on until the task is done. null means none. */
  @Nullable() @Nested(NagInput) nag?: Nag | null;
  /** Minutes after the start at which other present members are notified. null means never. */
  @Nullable() @WholeNumber(ESCALATE_MINUTES) escalateAfterMinutes?: number | null;
  /** With `all`, each assignee ticks separately, and the task is done with the last tick. */
  @Absent() @OneOf(COMPLETIONS) completion?: Completion;
  @Nullable() @RotationField() rotation?: RotationRequest | null;
  @Absent() @OneOf(MISSED_POLICIES) missed?: MissedPolicy;
  /** The parts of the year in which the task repeats. null means all year. */
  @Nullable() @SeasonField() season?: Season | null;
  /** How the dates avoid special days. null means that they do not. */
  @Nullable() @Nested(SeriesShiftInput) shift?: SeriesShiftInput | null;
  /** With `keep`, the task continues even if everybody is away or a pause applies. */
  @Nullable() @OneOf(WHEN_AWAY) whenAway?: WhenAway | null;
}

/** The fields of one occurrence without its date. */
export class DatelessFields extends TaskFields {
  @Absent() @Flag() allDay?: boolean;
  @Nullable() @Nested(SoftDueInput) softDue?: SoftDueRequest | null;
  /**
   * null means no series. With the scopes following and all it ends the series. For a one-off task a rule
   * makes it repeat.
   */
  @Nullable() @RecurrenceField() recurrence?: Recurrence | null;
}

export class OccurrenceFields extends DatelessFields {
  @Nullable() @CivilDateField() date?: CivilDate | null;
}

export class CreateTaskInput extends OccurrenceFields {
  @Title() title!: string;
  @Absent() @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT }) checklist?: ChecklistItemInput[];
}

export class UpdateOccurrenceInput extends OccurrenceFields {
  @WholeNumber({ min: 1, max: 2_147_483_647 }) version!: number;
  @Absent() @Title() title?: string;
  /**
   * The checklist of the series, with the scopes following and all. Items of one occurrence are edited one by
   * one.
   */
  @Absent() @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT }) checklist?: ChecklistItemInput[];
}

/**
 * The edit, or the deletion with `delete`. Without `version` the current version is used, because nothing is
 * written.
 */
export class PreviewOccurrenceInput extends OccurrenceFields {
  @Absent() @WholeNumber({ min: 1, max: 2_147_483_647 }) version?: number;
  @Absent() @Title() title?: string;
  @Absent() @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT }) checklist?: ChecklistItemInput[];
  @Absent() @Flag() delete?: boolean;
}

/** The members who did a task, as clients send them. */
type DoersInput = { readonly completedFor?: MemberId; readonly completedForIds?: readonly MemberId[] };

/**
 * Returns the members who did it, or null for the caller. Throws VALIDATION_FAILED if both fields are given
 * and contradict each other.
 */
export function toDoers({ completedFor, completedForIds }: DoersInput): readonly MemberId[] | null {
  if (completedForIds === undefined) return completedFor === undefined ? null : [completedFor];
  const doers = [...new Set(completedForIds)];
  if (completedFor !== undefined && completedFor !== doers[0])
    throw validationFailed([
      { field: 'completedFor', rule: 'first', message: 'must be the first of completedForIds, or absent' },
    ]);
  return doers;
}

export class ReopenInput {
  /** The members whose ticks are removed, if everyone has to do the task. The default is the caller. */
  @Absent() @Ids({ min: 1, max: MAX_DOERS }) completedForIds?: MemberId[];
}

export class CompleteInput {
  @Absent() @Id() completedFor?: MemberId;
  /** The members who did it together. They share minutes and credit equally. */
  @Absent() @Ids({ min: 1, max: MAX_DOERS }) completedForIds?: MemberId[];
  @Absent() @InstantField() completedAt?: string;
  /** The version of a done occurrence, to correct who did it and when. */
  @Absent() @WholeNumber({ min: 1, max: 2_147_483_647 }) version?: number;
}
