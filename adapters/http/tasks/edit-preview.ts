import type { EditPreview } from '../../../domain/series/preview.js';
import { Inline, InlineMany, Integer, ListOf } from '../schema/output.js';
import { OrNull } from '../schema/presence.js';
import { presentFields } from '../schema/present.js';
import { CivilDateField, CivilTimeField, Id } from '../schema/values.js';

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
  @CivilDateField() date!: string;
  @OrNull() @CivilTimeField() time!: string | null;
  @OrNull() @Integer() index!: number | null;
  @ListOf(Id()) responsibleMemberIds!: readonly string[];
  @OrNull()
  @Inline(EditPreviewWas, { description: 'Of a date that would change: what it is now' })
  was!: EditPreviewWas | null;
}

export class EditPreviewDto {
  @Inline(EditPreviewCounts) counts!: EditPreviewCounts;
  @InlineMany(EditPreviewDate, { maxItems: 10 }) dates!: readonly EditPreviewDate[];
}

export function presentEditPreview(preview: EditPreview): EditPreviewDto {
  return presentFields(EditPreviewDto, preview);
}
