import type { CreatedShift } from '../../../application/days/shift-by-days.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { countsFor, type ListedOperation } from '../../../domain/operations/operation.js';
import { LEFT_REASONS, type LeftReason } from '../../../domain/series/shift-by-days.js';
import { Inline, InlineMany, Integer, PlainText, presentFields } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { Flag, Id, OneOf } from '../../validation/values.js';
import { MovedDateDto } from './pause-present.js';

class ShiftEffectDto {
  @Description('Planned dates that move.')
  @Integer({ minimum: 0 })
  moved!: number;

  @Description('Planned dates that are removed.')
  @Integer({ minimum: 0 })
  removed!: number;

  @Description('Dates that stay because a member has edited or done them.')
  @Integer({ minimum: 0 })
  kept!: number;

  @Description('Series and tasks that are not moved.')
  @Integer({ minimum: 0 })
  left!: number;
}

class LeftDto {
  @Description('null for a one-off task.')
  @OrNull()
  @Id()
  seriesId!: string | null;

  @Description('null for a series.')
  @OrNull()
  @Id()
  occurrenceId!: string | null;

  @PlainText() title!: string;

  @Description(
    '`WHEN_AWAY_KEEP`: the series has `whenAway: "keep"`, and `seriesIds` does not name ' +
      'it. `NOTHING_PLANNED`: it has no date on or after `from` that may move. ' +
      '`SEVERAL_DAYS`: its rule cannot be moved, for example because it names several days of ' +
      'the month. `NO_DATE`: after the shift, it would have no date left. `NOTHING_EARLIER`: ' +
      'today, or a date ' +
      'that stays, leaves no room for earlier dates.',
  )
  @OneOf(LEFT_REASONS)
  reason!: LeftReason;
}

@Description('The dates that a shift moved or would move.')
export class MadeShiftDto {
  @Inline(ShiftEffectDto) affected!: ShiftEffectDto;

  @Description('The first dates that change, at most ten.')
  @InlineMany(MovedDateDto, { maxItems: 10 })
  dates!: readonly MovedDateDto[];

  @Description('The series and tasks that are not moved, with the reason.')
  @InlineMany(LeftDto, { maxItems: 100 })
  left!: readonly LeftDto[];

  @Description(
    'False if the shift cannot be undone, because it changes more than 1,000 rows or is not ' +
      'complete yet.',
  )
  @Flag()
  undoable!: boolean;

  @Description(
    'False while a job still moves the rest, or in a dry run with more than 50 tasks. The counts ' +
      'are then lower bounds.',
  )
  @Flag()
  complete!: boolean;
}

export function presentShift(shift: CreatedShift): MadeShiftDto {
  return presentFields(MadeShiftDto, { ...shift, complete: shift.isComplete });
}

/**
 * Presents a shift whose first answer was not stored because the process ended. The counts of moved and removed dates
 * are read from the operation. The other counts and the lists cannot be computed again, so they are 0 and empty.
 */
export function presentLostShift(operation: ListedOperation, { memberId }: MemberCaller): MadeShiftDto {
  const { changed, removed } = countsFor(operation, memberId);
  return {
    affected: { moved: changed, removed, kept: 0, left: 0 },
    ...{ dates: [], left: [] },
    undoable: operation.undoUntil !== null,
    complete: operation.progress === undefined,
  };
}
