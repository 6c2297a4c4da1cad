import { SHOW_FROM_MAX_DAYS } from '../../../domain/tasks/content.js';
import { CHECKLIST_LIMIT } from '../../../domain/tasks/checklist.js';
import {
  PRIORITIES,
  VISIBILITIES,
  type Priority,
  type Visibility,
} from '../../../domain/tasks/occurrence.js';
import { SOFT_DUE_KINDS, type SoftDue, type SoftDueRequest } from '../../../domain/tasks/soft-due.js';
import { MISSED_POLICIES, type MissedPolicy } from '../../../domain/series/series.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { CivilTime } from '../../../domain/shared/civil-time.js';
import type { CategoryId, MemberId } from '../../../domain/shared/ids.js';
import type { Season } from '../../../domain/days/season.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import { Nested, NestedList } from '../schema/nested.js';
import { Absent, Nullable, RequiredIf } from '../schema/presence.js';
import { RecurrenceField, RotationField, SeasonField } from '../schema/structure.js';
import { Text, Title } from '../schema/text.js';
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
} from '../schema/values.js';

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
  /** With BEFORE, and only then. */
  @RequiredIf((input: SoftDueInput) => input.kind === 'BEFORE') @CivilDateField() date?: CivilDate;
}

/** What a task, an edit of one and an edit of its series have in common. */
export class TaskFields {
  @Nullable() @Text({ max: 10_000, lines: true, blank: true }) notes?: string | null;
  @Nullable() @Id() categoryId?: CategoryId | null;
  @Absent() @OneOf(VISIBILITIES) visibility?: Visibility;
  @Absent() @OneOf(PRIORITIES) priority?: Priority;
  @Nullable() @CivilTimeField() time?: CivilTime | null;
  @Nullable() @WholeNumber({ min: 1, max: 1440 }) durationMinutes?: number | null;
  /** null: nobody in particular, or in an edit of one occurrence of several: whoever the rule names. */
  @Nullable() @Ids({ max: 10 }) responsibleMemberIds?: MemberId[] | null;
  @Absent() @WholeNumbers({ count: 5, min: 0, max: 40_320 }) reminders?: number[];
  /** Days before its date: until then it is neither in `upcoming` nor reminded of. */
  @Nullable() @WholeNumber({ min: 0, max: SHOW_FROM_MAX_DAYS }) showFrom?: number | null;
  @Nullable() @RotationField() rotation?: RotationRequest | null;
  @Absent() @OneOf(MISSED_POLICIES) missed?: MissedPolicy;
  /** The parts of the year in which it repeats; null: all year. */
  @Nullable() @SeasonField() season?: Season | null;
}

/** And what belongs to one occurrence, but for its date. */
export class DatelessFields extends TaskFields {
  @Absent() @Flag() allDay?: boolean;
  @Nullable() @Nested(SoftDueInput) softDue?: SoftDueRequest | null;
  /** null: no series, or with scope following or all no series any more. Of a task that does not repeat: it begins to. */
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
  /** Of the series: with scope following or all. Items of one date are edited one by one. */
  @Absent() @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT }) checklist?: ChecklistItemInput[];
}

const isEdit = ({ delete: deletes }: PreviewOccurrenceInput) => deletes !== true;

/** The edit, or its deletion. */
export class PreviewOccurrenceInput extends OccurrenceFields {
  @RequiredIf(isEdit) @WholeNumber({ min: 1, max: 2_147_483_647 }) version?: number;
  @Absent() @Title() title?: string;
  @Absent() @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT }) checklist?: ChecklistItemInput[];
  @Absent() @Flag() delete?: boolean;
}

export class CompleteInput {
  @Absent() @Id() completedFor?: MemberId;
  @Absent() @InstantField() completedAt?: string;
  /** Of what is done: to correct who did it and when. */
  @Absent() @WholeNumber({ min: 1, max: 2_147_483_647 }) version?: number;
}
