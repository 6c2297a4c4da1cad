import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { CHECKLIST_LIMIT } from '../../../domain/tasks/checklist.js';
import {
  DAY_OFFSET_LIMIT,
  TEMPLATE_TASKS_LIMIT,
  type TemplateTask,
} from '../../../domain/templates/template.js';
import type { TemplateFields } from '../../../application/templates/manage-templates.js';
import { composed, rule, Description } from '../../validation/compose.js';
import { ListInParts, NestedList, Absent, Nullable } from '../../validation/shape.js';
import { Name, Title } from '../../validation/text.js';
import { CivilDateField, Ids, WholeNumber } from '../../validation/values.js';
import { ChecklistItemInput, DatelessFields } from '../tasks/schema.js';
import { toContent } from '../tasks/task-to-domain.js';

@Description(
  'A task of a template. It has a number of days after the date of the template instead of a date.',
)
export class TemplateTaskInput extends DatelessFields {
  @Title() title!: string;

  @Description(
    'Days from the date to which the template is applied to the date of this task. A negative ' +
      'number lies before it. null means a task without a date.',
  )
  @Nullable()
  @WholeNumber({ min: -DAY_OFFSET_LIMIT, max: DAY_OFFSET_LIMIT })
  dayOffset?: number | null;

  @Description('The items in their order.')
  @Absent()
  @NestedList(ChecklistItemInput, { max: CHECKLIST_LIMIT })
  checklist?: ChecklistItemInput[];
}

function Tasks(): PropertyDecorator {
  return composed(
    rule(
      'arrayNotEmpty',
      'must contain at least one task',
      (value) => !Array.isArray(value) || value.length > 0,
    ),
    ListInParts(TemplateTaskInput, { max: TEMPLATE_TASKS_LIMIT }),
  );
}

export class CreateTemplateInput {
  @Name({ max: 80 }) name!: string;

  @Description('The tasks. They must be `SHARED`, because all members see a template.')
  @Tasks()
  tasks!: TemplateTaskInput[];
}

export class UpdateTemplateInput {
  @Absent() @Name({ max: 80 }) name?: string;

  @Description(
    'The tasks. They must be `SHARED`, because all members see a template. The list replaces the ' +
      'present one.',
  )
  @Absent()
  @Tasks()
  tasks?: TemplateTaskInput[];
}

@Description('The date and the assignees of the tasks that are created.')
export class ApplyTemplateInput {
  @Description('The day from which `dayOffset` of the tasks counts. null or missing means today.')
  @Nullable()
  @CivilDateField()
  date?: CivilDate | null;

  @Description('The assignees of all tasks. null or missing means those of the template.')
  @Nullable()
  @Ids({ max: 10 })
  responsibleMemberIds?: MemberId[] | null;
}

export function toTemplateTasks(inputs: readonly TemplateTaskInput[]): TemplateTask[] {
  return inputs.map((input) => ({ ...toContent(input), dayOffset: input.dayOffset ?? null }));
}

export function toTemplateEdit({ tasks, ...edit }: UpdateTemplateInput): Partial<TemplateFields> {
  return tasks === undefined ? edit : { ...edit, tasks: toTemplateTasks(tasks) };
}
