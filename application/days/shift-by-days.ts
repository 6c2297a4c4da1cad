import { MAX_UNDO_ROWS } from '../../domain/operations/inverse.js';
import type { UnfinishedWork } from '../../domain/operations/operation.js';
import { NOTHING_TO_DO } from '../../domain/series/plan.js';
import {
  countShifted,
  type LeftReason,
  listShiftedTurns,
  planShiftByDays,
  type ShiftBounds,
  type ShiftPlan,
  dayShiftProblems,
  type DayShift,
  SHIFTED_DATES_LIMIT,
  SHIFTED_SERIES_LIMIT,
} from '../../domain/series/shift-by-days.js';
import { seriesDates } from '../../domain/series/dates.js';
import type { PlanContext, SeriesRecord, SeriesRow, SeriesState } from '../../domain/series/series.js';
import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import type { CategoryId, HouseholdId, OccurrenceId, SeriesId } from '../../domain/shared/ids.js';
import { withMutation } from '../../domain/tasks/occurrence.js';
import { measureBatch } from '../bulk/batches.js';
import {
  type BulkActor,
  type BulkOutcome,
  continueInRequest,
  dryRunWork,
  takeFirstStep,
  type TakeStep,
} from '../bulk/bulk-work.js';
import { type PlanDependencies, recordSeries, readPlanContext } from '../series/apply-plan.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import {
  categoryMissing,
  householdNotFound,
  limitReached,
  taskNotFound,
  validationFailed,
} from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { recordOccurrence } from '../tasks/change-occurrence.js';
import { ALL_MOVED_DATES, type MovedDate, firstMovedDates } from './moved-dates.js';
import { type AppliedPlan, planMany } from './plan-many.js';

/** The series that are moved: the given ones, those of a category, or all. */
export type Shifted =
  | { readonly kind: 'series'; readonly ids: readonly SeriesId[] }
  | { readonly kind: 'category'; readonly id: CategoryId }
  | { readonly kind: 'all' };

export type ShiftRequest = DayShift & {
  readonly what: Shifted;
  /** True if one-off tasks are moved too. */
  readonly oneOff: boolean;
};

/** A task that is not moved, with the reason. */
export type LeftOne = {
  readonly seriesId: SeriesId | null;
  /** The id of the occurrence of a one-off task. null for a series. */
  readonly occurrenceId: OccurrenceId | null;
  readonly title: string;
  readonly reason: LeftReason;
};

export type ShiftEffect = Readonly<Record<'moved' | 'removed' | 'kept' | 'left', number>>;

/** The result of a shift, with the first dates that change. */
export type CreatedShift = {
  readonly affected: ShiftEffect;
  readonly dates: readonly MovedDate[];
  readonly left: readonly LeftOne[];
  /**
   * True if the shift can be undone. False if it is not finished yet, or if it changed too many rows to store their
   * former state for an undo.
   */
  readonly undoable: boolean;
  /**
   * false if a job still moves further tasks, or if a dry run included only a part of them. The counts are lower
   * bounds then.
   */
  readonly isComplete: boolean;
};

type Dependencies = Needs<'unitOfWork' | 'clock' | 'ids'>;

/** The remaining work of a shift by days. */
export type ShiftWork = UnfinishedWork & {
  readonly kind: 'shift';
  readonly by: DayShift;
  /**
   * The series of the tasks, grouped by task. The parts of a split task are moved together, because they must not
   * overlap.
   */
  readonly seriesIds: readonly (readonly SeriesId[])[];
  readonly movedIds: readonly SeriesId[];
  readonly taskIds: readonly OccurrenceId[];
};

/** The result of one part. `rowCount` is the number of changed rows. */
type ShiftStep = Part & { readonly rowCount: number };

/** The maximum number of unmoved tasks in an answer. */
const MAX_LEFT = 100;
/** The maximum number of one-off tasks that one transaction moves. */
const TASKS_AT_ONCE = 200;

