import { isOver, type Pause, pauseProblems, PAUSES_LIMIT } from '../../domain/days/pause.js';
import type { Household } from '../../domain/households/household.js';
import { isPerson } from '../../domain/households/rights.js';
import { type PlanContext, type SeriesRecord, planContext } from '../../domain/series/series.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { MemberId, PauseId, SeriesId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import {
  type BulkActor,
  type BulkOutcome,
  continueInRequest,
  isWithinRequest,
  dryRunWork,
  takeFirstStep,
} from '../bulk/bulk-work.js';
import type { NamedMember } from '../households/ports.js';
import { type PlanDependencies, readPlanContext } from '../series/apply-plan.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import {
  householdNotFound,
  limitReached,
  notFound,
  taskNotFound,
  validationFailed,
  invalidField,
} from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { ALL_MOVED_DATES, type MovedDate, firstMovedDates } from './moved-dates.js';
import {
  type PauseStep,
  type PauseWork,
  pauseWork,
  releaseSeries,
  takePauseStep,
  takeResumeStep,
} from './pause-steps.js';
import { findTasksWithin, resumeTasks } from './pause-tasks.js';
import { problem } from '../../domain/shared/problem.js';
import { raiseEvent } from '../shared/events/domain-event.js';
import { addAmounts } from '../../domain/shared/amounts.js';
import { listAwayPeriods } from '../../domain/households/away.js';

export type PauseRequest = Pick<Pause, 'from' | 'to' | 'seriesIds' | 'mode' | 'assignTo' | 'note'>;
type Dependencies = Needs<'unitOfWork' | 'clock' | 'ids'>;

/** A new pause, or the preview of one, with the first dates that it changes. */
export type CreatedPause = {
  readonly pause: Pause;
  readonly dates: readonly MovedDate[];
  /**
   * false if a job still pauses further series, or if a dry run included only a part of them. The counts are lower
   * bounds then.
   */
  readonly isComplete: boolean;
};

/** The maximum number of one-off tasks that one pause moves or reassigns. */
const PAUSED_TASKS_LIMIT = 1_000;

/** Lists the pauses that the caller sees, including past ones that nobody ended, by first day. */
export function listPauses({ pauses }: Needs<'pauses'>) {
  return ({ household, memberId }: MemberCaller): Promise<readonly Pause[]> =>
    pauses.list(household.id, memberId);
}

/**
 * Creates a pause. On its days, the dates of series are skipped, postponed, or given to one member. The request may
 * name the series to pause. Otherwise the pause applies to one-off tasks and to all series that the caller sees,
 * except those that continue while everybody is away (`whenAway`).
 *
 * @throws LIMIT_REACHED if the household, or the caller's account, has too many pauses, or if the pause would change
 *   too many one-off tasks.
 * @throws VALIDATION_FAILED if its days are not allowed (see pauseProblems), if `assignTo` is not a person in the
 *   household or does not fit the mode, or if the named series are not allowed together (see {@link findSeries}).
 * @throws TASK_NOT_FOUND if the caller cannot see one of the series.
 */
export function createPause(dependencies: Dependencies) {
  const { unitOfWork, ids } = dependencies;
  return async (caller: MemberCaller, request: PauseRequest): Promise<CreatedPause> => {
    const id = ids.next<PauseId>();
    const take = takePauseStep(dependencies);
    const begun = await unitOfWork.run(async (scope) => {
      const work = await beginPause(dependencies, scope, caller, request, id);
      scope.operation.is('PAUSED');
      const { pause } = work;
      raiseEvent(scope.events, caller, dependencies.clock.now(), { kind: 'pause', action: 'paused', pause });
      return { first: await takeFirstStep(dependencies, scope, caller, work, take), pause };
    });
    const outcome = await continueInRequest(dependencies, caller, begun.first, take, isWithinRequest);
    return toMadePause(begun.pause, outcome);
  };
}

/** Returns what {@link createPause} would do, and writes nothing. Of many series, only the first are included. */
export function previewPause(dependencies: Dependencies) {
  return async (caller: MemberCaller, request: PauseRequest): Promise<CreatedPause> => {
    const id = dependencies.ids.next<PauseId>();
    const begun: Pause[] = [];
    const outcome = await dryRunWork(
      dependencies.unitOfWork,
      async (scope) => {
        const work = await beginPause(dependencies, scope, caller, request, id);
        begun[0] = work.pause;
        return { actor: caller, work };
      },
      takePauseStep(dependencies),
    );
    return toMadePause(begun[0] as Pause, outcome);
  };
}

function toMadePause(pause: Pause, { results, isComplete }: BulkOutcome<PauseStep>): CreatedPause {
  return {
    pause: {
      ...pause,
      affected: results.map(({ effect }) => effect).reduce(addAmounts, pause.affected),
    },
    dates: firstMovedDates(results.flatMap(({ dates }) => dates)),
    isComplete,
  };
}

