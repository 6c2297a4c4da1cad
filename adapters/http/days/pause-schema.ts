import { PAUSED_SERIES_LIMIT, PAUSE_MODES, type PauseMode } from '../../../domain/days/pause.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId, SeriesId } from '../../../domain/shared/ids.js';
import { rule, Description } from '../../validation/compose.js';
import { Absent, Nullable } from '../../validation/shape.js';
import { Text } from '../../validation/text.js';
import { CivilDateField, Flag, Id, Ids, OneOf } from '../../validation/values.js';

@Description('Days on which repeating tasks are skipped, postponed, or given to one member.')
export class PauseInput {
  @Description('The first day, in the time zone of the household.')
  @CivilDateField()
  from!: CivilDate;

  @Description('The last day, which is included. null or missing means until further notice.')
  @Nullable()
  @CivilDateField()
  to?: CivilDate | null;

  @Description(
    'The series that pause. They are all shared or all personal. If it is missing, all series ' +
      'that the caller sees pause except those with `whenAway: "keep"`, and one-off tasks are ' +
      'postponed or given to the member too.',
  )
  @Absent()
  @Ids({ max: PAUSED_SERIES_LIMIT })
  @rule('arrayNotEmpty', 'must contain at least one series', (ids) => !Array.isArray(ids) || ids.length > 0)
  seriesIds?: SeriesId[];

  @Description(
    '`skip`: the dates are left out. `later`: they move behind the pause. `assign`: one member does ' +
      'them.',
  )
  @OneOf(PAUSE_MODES)
  mode!: PauseMode;

  @Description(
    'The member who does everything. It is required with the mode `assign` and not allowed otherwise.',
  )
  @Nullable()
  @Id()
  assignTo?: MemberId | null;

  @Description('A text for the members. null means that there is none.')
  @Nullable()
  @Text({ max: 500 })
  note?: string | null;

  @Description('If true, the answer shows what the pause would change, and nothing is changed.')
  @Absent()
  @Flag()
  dryRun?: boolean;
}
