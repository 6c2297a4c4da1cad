import {
  isOver,
  type Pause,
  type PauseEffect,
  type PausedTask,
  pauseEndedBefore,
  pauseLength,
  pauseProblems,
  PAUSES_LIMIT,
  type SeriesPause,
} from '../../domain/days/pause.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import { isAway } from '../../domain/rotation/away.js';
import { toSeriesRows } from '../../domain/series/plan.js';
import { listKept, listMovedTurns, pauseOf, planPauses } from '../../domain/series/plan-pauses.js';
import { planContext, type PlanContext, type SeriesRecord } from '../../domain/series/series.js';
import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import type { MemberId, PauseId, SeriesId } from '../../domain/shared/ids.js';
import { sameJson } from '../../domain/shared/same-json.js';
import { mutated, type Occurrence } from '../../domain/tasks/occurrence.js';
import { NO_FILTER } from '../../domain/tasks/views.js';
import type { NamedMember } from '../households/ports.js';
import { applyPlan, type PlanDependencies } from '../series/apply-plan.js';
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
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { recordOccurrence } from '../tasks/change-occurrence.js';
import { firstPlaceShifted } from './follow-days.js';
import { ALL, type MovedDate, tellFirst } from './moved-dates.js';

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
      if (all.length - over.length >= PAUSES_LIMIT)
        throw new ApplicationError('LIMIT_REACHED', `A household has at most ${PAUSES_LIMIT} pauses`, {
          limit: 'pauses',
        });
      const members = await scope.households.members(household.id, { withFormer: true });
      requireValid(request, members, today);
      await scope.series.lockAll(household.id);
      const series = await findSeries(scope, caller, request);
      const context = planContext(household, listAwayPeriods(members), now);
      const id = ids.next<PauseId>();
      const { from, to, mode, assignTo } = request;
      const fact: SeriesPause = { id, from, to, mode, assignTo, isNamed: request.seriesIds !== null };
      const effect = { removed: 0, moved: 0, reassigned: 0, kept: 0 };
      const dates: MovedDate[] = [];
      for (const one of series) {
        const done = await pauseSeries(dependencies, scope, caller, one, fact, context);
        for (const { did } of done.moved) effect[did] += 1;
        effect.kept += done.kept;
        dates.push(...done.moved);
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
      scope.events.raise({ kind: 'days', householdId: household.id, actorId: memberId, at: now });
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
      const members = await scope.households.members(household.id, { withFormer: true });
      const context = planContext(household, listAwayPeriods(members), now);
      await scope.series.lockAll(household.id);
      for (const series of await scope.series.withPauses(household.id)) {
        const left = series.pauses.flatMap((one) =>
          one.id === id ? (pauseEndedBefore(one, today) ?? []) : [one],
        );
        if (sameJson(left, series.pauses)) continue;
        await changePauses(dependencies, scope, caller, series, left, context);
      }
      await resumeTasks(dependencies, scope, caller, pause, today);
      await scope.pauses.remove(household.id, pause.id);
      scope.operation.is('RESUMED');
      scope.events.raise({ kind: 'days', householdId: household.id, actorId: memberId, at: now });
    });
}

function requireValid(request: PauseRequest, members: readonly NamedMember[], today: CivilDate): void {
  const { assignTo } = request;
  const isStranger = assignTo !== null && !members.some((one) => one.id === assignTo && one.leftAt === null);
  const stranger = { field: 'assignTo', rule: 'member', message: 'must be a member of the household' };
  const problems = [...pauseProblems(request, today), ...(isStranger ? [stranger] : [])];
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

async function pauseSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  { memberId }: MemberCaller,
  series: SeriesRecord,
  fact: SeriesPause,
  context: PlanContext,
): Promise<{
  readonly moved: readonly (MovedDate & { readonly did: keyof PauseEffect })[];
  readonly kept: number;
}> {
  const place = firstPlaceShifted(series, context);
  const occurrences = await scope.occurrences.ofSeriesForUpdate(series.householdId, series.id, place);
  const rows = toSeriesRows(occurrences);
  const pauses = [...series.pauses, pauseOf(series, rows, fact, context)];
  const plan = planPauses(series, rows, pauses, context);
  await applyPlan(dependencies, scope, { series, occurrences }, plan);
  tellPaused(dependencies, scope, series, memberId);
  const titles = new Map(occurrences.map(({ id, title }) => [id, title]));
  const moved = listMovedTurns(series, rows, plan, fact.mode, context).map(
    ({ row, date, did, responsibleMemberIds }) => ({
      ...{ seriesId: series.id, occurrenceId: row.id, title: titles.get(row.id) ?? series.template.title },
      ...{ date: row.date ?? row.originalDate, becomes: date, did, responsibleMemberIds },
    }),
  );
  return { moved, kept: listKept(series, rows, fact, context).length };
}

