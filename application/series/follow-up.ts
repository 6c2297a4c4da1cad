import { civilMomentAt } from '../../domain/shared/zone.js';
import { planAfterClosing, planAfterReopening } from '../../domain/series/horizon.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { isRule } from '../../domain/series/dates.js';
import { rowOf, NOTHING_TO_DO } from '../../domain/series/plan.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { PlanDependencies } from './apply-plan.js';
import { changeLockedSeries } from './change-series.js';

/**
 * What a changed status brings with it in a series after completion: closing the open occurrence creates the next,
 * reopening takes that back, whoever does it. Nothing for one-off tasks and for series with a rule, whose rows exist
 * already.
 */
export async function followUp(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  { household }: MemberCaller,
  before: Occurrence,
  after: Occurrence,
): Promise<void> {
  const { seriesId } = after;
  const changed = rowOf(after);
  if (seriesId === null || changed === null || before.status === after.status) return;
  const series = await scope.series.findForUpdate(household.id, seriesId);
  if (series === null || isRule(series.recurrence)) return;
  await changeLockedSeries(
    dependencies,
    scope,
    household,
    series,
    (today) => today,
    ({ rows, context }) => {
      if (after.status === 'TODO') return planAfterReopening(series, rows, changed);
      if (before.status !== 'TODO') return NOTHING_TO_DO;
      const at = after.completedAt ?? dependencies.clock.now();
      const on = civilMomentAt(household.timeZone, at).date;
      return planAfterClosing(series, rows, changed, on, context);
    },
  );
}
