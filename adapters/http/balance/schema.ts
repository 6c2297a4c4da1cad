import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { SeriesId } from '../../../domain/shared/ids.js';
import { Description } from '../../validation/compose.js';
import { Absent } from '../../validation/shape.js';
import { CivilDateField, Flag, Ids } from '../../validation/values.js';

@Description('The days and series whose turns are rebalanced.')
export class RebalancedDays {
  @Description('The first day, the day after tomorrow or later.')
  @CivilDateField()
  from!: CivilDate;

  @Description('The last day, which is included.')
  @CivilDateField()
  to!: CivilDate;

  @Description('The series to rebalance. If it is missing, all series are rebalanced.')
  @Absent()
  @Ids({ max: 100 })
  seriesIds?: SeriesId[];
}

@Description('The days and series whose turns are rebalanced.')
export class RebalanceInput extends RebalancedDays {
  @Description('If true, the answer shows what the request would change, and nothing is changed.')
  @Absent()
  @Flag()
  dryRun?: boolean;
}
