import { NO_SPECIAL_DAYS } from '../../domain/days/shift.js';
import type { Household } from '../../domain/households/household.js';
import { namedMembers } from '../../domain/rotation/rotation.js';
import type { HouseholdId, MemberId, SeriesId } from '../../domain/shared/ids.js';
import type { PlannedRows } from '../../domain/series/materialise.js';
import { planMemberLeft, planTurns } from '../../domain/series/turns.js';
import { toSeriesRows, type SeriesPlan } from '../../domain/series/plan.js';
import { ruleDateOn } from '../../domain/series/dates.js';
import type { SeriesRecord, SeriesRow } from '../../domain/series/series.js';
import { isPersonalTo } from '../../domain/tasks/departure.js';
import { findReassignment } from '../../domain/tasks/reassignment.js';
import { measureBatch, SERIES_AT_ONCE } from '../bulk/batches.js';
import { yieldToEventLoop } from '../bulk/yield-to-event-loop.js';
import type { Jobs } from '../shared/job-queue.js';
import type { UnitOfWork, UnitOfWorkScope } from '../composition/unit-of-work.js';
import { applyPlans, type PlanDependencies, readPlanContext } from './apply-plan.js';
import type { NamingBatch } from './ports.js';
import { raiseEvent } from '../shared/events/domain-event.js';
import { eachPart } from '../shared/pages.js';

/**
 * The maximum number of series that one transaction plans again, so that other transactions do not wait long for its
 * locks.
 */
const BATCH = SERIES_AT_ONCE;

/** A change of a member after which turns have to be planned again. */
export type MemberChange = { readonly memberId: MemberId; readonly kind: 'left' | 'away' };

/**
 * Plans the turns of the member's series again, in the transaction of the change. If the member has left, the next
 * member in the rotation takes over. If the member is away, present members take the turns in order. Past turns and
 * the turns of other members stay. It plans a first batch, and a job plans the others with {@link replanNextTurns}.
 */
export function replanTurns(dependencies: PlanDependencies) {
  return async (scope: UnitOfWorkScope, household: Household, change: MemberChange): Promise<void> => {
    const batch = await replanBatch(dependencies, scope, household, change, null);
    await queueNext(scope, household, change.memberId, batch, []);
  };
}

/**
 * Plans the next batch of what {@link replanTurns} began, with the memberships and absences that are stored now, and
 * queues the job for the batch after it. A batch that runs twice changes nothing the second time.
 */
export function replanNextTurns(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  return ({ householdId, memberId, after, toldIds: notifiedIds = [] }: Jobs['replan-turns']): Promise<void> =>
    dependencies.unitOfWork.run(async (scope) => {
      const household = await scope.households.findForUpdate(householdId);
      if (household === null) return;
      const members = await scope.households.members(householdId);
      const isHere = members.some(({ id }) => id === memberId);
      const change: MemberChange = { memberId, kind: isHere ? 'away' : 'left' };
      const batch = await replanAndRecord(dependencies, scope, household, change, after, notifiedIds);
      await queueNext(scope, household, memberId, batch, notifiedIds);
    });
}

/**
 * Plans the remaining turns of a former member again, in batches, like the job. Does nothing for an active
 * member.
 */
export function finishTurnsOfFormer(dependencies: PlanDependencies & { unitOfWork: UnitOfWork }) {
  return (householdId: HouseholdId, memberId: MemberId): Promise<void> =>
    eachPart((after: SeriesId | null) =>
      dependencies.unitOfWork.run(async (scope) => {
        const household = await scope.households.findForUpdate(householdId);
        if (household === null) return null;
        const members = await scope.households.members(householdId, { withFormer: true });
        if (!members.some(({ id, leftAt }) => id === memberId && leftAt !== null)) return null;
        const change: MemberChange = { memberId, kind: 'left' };
        const batch = await replanAndRecord(dependencies, scope, household, change, after, []);
        return batch.last;
      }),
    );
}

/**
 * Plans one batch of {@link replanTurns} for a dry run. The batch contains only series after `after` that the viewer
 * may see, so that its size reveals nothing about hidden ones. Returns the number of series in the batch, and the
 * last one (`last`), or null after the last batch.
 */
export function replanTurnsFrom(dependencies: PlanDependencies) {
  return async (
    scope: UnitOfWorkScope,
    household: Household,
    change: MemberChange,
    after: SeriesId | null,
    visibleTo: MemberId,
  ): Promise<Pick<Batch, 'last' | 'count'>> =>
    replanBatch(dependencies, scope, household, change, after, { visibleTo });
}

