import type { CreatedPause } from '../../../application/days/pauses.js';
import { PAUSE_MODES, type Pause, type PauseMode } from '../../../domain/days/pause.js';
import {
  Inline,
  InlineMany,
  Integer,
  ListOf,
  PlainText,
  type InstantText,
  presentFields,
} from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, InstantField, OneOf } from '../../validation/values.js';

class PauseFields {
  @CivilDateField() from!: string;
  @OrNull() @CivilDateField() to!: string | null;
  @OrNull() @ListOf(Id()) seriesIds!: readonly string[] | null;
  @OneOf(PAUSE_MODES) mode!: PauseMode;
  @OrNull() @Id() assignTo!: string | null;
  @OrNull() @PlainText() note!: string | null;
  @Id() createdBy!: string;
  @InstantField() createdAt!: InstantText;
}

export class PauseDto extends PauseFields {
  @Id() id!: string;
}

export class PauseEffectDto {
  @Integer({ minimum: 0, description: 'Planned dates that are skipped.' }) removed!: number;
  @Integer({ minimum: 0, description: 'Dates that are postponed.' }) moved!: number;
  @Integer({ minimum: 0, description: 'Dates that other members get.' }) reassigned!: number;
  @Integer({ minimum: 0, description: 'Dates on these days that stay as they are.' }) kept!: number;
}

export class MovedDateDto {
  @OrNull() @Id() seriesId!: string | null;
  @Id() occurrenceId!: string;
  @PlainText() title!: string;
  @CivilDateField() date!: string;
  @OrNull()
  @CivilDateField()
  becomes!: string | null;
  @ListOf(Id()) responsibleMemberIds!: readonly string[];
}

/** The description of `complete`. */
const COMPLETE =
  'false if more than 50 series are affected. The counts are then lower bounds: a dry run has looked only at the first 50, ' +
  'and a change continues after the answer';

export class MadePauseDto extends PauseFields {
  @OrNull() @Id() id!: string | null;
  @Inline(PauseEffectDto) affected!: PauseEffectDto;
  @InlineMany(MovedDateDto, { maxItems: 10, description: 'The first dates that change.' })
  dates!: readonly MovedDateDto[];
  @Flag({ description: COMPLETE })
  complete!: boolean;
}

export function presentPause(pause: Pause): PauseDto {
  return presentFields(PauseDto, pause);
}

/** `id` is null for a dry run. */
export function presentMadePause(
  { pause, dates, isComplete }: CreatedPause,
  id: Pause['id'] | null = pause.id,
): MadePauseDto {
  return presentFields(MadePauseDto, {
    ...pause,
    id,
    complete: isComplete,
    dates: dates.map((one) => presentFields(MovedDateDto, one)),
  });
}
