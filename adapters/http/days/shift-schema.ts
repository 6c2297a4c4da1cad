import type { Shifted } from '../../../application/days/shift-by-days.js';
import { validationFailed } from '../../../application/shared/errors.js';
import { PAUSED_SERIES_LIMIT } from '../../../domain/days/pause.js';
import { SHIFT_MAX_DAYS } from '../../../domain/series/shift-by-days.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { CategoryId, SeriesId } from '../../../domain/shared/ids.js';
import { Absent } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, Ids, WholeNumber } from '../../validation/values.js';

export class ShiftInput {
  /** A negative number moves dates earlier. */
  @WholeNumber({ min: -SHIFT_MAX_DAYS, max: SHIFT_MAX_DAYS }) days!: number;
  /** The first day from which planned dates are moved. */
  @CivilDateField() from!: CivilDate;
  @Absent() @Ids({ min: 1, max: PAUSED_SERIES_LIMIT }) seriesIds?: SeriesId[];
  @Absent() @Id() categoryId?: CategoryId;
  @Absent() @Flag() all?: boolean;
  /** If true, one-off tasks are moved too (those of the category, or all). */
  @Absent() @Flag() oneOff?: boolean;
  @Absent() @Flag() dryRun?: boolean;
}

/** Returns what is moved. Throws VALIDATION_FAILED unless exactly one of the ways to choose it is used. */
export function readShifted({ seriesIds, categoryId, all = false, oneOff = false }: ShiftInput): Shifted {
  const said = [seriesIds !== undefined, categoryId !== undefined, all].filter(Boolean).length;
  if (said !== 1)
    throw validationFailed([
      { field: 'all', rule: 'one', message: 'say one of seriesIds, categoryId and all: true' },
    ]);
  if (seriesIds === undefined)
    return categoryId === undefined ? { kind: 'all' } : { kind: 'category', id: categoryId };
  if (oneOff)
    throw validationFailed([
      { field: 'oneOff', rule: 'one', message: 'goes with categoryId, or with all: true' },
    ]);
  return { kind: 'series', ids: seriesIds };
}