/**
 * Plans the turns of all series that name the member again, in one transaction. It runs after {@link
 * finishTurnsOfFormer}, so it finds only series that somebody has changed in between.
 */
export function replanAllTurns(dependencies: PlanDependencies) {
  return (scope: UnitOfWorkScope, household: Household, change: MemberChange): Promise<void> =>
    eachPart(async (after: SeriesId | null) => {
      const batch = await replanBatch(dependencies, scope, household, change, after);
      return batch.last;
    });
}

/** Plans a batch, and raises an event for each series that it changed. */
async function replanAndRecord(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  household: Household,
  change: MemberChange,
  after: SeriesId | null,
  notifiedIds: readonly MemberId[],
): Promise<Batch> {
  const batch = await replanBatch(dependencies, scope, household, change, after);
  const at = dependencies.clock.now();
  for (const series of batch.changed)
    raiseEvent(scope.events, { household, memberId: null }, at, {
      kind: 'series',
      action: 'replanned',
      series,
      ...(notifiedIds.length > 0 && { notifiedIds }),
    });
  return batch;
}

type Batch = {
  readonly changed: readonly SeriesRecord[];
  /** The members who get turns in this batch because another member is absent. */
  readonly standInIds: readonly MemberId[];
  /** The last series of this batch. The next batch begins after it. null means that this was the last batch. */
  readonly last: SeriesId | null;
  /** The number of series in the batch. */
  readonly count: number;
};

async function replanBatch(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  household: Household,
  { memberId, kind }: MemberChange,
  after: SeriesId | null,
  which: Pick<NamingBatch, 'visibleTo'> = {},
): Promise<Batch> {
  const found = await scope.series.openForUpdate(household.id, memberId, {
    ...{ after, limit: BATCH, ...which },
    // Earlier rotations keep a former member, because they record whose turn it was in the past.
    rotations: kind === 'left' ? 'latest' : 'all',
  });
  const ids = found.map(({ id }) => id);
  const batch = found.slice(0, await measureBatch(scope, household.id, ids));
  const context = await readPlanContext(scope, household, dependencies.clock.now());
  const changed: SeriesRecord[] = [];
  const standInIds = new Set<MemberId>();
  // Personal tasks of a former member are skipped, because the departure deletes them.
  const kept = batch.filter(
    (series) => kind !== 'left' || !isPersonalTo({ ...series, ...series.template }, memberId),
  );
  const rowsOfSeries = await scope.occurrences.ofManyForUpdate(
    household.id,
    kept.map((series) => ({ id: series.id, from: ruleDateOn(series, context.today) })),
  );
  const planned: PlannedRows[] = [];
  for (const series of kept) {
    await yieldToEventLoop();
    const occurrences = rowsOfSeries.get(series.id) ?? [];
    const rows = toSeriesRows(occurrences, series);
    if (kind === 'left' && !hasTurns(series, rows, memberId)) continue;
    const plan =
      kind === 'left' ? planMemberLeft(series, rows, memberId, context) : planTurns(series, rows, context);
    planned.push({ series, occurrences, plan });
    if (changesAnything(plan)) changed.push(series);
    for (const { set } of plan.change)
      if (set.turnReason === 'AWAY') for (const id of set.responsibleMemberIds ?? []) standInIds.add(id);
  }
  await applyPlans(dependencies, scope, planned, { ...context, days: NO_SPECIAL_DAYS });
  const isLast = batch.length === found.length && found.length < BATCH;
  return {
    changed,
    standInIds: [...standInIds],
    last: isLast ? null : (batch.at(-1)?.id ?? null),
    count: batch.length,
  };
}

/** Returns true if the latest rotation or a pause names the member, or if somebody gave them a turn. */
function hasTurns(
  { segments, pauses }: SeriesRecord,
  rows: readonly SeriesRow[],
  memberId: MemberId,
): boolean {
  if (pauses.some(({ assignTo }) => assignTo === memberId)) return true;
  if (rows.some((row) => findReassignment(row)?.to.includes(memberId))) return true;
  const current = segments.at(-1);
  return current !== undefined && namedMembers(current.rotation).has(memberId);
}

function changesAnything({ series, change }: SeriesPlan): boolean {
  return series !== null || change.length > 0;
}

async function queueNext(
  { jobs }: UnitOfWorkScope,
  { id }: Household,
  memberId: MemberId,
  { last, standInIds }: Batch,
  before: readonly MemberId[],
): Promise<void> {
  if (last === null) return;
  const notifiedIds = [...new Set([...before, ...standInIds])];
  await jobs.enqueue('replan-turns', {
    ...{ householdId: id, memberId, after: last },
    ...(notifiedIds.length > 0 && { toldIds: notifiedIds }),
  });
}