/**
 * Permanently moves planned dates from a day on by some days. Series are moved like an edit with scope `following`,
 * one-off tasks by their date. Only tasks that the caller sees are moved. Series that continue while everybody is away
 * (`whenAway`) stay, unless the request names them.
 *
 * @throws VALIDATION_FAILED if the days are out of range or the category does not exist.
 * @throws TASK_NOT_FOUND if the caller cannot see one of the named series.
 * @throws LIMIT_REACHED if the shift would move too many series or dates.
 */
export function shiftByDays(dependencies: Dependencies) {
  const take = takeShiftStep(dependencies);
  return async (caller: MemberCaller, request: ShiftRequest): Promise<CreatedShift> => {
    const { first, leftAtHome } = await dependencies.unitOfWork.run(async (scope) => {
      const { work, leftAtHome } = await planShift(dependencies, scope, caller, request);
      const first = await takeFirstStep(dependencies, scope, caller, work, take);
      if (first.left !== null || first.result.dates.length > 0) {
        scope.operation.is('SHIFTED');
        scope.operation.shows([], { days: request.days, from: request.from });
      }
      return { first, leftAtHome };
    });
    // The request carries out all parts itself, because their number is limited. So the answer covers all of them.
    return toMadeShift(leftAtHome, await continueInRequest(dependencies, caller, first, take, () => true));
  };
}

/**
 * Returns what {@link shiftByDays} would do, in transactions that are rolled back. Of many tasks, only the
 * first are included.
 */
export function previewShift(dependencies: Dependencies) {
  return async (caller: MemberCaller, request: ShiftRequest): Promise<CreatedShift> => {
    // The shift is planned once, for the first part. The plan depends on nothing that a part writes.
    const planned: Awaited<ReturnType<typeof planShift>>[] = [];
    const outcome = await dryRunWork(
      dependencies.unitOfWork,
      async (scope) => {
        if ((await scope.households.findForUpdate(caller.household.id)) === null) throw householdNotFound();
        const known = planned.at(0) ?? (await planShift(dependencies, scope, caller, request));
        planned[0] = known;
        return { actor: caller, work: known.work };
      },
      takeShiftStep(dependencies),
    );
    return toMadeShift(planned[0]?.leftAtHome ?? [], outcome);
  };
}

function toMadeShift(
  leftAtHome: readonly LeftOne[],
  { results, isComplete }: BulkOutcome<ShiftStep>,
): CreatedShift {
  const left = [...leftAtHome, ...results.flatMap((part) => part.left)];
  const dates = results.flatMap((part) => part.dates);
  const count = (did: 'moved' | 'removed') => dates.filter((one) => one.did === did).length;
  const sum = (of: 'kept' | 'rowCount') => results.reduce((total, part) => total + part[of], 0);
  return {
    affected: { moved: count('moved'), removed: count('removed'), kept: sum('kept'), left: left.length },
    ...{ dates: firstMovedDates(dates), left: left.slice(0, MAX_LEFT) },
    undoable: isComplete && sum('rowCount') <= MAX_UNDO_ROWS,
    isComplete,
  };
}

/** Locks the household and its series, and returns the work of a shift. */
async function planShift(
  { clock }: Pick<Dependencies, 'clock'>,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  request: ShiftRequest,
): Promise<{ readonly work: ShiftWork; readonly leftAtHome: readonly LeftOne[] }> {
  const { household } = caller;
  const { date: today } = householdNow(caller, clock);
  const problems = dayShiftProblems(request, today);
  if (problems.length > 0) throw validationFailed(problems);
  if ((await scope.households.findForUpdate(household.id)) === null) throw householdNotFound();
  await requireCategory(scope, caller, request.what);
  await scope.series.lockAll(household.id);
  const all = await listSeries(scope, caller);
  const wanted = pickWanted(all, request.what);
  const taskIds = request.oneOff ? await findTasks(scope, caller, request) : [];
  requireRoom(wanted, taskIds.length, request);
  const movedIds = wanted.map(({ id }) => id);
  const moved = new Set(movedIds);
  const seriesIds = [...Map.groupBy(all, ({ taskId }) => taskId).values()]
    .filter((parts) => parts.some(({ id }) => moved.has(id)))
    .map((parts) => parts.map(({ id }) => id));
  const { days, from } = request;
  const total = seriesIds.length + taskIds.length;
  return {
    work: { kind: 'shift', by: { days, from }, seriesIds, movedIds, taskIds, done: 0, total },
    leftAtHome: leftAtHome(all, request.what),
  };
}

