import { civilMomentAt } from '../../domain/shared/zone.js';
import { planMissed } from '../../domain/series/missed.js';
import { patchedOccurrence } from '../../domain/series/plan.js';
import type { DueSeries, SeriesKey } from './ports.js';
import type { UnitOfWork, UnitOfWorkScope } from '../shared/unit-of-work.js';
import { seriesRows, type PlanDependencies } from './apply-plan.js';

const BATCH = 100;

/**
 * Applies the missed policy `keepLatest`: when a newer occurrence is due, older open ones are skipped as missed, so
 * that nobody finds ninety overdue rows. Safe to run twice and on two workers at once. Gives the number of rows.
 */
export function skipMissed({ unitOfWork, clock }: PlanDependencies & { unitOfWork: UnitOfWork }) {
  return async (): Promise<number> => {
    let skipped = 0;
    let after: SeriesKey | null = null;
    do {
      const [count, last]: [number, SeriesKey | null] = await unitOfWork.run(async (scope) => {
        const batch = await scope.series.keepingLatest(after, BATCH);
        let changed = 0;
        for (const due of batch) changed += await skipOf(scope, due, clock.now());
        return [changed, batch.at(-1)?.series ?? null];
      });
      skipped += count;
      after = last;
    } while (after !== null);
    return skipped;
  };
}

async function skipOf(
  { occurrences, events }: Pick<UnitOfWorkScope, 'occurrences' | 'events'>,
  { series, household }: DueSeries,
  now: number,
): Promise<number> {
  const { date: today } = civilMomentAt(household.timeZone, now);
  const rows = await occurrences.ofSeriesForUpdate(series.householdId, series.id, today);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changed = planMissed(series, seriesRows(rows), today, household.timeZone).flatMap(({ id, set }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [patchedOccurrence(row, set, { now, newSeriesId: null })];
  });
  if (changed.length === 0) return 0;
  await occurrences.saveAll(changed);
  const { householdId } = series;
  events.raise({ kind: 'series', action: 'missed', series, householdId, actorId: null, at: now });
  return changed.length;
}
