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
import { Description } from '../../validation/compose.js';
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

@Description('A checklist item of a new task.')
export class NewTaskItemInput extends ChecklistItemInput {
  @Description('True if the item is ticked. In a series, only the first occurrence gets the tick.')
  @Absent()
  @Flag()
  done?: boolean;
}

export class UpdateChecklistItemInput {
  @Absent() @Text({ max: 200 }) title?: string;
  @Absent() @Flag() done?: boolean;

  @Description('The new position in the list, counted from 0.')
  @Absent()
  @WholeNumber({ min: 0, max: CHECKLIST_LIMIT - 1 })
  position?: number;
}

@Description('A period in which a task without a date should be done.')
class SoftDueInput {
  @Description(
    '`THIS_WEEK` and `THIS_MONTH` mean the current week and month of the household. `BEFORE` means ' +
      'until `date`.',
  )
  @OneOf(SOFT_DUE_KINDS)
  kind!: SoftDue['kind'];

  @Description('The last day. It is required with the kind `BEFORE` and ignored otherwise.')
  @RequiredIf((input: SoftDueInput) => input.kind === 'BEFORE')
  @CivilDateField()
  date?: CivilDate;
}

@Description('Reminders that are repeated from the start of a task on until it is done.')
export class NagInput implements Nag {
  @Description('Minutes between two reminders.')
  @WholeNumber(NAG_MINUTES)
  everyMinutes!: number;

  @Description('The largest number of further reminders.')
  @WholeNumber(NAG_TIMES)
  times!: number;
}

/** The fields that a task, an edit of it, and an edit of its series have in common. */
export class TaskFields {
  @Description('null or an empty text means no notes.')
  @Nullable()
  @Text({ max: 10_000, lines: true, blank: true })
  notes?: string | null;

  @Description('null means no category.')
  @Nullable()
  @Id()
  categoryId?: CategoryId | null;

  @Description('`PERSONAL` tasks are visible only to their author. A new task is `SHARED` by default.')
  @Absent()
  @OneOf(VISIBILITIES)
  visibility?: Visibility;

  @Description('A new task is `NORMAL` by default.')
  @Absent()
  @OneOf(PRIORITIES)
  priority?: Priority;

  @Description(
    'Wall-clock time, HH:mm, in the time zone of the household. It needs a date. null means no time.',
  )
  @Nullable()
  @CivilTimeField()
  time?: CivilTime | null;

  @Description(
    'Estimated minutes. null means unknown; balances then use `defaultEffortMinutes` of the household.',
  )
  @Nullable()
  @WholeNumber({ min: 1, max: 1440 })
  durationMinutes?: number | null;

  @Description(
    'The assignees, at most ten. An empty list means unassigned. In a new task, null means ' +
      'unassigned too. In an edit, null is allowed only in a series and with the scope `this`: ' +
      'it gives the turn back to the rotation.',
  )
  @Nullable()
  @Ids({ max: 10 })
  responsibleMemberIds?: MemberId[] | null;

  @Description(
    'Minutes before the start, one number for each reminder, at most five. An all-day task starts ' +
      'at the member’s `morningTime`. A new task has no reminder by default.',
  )
  @Absent()
  @WholeNumbers({ count: 5, min: 0, max: 40_320 })
  reminders?: number[];

  @Description(
    'Days before the date from which the task is upcoming and reminders are sent. null means always.',
  )
  @Nullable()
  @WholeNumber({ min: 0, max: SHOW_FROM_MAX_DAYS })
  showFrom?: number | null;

  @Description('Repeats the reminder from the start on until the task is done. null means no repetition.')
  @Nullable()
  @Nested(NagInput)
  nag?: Nag | null;

  @Description(
    'Minutes after the start at which others are notified if the task is not done: the ' +
      'managers of the assignees or, if no manager can be notified, the other members who ' +
      'are not away. Nobody is notified about an unassigned task. null means never.',
  )
  @Nullable()
  @WholeNumber(ESCALATE_MINUTES)
  escalateAfterMinutes?: number | null;

  @Description(
    '`any`: one tick is enough. `all`: each assignee ticks separately, and the last tick completes ' +
      'the task. A new task has `any` by default.',
  )
  @Absent()
  @OneOf(COMPLETIONS)
  completion?: Completion;

  @Description(
    'The order in which members take turns. It needs a recurrence. null means that nobody takes turns.',
  )
  @Nullable()
  @RotationField()
  rotation?: RotationRequest | null;

  @Description(
    'Decides what happens to an open occurrence when a newer one of its series is due. ' +
      '`keep`: it stays open. `keepLatest`: it is skipped as missed. A new series has ' +
      '`keep` by default.',
  )
  @Absent()
  @OneOf(MISSED_POLICIES)
  missed?: MissedPolicy;

  @Description('The parts of the year in which the task repeats. It needs a recurrence. null means all year.')
  @Nullable()
  @SeasonField()
  season?: Season | null;

  @Description(
    'Keeps the dates of a series out of special days such as holidays. It needs a recurrence. null ' +
      'means that the dates do not move.',
  )
  @Nullable()
  @Nested(SeriesShiftInput)
  shift?: SeriesShiftInput | null;