/** Moves the series of the next tasks. After the last series, moves the next one-off tasks. */
export function takeShiftStep(dependencies: PlanDependencies): TakeStep<ShiftWork, ShiftStep> {
  return async (scope, actor, work) => {
    const { household } = actor;
    await scope.series.lockAll(household.id);
    const context = await readPlanContext(scope, household, dependencies.clock.now());
    const groups = await nextGroups(scope, household.id, work);
    const parts = await shiftSeries(dependencies, scope, actor, groups, work, context);
    const seriesIds = work.seriesIds.slice(groups.length);
    const tasks = seriesIds.length > 0 ? [] : work.taskIds.slice(0, TASKS_AT_ONCE);
    if (tasks.length > 0)
      parts.push(await shiftTasks(dependencies, scope, actor, tasks, work.by, context.today));
    const taskIds = work.taskIds.slice(tasks.length);
    const done = work.done + groups.length + tasks.length;
    return {
      left: seriesIds.length + taskIds.length > 0 ? { ...work, seriesIds, taskIds, done } : null,
      result: {
        dates: parts.flatMap((part) => part.dates),
        left: parts.flatMap((part) => part.left),
        kept: parts.reduce((sum, part) => sum + part.kept, 0),
        rowCount: scope.journal.entries().length,
      },
    };
  };
}

/**
 * Returns the tasks whose series the next transaction moves: as many as {@link measureBatch} allows, but at
 * least one task, and always all series of a task.
 */
async function nextGroups(
  scope: UnitOfWorkScope,
  householdId: HouseholdId,
  { seriesIds }: ShiftWork,
): Promise<readonly (readonly SeriesId[])[]> {
  const batchSize = await measureBatch(scope, householdId, seriesIds.flat());
  const groups: (readonly SeriesId[])[] = [];
  let count = 0;
  for (const group of seriesIds) {
    if (count >= batchSize) break;
    groups.push(group);
    count += group.length;
  }
  return groups;
}

async function requireCategory(
  { categories }: Pick<UnitOfWorkScope, 'categories'>,
  { household }: MemberCaller,
  what: Shifted,
): Promise<void> {
  if (what.kind !== 'category') return;
  if ((await categories.findForUpdate(household.id, what.id)) === null) throw categoryMissing();
}

/** Returns the open series that the caller sees, shared ones first. */
async function listSeries(
  { series }: Pick<UnitOfWorkScope, 'series'>,
  { household, memberId }: MemberCaller,
): Promise<readonly SeriesRecord[]> {
  const { rows } = await series.list(household.id, memberId, ALL_MOVED_DATES);
  const found = await series.findAll(
    household.id,
    rows.map(({ id }) => id),
  );
  const isPersonal = ({ template }: SeriesRecord) => template.visibility === 'PERSONAL';
  return found.toSorted((one, other) => Number(isPersonal(one)) - Number(isPersonal(other)));
}

/** Returns the series to move. Throws TASK_NOT_FOUND if the caller cannot see one of the requested series. */
function pickWanted(all: readonly SeriesRecord[], what: Shifted): readonly SeriesRecord[] {
  if (what.kind !== 'series') return all.filter((one) => isWithin(one, what) && one.whenAway !== 'keep');
  const ids = new Set(what.ids);
  const named = all.filter(({ id }) => ids.has(id));
  if (named.length < ids.size) throw taskNotFound();
  return named;
}

