import {
  coversDate,
  isShownWith,
  type Pause,
  type PausedTask,
  pauseLength,
} from '../../domain/days/pause.js';
import { isAway } from '../../domain/rotation/away.js';
import type { PlanContext } from '../../domain/series/series.js';
import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import type { MemberId, OccurrenceId } from '../../domain/shared/ids.js';
import { sameJson } from '../../domain/shared/json.js';
import { withMutation, type Occurrence } from '../../domain/tasks/occurrence.js';
import type { BulkActor } from '../bulk/bulk-work.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import type { MemberCaller } from '../shared/caller.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { recordOccurrence } from '../tasks/change-occurrence.js';
import type { MovedDate } from './moved-dates.js';

type PausedTasksEffect = Readonly<Record<'moved' | 'reassigned' | 'kept', number>>;

/** The one-off tasks that a pause has changed, and what it has changed. */
export type PausedTasks = {
  readonly tasks: readonly PausedTask[];
  readonly effect: PausedTasksEffect;
  /** The part of the effect that everybody who sees the pause may know. */
  readonly shown: PausedTasksEffect;
  readonly dates: readonly MovedDate[];
};

/** Finds the one-off tasks within a pause that the caller sees, by id; at most `limit`. */
export function findTasksWithin(
  { occurrences }: Pick<UnitOfWorkScope, 'occurrences'>,
  { household, memberId }: Pick<MemberCaller, 'household' | 'memberId'>,
  { from, to }: Pick<Pause, 'from' | 'to'>,
  limit: number,
): Promise<readonly OccurrenceId[]> {
  return occurrences.listOneOffIds(household.id, { viewer: memberId, from, to }, limit);
}

/**
 * Postpones the one-off tasks by the length of the pause (mode `later`), or gives them to one member (mode `assign`).
 * A task stays with mode `skip`, if a pause with mode `later` has no last day, and with mode `assign` if the task is
 * personal, or if that member is away on its day or is the only assignee already.
 */
export async function pauseTasks(
  { clock }: PlanDependencies,
  scope: UnitOfWorkScope,
  actor: BulkActor,
  { from, to, mode, assignTo, visibility }: Pick<Pause, 'from' | 'to' | 'mode' | 'assignTo' | 'visibility'>,
  ids: readonly OccurrenceId[],
  context: PlanContext,
): Promise<PausedTasks> {
  const { household, memberId } = actor;
  // Tasks are left out if somebody has completed, skipped or deleted them, made them repeat, or moved them to another
  // day outside of the pause since the pause was created.
  const listed = (await scope.occurrences.lockAll(household.id, ids)).filter(
    (row) =>
      row.seriesId === null &&
      row.status === 'TODO' &&
      row.deletedAt === null &&
      row.date !== null &&
      coversDate({ from, to }, row.date),
  );
  const length = pauseLength({ from, to });
  const changeOf = (row: Occurrence) => {
    if (mode === 'later' && length !== null && row.date !== null) return { date: addDays(row.date, length) };
    const isTheirs = sameJson(row.responsibleMemberIds, [assignTo]);
    const isHere = assignTo !== null && row.date !== null && !isAway(context.away, assignTo, row.date);
    if (!isHere || isTheirs || row.visibility === 'PERSONAL') return null;
    return { responsibleMemberIds: [assignTo], turnReason: 'PAUSE' as const };
  };
  const before = listed.filter((row) => changeOf(row) !== null);
  const stamp = { now: clock.now(), by: memberId };
  const changed = before.map((row) => [row, withMutation(row, changeOf(row) ?? {}, stamp)] as const);
  if (changed.length > 0) await scope.occurrences.saveAll(changed.map(([, after]) => after));
  for (const [was, is] of changed) recordOccurrence(scope, actor, 'edited', was, is);
  const count = (rows: readonly Occurrence[]) => {
    const moved = rows.filter((row) => changed.some(([{ id }]) => id === row.id)).length;
    return {
      moved: mode === 'later' ? moved : 0,
      reassigned: mode === 'assign' ? moved : 0,
      kept: rows.length - moved,
    };
  };
  return {
    tasks: changed.map(([was, is]) => ({ id: was.id, before: pickPaused(was), after: pickPaused(is) })),
    effect: count(listed),
    shown: count(listed.filter((row) => isShownWith({ visibility }, row))),
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

/**
 * Returns one-off tasks to their date and assignees before the pause. A task is not changed if somebody has changed or
 * completed it since, if its former date is in the past, or if one of its former assignees has left the household.
 */
export async function resumeTasks(
  { clock }: PlanDependencies,
  scope: UnitOfWorkScope,
  actor: BulkActor,
  { tasks }: Pick<Pause, 'tasks'>,
  today: CivilDate,
): Promise<void> {
  if (tasks.length === 0) return;
  const { household, memberId } = actor;
  const paused = new Map(tasks.map((one) => [one.id, one]));
  const members = await scope.households.members(household.id);
  const isMember = (id: MemberId) => members.some((member) => member.id === id);
  const found = await scope.occurrences.lockAll(household.id, [...paused.keys()]);
  const stamp = { now: clock.now(), by: memberId };
  const back = found.flatMap((row) => {
    const one = paused.get(row.id);
    if (one === undefined || row.status !== 'TODO' || row.deletedAt !== null || row.seriesId !== null)
      return [];
    const { before, after } = one;
    const isAsLeft = sameJson(pickPaused(row), after);
    const isAhead = before.date !== null && before.date >= today;
    if (!isAsLeft || !isAhead || !before.responsibleMemberIds.every(isMember)) return [];
    return [[row, withMutation(row, before, stamp)] as const];
  });
  await scope.occurrences.saveAll(back.map(([, after]) => after));
  for (const [was, is] of back) recordOccurrence(scope, actor, 'edited', was, is);
}
