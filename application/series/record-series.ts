import type { SeriesTemplate, SeriesRecord } from '../../domain/series/series.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { PlanDependencies } from './apply-plan.js';

/** Tells what the caller did to a series, with what it now says where that has changed. */
export function recordSeries(
  { clock }: Pick<PlanDependencies, 'clock'>,
  { events }: Pick<UnitOfWorkScope, 'events'>,
  { userId }: MemberCaller,
  action: 'edited' | 'deleted',
  before: SeriesRecord,
  content: Partial<SeriesTemplate> = {},
): void {
  const { householdId, template } = before;
  events.raise({
    kind: 'series',
    action,
    series: { ...before, template: { ...template, ...content } },
    visibilityBefore: template.visibility,
    householdId,
    actorId: userId,
    at: clock.now(),
  });
}