const isWithin = ({ template }: SeriesRecord, what: Shifted) =>
  what.kind === 'all' || (what.kind === 'category' && template.categoryId === what.id);

function leftAtHome(all: readonly SeriesRecord[], what: Shifted): readonly LeftOne[] {
  const keeping = all.filter((one) => isWithin(one, what) && one.whenAway === 'keep');
  return keeping.map((one) => leftSeries(one, 'WHEN_AWAY_KEEP'));
}

const leftSeries = ({ id, template: { title } }: SeriesRecord, reason: LeftReason): LeftOne => ({
  ...{ seriesId: id, occurrenceId: null, title, reason },
});

function requireRoom(wanted: readonly SeriesRecord[], taskCount: number, request: ShiftRequest): void {
  if (wanted.length > SHIFTED_SERIES_LIMIT)
    throw limitReached(
      'shiftedSeries',
      `A request can shift at most ${SHIFTED_SERIES_LIMIT} series. Name some of them in seriesIds`,
    );
  let count = taskCount;
  for (const one of wanted) {
    count += countShifted(one, request, SHIFTED_DATES_LIMIT + 1);
    if (count > SHIFTED_DATES_LIMIT)
      throw limitReached(
        'shiftedDates',
        `A request can shift at most ${SHIFTED_DATES_LIMIT} dates. Name some series in seriesIds`,
      );
  }
}

type AffectedDate = MovedDate & { readonly did: 'moved' | 'removed' };
type Part = {
  readonly dates: readonly AffectedDate[];
  readonly kept: number;
  readonly left: readonly LeftOne[];
};
/**
 * Moves the series. The parts of a split task must not overlap, so they are moved in the order that leaves room for
 * the next one: the latest part first if dates are postponed, the earliest part first otherwise.
 */
async function shiftSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  actor: BulkActor,
  groups: readonly (readonly SeriesId[])[],
  { by, movedIds }: Pick<ShiftWork, 'by' | 'movedIds'>,
  context: PlanContext,
): Promise<Part[]> {
  const found = await scope.series.findAll(actor.household.id, groups.flat());
  const byId = new Map(found.filter(({ ended }) => !ended).map((one) => [one.id, one]));
  const order = groups.flatMap((ids) => {
    const parts = ids.flatMap((id) => byId.get(id) ?? []);
    const inOrder = parts.toSorted((one, other) => (endOf(one) < endOf(other) ? -1 : 1));
    return by.days > 0 ? inOrder.toReversed() : inOrder;
  });
  const moved = new Map<SeriesId, SeriesState>();
  const neighbourOf = ({ id, taskId }: SeriesRecord): Neighbour | null => {
    const before = order[order.findIndex((one) => one.id === id) - 1];
    if (before?.taskId !== taskId) return null;
    return { series: moved.get(before.id) ?? before, isMoved: moved.has(before.id) };
  };
  const planOne = (one: SeriesRecord, rows: readonly SeriesRow[]) => {
    const bounds = boundsBeside(one, neighbourOf(one), by.days, context);
    const shift = planShiftByDays(one, rows, by, bounds, context);
    if (typeof shift === 'string') return { shift, plan: NOTHING_TO_DO };
    moved.set(one.id, shift.after);
    return { shift, plan: shift.plan };
  };
  const shifted = order.filter(({ id }) => movedIds.includes(id));
  const parts: Part[] = [];
  for await (const done of planMany(dependencies, scope, shifted, context, planOne)) {
    if (typeof done.shift !== 'string') recordSeries(dependencies, scope, actor, 'edited', done.series);
    parts.push(toPart(done));
  }
  return parts;
}

const endOf = ({ endsBefore }: SeriesRecord): string => endsBefore ?? '9999';

/**
 * The part of the same task that was planned before this one: the later part if dates are postponed, else the
 * earlier.
 */
type Neighbour = { readonly series: SeriesState; readonly isMoved: boolean };

