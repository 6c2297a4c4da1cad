import type { Season } from '../../../domain/days/season.js';
import { MISSED_POLICIES, WHEN_AWAY, type WhenAway } from '../../../domain/recurrence/policies.js';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import { COMPLETIONS, type Completion, type Nag, type TaskContent } from '../../../domain/tasks/content.js';
import { PRIORITIES, type Priority } from '../../../domain/tasks/occurrence.js';
import { SOFT_DUE_KINDS } from '../../../domain/tasks/soft-due.js';
import { VISIBILITIES, type Visibility } from '../../../domain/shared/visibility.js';
import { Domain, Inline, Integer, ListOf, PlainText } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { CivilDateField, CivilTimeField, Id, OneOf } from '../../validation/values.js';
import { SeriesShift } from '../days/series-shift.js';

/** `allDay` is missing, because occurrences, series and templates each present it differently. */
type Presented = Omit<TaskContent, 'allDay'>;

class ContentNag implements Nag {
  @Description('Minutes between two reminders.')
  @Integer()
  everyMinutes!: number;

  @Description('The largest number of further reminders.')
  @Integer()
  times!: number;
}

/** The content fields that occurrences, series and template tasks have in common. */
export class TaskContentDto implements Presented {
  @PlainText() title!: string;

  @Description('null means that there are none.')
  @OrNull()
  @PlainText()
  notes!: string | null;

  @Description('null means that the task has no category.')
  @OrNull()
  @Id()
  categoryId!: TaskContent['categoryId'];

  @Description('`PERSONAL` tasks are visible only to their author, `SHARED` tasks to the whole household.')
  @OneOf(VISIBILITIES)
  visibility!: Visibility;

  @OneOf(PRIORITIES) priority!: Priority;

  @Description('Wall-clock time, HH:mm, in the time zone of the household. null means that there is no time.')
  @OrNull()
  @CivilTimeField()
  time!: TaskContent['time'];

  @Description('Estimated minutes. null means that they are unknown.')
  @OrNull()
  @Integer()
  durationMinutes!: number | null;

  @Description(
    'Minutes before the start, one number for each reminder. An all-day task starts at the member’s ' +
      '`morningTime`.',
  )
  @ListOf(Integer())
  reminders!: readonly number[];

  @Description('Days before the date from which the task is upcoming. null means always.')
  @OrNull()
  @Integer()
  showFrom!: number | null;

  @Description('Reminders that are repeated from the start on until the task is done. null means none.')
  @OrNull()
  @Inline(ContentNag)
  nag!: ContentNag | null;

  @Description(
    'Minutes after the start at which others are notified if the task is not done. null means never.',
  )
  @OrNull()
  @Integer()
  escalateAfterMinutes!: number | null;

  @Description(
    'Says how several assignees complete the task. `any`: one tick is enough. `all`: each assignee ' +
      'ticks separately.',
  )
  @OneOf(COMPLETIONS)
  completion!: Completion;
}

/** The fields that series and template tasks have in common. */
export class RepeatingTaskDto extends TaskContentDto {
  @Description('null means that nobody takes turns.')
  @OrNull()
  @Domain('Rotation')
  rotation!: RotationRequest | null;

  @Description(
    'Decides what happens to an open occurrence when a newer one is due. `keep`: it stays ' +
      'open. `keepLatest`: it is skipped as missed.',
  )
  @OneOf(MISSED_POLICIES)
  missed!: (typeof MISSED_POLICIES)[number];

  @Description('The parts of the year in which the series has dates. null means all year.')
  @OrNull()
  @Domain('Season')
  season!: Season | null;

  @Description('Keeps the dates out of special days such as holidays. null means that the dates do not move.')
  @OrNull()
  @Inline(SeriesShift)
  shift!: SeriesShift | null;

  @Description(
    '`keep` means that the series continues if everybody is away or the household pauses. null ' +
      'means that absences and pauses apply.',
  )
  @OrNull()
  @OneOf(WHEN_AWAY)
  whenAway!: WhenAway | null;
}

/** A period in which a task without a date should be done, as a client names it. */
export class SoftDueRequestDto {
  @OneOf(SOFT_DUE_KINDS) kind!: (typeof SOFT_DUE_KINDS)[number];

  @Description('The last day, with the kind `BEFORE`.')
  @Absent()
  @CivilDateField()
  date?: string;
}

/** An item of a checklist that nobody has ticked yet. */
export class ChecklistTitle {
  @PlainText() title!: string;
}

/** A future date of a task, with its assignees. */
export class UpcomingDateDto {
  @CivilDateField() date!: string;

  @Description('null means that there is no time.')
  @OrNull()
  @CivilTimeField()
  time!: string | null;

  @Description('The assignees. An empty list means unassigned.')
  @ListOf(Id())
  responsibleMemberIds!: readonly string[];
}
