import {
  isShownWith,
  type Pause,
  pauseEndedBefore,
  type PauseEffect,
  type SeriesPause,
  toSeriesPause,
} from '../../domain/days/pause.js';
import type { UnfinishedWork } from '../../domain/operations/operation.js';
import { listKept, listMovedTurns, pauseOf, planPauses } from '../../domain/series/plan-pauses.js';
import type { SeriesPlan } from '../../domain/series/plan.js';
import type { PlanContext, SeriesRecord, SeriesRow } from '../../domain/series/series.js';
import type { MemberId, OccurrenceId, PauseId, SeriesId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import { measureBatch } from '../bulk/batches.js';
import type { BulkActor, BulkStep, TakeStep } from '../bulk/bulk-work.js';
import { recordPlanned, type PlanDependencies, readPlanContext } from '../series/apply-plan.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { MovedDate } from './moved-dates.js';
import { pauseTasks, resumeTasks } from './pause-tasks.js';
import { type AppliedPlan, planMany } from './plan-many.js';
import { addAmounts } from '../../domain/shared/amounts.js';

/** The remaining work after a pause was created or ended. */
export type PauseWork = UnfinishedWork & {
  readonly kind: 'pause' | 'resume';
  /**
   * The pause as it was when the work began. A copy is needed, because a pause that ends is deleted before its work is
   * done.
   */
  readonly pause: Pause;
  readonly seriesIds: readonly SeriesId[];
  readonly taskIds: readonly OccurrenceId[];
};

/** The result of one part, which is included in the answer: counts, and the dates that changed. */
export type PauseStep = { readonly effect: PauseEffect; readonly dates: readonly MovedDate[] };

/**
 * The result of a part with `shown`, the effect that everybody who sees the pause may know. For a shared pause,
 * `shown` does not count personal tasks.
 */
type CountedStep = PauseStep & { readonly shown: PauseEffect; readonly tasks?: Pause['tasks'] };

const NO_EFFECT: PauseEffect = { removed: 0, moved: 0, reassigned: 0, kept: 0 };

/** The maximum number of one-off tasks that one transaction postpones, reassigns or restores for a pause. */
const TASKS_AT_ONCE = 200;

/**
 * Returns the work of creating or ending a pause. The work of ending it has no total, because the member who ends it
 * may not see all of its tasks. The member who creates it sees them all.
 */
export function pauseWork(
  kind: PauseWork['kind'],
  pause: Pause,
  seriesIds: readonly SeriesId[],
  taskIds: readonly OccurrenceId[],
): PauseWork {
  const work = { kind, pause, seriesIds, taskIds, done: 0 };
  return kind === 'pause' ? { ...work, total: seriesIds.length + taskIds.length } : work;
}

/**
 * Pauses the next series and, after the last one, the next one-off tasks. Does nothing if somebody has ended
 * the pause in between.
 */
export function takePauseStep(dependencies: PlanDependencies): TakeStep<PauseWork, PauseStep> {
  return async (scope, actor, work) => {
    const stored = await scope.pauses.find(actor.household.id, work.pause.id);
    if (stored === null) return { left: null, result: { effect: NO_EFFECT, dates: [] } };
    const step = await takeStep(scope, actor, work, {
      ofSeries: (ids, context) => pauseSeries(dependencies, scope, actor, work.pause, ids, context),
      ofTasks: async (ids, context) => {
        const done = await pauseTasks(dependencies, scope, actor, work.pause, ids, context);
        const { effect, shown } = done;
        return { ...done, effect: { ...NO_EFFECT, ...effect }, shown: { ...NO_EFFECT, ...shown } };
      },
      joined: joinCounted,
      now: dependencies.clock.now(),
    });
    const { tasks = [], shown, ...result } = step.result;
    await scope.pauses.save({
      ...stored,
      affected: addAmounts(stored.affected, shown),
      tasks: [...stored.tasks, ...tasks],
    });
    return { left: step.left, result };
  };
}

/** Plans the next series, or after the last one the next one-off tasks, without the pause that has ended. */
export function takeResumeStep(dependencies: PlanDependencies): TakeStep<PauseWork, PauseStep> {
  return (scope, actor, work) =>
    takeStep(scope, actor, work, {
      ofSeries: (ids, context) => resumeSeries(dependencies, scope, actor, work.pause, ids, context),
      ofTasks: async (ids, { today }) => {
        const tasks = work.pause.tasks.filter(({ id }) => ids.includes(id));
        await resumeTasks(dependencies, scope, actor, { ...work.pause, tasks }, today);
        return { effect: NO_EFFECT, dates: [] };
      },
      joined: () => ({ effect: NO_EFFECT, dates: [] }),
      now: dependencies.clock.now(),
    });
}

function joinCounted(steps: readonly CountedStep[]): CountedStep {
  const sum = (of: (step: CountedStep) => PauseEffect) => steps.map(of).reduce(addAmounts, NO_EFFECT);
  return {
    effect: sum(({ effect }) => effect),
    shown: sum(({ shown }) => shown),
    dates: steps.flatMap(({ dates }) => dates),
    tasks: steps.flatMap(({ tasks = [] }) => tasks),
  };
}

/**
 * The functions with which one transaction changes series (`ofSeries`) and one-off tasks (`ofTasks`). `joined`
 * combines their results.
 */
type Parts<Result> = {
  readonly joined: (results: readonly Result[]) => Result;
  readonly ofSeries: (ids: readonly SeriesId[], context: PlanContext) => Promise<Result>;
  readonly ofTasks: (ids: readonly OccurrenceId[], context: PlanContext) => Promise<Result>;
  readonly now: Instant;
};

async function takeStep<Result>(
  scope: UnitOfWorkScope,
  { household }: BulkActor,
  work: PauseWork,
  { ofSeries, ofTasks, joined, now }: Parts<Result>,
): Promise<BulkStep<PauseWork, Result>> {
  await scope.series.lockAll(household.id);
  const context = await readPlanContext(scope, household, now);
  const count = await measureBatch(scope, household.id, work.seriesIds, work.done);
  const seriesIds = work.seriesIds.slice(count);
  const results: Result[] = [];
  if (count > 0) results.push(await ofSeries(work.seriesIds.slice(0, count), context));
  const tasksAtOnce = seriesIds.length > 0 ? 0 : TASKS_AT_ONCE;
  const tasks = work.taskIds.slice(0, tasksAtOnce);
  if (tasks.length > 0) results.push(await ofTasks(tasks, context));
  const taskIds = work.taskIds.slice(tasks.length);
  const left = { ...work, done: work.done + count + tasks.length, seriesIds, taskIds };
  return { left: seriesIds.length + taskIds.length > 0 ? left : null, result: joined(results) };
}

async function pauseSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  { household, memberId }: BulkActor,
  pause: Pause,
  ids: readonly SeriesId[],
  context: PlanContext,
): Promise<CountedStep> {
  const fact = toSeriesPause(pause);
  const found = await scope.series.findAll(household.id, ids);
  // Series are skipped if they have been deleted, have ended, or are already paused by this pause.
  const series = found.filter(({ ended, pauses }) => !ended && pauses.every(({ id }) => id !== pause.id));
  const counts = { all: { ...NO_EFFECT }, shown: { ...NO_EFFECT } };
  const dates: MovedDate[] = [];
  const planOne = (one: SeriesRecord, rows: readonly SeriesRow[]) => ({
    plan: planPauses(one, rows, [...one.pauses, pauseOf(one, rows, fact, context)], context),
  });
  for await (const done of planMany(dependencies, scope, series, context, planOne)) {
    recordPlanned(scope, 'paused', done.series, dependencies.clock.now(), memberId);
    const moved = listMoved(done, fact, context);
    const kept = listKept(done.series, done.rows, fact, context).length;
    const effect = moved.reduce((sum, { did }) => ({ ...sum, [did]: sum[did] + 1 }), { ...NO_EFFECT, kept });
    counts.all = addAmounts(counts.all, effect);
    if (isShownWith(pause, done.series.template)) counts.shown = addAmounts(counts.shown, effect);
    dates.push(...moved);
  }
  return { effect: counts.all, shown: counts.shown, dates };
}

