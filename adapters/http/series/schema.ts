import { CHECKLIST_LIMIT } from '../../../domain/tasks/checklist.js';
import type { Season } from '../../../domain/days/season.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import { NestedList, Absent, Nullable } from '../../validation/shape.js';
import { RecurrenceField, RotationField, SeasonField } from '../../validation/structure.js';
import { Title } from '../../validation/text.js';
import { CivilDateField, Id, WholeNumber } from '../../validation/values.js';
import { ChecklistItemInput, TaskFields } from '../tasks/schema.js';

export class UpdateSeriesInput extends TaskFields {
  @Absent() @WholeNumber({ min: 1, max: 2_147_483_647 }) version?: number;
  @Absent() @Title() title?: string;
  @Absent() @RecurrenceField() recurrence?: Recurrence;
  @Absent() @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT }) checklist?: ChecklistItemInput[];
}

export class SwapInput {
  @Id() withOccurrenceId!: OccurrenceId;
}

export class RecurrencePreviewInput {
  @RecurrenceField() recurrence!: Recurrence;
  @CivilDateField() startDate!: CivilDate;
  @Nullable() @RotationField() rotation?: RotationRequest | null;
  @Nullable() @SeasonField() season?: Season | null;
  @Absent() @CivilDateField() from?: CivilDate;
  @Absent() @CivilDateField() to?: CivilDate;
  @Absent() @WholeNumber({ min: 1, max: 500 }) limit?: number;
}
