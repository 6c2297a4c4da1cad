import type { EditPreview } from '../../../domain/series/preview.js';
import type { ResponseDescription, RouteResponse } from '../route.js';
import { Inline, InlineMany, Integer, ListOf, PlainText, presentFields } from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, CivilTimeField, Flag, Id } from '../../validation/values.js';

class EditPreviewCounts {
  @Integer({ minimum: 0 }) created!: number;
  @Integer({ minimum: 0 }) changed!: number;
  @Integer({ minimum: 0 }) removed!: number;
  @Integer({ minimum: 0, description: 'Open dates that would stay as they are.' }) kept!: number;
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
  @Inline(EditPreviewWas, {
    description: 'The present state of a date that would change or be removed. Null for a new date.',
  })
  was!: EditPreviewWas | null;
  @Flag({
    description:
      'True if the date would be removed. An edit of a single task does not list removed dates, ' +
      'it only counts them.',
  })
  removed!: boolean;
}

export class EditPreviewDto {
  @Inline(EditPreviewCounts) counts!: EditPreviewCounts;
  @InlineMany(EditPreviewDate, { maxItems: 10 }) dates!: readonly EditPreviewDate[];
  @Flag({
    description:
      'False if the change concerns more than 50 series. Only the first 50 were examined, so ' +
      'the counts are lower bounds.',
  })
  complete!: boolean;
}

export function presentEditPreview(preview: EditPreview): EditPreviewDto {
  return presentFields(EditPreviewDto, { ...preview, complete: preview.isComplete ?? true });
}

/** The response to a request with `dryRun`. */
export const DRY_RUN_RESPONSE = {
  status: 200,
  description: 'With `dryRun=true`: what would change, as far as the caller may see it.',
  body: EditPreviewDto,
} as const satisfies ResponseDescription;

export function answerDryRun(preview: EditPreview): RouteResponse<EditPreviewDto> {
  return { status: DRY_RUN_RESPONSE.status, body: presentEditPreview(preview) };
}
