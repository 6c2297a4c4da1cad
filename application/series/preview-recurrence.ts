import { listAwayPeriods } from '../../domain/households/away.js';
import type { Season } from '../../domain/days/season.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import { UNASSIGNED, type RotationRequest } from '../../domain/rotation/rotation.js';
import type { CivilTime } from '../../domain/shared/civil-time.js';
import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import type { MemberId, SeriesId } from '../../domain/shared/ids.js';
import { upcomingTurns } from '../../domain/series/turns.js';
import type { MemberCaller } from '../shared/caller.js';
import type { HouseholdReader, NamedMember } from '../households/ports.js';
import type { IdGenerator } from '../shared/ports.js';
import { begin, requireRotation } from './create-series.js';

export type PreviewRequest = {
  readonly recurrence: Recurrence;
  readonly startDate: CivilDate;
  readonly rotation: RotationRequest | null;
  readonly season: Season | null;
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
    readonly time: CivilTime | null;
    readonly index: number;
    readonly responsibleMemberIds: readonly MemberId[];
  }[];
};

/** The dates and turns that a series would have; writes nothing. Of one after completion only the first is known. */
export function previewRecurrence({ households, ids }: { households: HouseholdReader; ids: IdGenerator }) {
  return async (caller: MemberCaller, request: PreviewRequest): Promise<RecurrencePreview> => {
    const members = request.rotation === null ? [] : await households.members(caller.household.id);
    return foretell({ ids }, caller, members, request);
  };
}

/** {@link previewRecurrence} among these members. */
export function foretell(
  { ids }: { readonly ids: IdGenerator },
  { household }: Pick<MemberCaller, 'household'>,
  members: readonly NamedMember[],
  request: PreviewRequest,
): RecurrencePreview {
  const begun = begin(request, request.startDate, household);
  const rotation =
    request.rotation === null ? UNASSIGNED : requireRotation(request.rotation, members, ids.next<SeriesId>());
  const { from, to, limit } = request;
  const dates = upcomingTurns(
    begun,
    rotation,
    { ...(from && { from }), ...(to && { to: addDays(to, 1) }), limit },
    { firstDayOfWeek: household.weekStartsOn, away: listAwayPeriods(members) },
  );
  return {
    recurrence: begun.recurrence,
    dates: dates.map(({ date, time = null, index, responsibleMemberIds }) => ({
      date,
      time,
      index,
      responsibleMemberIds,
    })),
  };
}