async function changePauses(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  { memberId }: MemberCaller,
  series: SeriesRecord,
  pauses: readonly SeriesPause[],
  context: PlanContext,
): Promise<void> {
  const place = firstPlaceShifted(series, context);
  const occurrences = await scope.occurrences.ofSeriesForUpdate(series.householdId, series.id, place);
  const plan = planPauses(series, toSeriesRows(occurrences), pauses, context);
  await applyPlan(dependencies, scope, { series, occurrences }, plan);
  tellPaused(dependencies, scope, series, memberId);
}

function tellPaused(
  { clock }: Pick<PlanDependencies, 'clock'>,
  { events }: Pick<UnitOfWorkScope, 'events'>,
  series: SeriesRecord,
  actorId: MemberId,
): void {
  const { householdId } = series;
  events.raise({ kind: 'series', action: 'paused', series, householdId, actorId, at: clock.now() });
}

type PausedTasks = {
  readonly tasks: readonly PausedTask[];
  readonly effect: Readonly<Record<'moved' | 'reassigned' | 'kept', number>>;
  readonly dates: readonly MovedDate[];
};

const NO_TASKS: PausedTasks = { tasks: [], effect: { moved: 0, reassigned: 0, kept: 0 }, dates: [] };

/** One-off tasks within: they come later by the length of the pause, or are given away, or stay. */
async function pauseTasks(
  { clock }: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  { from, to, mode, assignTo }: PauseRequest,
  context: PlanContext,
): Promise<PausedTasks> {
  const { household, memberId } = caller;
  const { rows } = await scope.occurrences.list(
    household.id,
    {
      ...NO_FILTER,
      view: 'all',
      viewer: memberId,
      now: householdNow(caller, clock),
      status: 'TODO',
      from,
      to,
    },
    ALL,
  );
  const listed = rows.filter(({ seriesId, date }) => seriesId === null && date !== null);
  const length = pauseLength({ from, to });
  const changeOf = (row: Occurrence) => {
    if (mode === 'later' && length !== null && row.date !== null) return { date: addDays(row.date, length) };
    const isTheirs = sameJson(row.responsibleMemberIds, [assignTo]);
    const isHere = assignTo !== null && row.date !== null && !isAway(context.away, assignTo, row.date);
    if (!isHere || isTheirs || row.visibility === 'PERSONAL') return null;
    return { responsibleMemberIds: [assignTo], turnReason: 'PAUSE' as const };
  };
  const before = await scope.occurrences.lockAll(
    household.id,
    listed.filter((row) => changeOf(row) !== null).map(({ id }) => id),
  );
  const stamp = { now: clock.now(), by: memberId };
  const changed = before.map((row) => [row, mutated(row, changeOf(row) ?? {}, stamp)] as const);
  if (changed.length > 0) await scope.occurrences.saveAll(changed.map(([, after]) => after));
  for (const [was, is] of changed) recordOccurrence(scope, caller, 'edited', was, is);
  return {
    tasks: changed.map(([was, is]) => ({ id: was.id, before: pickPaused(was), after: pickPaused(is) })),
    effect: {
      moved: mode === 'later' ? changed.length : 0,
      reassigned: mode === 'assign' ? changed.length : 0,
      kept: listed.length - changed.length,
    },
    dates: changed.map(([was, { date, responsibleMemberIds }]) => ({
      ...{ seriesId: null, occurrenceId: was.id, title: was.title },
      ...{ date: was.date ?? from, becomes: date, responsibleMemberIds },
    })),
  };
}

const pickPaused = ({ date, responsibleMemberIds, turnReason }: Occurrence): PausedTask['before'] => ({
  date,
  responsibleMemberIds,
  turnReason,
});

/** One-off tasks that nobody has touched since go back, where that still lies ahead. */
async function resumeTasks(
  { clock }: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  { tasks }: Pause,
  today: CivilDate,
): Promise<void> {
  if (tasks.length === 0) return;
  const { household, memberId } = caller;
  const paused = new Map(tasks.map((one) => [one.id, one]));
  const members = await scope.households.members(household.id);
  const isMember = (id: MemberId) => members.some((member) => member.id === id);
  const found = await scope.occurrences.lockAll(household.id, [...paused.keys()]);
  const stamp = { now: clock.now(), by: memberId };
  for (const row of found) {
    const one = paused.get(row.id);
    if (one === undefined || row.status !== 'TODO' || row.deletedAt !== null || row.seriesId !== null)
      continue;
    const { before, after } = one;
    const isAsLeft = sameJson(pickPaused(row), after);
    const isAhead = before.date !== null && before.date >= today;
    if (!isAsLeft || !isAhead || !before.responsibleMemberIds.every(isMember)) continue;
    const back = mutated(row, before, stamp);
    await scope.occurrences.save(back);
    recordOccurrence(scope, caller, 'edited', row, back);
  }
}
