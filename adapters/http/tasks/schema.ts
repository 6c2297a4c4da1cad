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
  /** With BEFORE, and only then. */
  @RequiredIf((input: SoftDueInput) => input.kind === 'BEFORE') @CivilDateField() date?: CivilDate;
}

export class NagInput implements Nag {
  @WholeNumber(NAG_MINUTES) everyMinutes!: number;
  @WholeNumber(NAG_TIMES) times!: number;
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
  /** Reminders more from its start on, as long as it is to do; null: none. */
  @Nullable() @Nested(NagInput) nag?: Nag | null;
  /** Minutes after its start: whoever is here and does not have to do it is told then; null: nobody is. */
  @Nullable() @WholeNumber(ESCALATE_MINUTES) escalateAfterMinutes?: number | null;
  /** `all`: each of those responsible has a tick of their own, and it is done with the last of them. */
  @Absent() @OneOf(COMPLETIONS) completion?: Completion;
  @Nullable() @RotationField() rotation?: RotationRequest | null;
  @Absent() @OneOf(MISSED_POLICIES) missed?: MissedPolicy;
  /** The parts of the year in which it repeats; null: all year. */
  @Nullable() @SeasonField() season?: Season | null;
  /** How its dates keep out of days that are different; null: they do not. */
  @Nullable() @Nested(SeriesShiftInput) shift?: SeriesShiftInput | null;
  /** `keep`: it goes on when everybody is away, whatever is paused. */
  @Nullable() @OneOf(WHEN_AWAY) whenAway?: WhenAway | null;
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

/** The edit, or with `delete` the deletion. Without `version` the current one is assumed, since nothing is written. */
export class PreviewOccurrenceInput extends OccurrenceFields {
  @Absent() @WholeNumber({ min: 1, max: 2_147_483_647 }) version?: number;
  @Absent() @Title() title?: string;
  @Absent() @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT }) checklist?: ChecklistItemInput[];
  @Absent() @Flag() delete?: boolean;
}

/** Who did it, as clients say it: several by `completedForIds`. */
type DoersInput = { readonly completedFor?: MemberId; readonly completedForIds?: readonly MemberId[] };

/** Null: whoever asks. VALIDATION_FAILED where both are said and the one is not the first of the others. */
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
  /** Whose ticks are taken back, where each has one of their own; absent: the caller's. */
  @Absent() @Ids({ min: 1, max: MAX_DOERS }) completedForIds?: MemberId[];
}

export class CompleteInput {
  @Absent() @Id() completedFor?: MemberId;
  /** Who did it together: minutes and credit are shared equally. */
  @Absent() @Ids({ min: 1, max: MAX_DOERS }) completedForIds?: MemberId[];
  @Absent() @InstantField() completedAt?: string;
  /** Of what is done: to correct who did it and when. */
  @Absent() @WholeNumber({ min: 1, max: 2_147_483_647 }) version?: number;
}