async function resumeSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  { household, memberId }: BulkActor,
  pause: Pick<Pause, 'id'>,
  ids: readonly SeriesId[],
  context: PlanContext,
): Promise<PauseStep> {
  const found = await scope.series.findAll(household.id, ids);
  const held = found.filter(({ pauses }) => pauses.some(({ id }) => id === pause.id));
  await releaseSeries(dependencies, scope, held, new Set([pause.id]), context, {
    actorId: memberId,
    at: dependencies.clock.now(),
  });
  return { effect: NO_EFFECT, dates: [] };
}

/** Plans the dates of these series from today on without the pauses in `ending`. The series are locked. */
export async function releaseSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  held: readonly SeriesRecord[],
  ending: ReadonlySet<PauseId>,
  context: PlanContext,
  { actorId, at }: { readonly actorId: MemberId | null; readonly at: Instant },
): Promise<void> {
  const planOne = (one: SeriesRecord, rows: readonly SeriesRow[]) => {
    const left = one.pauses.flatMap((fact) =>
      ending.has(fact.id) ? (pauseEndedBefore(fact, context.today) ?? []) : [fact],
    );
    return { plan: planPauses(one, rows, left, context) };
  };
  for await (const { series } of planMany(dependencies, scope, held, context, planOne))
    recordPlanned(scope, 'paused', series, at, actorId);
}

/** Returns the old and new date of each occurrence that the pause changes, with the title of the series. */
function listMoved(
  { series, occurrences, rows, plan, written }: AppliedPlan & { readonly plan: SeriesPlan },
  { mode }: SeriesPause,
  context: PlanContext,
): readonly (MovedDate & { readonly did: keyof PauseEffect })[] {
  const titles = new Map(occurrences.map(({ id, title }) => [id, title]));
  return listMovedTurns(series, rows, plan, mode, written, context).map(
    ({ row, date, did, responsibleMemberIds }) => ({
      ...{ seriesId: series.id, occurrenceId: row.id, title: titles.get(row.id) ?? series.template.title },
      ...{ date: row.date ?? row.originalDate, becomes: date, did, responsibleMemberIds },
    }),
  );
}