function boundsBeside(
  { endsBefore }: SeriesRecord,
  neighbour: Neighbour | null,
  days: number,
  { today }: PlanContext,
): ShiftBounds {
  if (days > 0) {
    const isMoved = neighbour?.isMoved ?? false;
    return { notBefore: null, endsBefore: isMoved ? endsBefore && addDays(endsBefore, days) : endsBefore };
  }
  return {
    notBefore: neighbour && dayAfterLast(neighbour.series, today),
    endsBefore: endsBefore && addDays(endsBefore, days),
  };
}

/** Returns the day after the last date of a series that ends, or today if it has no date left. */
function dayAfterLast(series: SeriesState, today: CivilDate): CivilDate {
  const dates = series.endsBefore === null ? [] : [...seriesDates(series, today, series.endsBefore)];
  const last = dates.at(-1);
  return last === undefined ? today : addDays(last.date, 1);
}

function toPart({
  series,
  occurrences,
  shift,
  written,
}: AppliedPlan & { readonly shift: ShiftPlan | LeftReason }): Part {
  if (typeof shift === 'string') return { dates: [], kept: 0, left: [leftSeries(series, shift)] };
  const titles = new Map(occurrences.map((row) => [row.id, row.title]));
  const dates = listShiftedTurns(shift, written).map(({ row, date, did, responsibleMemberIds }) => ({
    ...{ seriesId: series.id, occurrenceId: row.id, title: titles.get(row.id) ?? series.template.title },
    ...{ date: row.date ?? row.originalDate, becomes: date, did, responsibleMemberIds },
  }));
  return { dates, kept: shift.kept.length, left: [] };
}

/**
 * Returns the open one-off tasks of the category, or all of them, that are dated `from` or later. It reads one more
 * than the limit, so that the caller notices if there are too many.
 */
function findTasks(
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  { household, memberId: viewer }: MemberCaller,
  { from, what }: ShiftRequest,
): Promise<readonly OccurrenceId[]> {
  const categoryId = what.kind === 'category' ? what.id : null;
  return occurrences.listOneOffIds(
    household.id,
    { viewer, from, to: null, categoryId },
    SHIFTED_DATES_LIMIT + 1,
  );
}

/**
 * Moves one-off tasks, but none to a day before today. Other requests may have changed the tasks since the shift
 * began. A task stays unchanged if it is now completed, skipped, deleted or part of a series, or if it now has no
 * date or a date before `from`.
 */
async function shiftTasks(
  { clock }: Pick<PlanDependencies, 'clock'>,
  scope: UnitOfWorkScope,
  actor: BulkActor,
  ids: readonly OccurrenceId[],
  { days, from }: DayShift,
  today: CivilDate,
): Promise<Part> {
  const found = (await scope.occurrences.lockAll(actor.household.id, ids)).filter(
    ({ seriesId, status, deletedAt }) => seriesId === null && status === 'TODO' && deletedAt === null,
  );
  const stamp = { now: clock.now(), by: actor.memberId };
  const dated = found.flatMap((was) =>
    was.date === null || was.date < from ? [] : [{ was, date: addDays(was.date, days) }],
  );
  const changed = dated
    .filter(({ date }) => date >= today)
    .map(({ was, date }) => [was, withMutation(was, { date }, stamp)] as const);
  if (changed.length > 0) await scope.occurrences.saveAll(changed.map(([, after]) => after));
  for (const [was, is] of changed) recordOccurrence(scope, actor, 'edited', was, is);
  return {
    kept: 0,
    left: dated
      .filter(({ date }) => date < today)
      .map(({ was: { id, title } }) => ({
        ...{ seriesId: null, occurrenceId: id, title, reason: 'NOTHING_EARLIER' },
      })),
    dates: changed.map(([{ id, title, date, responsibleMemberIds }, is]) => ({
      ...{ seriesId: null, occurrenceId: id, title, responsibleMemberIds, did: 'moved' },
      ...{ date: date as CivilDate, becomes: is.date },
    })),
  };
}
