import type { Household } from '../../domain/households/household.js';
import type { MemberId } from '../../domain/shared/ids.js';
import { planMemberLeft } from '../../domain/series/series-members.js';
import { planTurns } from '../../domain/series/series-turns.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { applyPlan, seriesRows, type PlanDependencies } from './apply-plan.js';
import { awayPeriodsOf, planContext } from './plan-context.js';

/** What happened to a member that turns have to follow. */
export type MemberChange = { readonly memberId: MemberId; readonly kind: 'left' | 'away' };

/**
 * Plans the turns of the member's series again, in the transaction of the change: a leaver's successor takes over,
 * an absence passes a turn to the next present member. Others keep theirs, and past turns never change.
 */
export function replanTurns(dependencies: PlanDependencies) {
  return async (
    scope: UnitOfWorkScope,
    household: Household,
    { memberId, kind }: MemberChange,
  ): Promise<void> => {
    const members = await scope.households.members(household.id);
    const context = planContext(household, awayPeriodsOf(members), dependencies.clock.now());
    for (const series of await scope.series.openForUpdate(household.id, memberId)) {
      const rows = await scope.occurrences.ofSeriesForUpdate(household.id, series.id, context.today);
      const plan =
        kind === 'left'
          ? planMemberLeft(series, seriesRows(rows), memberId, context)
          : planTurns(series, seriesRows(rows), context);
      await applyPlan(dependencies, scope, series, rows, plan);
    }
  };
}
