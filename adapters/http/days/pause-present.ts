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
  presenterOf,
} from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, InstantField, OneOf } from '../../validation/values.js';

export class PauseModeDto {
  @Description(
    '`skip`: the dates are left out. `later`: they move behind the pause. `assign`: one member does ' +
      'them.',
  )
  @OneOf(PAUSE_MODES)
  mode!: PauseMode;

  @Description('The member who does everything. null unless the mode is `assign`.')
  @OrNull()
  @Id()
  assignTo!: string | null;
}

class PauseFields extends PauseModeDto {
  @Description('The first day, in the time zone of the household.')
  @CivilDateField()
  from!: string;

  @Description('The last day, which is included. null means until further notice.')
  @OrNull()
  @CivilDateField()
  to!: string | null;

  @Description('The series that pause. null means all series except those with `whenAway: "keep"`.')
  @OrNull()
  @ListOf(Id())
  seriesIds!: readonly string[] | null;

  @Description('A text for the members. null means that there is none.')
  @OrNull()
  @PlainText()
  note!: string | null;

  @Description('The member who created the pause.')
  @Id()
  createdBy!: string;

  @InstantField() createdAt!: InstantText;
}

@Description('Days on which repeating tasks are skipped, postponed, or given to one member.')
export class PauseDto extends PauseFields {
  @Id() id!: string;
}

@Description('The numbers of dates that are skipped, postponed, reassigned or kept.')
export class PauseEffectDto {
  @Description('Planned dates that are skipped.')
  @Integer({ minimum: 0 })
  removed!: number;

  @Description('Dates that are postponed.')
  @Integer({ minimum: 0 })
  moved!: number;

  @Description('Dates that other members get.')
  @Integer({ minimum: 0 })
  reassigned!: number;

  @Description('Dates on these days that do not change.')
  @Integer({ minimum: 0 })
  kept!: number;
}

export class MovedDateDto {
  @Description('null for a one-off task.')
  @OrNull()
  @Id()
  seriesId!: string | null;

  @Id() occurrenceId!: string;
  @PlainText() title!: string;

  @Description('The date before the change.')
  @CivilDateField()
  date!: string;

  @Description(
    'The date after the change. null means that the date is left out or lies beyond the planned ones.',
  )
  @OrNull()
  @CivilDateField()
  becomes!: string | null;

  @Description('The assignees after the change. An empty list means unassigned.')
  @ListOf(Id())
  responsibleMemberIds!: readonly string[];
}

@Description('A pause with the dates that it changed or would change.')
export class MadePauseDto extends PauseFields {
  @Description('null for a dry run.')
  @OrNull()
  @Id()
  id!: string | null;

  @Inline(PauseEffectDto) affected!: PauseEffectDto;

  @Description('The first dates that change, at most ten.')
  @InlineMany(MovedDateDto, { maxItems: 10 })
  dates!: readonly MovedDateDto[];

  @Description(
    'False if more than 50 series are affected. The counts are then lower bounds: a dry run ' +
      'examines only the first 50 series, and a real change continues after the answer.',
  )
  @Flag()
  complete!: boolean;
}

export const presentPause = presenterOf(PauseDto);

/** Presents a pause with its effect. `id` is null for a dry run, which creates no pause. */
export function presentMadePause(
  { pause, dates, isComplete }: CreatedPause,
  id: Pause['id'] | null = pause.id,
): MadePauseDto {
  return presentFields(MadePauseDto, { ...pause, id, dates, complete: isComplete });
}
