import type { Shifted } from '../../../application/days/shift-by-days.js';
import { validationFailed } from '../../../application/shared/errors.js';
import { PAUSED_SERIES_LIMIT } from '../../../domain/days/pause.js';
import { SHIFT_MAX_DAYS } from '../../../domain/series/shift-by-days.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { CategoryId, SeriesId } from '../../../domain/shared/ids.js';
import { Description } from '../../validation/compose.js';
import { Absent } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, Ids, WholeNumber } from '../../validation/values.js';

@Description('A permanent move of planned dates by some days.')
export class ShiftInput {
  @Description('The number of days, not 0. A negative number moves dates earlier.')
  @WholeNumber({ min: -SHIFT_MAX_DAYS, max: SHIFT_MAX_DAYS })
  days!: number;

  @Description('Planned dates from this day on are moved. It is today or later, at most 90 days ahead.')
  @CivilDateField()
  from!: CivilDate;

  @Description('The series to move. Exactly one of `seriesIds`, `categoryId` and `all: true` is required.')
  @Absent()
  @Ids({ min: 1, max: PAUSED_SERIES_LIMIT })
  seriesIds?: SeriesId[];

  @Description('Moves all series of this category that the caller sees.')
  @Absent()
  @Id()
  categoryId?: CategoryId;

  @Description('If true, all series that the caller sees are moved.')
  @Absent()
  @Flag()
  all?: boolean;

  @Description('If true, one-off tasks are moved too. It is not allowed with `seriesIds`.')
  @Absent()
  @Flag()
  oneOff?: boolean;

  @Description('If true, the answer shows what the shift would change, and nothing is changed.')
  @Absent()
  @Flag()
  dryRun?: boolean;
}

/**
 * Returns which tasks the request moves. Throws VALIDATION_FAILED unless the request uses exactly one way to choose
 * them, and if it combines `oneOff` with `seriesIds`.
 */
export function readShifted({ seriesIds, categoryId, all = false, oneOff = false }: ShiftInput): Shifted {
  const said = [seriesIds !== undefined, categoryId !== undefined, all].filter(Boolean).length;
  if (said !== 1)
    throw validationFailed([
      {
        field: 'all',
        rule: 'one',
        message: 'exactly one of seriesIds, categoryId and all: true is required',
      },
    ]);
  if (seriesIds === undefined)
    return categoryId === undefined ? { kind: 'all' } : { kind: 'category', id: categoryId };
  if (oneOff)
    throw validationFailed([
      { field: 'oneOff', rule: 'one', message: 'is allowed only with categoryId or all: true' },
    ]);
  return { kind: 'series', ids: seriesIds };
}