/** Stores the pause and returns the work of applying it. No series is paused yet. Also deletes pauses that are over. */
async function beginPause(
  dependencies: Dependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  request: PauseRequest,
  id: PauseId,
): Promise<PauseWork> {
  const { household, memberId } = caller;
  const now = dependencies.clock.now();
  const { date: today } = householdNow(caller, dependencies.clock);
  if ((await scope.households.findForUpdate(household.id)) === null) throw householdNotFound();
  const all = await scope.pauses.lockAll(household.id);
  const over = all.filter((pause) => isOver(pause, today));
  for (const pause of over) await scope.pauses.remove(household.id, pause.id);
  const members = await scope.households.members(household.id, { withFormer: true });
  const context = planContext(household, listAwayPeriods(members), now);
  const standing = all.filter((pause) => !over.includes(pause));
  // An earlier version kept the personal pauses of former members, so they are deleted here.
  const orphaned = standing.filter((pause) => isPersonalToFormer(pause, members));
  if (standing.length - orphaned.length >= PAUSES_LIMIT)
    throw limitReached('pauses', `A household may have at most ${PAUSES_LIMIT} pauses. End one first`);
  requireValid(request, members, today);
  await scope.series.lockAll(household.id);
  await endAll(dependencies, scope, orphaned, context, { actorId: memberId, at: now });
  const series = await findSeries(scope, caller, request);
  const isOfAll = request.seriesIds === null;
  // With `skip`, one-off tasks stay unchanged and the pause only stores their number. That number may contain only
  // tasks that every member sees, so they are searched as a member who does not exist.
  const nobody = { ...caller, memberId: household.id as string as MemberId };
  const finder = request.mode === 'skip' ? nobody : caller;
  const found = isOfAll ? await findTasksWithin(scope, finder, request, ALL_MOVED_DATES.limit) : [];
  const taskIds = request.mode === 'skip' ? [] : found;
  if (taskIds.length > PAUSED_TASKS_LIMIT)
    throw limitReached(
      'pausedTasks',
      `A pause may change at most ${PAUSED_TASKS_LIMIT} one-off tasks. Choose fewer days, or name the series`,
    );
  const isPersonal = series.length > 0 && !isOfAll && isAllPersonal(series);
  const pause: Pause = {
    ...request,
    ...{ id, householdId: household.id, visibility: isPersonal ? 'PERSONAL' : 'SHARED' },
    affected: { removed: 0, moved: 0, reassigned: 0, kept: found.length - taskIds.length },
    tasks: [],
    ...{ createdBy: memberId, createdAt: now },
  };
  await scope.pauses.insert(pause);
  const seriesIds = series.map((one) => one.id);
  return pauseWork('pause', pause, seriesIds, taskIds);
}

/**
 * Ends a pause: its dates from today on are planned without it, and earlier ones stay. Throws NOT_FOUND if the caller
 * sees no such pause, or if it is over.
 */
export function endPause(dependencies: Dependencies) {
  const { unitOfWork, clock } = dependencies;
  return async (caller: MemberCaller, id: PauseId): Promise<void> => {
    const take = takeResumeStep(dependencies);
    const first = await unitOfWork.run(async (scope) => {
      const work = await beginResume(dependencies, scope, caller, id);
      scope.operation.is('RESUMED');
      raiseEvent(scope.events, caller, clock.now(), { kind: 'pause', action: 'resumed', pause: work.pause });
      return takeFirstStep(dependencies, scope, caller, work, take);
    });
    await continueInRequest(dependencies, caller, first, take, isWithinRequest);
  };
}

/**
 * Removes the pause and returns the work of planning its series and tasks without it. Throws NOT_FOUND if the caller
 * sees no such pause, or if it is over.
 */
export async function beginResume(
  { clock }: Dependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  id: PauseId,
): Promise<PauseWork> {
  const { household, memberId } = caller;
  const { date: today } = householdNow(caller, clock);
  if ((await scope.households.findForUpdate(household.id)) === null) throw householdNotFound();
  const pause = await scope.pauses.find(household.id, id);
  const isSeen = pause?.visibility === 'SHARED' || pause?.createdBy === memberId;
  if (pause === null || !isSeen || isOver(pause, today)) throw notFound('pause');
  await scope.series.lockAll(household.id);
  const held = (await scope.series.withPauses(household.id)).filter(({ pauses }) =>
    pauses.some((one) => one.id === id),
  );
  await scope.pauses.remove(household.id, pause.id);
  const seriesIds = held.map((one) => one.id);
  const taskIds = pause.tasks.map((one) => one.id);
  return pauseWork('resume', pause, seriesIds, taskIds);
}

/**
 * Ends the pauses that only this member could see. Called when the member leaves, after their personal tasks were
 * deleted. Nobody else could end these pauses, and they would count towards the limit of the household.
 */
