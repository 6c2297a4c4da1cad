import { civilMomentAt } from '../../domain/shared/zone.js';
import { planAfterClosing, planAfterReopening } from '../../domain/tasks/after-completion.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { isRule } from '../../domain/tasks/series-dates.js';
import { rowOf } from '../../domain/tasks/series-occurrence.js';
import { NOTHING_TO_DO } from '../../domain/tasks/series-plan.js';
import type { MemberCaller } from '../caller.js';
import type { UnitOfWorkScope } from '../ports/unit-of-work.js';
import type { PlanDependencies } from './carry-out.js';
import { changeSeries } from './change-series.js';

/**
 * What a changed status brings with it in a series after completion: closing the open occurrence creates the next,
 * reopening takes that back. Nothing for one-off tasks and for series with a rule, whose rows exist already.
 */
export async function followUp(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  before: Occurrence,
  after: Occurrence,
): Promise<void> {
  const { seriesId } = after;
  const changed = rowOf(after);
  if (seriesId === null || changed === null || before.status === after.status) return;
  const series = await scope.series.find(caller.household.id, seriesId, caller.userId);
  if (series === null || isRule(series.recurrence)) return;
  await changeSeries(
    dependencies,
    scope,
    caller,
    seriesId,
    (today) => today,
    ({ series: locked, rows, context }) => {
      if (after.status === 'TODO') return planAfterReopening(locked, rows, changed);
      if (before.status !== 'TODO') return NOTHING_TO_DO;
      const at = after.completedAt ?? dependencies.clock.now();
      const on = civilMomentAt(caller.household.timeZone, at).date;
      return planAfterClosing(locked, rows, changed, on, context);
    },
  );
}
