import {
  isOver,
  type Pause,
  type PauseEffect,
  pauseEndedBefore,
  type PauseMode,
  pauseProblems,
  PAUSES_LIMIT,
  type SeriesPause,
} from '../../domain/days/pause.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { isPerson } from '../../domain/households/rights.js';
import type { SeriesPlan } from '../../domain/series/plan.js';
import { listKept, listMovedTurns, pauseOf, planPauses } from '../../domain/series/plan-pauses.js';
import {
  planContext,
  type PlanContext,
  type SeriesRecord,
  type SeriesRow,
} from '../../domain/series/series.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { MemberId, PauseId, SeriesId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Household } from '../../domain/households/household.js';
import type { NamedMember } from '../households/ports.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import {
  ApplicationError,
  householdNotFound,
  notFound,
  taskNotFound,
  validationFailed,
} from '../shared/errors.js';
import type { Needs } from '../shared/needs.js';
import { joining, rehearse } from '../shared/rehearse.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { ALL, type MovedDate, tellFirst } from './moved-dates.js';
import { NO_TASKS, pauseTasks, resumeTasks } from './pause-tasks.js';
import { type CarriedOut, planMany } from './plan-many.js';

export type PauseRequest = Pick<Pause, 'from' | 'to' | 'seriesIds' | 'mode' | 'assignTo' | 'note'>;
type Dependencies = Needs<'unitOfWork' | 'clock' | 'ids'>;

/** A pause that was made, with the first dates that are others by it. */
export type MadePause = { readonly pause: Pause; readonly dates: readonly MovedDate[] };

export function listPauses({ pauses }: Needs<'pauses'>) {
  return ({ household, memberId }: MemberCaller): Promise<readonly Pause[]> =>
    pauses.list(household.id, memberId);
}

/**
 * Days on which series rest, come later, or are somebody's: those that are named, or else all that the caller sees but for
 * what stays when everybody is away, and with them one-off tasks. LIMIT_REACHED; VALIDATION_FAILED for days that are over,
 * or who is no member; TASK_NOT_FOUND for a series that is absent.
 */
export function createPause(dependencies: Dependencies) {
  const { unitOfWork, clock, ids } = dependencies;
  return (caller: MemberCaller, request: PauseRequest): Promise<MadePause> =>
    unitOfWork.run(async (scope) => {
      const { household, memberId } = caller;
      const now = clock.now();
      const { date: today } = householdNow(caller, clock);
      if ((await scope.households.findForUpdate(household.id)) === null) throw householdNotFound();
      const all = await scope.pauses.lockAll(household.id);
      const over = all.filter((pause) => isOver(pause, today));
      for (const pause of over) await scope.pauses.remove(household.id, pause.id);
      const members = await scope.households.members(household.id, { withFormer: true });
      const context = planContext(household, listAwayPeriods(members), now);
      const standing = all.filter((pause) => !over.includes(pause));
      // An earlier version kept the personal pauses of members who left.
      const orphaned = standing.filter((pause) => isPersonalToFormer(pause, members));
      if (standing.length - orphaned.length >= PAUSES_LIMIT)
        throw new ApplicationError('LIMIT_REACHED', `A household has at most ${PAUSES_LIMIT} pauses`, {
          limit: 'pauses',
        });
      requireValid(request, members, today);
      await scope.series.lockAll(household.id);
      await endAll(dependencies, scope, orphaned, context, { actorId: memberId, at: now });
      const series = await findSeries(scope, caller, request);
      const id = ids.next<PauseId>();
      const { from, to, mode, assignTo } = request;
      const fact: SeriesPause = { id, from, to, mode, assignTo, isNamed: request.seriesIds !== null };
      const effect = { removed: 0, moved: 0, reassigned: 0, kept: 0 };
      const dates: MovedDate[] = [];
      const planOne = (one: SeriesRecord, rows: readonly SeriesRow[]) => ({
        plan: planPauses(one, rows, [...one.pauses, pauseOf(one, rows, fact, context)], context),
      });
      for await (const done of planMany(dependencies, scope, series, context, planOne)) {
        tellPaused(scope, done.series, memberId, now);
        const moved = listMoved(done, mode, context);
        for (const { did } of moved) effect[did] += 1;
        effect.kept += listKept(done.series, done.rows, fact, context).length;
        dates.push(...moved);
      }
      const oneOff =
        request.seriesIds === null
          ? await pauseTasks(dependencies, scope, caller, request, context)
          : NO_TASKS;
      for (const did of ['moved', 'reassigned', 'kept'] as const) effect[did] += oneOff.effect[did];
      dates.push(...oneOff.dates);
      const isPersonal = series.length > 0 && request.seriesIds !== null && isAllPersonal(series);
      const pause: Pause = {
        ...request,
        ...{ id, householdId: household.id, visibility: isPersonal ? 'PERSONAL' : 'SHARED' },
        ...{ tasks: oneOff.tasks, affected: effect, createdBy: memberId, createdAt: now },
      };
      await scope.pauses.insert(pause);
      scope.operation.is('PAUSED');
      scope.events.raise({
        ...{ kind: 'pause', action: 'paused', pause },
        ...{ householdId: household.id, actorId: memberId, at: now },
      });
      return { pause, dates: tellFirst(dates) };
    });
}

/** What {@link createPause} would do, in a transaction of which nothing remains. */
export function previewPause(dependencies: Dependencies) {
  return (caller: MemberCaller, request: PauseRequest): Promise<MadePause> =>
    rehearse(dependencies.unitOfWork, (scope) => createPause(joining(dependencies, scope))(caller, request));
}

