import type { Household } from '../../domain/households/household.js';
import type { MemberCaller } from '../shared/caller.js';
import { type HouseholdDetail, readDetail } from './create-household.js';
import { continueInRequest, isWithinRequest, takeFirstStep } from '../bulk/bulk-work.js';
import { lockAsPermitted } from './lock-membership.js';
import { type DaysWork, followWeekStart, takeDaysStep } from '../days/follow-days.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { raiseEvent } from '../shared/events/domain-event.js';

export type HouseholdEdit = Partial<
  Pick<
    Household,
    'name' | 'timeZone' | 'locale' | 'weekStartsOn' | 'calendarTitleFormat' | 'defaultEffortMinutes'
  >
>;

/**
 * Edits the household. Missing fields stay unchanged. If the first day of the week changes, all series with the shift
 * `earlierInWeek` are planned again, because their dates depend on special days earlier in the same week. The policy
 * of the operation admits owners only.
 */
export function editHousehold(dependencies: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  const { unitOfWork } = dependencies;
  const take = takeDaysStep(dependencies);
  return async (caller: MemberCaller, edit: HouseholdEdit): Promise<HouseholdDetail> => {
    const { detail, first } = await unitOfWork.run(async (scope) => {
      const { household, work } = await beginHouseholdEdit(dependencies, scope, caller, edit);
      const actor = { household, memberId: caller.memberId };
      const first = work && (await takeFirstStep(dependencies, scope, actor, work, take));
      return { detail: await readDetail(scope, household, caller.memberId), first };
    });
    if (first !== null) await continueInRequest(dependencies, caller, first, take, isWithinRequest);
    return detail;
  };
}

/**
 * Saves the household, and returns the work on the series that depend on the first day of the week. `work` is null if
 * that day has not changed.
 */
export async function beginHouseholdEdit(
  { clock }: Needs<'clock'>,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  edit: HouseholdEdit,
): Promise<{ readonly household: Household; readonly work: DaysWork | null }> {
  const locked = await lockAsPermitted(scope, caller, 'updateHousehold');
  const household = { ...locked.household, ...edit };
  await scope.households.save(household);
  raiseEvent(scope.events, caller, clock.now(), { kind: 'household', action: 'edited' });
  const { weekStartsOn } = locked.household;
  const work =
    household.weekStartsOn === weekStartsOn
      ? null
      : await followWeekStart(scope, { ...caller, household }, weekStartsOn);
  return { household, work };
}
