import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { SeriesId } from '../../../domain/shared/ids.js';
import { Absent } from '../../validation/shape.js';
import { CivilDateField, Flag, Ids } from '../../validation/values.js';

export class RebalancedDays {
  @CivilDateField() from!: CivilDate;
  @CivilDateField() to!: CivilDate;
  /** If it is missing, all series are rebalanced. */
  @Absent() @Ids({ max: 100 }) seriesIds?: SeriesId[];
}

export class RebalanceInput extends RebalancedDays {
  @Absent() @Flag() dryRun?: boolean;
}
