import { PAUSED_SERIES_LIMIT, PAUSE_MODES, type PauseMode } from '../../../domain/days/pause.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId, SeriesId } from '../../../domain/shared/ids.js';
import { rule } from '../../validation/compose.js';
import { Absent, Nullable } from '../../validation/shape.js';
import { Text } from '../../validation/text.js';
import { CivilDateField, Flag, Id, Ids, OneOf } from '../../validation/values.js';

export class PauseInput {
  @CivilDateField() from!: CivilDate;
  /** null or missing means until further notice. */
  @Nullable() @CivilDateField() to?: CivilDate | null;
  /** If it is missing, all series are paused except those with `whenAway: "keep"`. */
  @Absent()
  @Ids({ max: PAUSED_SERIES_LIMIT })
  @rule('arrayNotEmpty', 'must name a series', (ids) => !Array.isArray(ids) || ids.length > 0)
  seriesIds?: SeriesId[];
  @OneOf(PAUSE_MODES) mode!: PauseMode;
  /** Required with the mode `assign`, otherwise not allowed. */
  @Nullable() @Id() assignTo?: MemberId | null;
  @Nullable() @Text({ max: 500 }) note?: string | null;
  @Absent() @Flag() dryRun?: boolean;
}
