import type { PreviewedQuickAdd as Preview } from '../../../application/quick-add/quick-add.js';
import { AUTO_LOCALE } from '../../../application/quick-add/read-sentence.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import { COMPLETIONS, type Completion } from '../../../domain/tasks/content.js';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import { SPAN_KINDS } from '../../../domain/quick-add/result.js';
import { PRIORITIES } from '../../../domain/tasks/occurrence.js';
import { VISIBILITIES } from '../../../domain/shared/visibility.js';
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
import { Description } from '../../validation/compose.js';
import { Absent, OrNull } from '../../validation/shape.js';
import { Text } from '../../validation/text.js';
import {
  CivilDateField,
  CivilTimeField,
  Flag,
  Id,
  LanguageTag,
  OneOf,
  Ranges,
} from '../../validation/values.js';
import { SoftDueRequestDto, UpcomingDateDto } from '../tasks/content-dto.js';

@Description('A sentence that describes a task.')
export class QuickAddInput {
  @Description(
    'The sentence, which may have at most 500 characters. Further lines may contain a checklist of at most ' +
      '100 lines.',
  )
  @Text({ max: 50_000, lines: true, raw: true })
  text!: string;

  @Description(
    'The language of the sentence (BCP 47). Dates are read in English and French, in other ' +
      'languages only ISO dates and markers. The region decides how `3/4` is read. `auto` lets the ' +
      'service choose. The default is the language of the account.',
  )
  @Absent()
  @LanguageTag(AUTO_LOCALE)
  locale?: string;

  @Description(
    'Parts of the text that belong to the title and are not read as anything else. Each is `[start, ' +
      'end]` in UTF-16 offsets, the end not included.',
  )
  @Absent()
  @Ranges({ max: 50 })
  ignore?: [number, number][];
}

@Description('A pasted list, with one task or thing in each line.')
export class QuickAddLinesInput {
  @Description('The list: at most 100 lines that are not empty.')
  @Text({ max: 50_000, lines: true, raw: true, blank: true })
  text!: string;
}

@Description('A line of a pasted list.')
export class QuickAddLineDto {
  @Description('The line without its bullet, number or box. It is never cut.')
  @PlainText()
  text!: string;

  @Description('True if the box of the line is ticked.')
  @Flag()
  done!: boolean;
}

/** A half-open range of the text, in UTF-16 code units. */
class Offsets {
  @Description('The beginning of the part, as a UTF-16 offset into the text.')
  @Integer()
  start!: number;

  @Description('The end of the part, as a UTF-16 offset. The character there is not included.')
  @Integer()
  end!: number;
}

class Alternative {
  @OneOf(SPAN_KINDS) kind!: (typeof SPAN_KINDS)[number];

  @Description('The value of this other reading.')
  @AnyValue()
  value!: unknown;
}

class QuickAddPreviewItem {
  @PlainText() title!: string;

  @Description('True if the box of the line is ticked.')
  @Flag()
  done!: boolean;
}

class QuickAddPreviewTask {
  @PlainText() title!: string;
  @OrNull() @PlainText() notes!: string | null;

  @Description('null means no category, or one that is created with the task (`newCategory`).')
  @OrNull()
  @Id()
  categoryId!: string | null;

  @OneOf(VISIBILITIES) visibility!: (typeof VISIBILITIES)[number];
  @OneOf(PRIORITIES) priority!: (typeof PRIORITIES)[number];

  @Description(
    'A calendar date in the time zone of the household, the first one of a repeating task. null ' +
      'means no date.',
  )
  @OrNull()
  @CivilDateField()
  date!: string | null;

  @Description('Wall-clock time, HH:mm, in the time zone of the household. null means no time.')
  @OrNull()
  @CivilTimeField()
  time!: string | null;

  @Description('null means that the sentence names no duration.')
  @OrNull()
  @Integer()
  durationMinutes!: number | null;

  @Description('A period in which a task without a date should be done. null means none.')
  @OrNull()
  @Inline(SoftDueRequestDto)
  softDue!: SoftDueRequestDto | null;

  @Description('The assignees. An empty list means unassigned, or that the rotation decides.')
  @ListOf(Id())
  responsibleMemberIds!: readonly string[];

  @Description('`any`: one tick is enough. `all`: each assignee ticks separately.')
  @OneOf(COMPLETIONS)
  completion!: Completion;

  @InlineMany(QuickAddPreviewItem) checklist!: readonly QuickAddPreviewItem[];

  @Description(
    'True if the sentence is a line of a list whose box is ticked. The new task is then completed. It is ' +
      'created open, with the warning `NOT_COMPLETED`, if it repeats and its first date is in the future, ' +
      'or if each assignee ticks separately and the caller is not one of them.',
  )
  @Flag()
  done!: boolean;

  @Description('null means that the task does not repeat.')
  @OrNull()
  @Domain('Recurrence')
  recurrence!: Recurrence | null;

  @Description('null means that nobody takes turns.')
  @OrNull()
  @Domain('Rotation')
  rotation!: RotationRequest | null;
}

class QuickAddPreviewSpan extends Offsets {
  @PlainText() text!: string;

  @Description('The meaning of this part of the text.')
  @OneOf(SPAN_KINDS)
  kind!: (typeof SPAN_KINDS)[number];

  @Description('The value that was read.')
  @AnyValue()
  value!: unknown;

  @Description('A number below 1 if the part has other common readings. Missing means that it is clear.')
  @Absent()
  @AnyNumber()
  confidence?: number;

  @Description('Other readings of this part.')
  @Absent()
  @InlineMany(Alternative)
  alternatives?: readonly Alternative[];
}

class QuickAddPreviewWarning extends Offsets {
  @Description(
    'A stable code of the warning, such as `NOT_UNDERSTOOD`. With `LANGUAGE_NOT_SUPPORTED`, only ' +
      'markers and ISO dates were read. Further codes may be added.',
  )
  @PlainText()
  code!: string;

  @Description('A sentence for developers.')
  @PlainText()
  message!: string;
}

@Description('The task that a sentence would create, and the meaning of each part of the sentence.')
export class QuickAddPreview {
  @Description('The text that was read.')
  @PlainText()
  text!: string;

  @Description('The language in which the sentence was read.')
  @PlainText()
  locale!: string;

  @Inline(QuickAddPreviewTask) task!: QuickAddPreviewTask;

  @Description('The name of a category that is created with the task. null means none.')
  @OrNull()
  @PlainText()
  newCategory!: string | null;

  @Description('The parts of the text that were understood, in order and without overlaps.')
  @InlineMany(QuickAddPreviewSpan)
  spans!: readonly QuickAddPreviewSpan[];

  @Description('The first dates of the task, at most five. Empty if it has no date.')
  @InlineMany(UpcomingDateDto)
  upcoming!: readonly UpcomingDateDto[];

  @Description('Parts of the text that were not understood, or that may surprise.')
  @InlineMany(QuickAddPreviewWarning)
  warnings!: readonly QuickAddPreviewWarning[];
}

/** Presents the task in the form in which it can be sent to create it. */
export function presentQuickAdd({ draft, ...preview }: Preview): QuickAddPreview {
  return presentFields(QuickAddPreview, { ...preview, task: draft });
}