/** Takes back what still lies ahead of a pause; what it has held until today stays so. NOT_FOUND. */
export function endPause(dependencies: Dependencies) {
  const { unitOfWork, clock } = dependencies;
  return (caller: MemberCaller, id: PauseId): Promise<void> =>
    unitOfWork.run(async (scope) => {
      const { household, memberId } = caller;
      const now = clock.now();
      const { date: today } = householdNow(caller, clock);
      if ((await scope.households.findForUpdate(household.id)) === null) throw householdNotFound();
      const pause = await scope.pauses.find(household.id, id);
      const isSeen = pause?.visibility === 'SHARED' || pause?.createdBy === memberId;
      if (pause === null || !isSeen || isOver(pause, today)) throw notFound('pause');
      await scope.series.lockAll(household.id);
      await releasePaused(dependencies, scope, caller, pause);
      await scope.pauses.remove(household.id, pause.id);
      scope.operation.is('RESUMED');
      scope.events.raise({
        ...{ kind: 'pause', action: 'resumed', pause },
        ...{ householdId: household.id, actorId: memberId, at: now },
      });
    });
}

/**
 * Ends the pauses that only this member could see. It is called when they leave, with their personal tasks gone already:
 * nobody else could end these pauses, and each would count against the limit of the household.
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
    const members = await scope.households.members(household.id, { withFormer: true });
    const context = planContext(household, listAwayPeriods(members), at);
    await endAll(dependencies, scope, own, context, { actorId, at });
  };
}

/** Plans again, without the pause, what lies ahead of the series and one-off tasks that it holds. Series are locked. */
export async function releasePaused(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  pause: Pause,
): Promise<void> {
  const { household, memberId } = caller;
  const at = dependencies.clock.now();
  const members = await scope.households.members(household.id, { withFormer: true });
  const context = planContext(household, listAwayPeriods(members), at);
  await release(dependencies, scope, [pause], context, { actorId: memberId, at });
  await resumeTasks(dependencies, scope, caller, pause, context.today);
}

function isPersonalToFormer({ visibility, createdBy }: Pause, members: readonly NamedMember[]): boolean {
  const isMember = members.some(({ id, leftAt }) => id === createdBy && leftAt === null);
  return visibility === 'PERSONAL' && !isMember;
}

type Ending = { readonly actorId: MemberId | null; readonly at: Instant };

/** Removes the pauses, and plans the series that they hold without them, from today on. The series are locked. */
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

/** Plans the series that the pauses hold without them, from today on. The series are locked. */
async function release(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  ending: readonly Pause[],
  context: PlanContext,
  { actorId, at }: Ending,
): Promise<void> {
  const [first] = ending;
  if (first === undefined) return;
  const ids = new Set(ending.map(({ id }) => id));
  const held = (await scope.series.withPauses(first.householdId)).filter(({ pauses }) =>
    pauses.some(({ id }) => ids.has(id)),
  );
  const planOne = (one: SeriesRecord, rows: readonly SeriesRow[]) => {
    const left = one.pauses.flatMap((fact) =>
      ids.has(fact.id) ? (pauseEndedBefore(fact, context.today) ?? []) : [fact],
    );
    return { plan: planPauses(one, rows, left, context) };
  };
  for await (const { series } of planMany(dependencies, scope, held, context, planOne))
    tellPaused(scope, series, actorId, at);
}

function requireValid(request: PauseRequest, members: readonly NamedMember[], today: CivilDate): void {
  const { assignTo } = request;
  const taker = members.find(({ id, leftAt }) => id === assignTo && leftAt === null);
  const stranger = { field: 'assignTo', rule: 'member', message: 'must be a member of the household' };
  const animal = { field: 'assignTo', rule: 'animal', message: 'an animal does nothing' };
  const problems = [
    ...pauseProblems(request, today),
    ...(assignTo !== null && taker === undefined ? [stranger] : []),
    ...(taker !== undefined && !isPerson(taker) ? [animal] : []),
  ];
  if (problems.length > 0) throw validationFailed(problems);
}

const isAllPersonal = (series: readonly SeriesRecord[]) =>
  series.every(({ template }) => template.visibility === 'PERSONAL');

/** Those that the pause is about. Of what is personal nothing is given away. */
async function findSeries(
  scope: UnitOfWorkScope,
  { household, memberId }: MemberCaller,
  { seriesIds, mode }: PauseRequest,
): Promise<readonly SeriesRecord[]> {
  const wanted = seriesIds ?? (await scope.series.list(household.id, memberId, ALL)).rows.map(({ id }) => id);
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
    ? ['visibility', 'must be shared, or all personal: others see a pause of what is shared']
    : ['shared', 'personal tasks are nobody else’s'];
  if (isMixed || (mode === 'assign' && personal.length > 0))
    throw validationFailed([{ field: 'seriesIds', rule, message }]);
  return seen;
}

/** What becomes of the dates of a series, by the titles that they have. */
function listMoved(
  { series, occurrences, rows, plan, written }: CarriedOut & { readonly plan: SeriesPlan },
  mode: PauseMode,
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

function tellPaused(
  { events }: Pick<UnitOfWorkScope, 'events'>,
  series: SeriesRecord,
  actorId: MemberId | null,
  at: Instant,
): void {
  events.raise({
    kind: 'series',
    action: 'paused',
    series,
    householdId: series.householdId,
    actorId,
    at,
  });
}
