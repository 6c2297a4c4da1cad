import type { TaskTemplate, TemplateTask } from '../../../domain/templates/template.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
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
import { Flag, Id } from '../../validation/values.js';
import { ChecklistTitle, RepeatingTaskDto, SoftDueRequestDto } from '../tasks/content-dto.js';

class TemplateTaskDto extends RepeatingTaskDto {
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
  @Inline(SoftDueRequestDto)
  softDue!: SoftDueRequestDto | null;

  @Description('The assignees. An empty list means unassigned.')
  @ListOf(Id())
  responsibleMemberIds!: readonly string[];

  @Description('The items in their order.')
  @InlineMany(ChecklistTitle)
  checklist!: readonly ChecklistTitle[];

  @Description('null means that the task does not repeat.')
  @OrNull()
  @Domain('Recurrence')
  recurrence!: Recurrence | null;
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
