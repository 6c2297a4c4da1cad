import type { Recurrence } from '../../domain/recurrence/rule.js';
import type { RotationRequest } from '../../domain/rotation/rotation.js';
import { turnOf } from '../../domain/rotation/away.js';
import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import type { MemberId, SeriesId } from '../../domain/shared/ids.js';
import { END_OF_CALENDAR, isRule, seriesDates } from '../../domain/series/dates.js';
import type { MemberCaller } from '../shared/caller.js';
import type { HouseholdReader } from '../households/ports.js';
import type { IdGenerator } from '../shared/ports.js';
import { begin, requireRotation } from './create-series.js';
import { awayPeriodsOf } from './plan-context.js';

export type PreviewRequest = {
  readonly recurrence: Recurrence;
  readonly startDate: CivilDate;
  readonly rotation: RotationRequest | null;
  /** Both inclusive. */
  readonly from: CivilDate | null;
  readonly to: CivilDate | null;
  readonly limit: number;
};

export type RecurrencePreview = {
  /** In canonical form, as it would be stored. */
  readonly recurrence: Recurrence;
  readonly dates: readonly {
    readonly date: CivilDate;
    readonly index: number;
    readonly responsibleMemberIds: readonly MemberId[];
  }[];
};

/** The dates and turns that a series would have; writes nothing. Of one after completion only the first is known. */
export function previewRecurrence({ households, ids }: { households: HouseholdReader; ids: IdGenerator }) {
  return async (caller: MemberCaller, request: PreviewRequest): Promise<RecurrencePreview> => {
    const { household } = caller;
    const { recurrence, start } = begin(request.recurrence, request.startDate, household.weekStartsOn);
    const members = request.rotation === null ? [] : await households.members(household.id);
    const rotation =
      request.rotation === null
        ? null
        : requireRotation(
            request.rotation,
            members.map(({ id }) => id),
            ids.next<SeriesId>(),
          );
    const segments = rotation === null ? [] : [{ fromIndex: 0, anchorDate: start, rotation }];
    const away = awayPeriodsOf(members);

    const end = request.to === null ? END_OF_CALENDAR : addDays(request.to, 1);
    const dates = isRule(recurrence)
      ? seriesDates({ recurrence, start, startIndex: 0, endsBefore: null }, request.from ?? start, end)
      : [{ date: start, index: 0 }];
    const shown = [];
    for (const { date, index } of dates) {
      const turn = turnOf(segments, index, date, household.weekStartsOn, away);
      shown.push({ date, index, responsibleMemberIds: turn.responsibleMemberIds });
      if (shown.length === request.limit) break;
    }
    return { recurrence, dates: shown };
  };
}
