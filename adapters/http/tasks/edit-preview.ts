import type { EditPreview } from '../../../domain/series/preview.js';
import type { ResponseDescription, RouteResponse } from '../route.js';
import { Inline, InlineMany, Integer, ListOf, PlainText, presentFields } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, CivilTimeField, Flag, Id } from '../../validation/values.js';

class EditPreviewCounts {
  @Description('Dates that would be added.')
  @Integer({ minimum: 0 })
  created!: number;

  @Description('Dates that would change.')
  @Integer({ minimum: 0 })
  changed!: number;

  @Description('Dates that would be removed.')
  @Integer({ minimum: 0 })
  removed!: number;

  @Description('Open dates that would not change.')
  @Integer({ minimum: 0 })
  kept!: number;
}

class EditPreviewWas {
  @OrNull() @CivilDateField() date!: string | null;
  @ListOf(Id()) responsibleMemberIds!: readonly string[];
}

class EditPreviewDate {
  @Description('null for a date that would be created.')
  @OrNull()
  @Id()
  occurrenceId!: string | null;

  @Description('null for a one-off task.')
  @OrNull()
  @Id()
  seriesId!: string | null;

  @PlainText() title!: string;

  @Description('The new date. For a date that would be removed, its present date.')
  @CivilDateField()
  date!: string;

  @Description('null means that there is no time.')
  @OrNull()
  @CivilTimeField()
  time!: string | null;

  @Description('The position in the series, counted from 0. null for a one-off task.')
  @OrNull()
  @Integer()
  index!: number | null;

  @Description('The assignees after the change. An empty list means unassigned.')
  @ListOf(Id())
  responsibleMemberIds!: readonly string[];

  @Description('The present state of a date that would change or be removed. Otherwise null.')
  @OrNull()
  @Inline(EditPreviewWas)
  was!: EditPreviewWas | null;

  @Description(
    'True if the date would be removed. An edit of a single task does not list removed dates, it ' +
      'only counts them.',
  )
  @Flag()
  removed!: boolean;
}

@Description('The dates that a change would affect, as far as the caller may see them.')
export class EditPreviewDto {
  @Inline(EditPreviewCounts) counts!: EditPreviewCounts;

  @Description('The next dates, at most ten.')
  @InlineMany(EditPreviewDate, { maxItems: 10 })
  dates!: readonly EditPreviewDate[];

  @Description(
    'False if the change concerns more than 50 series. Only the first 50 were examined, so the ' +
      'counts are lower bounds.',
  )
  @Flag()
  complete!: boolean;
}

export function presentEditPreview(preview: EditPreview): EditPreviewDto {
  return presentFields(EditPreviewDto, { ...preview, complete: preview.isComplete ?? true });
}

/** Describes the response to a request with `dryRun`, which is a preview. */
export const DRY_RUN_RESPONSE = {
  status: 200,
  description:
    'With `dryRun=true`: the changes that the request would make, as far as the caller may see them.',
  body: EditPreviewDto,
} as const satisfies ResponseDescription;

export function answerDryRun(preview: EditPreview): RouteResponse<EditPreviewDto> {
  return { status: DRY_RUN_RESPONSE.status, body: presentEditPreview(preview) };
}
