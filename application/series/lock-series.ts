import { listAwayPeriods } from '../../domain/households/away.js';
import type { SeriesId } from '../../domain/shared/ids.js';
import { listTurnTakers } from '../../domain/rotation/read-rotation.js';
import { isRule, placeOn } from '../../domain/series/dates.js';
import type { EditContext, SeriesFields } from '../../domain/series/edit.js';
import { NOTHING_DONE } from '../../domain/rotation/draw.js';
import { readDrawGround } from '../balance/draw-ground.js';
import { toSeriesRows } from '../../domain/series/plan.js';
import { planContext, type SeriesRecord, type SeriesRow } from '../../domain/series/series.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { NamedMember } from '../households/ports.js';
import { viewerOf, type MemberCaller } from '../shared/caller.js';
import { taskNotFound } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { PlanDependencies } from './apply-plan.js';

/** What a plan is made from, all of it locked; without a series it is one occurrence alone. */
export type LockedTask = {
  readonly series: SeriesRecord | null;
  readonly occurrences: readonly Occurrence[];
  /** The same, as planning sees them. */
  readonly rows: readonly SeriesRow[];
  readonly context: EditContext;
};

export type LockedSeries = LockedTask & { readonly series: SeriesRecord };

/**
 * Locks a series, then its rows, which is the order of everybody: of a series with a rule those from `target` on (null:
 * from today), the open ones, and the live ones of an index that a plan may give; of one after completion all. TASK_NOT_FOUND when it is absent for the caller.
 */
export async function lockSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: SeriesId,
  target: Occurrence | null = null,
): Promise<LockedSeries> {
  const series = await scope.series.findForUpdate(caller.household.id, id);
  if (series === null || (series.template.visibility === 'PERSONAL' && series.createdBy !== viewerOf(caller)))
    throw taskNotFound();
  return lockRows(dependencies, scope, caller, series, target);
}

/** {@link lockSeries} of one that is locked already. */
export async function lockRows(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  series: SeriesRecord,
  target: Occurrence | null = null,
): Promise<LockedSeries> {
  const { id } = caller.household;
  const members = await scope.households.members(id, { withFormer: true });
  const context = editContext(dependencies, caller, members);
  const { today } = context;
  const edited = target?.originalDate ?? today;
  const from = isRule(series.recurrence) ? placeOn(series, edited < today ? edited : today) : null;
  const occurrences = await scope.occurrences.ofSeriesForUpdate(id, series.id, from);
  return { series, occurrences, rows: toSeriesRows(occurrences, series), context };
}

/** An occurrence that is locked, for a plan that reaches no further. */
export function lockedAlone(
  dependencies: PlanDependencies,
  caller: MemberCaller,
  occurrence: Occurrence,
): LockedTask {
  return {
    series: null,
    occurrences: [occurrence],
    rows: [],
    context: editContext(dependencies, caller, []),
  };
}

/** What planning an edit by the caller needs to know; of members only where turns are planned. */
function editContext(
  { clock, ids }: PlanDependencies,
  { household, memberId }: MemberCaller,
  members: readonly NamedMember[],
): EditContext {
  const now = clock.now();
  return {
    ...planContext(household, listAwayPeriods(members), now),
    editor: memberId,
    now,
    members: members.filter(({ leftAt }) => leftAt === null).map((member) => member.id),
    helpers: listTurnTakers(members).helpers,
    seed: ids.next<SeriesId>(),
    ground: NOTHING_DONE,
  };
}

/** {@link LockedTask} for an edit; only one to a balanced rotation costs statements. */
export async function readyFor<Locked extends LockedTask>(
  locked: Locked,
  scope: Pick<UnitOfWorkScope, 'households' | 'statistics'>,
  { household }: MemberCaller,
  { rotation }: Pick<SeriesFields, 'rotation'>,
): Promise<Locked> {
  if (rotation?.kind !== 'balanced') return locked;
  const members = await scope.households.members(household.id);
  const ground = await readDrawGround(scope, household, members, locked.context.today);
  return { ...locked, context: { ...locked.context, ground } };
}