  @Description(
    'With `keep`, the series continues even if everybody is away, and pauses of the whole household ' +
      'do not apply to it. It needs a recurrence. null means that absences and pauses apply.',
  )
  @Nullable()
  @OneOf(WHEN_AWAY)
  whenAway?: WhenAway | null;
}

/** The fields of one occurrence without its date. */
export class DatelessFields extends TaskFields {
  @Description(
    'True if the task belongs to the whole day. It then has a date and no time. The default is true ' +
      'for a task with a date and without a time.',
  )
  @Absent()
  @Flag()
  allDay?: boolean;

  @Description(
    'A period in which a task without a date should be done. It is not allowed together with a date ' +
      'or a recurrence. null means none.',
  )
  @Nullable()
  @Nested(SoftDueInput)
  softDue?: SoftDueRequest | null;

  @Description(
    'The repetition of the task. In an edit, it makes a one-off task repeat. null means that ' +
      'the task does not repeat. In an edit with the scope `following` or `all`, null ends the ' +
      'series, and the edited occurrence becomes a one-off task.',
  )
  @Nullable()
  @RecurrenceField()
  recurrence?: Recurrence | null;
}

export class OccurrenceFields extends DatelessFields {
  @Description(
    'A calendar date in the time zone of the household. null means no date. A rule needs a date; a ' +
      'recurrence after completion may begin without one.',
  )
  @Nullable()
  @CivilDateField()
  date?: CivilDate | null;
}

@Description('A new task. With `recurrence` it repeats.')
export class CreateTaskInput extends OccurrenceFields {
  @Title() title!: string;

  @Description('The items in their order.')
  @Absent()
  @NestedList(NewTaskItemInput, { max: CHECKLIST_LIMIT })
  checklist?: NewTaskItemInput[];

  @Description('True if the caller has done the task already. Its (first) occurrence is then completed.')
  @Absent()
  @Flag()
  done?: boolean;
}

@Description('An edit of an occurrence. Fields that are missing keep their values.')
export class UpdateOccurrenceInput extends OccurrenceFields {
  @Description(
    'The version that the client has read. If the row has changed since, the answer is 409 ' +
      '`VERSION_CONFLICT`.',
  )
  @WholeNumber({ min: 1, max: 2_147_483_647 })
  version!: number;

  @Absent() @Title() title?: string;

  @Description(
    'The checklist of the series, only with the scopes `following` and `all`. The checklist of a ' +
      'single occurrence has operations of its own.',
  )
  @Absent()
  @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT })
  checklist?: ChecklistItemInput[];
}

@Description(
  'An edit or a deletion of an occurrence that is only previewed. Fields that are missing keep ' +
    'their values.',
)
export class PreviewOccurrenceInput extends OccurrenceFields {
  @Description(
    'The version that the client has read. Without it, the current version is used, because nothing ' +
      'is written.',
  )
  @Absent()
  @WholeNumber({ min: 1, max: 2_147_483_647 })
  version?: number;

  @Absent() @Title() title?: string;

  @Description('The checklist of the series, only with the scopes `following` and `all`.')
  @Absent()
  @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT })
  checklist?: ChecklistItemInput[];

  @Description('If true, the preview shows the deletion of the task instead of an edit.')
  @Absent()
  @Flag()
  delete?: boolean;
}

/** The members who did a task, as clients send them. */
type DoersInput = { readonly completedFor?: MemberId; readonly completedForIds?: readonly MemberId[] };

/**
 * Returns the members who did the task, or null if neither field is given, which means the caller. Throws
 * VALIDATION_FAILED if both fields are given and contradict each other.
 */
export function toDoers({ completedFor, completedForIds }: DoersInput): readonly MemberId[] | null {
  if (completedForIds === undefined) return completedFor === undefined ? null : [completedFor];
  const doers = [...new Set(completedForIds)];
  if (completedFor !== undefined && completedFor !== doers[0])
    throw validationFailed([
      {
        field: 'completedFor',
        rule: 'first',
        message: 'must be the first id of completedForIds, or missing',
      },
    ]);
  return doers;
}

@Description('The ticks that are removed, if everyone has to do the task.')
export class ReopenInput {
  @Description(
    'The members whose ticks are removed, if everyone has to do the task (`completion: "all"`). The ' +
      'default is the caller.',
  )
  @Absent()
  @Ids({ min: 1, max: MAX_DOERS })
  completedForIds?: MemberId[];
}

@Description('The report of a completion. Without any field, the caller did it now.')
export class CompleteInput {
  @Description(
    'The member who did it. The default is the caller. If `completedForIds` is sent too, this must ' +
      'be its first id.',
  )
  @Absent()
  @Id()
  completedFor?: MemberId;

  @Description(
    'The members who did it together, at most ten. They share the minutes and the credit ' +
      'equally, unless everyone has to do the task (`completion: "all"`). The default is the ' +
      'caller.',
  )
  @Absent()
  @Ids({ min: 1, max: MAX_DOERS })
  completedForIds?: MemberId[];

  @Description(
    'The time at which it was done. It must not be in the future, apart from one minute for clocks ' +
      'that run fast. The default is now.',
  )
  @Absent()
  @InstantField()
  completedAt?: string;

  @Description(
    'The version of an occurrence that is already done. It is required only to correct who did it ' +
      'and when.',
  )
  @Absent()
  @WholeNumber({ min: 1, max: 2_147_483_647 })
  version?: number;
}
