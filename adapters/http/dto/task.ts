import { CHECKLIST_LIMIT } from '../../../domain/tasks/checklist.js';
import {
  PRIORITIES,
  VISIBILITIES,
  type Priority,
  type Visibility,
} from '../../../domain/tasks/occurrence.js';
import { SOFT_DUE_KINDS, type SoftDue } from '../../../domain/tasks/soft-due.js';
import { MISSED_POLICIES, type MissedPolicy } from '../../../domain/tasks/series.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { CivilTime } from '../../../domain/shared/civil-time.js';
import type { CategoryId, MemberId, OccurrenceId } from '../../../domain/shared/ids.js';
import { Nested, NestedList } from './decorators/nested.js';
import { Absent, Nullable, RequiredIf } from './decorators/presence.js';
import { RecurrenceField, RotationField } from './decorators/structure.js';
import { Text, Title } from './decorators/text.js';
import {
  CivilDateField,
  CivilTimeField,
  Flag,
  Id,
  Ids,
  InstantField,
  LanguageTag,
  Ranges,
  OneOf,
  WholeNumber,
  WholeNumbers,
} from './decorators/values.js';

export class ChecklistItemInput {
  @Text({ max: 200 }) title!: string;
}

export class UpdateChecklistItemInput {
  @Absent() @Text({ max: 200 }) title?: string;
  @Absent() @Flag() done?: boolean;
  @Absent() @WholeNumber({ min: 0, max: CHECKLIST_LIMIT - 1 }) position?: number;
}

export class SoftDueInput {
  @OneOf(SOFT_DUE_KINDS) kind!: SoftDue['kind'];
  /** With BEFORE, and only then. */
  @RequiredIf((input: SoftDueInput) => input.kind === 'BEFORE') @CivilDateField() date?: CivilDate;
}

export class CreateTaskInput {
  @Title() title!: string;
  @Nullable() @Text({ max: 10_000, lines: true, blank: true }) notes?: string | null;
  @Nullable() @Id() categoryId?: CategoryId | null;
  @Absent() @OneOf(VISIBILITIES) visibility?: Visibility;
  @Absent() @OneOf(PRIORITIES) priority?: Priority;
  @Nullable() @CivilDateField() date?: CivilDate | null;
  @Nullable() @CivilTimeField() time?: CivilTime | null;
  @Nullable() @WholeNumber({ min: 1, max: 1440 }) durationMinutes?: number | null;
  @Absent() @Flag() allDay?: boolean;
  @Nullable() @Nested(SoftDueInput) softDue?: SoftDueInput | null;
  @Absent() @Ids({ max: 10 }) responsibleMemberIds?: MemberId[];
  @Absent() @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT }) checklist?: ChecklistItemInput[];
  @Absent() @WholeNumbers({ count: 5, min: 0, max: 40_320 }) reminders?: number[];
  @Nullable() @RecurrenceField() recurrence?: unknown;
  @Nullable() @RotationField() rotation?: unknown;
  @Absent() @OneOf(MISSED_POLICIES) missed?: MissedPolicy;
}

export class UpdateOccurrenceInput {
  @WholeNumber({ min: 1, max: 2_147_483_647 }) version!: number;
  @Absent() @Title() title?: string;
  @Nullable() @Text({ max: 10_000, lines: true, blank: true }) notes?: string | null;
  @Nullable() @Id() categoryId?: CategoryId | null;
  @Absent() @OneOf(VISIBILITIES) visibility?: Visibility;
  @Absent() @OneOf(PRIORITIES) priority?: Priority;
  @Nullable() @CivilDateField() date?: CivilDate | null;
  @Nullable() @CivilTimeField() time?: CivilTime | null;
  @Nullable() @WholeNumber({ min: 1, max: 1440 }) durationMinutes?: number | null;
  @Absent() @Flag() allDay?: boolean;
  @Nullable() @Nested(SoftDueInput) softDue?: SoftDueInput | null;
  @Absent() @Ids({ max: 10 }) responsibleMemberIds?: MemberId[];
  @Absent() @WholeNumbers({ count: 5, min: 0, max: 40_320 }) reminders?: number[];
  /** With scope following or all; null with these turns the series into one task. */
  @Nullable() @RecurrenceField() recurrence?: unknown;
  @Nullable() @RotationField() rotation?: unknown;
  @Absent() @OneOf(MISSED_POLICIES) missed?: MissedPolicy;
}

export class CompleteInput {
  @Absent() @Id() completedFor?: MemberId;
  @Absent() @InstantField() completedAt?: string;
}

export class SwapInput {
  @Id() withOccurrenceId!: OccurrenceId;
}

export class RecurrencePreviewInput {
  @RecurrenceField() recurrence!: unknown;
  @CivilDateField() startDate!: CivilDate;
  @Nullable() @RotationField() rotation?: unknown;
  @Absent() @CivilDateField() from?: CivilDate;
  @Absent() @CivilDateField() to?: CivilDate;
  @Absent() @WholeNumber({ min: 1, max: 500 }) limit?: number;
}

export class UpdateSeriesInput {
  @Absent() @Title() title?: string;
  @Nullable() @Text({ max: 10_000, lines: true, blank: true }) notes?: string | null;
  @Nullable() @Id() categoryId?: CategoryId | null;
  @Absent() @OneOf(VISIBILITIES) visibility?: Visibility;
  @Absent() @OneOf(PRIORITIES) priority?: Priority;
  @Nullable() @CivilTimeField() time?: CivilTime | null;
  @Nullable() @WholeNumber({ min: 1, max: 1440 }) durationMinutes?: number | null;
  @Absent() @Ids({ max: 10 }) responsibleMemberIds?: MemberId[];
  @Absent() @WholeNumbers({ count: 5, min: 0, max: 40_320 }) reminders?: number[];
  @Absent() @RecurrenceField() recurrence?: unknown;
  @Nullable() @RotationField() rotation?: unknown;
  @Absent() @OneOf(MISSED_POLICIES) missed?: MissedPolicy;
}

export class QuickAddInput {
  @Text({ max: 500, lines: true, raw: true }) text!: string;
  @Absent() @LanguageTag() locale?: string;
  @Absent() @Ranges({ max: 50 }) ignore?: [number, number][];
}