export function endPersonalPauses(dependencies: PlanDependencies) {
  return async (
    scope: UnitOfWorkScope,
    household: Household,
    memberId: MemberId,
    actorId: MemberId | null,
  ): Promise<void> => {
    const at = dependencies.clock.now();
    const own = (await scope.pauses.lockAll(household.id)).filter(
      ({ visibility, createdBy }) => visibility === 'PERSONAL' && createdBy === memberId,
    );
    if (own.length === 0) return;
    const context = await readPlanContext(scope, household, at);
    await endAll(dependencies, scope, own, context, { actorId, at });
  };
}

/**
 * Plans the future dates of the paused series and one-off tasks without the pause. The caller has locked the series.
 */
export async function releasePaused(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  actor: BulkActor,
  pause: Pause,
): Promise<void> {
  const { household, memberId } = actor;
  const at = dependencies.clock.now();
  const context = await readPlanContext(scope, household, at);
  await release(dependencies, scope, [pause], context, { actorId: memberId, at });
  await resumeTasks(dependencies, scope, actor, pause, context.today);
}

/** Returns true for a personal pause whose author has left the household. */
export function isPersonalToFormer(
  { visibility, createdBy }: Pause,
  members: readonly NamedMember[],
): boolean {
  const isMember = members.some(({ id, leftAt }) => id === createdBy && leftAt === null);
  return visibility === 'PERSONAL' && !isMember;
}

type Ending = { readonly actorId: MemberId | null; readonly at: Instant };

/** Deletes the pauses, and plans their series without them from today on. The caller has locked the series. */
async function endAll(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  ending: readonly Pause[],
  context: PlanContext,
  by: Ending,
): Promise<void> {
  await release(dependencies, scope, ending, context, by);
  for (const { householdId, id } of ending) await scope.pauses.remove(householdId, id);
}

/** Plans the series of these pauses without them, from today on. The caller has locked the series. */
async function release(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  ending: readonly Pause[],
  context: PlanContext,
  by: Ending,
): Promise<void> {
  const [first] = ending;
  if (first === undefined) return;
  const ids = new Set(ending.map(({ id }) => id));
  const held = (await scope.series.withPauses(first.householdId)).filter(({ pauses }) =>
    pauses.some(({ id }) => ids.has(id)),
  );
  await releaseSeries(dependencies, scope, held, ids, context, by);
}

function requireValid(request: PauseRequest, members: readonly NamedMember[], today: CivilDate): void {
  const { assignTo } = request;
  const taker = members.find(({ id, leftAt }) => id === assignTo && leftAt === null);
  const stranger = problem('assignTo', 'member', 'must be a member of the household');
  const animal = problem('assignTo', 'animal', 'must be a person, because pets cannot complete tasks');
  const problems = [
    ...pauseProblems(request, today),
    ...(assignTo !== null && taker === undefined ? [stranger] : []),
    ...(taker !== undefined && !isPerson(taker) ? [animal] : []),
  ];
  if (problems.length > 0) throw validationFailed(problems);
}

const isAllPersonal = (series: readonly SeriesRecord[]) =>
  series.every(({ template }) => template.visibility === 'PERSONAL');

/**
 * Returns the series that the pause applies to. Without `seriesIds`, series that continue while everybody is away
 * (`whenAway`) are left out. If the pause gives turns to one member, so are personal series, because nobody else may
 * see them.
 *
 * @throws TASK_NOT_FOUND if the caller cannot see one of the named series.
 * @throws VALIDATION_FAILED if personal and shared series are named together, or if personal series would be given
 *   to a member.
 */
async function findSeries(
  scope: UnitOfWorkScope,
  { household, memberId }: MemberCaller,
  { seriesIds, mode }: PauseRequest,
): Promise<readonly SeriesRecord[]> {
  const wanted =
    seriesIds ?? (await scope.series.list(household.id, memberId, ALL_MOVED_DATES)).rows.map(({ id }) => id);
  const found = await scope.series.findAll(household.id, [...new Set<SeriesId>(wanted)]);
  const seen = found.filter(
    ({ template, createdBy, ended }) =>
      !ended && (template.visibility === 'SHARED' || createdBy === memberId),
  );
  if (seriesIds === null)
    return seen.filter(
      ({ whenAway, template }) =>
        whenAway === null && (mode !== 'assign' || template.visibility === 'SHARED'),
    );
  if (seen.length < new Set(seriesIds).size) throw taskNotFound();
  const personal = seen.filter(({ template }) => template.visibility === 'PERSONAL');
  const isMixed = personal.length > 0 && personal.length < seen.length;
  const [rule, message] = isMixed
    ? [
        'visibility',
        'must be either all shared or all personal, because every member sees a pause of shared series',
      ]
    : ['shared', 'must not contain personal series, because nobody else can do them'];
  if (isMixed || (mode === 'assign' && personal.length > 0)) throw invalidField('seriesIds', rule, message);
  return seen;
}
