import { listAwayPeriods } from '../../domain/households/away.js';
import type { Season } from '../../domain/days/season.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import { UNASSIGNED, type RotationRequest } from '../../domain/rotation/rotation.js';
import type { CivilTime } from '../../domain/shared/civil-time.js';
import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import type { MemberId } from '../../domain/shared/ids.js';
import { upcomingTurns } from '../../domain/series/turns.js';
import {
  completeRotation,
  listTurnTakers,
  type RotationDefaults,
} from '../../domain/rotation/read-rotation.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import type { NamedMember } from '../households/ports.js';
import type { Needs } from '../composition/needs.js';
import { validationFailed } from '../shared/errors.js';
import { readRotationDefaults, resolveFirstDate } from './create-series.js';

export type PreviewRequest = {
  readonly recurrence: Recurrence;
  readonly startDate: CivilDate;
  readonly rotation: RotationRequest | null;
  readonly season: Season | null;
  /** The first (`from`) and last day of the preview, both inclusive. null means no limit. */
  readonly from: CivilDate | null;
  readonly to: CivilDate | null;
  readonly limit: number;
};

export type PreviewedRecurrence = {
  /** The recurrence in the canonical form in which it would be stored. */
  readonly recurrence: Recurrence;
  readonly dates: readonly {
    readonly date: CivilDate;
    readonly time: CivilTime | null;
    readonly index: number;
    readonly responsibleMemberIds: readonly MemberId[];
    /** True if the next draw of a balanced rotation may give the turn to another member. */
    readonly provisional: boolean;
  }[];
};

/**
 * Returns the dates and turns that a series would have. Writes nothing. For a series that repeats after completion,
 * only the first date is known. Throws VALIDATION_FAILED if the recurrence has no date, or if the rotation is not
 * valid.
 */
export function previewRecurrence({
  households,
  statistics,
  clock,
  ids,
}: Needs<'households' | 'statistics' | 'clock' | 'ids'>) {
  return async (caller: MemberCaller, request: PreviewRequest): Promise<PreviewedRecurrence> => {
    const { household } = caller;
    const { rotation } = request;
    const members = rotation === null ? [] : await households.members(household.id);
    const { date: today } = householdNow(caller, clock);
    const admission = await readRotationDefaults(
      { ids },
      { statistics },
      household,
      members,
      rotation,
      today,
    );
    return previewWithMembers(caller, members, { ...request, admission, today });
  };
}

/** Does what {@link previewRecurrence} does, with the given members. */
export function previewWithMembers(
  { household }: Pick<MemberCaller, 'household'>,
  members: readonly NamedMember[],
  request: PreviewRequest & { readonly admission: RotationDefaults; readonly today: CivilDate },
): PreviewedRecurrence {
  const begun = resolveFirstDate(request, request.startDate, household);
  const { rotation, problems } = completeRotation(
    request.rotation ?? UNASSIGNED,
    listTurnTakers(members),
    request.admission,
  );
  if (problems.length > 0) throw validationFailed(problems);
  const { from, to, limit } = request;
  const dates = upcomingTurns(
    begun,
    rotation,
    { ...(from && { from }), ...(to && { to: addDays(to, 1) }), limit },
    {
      today: request.today,
      firstDayOfWeek: household.weekStartsOn,
      away: listAwayPeriods(members),
    },
  );
  return {
    recurrence: begun.recurrence,
    dates: dates.map(({ date, time = null, index, responsibleMemberIds, provisional }) => ({
      ...{ date, time, index },
      ...{ responsibleMemberIds, provisional },
    })),
  };
}
