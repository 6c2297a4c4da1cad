import type { Season } from '../../../domain/days/season.js';
import { MISSED_POLICIES, WHEN_AWAY, type WhenAway } from '../../../domain/recurrence/policies.js';
import { SOFT_DUE_KINDS } from '../../../domain/tasks/soft-due.js';
import type { TaskTemplate, TemplateTask } from '../../../domain/templates/template.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import {
  Domain,
  Inline,
  InlineMany,
  Integer,
  ListOf,
  Many,
  PlainText,
  presentFields,
} from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, OneOf } from '../../validation/values.js';
import { SeriesShift } from '../days/series-shift.js';
import { TaskContentDto } from '../tasks/content-dto.js';

class TemplateTaskSoftDue {
  @OneOf(SOFT_DUE_KINDS) kind!: (typeof SOFT_DUE_KINDS)[number];

  @Description('The last day, with the kind `BEFORE`.')
  @Absent()
  @CivilDateField()
  date?: string;
}

class TemplateTaskChecklist {
  @PlainText() title!: string;
}

class TemplateTaskDto extends TaskContentDto {
  @Description(
    'Days from the date to which the template is applied to the date of this task. A negative ' +
      'number lies before it. null means a task without a date.',
  )
  @OrNull()
  @Integer()
  dayOffset!: number | null;

  @Description('Missing means true for a task with a date and without a time.')
  @Absent()
  @Flag()
  allDay?: boolean;

  @Description('A period in which a task without a date should be done. null means none.')
  @OrNull()
  @Inline(TemplateTaskSoftDue)
  softDue!: TemplateTaskSoftDue | null;

  @Description('The assignees. An empty list means unassigned.')
  @ListOf(Id())
  responsibleMemberIds!: readonly string[];

  @Description('The items in their order.')
  @InlineMany(TemplateTaskChecklist)
  checklist!: readonly TemplateTaskChecklist[];

  @Description('null means that the task does not repeat.')
  @OrNull()
  @Domain('Recurrence')
  recurrence!: Recurrence | null;

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

@Description('Several tasks that are created together.')
export class TemplateDto {
  @Id() id!: string;
  @PlainText() name!: string;
  @Many(TemplateTaskDto) tasks!: readonly TemplateTaskDto[];
}

export function presentTemplate(template: TaskTemplate): TemplateDto {
  return presentFields(TemplateDto, { ...template, tasks: template.tasks.map(withoutUnsaid) });
}

/** Returns the task in the form in which clients may send it back. `allDay` is left out if it was never set. */
function withoutUnsaid({ allDay, ...task }: TemplateTask) {
  return { ...task, ...(allDay !== null && { allDay }) };
}
