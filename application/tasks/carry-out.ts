import type { ChecklistItemId, OccurrenceId, SeriesId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { occurrenceOfRow, patchedOccurrence, rowOf } from '../../domain/tasks/series-occurrence.js';
import type { SeriesRow } from '../../domain/tasks/series.js';
import type { Planned, SeriesPlan } from '../../domain/tasks/series-plan.js';
import type { SeriesRecord } from '../../domain/tasks/series-record.js';
import { validationFailed } from '../errors.js';
import type { Clock } from '../ports/clock.js';
import type { IdGenerator } from '../ports/id-generator.js';
import type { UnitOfWorkScope } from '../ports/unit-of-work.js';

export type PlanDependencies = { clock: Clock; ids: IdGenerator };

/**
 * Carries a plan out on the locked `rows` of a locked series and gives the rows that it changed, by id. The order
 * (remove, change, create) keeps original dates unique at every moment.
 */
export async function carryOut(
  { clock, ids }: PlanDependencies,
  { series: repository, occurrences }: UnitOfWorkScope,
  series: SeriesRecord,
  rows: readonly Occurrence[],
  plan: SeriesPlan,
): Promise<ReadonlyMap<OccurrenceId, Occurrence>> {
  const now = clock.now();
  const { householdId } = series;
  if (plan.remove.length > 0)
    await occurrences.removeAll(
      householdId,
      plan.remove.map(({ id }) => id),
    );

  const after = plan.series === null ? series : { ...series, ...plan.series };
  if (after !== series)
    await repository.save({ ...after, endedAt: after.ended ? (series.endedAt ?? now) : null });
  const newSeries = plan.newSeries && {
    ...series,
    ...plan.newSeries,
    id: ids.next<SeriesId>(),
    createdAt: now,
    endedAt: null,
  };
  if (newSeries !== null) await repository.insert(newSeries);

  const byId = new Map(rows.map((row) => [row.id, row]));
  const changed = plan.change.flatMap(({ id, set }) => {
    const row = byId.get(id);
    return row === undefined
      ? []
      : [patchedOccurrence(row, set, { now, newSeriesId: newSeries?.id ?? null })];
  });
  if (changed.length > 0) await occurrences.saveAll(changed);
  if (plan.create.length > 0)
    await occurrences.insertAll(newOccurrences({ clock, ids }, newSeries ?? after, plan));
  return new Map(changed.map((row) => [row.id, row]));
}

/** The rows that a plan creates, as occurrences of `series`. */
export function newOccurrences(
  { clock, ids }: PlanDependencies,
  series: SeriesRecord,
  { create }: SeriesPlan,
): Occurrence[] {
  const now = clock.now();
  const newItemId = () => ids.next<ChecklistItemId>();
  return create.map((row) => occurrenceOfRow(series, row, { id: ids.next<OccurrenceId>(), now, newItemId }));
}

/** The plan, or VALIDATION_FAILED when the edit was refused. */
export function acceptedPlan(planned: Planned): SeriesPlan {
  if (planned.kind === 'refused') throw validationFailed(planned.problems);
  return planned.plan;
}

export function seriesRows(rows: readonly Occurrence[]): SeriesRow[] {
  return rows.flatMap((row) => rowOf(row) ?? []);
}
