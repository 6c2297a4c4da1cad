import { COMPLETIONS, type Completion, type Nag, type TaskContent } from '../../../domain/tasks/content.js';
import { PRIORITIES, type Priority } from '../../../domain/tasks/occurrence.js';
import { VISIBILITIES, type Visibility } from '../../../domain/shared/visibility.js';
import { Inline, Integer, ListOf, PlainText } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { CivilTimeField, Id, OneOf } from '../../validation/values.js';

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
