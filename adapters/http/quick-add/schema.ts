import type { PreviewedQuickAdd as Preview } from '../../../application/quick-add/quick-add.js';
import { AUTO_LOCALE } from '../../../application/quick-add/read-sentence.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import { COMPLETIONS, type Completion } from '../../../domain/tasks/content.js';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import { SPAN_KINDS } from '../../../domain/quick-add/result.js';
import { PRIORITIES } from '../../../domain/tasks/occurrence.js';
import { VISIBILITIES } from '../../../domain/shared/visibility.js';
import { SOFT_DUE_KINDS } from '../../../domain/tasks/soft-due.js';
import {
  AnyNumber,
  AnyValue,
  Domain,
  Inline,
  InlineMany,
  Integer,
  ListOf,
  PlainText,
  presentFields,
} from '../schema/output.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { Text } from '../../validation/text.js';
import { CivilDateField, CivilTimeField, Id, LanguageTag, OneOf, Ranges } from '../../validation/values.js';

export class QuickAddInput {
  @Text({ max: 500, lines: true, raw: true }) text!: string;
  @Absent() @LanguageTag(AUTO_LOCALE) locale?: string;
  @Absent() @Ranges({ max: 50 }) ignore?: [number, number][];
}

/** A half-open range of the text, in UTF-16 code units. */
class Offsets {
  @Integer() start!: number;
  @Integer() end!: number;
}

class Alternative {
  @OneOf(SPAN_KINDS) kind!: (typeof SPAN_KINDS)[number];
  @AnyValue() value!: unknown;
}

class QuickAddPreviewTaskSoftDue {
  @OneOf(SOFT_DUE_KINDS) kind!: (typeof SOFT_DUE_KINDS)[number];
  @Absent() @CivilDateField() date?: string;
}

class QuickAddPreviewTaskChecklist {
  @PlainText() title!: string;
}

class QuickAddPreviewTask {
  @PlainText() title!: string;
  @OrNull() @PlainText() notes!: string | null;
  @OrNull() @Id() categoryId!: string | null;
  @OneOf(VISIBILITIES) visibility!: (typeof VISIBILITIES)[number];
  @OneOf(PRIORITIES) priority!: (typeof PRIORITIES)[number];
  @OrNull() @CivilDateField() date!: string | null;
  @OrNull() @CivilTimeField() time!: string | null;
  @OrNull() @Integer() durationMinutes!: number | null;
  @OrNull() @Inline(QuickAddPreviewTaskSoftDue) softDue!: QuickAddPreviewTaskSoftDue | null;
  @ListOf(Id()) responsibleMemberIds!: readonly string[];
  @OneOf(COMPLETIONS) completion!: Completion;
  @InlineMany(QuickAddPreviewTaskChecklist) checklist!: readonly QuickAddPreviewTaskChecklist[];
  @OrNull() @Domain('Recurrence') recurrence!: Recurrence | null;
  @OrNull() @Domain('Rotation') rotation!: RotationRequest | null;
}

class QuickAddPreviewSpan extends Offsets {
  @PlainText() text!: string;
  @OneOf(SPAN_KINDS) kind!: (typeof SPAN_KINDS)[number];
  @AnyValue() value!: unknown;
  @Absent() @AnyNumber() confidence?: number;
  @Absent() @InlineMany(Alternative) alternatives?: readonly Alternative[];
}

class QuickAddPreviewUpcoming {
  @CivilDateField() date!: string;
  @OrNull() @CivilTimeField() time!: string | null;
  @ListOf(Id()) responsibleMemberIds!: readonly string[];
}

class QuickAddPreviewWarning extends Offsets {
  @PlainText() code!: string;
  @PlainText() message!: string;
}

export class QuickAddPreview {
  @PlainText() text!: string;
  @PlainText({ description: 'The language in which the sentence was read.' }) locale!: string;
  @Inline(QuickAddPreviewTask) task!: QuickAddPreviewTask;
  @OrNull()
  @PlainText({ description: 'The name of a category that is created with the task.' })
  newCategory!: string | null;
  @InlineMany(QuickAddPreviewSpan) spans!: readonly QuickAddPreviewSpan[];
  @InlineMany(QuickAddPreviewUpcoming) upcoming!: readonly QuickAddPreviewUpcoming[];
  @InlineMany(QuickAddPreviewWarning) warnings!: readonly QuickAddPreviewWarning[];
}

/** Presents the task in the form in which it can be sent to create it. */
export function presentQuickAdd({ draft, ...preview }: Preview): QuickAddPreview {
  return presentFields(QuickAddPreview, { ...preview, task: draft });
}
