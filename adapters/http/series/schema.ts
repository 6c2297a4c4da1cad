import { CHECKLIST_LIMIT } from '../../../domain/tasks/checklist.js';
import type { Season } from '../../../domain/days/season.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { Description } from '../../validation/compose.js';
import { NestedList, Absent, Nullable } from '../../validation/shape.js';
import { RecurrenceField, RotationField, SeasonField } from '../../validation/structure.js';
import { Title } from '../../validation/text.js';
import { CivilDateField, Id, WholeNumber } from '../../validation/values.js';
import { ChecklistItemInput, TaskFields } from '../tasks/schema.js';

@Description('An edit of a series. Fields that are missing keep their values.')
export class UpdateSeriesInput extends TaskFields {
  @Description(
    'The version that the client has read. If the series has changed since, the answer is 409 ' +
      '`VERSION_CONFLICT`. Without it, the edit applies to any version.',
  )
  @Absent()
  @WholeNumber({ min: 1, max: 2_147_483_647 })
  version?: number;

  @Absent() @Title() title?: string;

  @Description('The new rule, or a recurrence after completion.')
  @Absent()
  @RecurrenceField()
  recurrence?: Recurrence;

  @Description('The items that new occurrences get, in their order.')
  @Absent()
  @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT })
  checklist?: ChecklistItemInput[];
}

@Description('A request to exchange two turns.')
export class SwapInput {
  @Description(
    'The turn that the caller wants in exchange. It belongs to another member and is not in the past.',
  )
  @Id()
  withOccurrenceId!: OccurrenceId;
}

@Description('A recurrence whose dates are previewed.')
export class RecurrencePreviewInput {
  @RecurrenceField() recurrence!: Recurrence;

  @Description('The date from which the rule counts.')
  @CivilDateField()
  startDate!: CivilDate;

  @Description('null means that nobody takes turns.')
  @Nullable()
  @RotationField()
  rotation?: RotationRequest | null;

  @Description('The parts of the year in which the task repeats. null means all year.')
  @Nullable()
  @SeasonField()
  season?: Season | null;

  @Description('Returns only dates from this day on.')
  @Absent()
  @CivilDateField()
  from?: CivilDate;

  @Description('Returns only dates up to this day.')
  @Absent()
  @CivilDateField()
  to?: CivilDate;

  @Description('The largest number of dates in the answer. The default is 10.')
  @Absent()
  @WholeNumber({ min: 1, max: 500 })
  limit?: number;
}
