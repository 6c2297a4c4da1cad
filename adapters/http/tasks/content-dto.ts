import { COMPLETIONS, type Completion, type Nag, type TaskContent } from '../../../domain/tasks/content.js';
import { PRIORITIES, type Priority } from '../../../domain/tasks/occurrence.js';
import { VISIBILITIES, type Visibility } from '../../../domain/shared/visibility.js';
import { Inline, Integer, ListOf, PlainText } from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { CivilTimeField, Id, OneOf } from '../../validation/values.js';

/** `allDay` is missing, because occurrences, series and templates each present it differently. */
type Presented = Omit<TaskContent, 'allDay'>;

class ContentNag implements Nag {
  @Integer() everyMinutes!: number;
  @Integer() times!: number;
}

/** The content fields that occurrences, series and template tasks have in common. */
export class TaskContentDto implements Presented {
  @PlainText() title!: string;
  @OrNull() @PlainText() notes!: string | null;
  @OrNull() @Id() categoryId!: TaskContent['categoryId'];
  @OneOf(VISIBILITIES) visibility!: Visibility;
  @OneOf(PRIORITIES) priority!: Priority;
  @OrNull() @CivilTimeField() time!: TaskContent['time'];
  @OrNull() @Integer() durationMinutes!: number | null;
  @ListOf(Integer()) reminders!: readonly number[];
  @OrNull()
  @Integer({ description: 'Days before the date from which the task is upcoming. Null means always.' })
  showFrom!: number | null;
  @OrNull() @Inline(ContentNag) nag!: ContentNag | null;
  @OrNull()
  @Integer({ description: 'Minutes after the start at which others are notified. Null means never.' })
  escalateAfterMinutes!: number | null;
  @OneOf(COMPLETIONS) completion!: Completion;
}
