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
import { Absent, OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, OneOf } from '../../validation/values.js';
import { SeriesShift } from '../days/series-shift.js';
import { TaskContentDto } from '../tasks/content-dto.js';

class TemplateTaskSoftDue {
  @OneOf(SOFT_DUE_KINDS) kind!: (typeof SOFT_DUE_KINDS)[number];
  @Absent() @CivilDateField() date?: string;
}

class TemplateTaskChecklist {
  @PlainText() title!: string;
}

class TemplateTaskDto extends TaskContentDto {
  @OrNull() @Integer() dayOffset!: number | null;
  @Absent() @Flag() allDay?: boolean;
  @OrNull() @Inline(TemplateTaskSoftDue) softDue!: TemplateTaskSoftDue | null;
  @ListOf(Id()) responsibleMemberIds!: readonly string[];
  @InlineMany(TemplateTaskChecklist) checklist!: readonly TemplateTaskChecklist[];
  @OrNull() @Domain('Recurrence') recurrence!: Recurrence | null;
  @OrNull() @Domain('Rotation') rotation!: RotationRequest | null;
  @OneOf(MISSED_POLICIES) missed!: (typeof MISSED_POLICIES)[number];
  @OrNull() @Domain('Season') season!: Season | null;
  @OrNull() @Inline(SeriesShift) shift!: SeriesShift | null;
  @OrNull() @OneOf(WHEN_AWAY) whenAway!: WhenAway | null;
}

export class TemplateDto {
  @Id() id!: string;
  @PlainText() name!: string;
  @Many(TemplateTaskDto) tasks!: readonly TemplateTaskDto[];
}

export function presentTemplate(template: TaskTemplate): TemplateDto {
  return presentFields(TemplateDto, { ...template, tasks: template.tasks.map(withoutUnsaid) });
}

/** Returns the task in the form in which clients may send it back, without `allDay` if it was never set. */
function withoutUnsaid({ allDay, ...task }: TemplateTask) {
  return { ...task, ...(allDay !== null && { allDay }) };
}
