import type { EditPreview } from '../../../domain/series/preview.js';
import type { ResponseDescription, RouteResponse } from '../route.js';
import { Inline, InlineMany, Integer, ListOf, PlainText, presentFields } from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, CivilTimeField, Flag, Id } from '../../validation/values.js';

class EditPreviewCounts {
  @Integer({ minimum: 0 }) created!: number;
  @Integer({ minimum: 0 }) changed!: number;
  @Integer({ minimum: 0 }) removed!: number;
  @Integer({ minimum: 0, description: 'What is open and would stay as it is' }) kept!: number;
}

class EditPreviewWas {
  @OrNull() @CivilDateField() date!: string | null;
  @ListOf(Id()) responsibleMemberIds!: readonly string[];
}

class EditPreviewDate {
  @OrNull() @Id() occurrenceId!: string | null;
  @OrNull() @Id() seriesId!: string | null;
  @PlainText() title!: string;
  @CivilDateField() date!: string;
  @OrNull() @CivilTimeField() time!: string | null;
  @OrNull() @Integer() index!: number | null;
  @ListOf(Id()) responsibleMemberIds!: readonly string[];
  @OrNull()
  @Inline(EditPreviewWas, { description: 'Of a date that would change, or be removed: what it is now' })
  was!: EditPreviewWas | null;
  @Flag({
    description: 'Whether it would not be there any more; of edits of one task those are counted alone',
  })
  removed!: boolean;
}

export class EditPreviewDto {
  @Inline(EditPreviewCounts) counts!: EditPreviewCounts;
  @InlineMany(EditPreviewDate, { maxItems: 10 }) dates!: readonly EditPreviewDate[];
  @Flag({
    description:
      'false: the change concerns more than 50 series, of which the first were looked at; counts are lower bounds then',
  })
  complete!: boolean;
}

export function presentEditPreview(preview: EditPreview): EditPreviewDto {
  return presentFields(EditPreviewDto, { ...preview, complete: preview.isComplete ?? true });
}

/** What a request with `dryRun` is answered. */
export const FORETOLD = {
  status: 200,
  description: 'With `dryRun`: what it would do, of what the caller sees; nothing is changed',
  body: EditPreviewDto,
} as const satisfies ResponseDescription;

export function foretell(preview: EditPreview): RouteResponse<EditPreviewDto> {
  return { status: FORETOLD.status, body: presentEditPreview(preview) };
}
