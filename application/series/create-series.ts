import { NO_SPECIAL_DAYS } from '../../domain/days/shift.js';
import { listAwayPeriods } from '../../domain/households/away.js';
import type { Household } from '../../domain/households/household.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import { NO_BALANCE_INPUTS } from '../../domain/rotation/draw.js';
import { listTurnTakers, type RotationDefaults } from '../../domain/rotation/read-rotation.js';
import type { RotationRequest } from '../../domain/rotation/rotation.js';
import {
  ALL_LEFT_OUT,
  beginSeries,
  pausesOfNewSeries,
  rotationOfNewSeries,
} from '../../domain/series/begin.js';
import { resolveRecurrence, type ResolvedRecurrence } from '../../domain/series/dates.js';
import { occurrenceOfRow } from '../../domain/series/plan.js';
import { planContext, type SeriesRecord } from '../../domain/series/series.js';
import { applyShiftToRow } from '../../domain/series/shifted-rows.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { SeriesId, TaskId } from '../../domain/shared/ids.js';
import { contentOfDraft, type ClientIds, type TaskDraft } from '../../domain/tasks/draft.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { readBalanceInputs } from '../balance/balance-inputs.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import { lockShiftDays } from '../days/admit-shift.js';
import type { StatisticsReader } from '../history/ports.js';
import type { NamedMember } from '../households/ports.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import type { IdGenerator } from '../shared/ports.js';
import { requireMembers } from '../tasks/require-references.js';
import { creationBy, type PlanDependencies } from './apply-plan.js';
import { listPauses } from './lock-series.js';

/**
 * Creates a repeating task: the series, its first row, and its other rows up to HORIZON_DAYS days from today. Returns
 * the first occurrence. If the draft has no date, which only a series that repeats after completion may have, the
 * first occurrence has no date until somebody sets it.
 *
 * @throws VALIDATION_FAILED if fields contradict each other or refer to something outside of the household.
 * @throws LIMIT_REACHED if the household, or the caller's account, would have too many open tasks.
 */
export async function createSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  draft: TaskDraft & { readonly recurrence: Recurrence },
  given: ClientIds | null = null,
): Promise<Occurrence> {
  const { clock, ids } = dependencies;
  const { household, memberId } = caller;
  const now = clock.now();
  const { date: today } = householdNow(caller, clock);
  const day = draft.date ?? today;
  const begun = resolveFirstDate(draft, day, household);
  const days = await lockShiftDays(scope, household, draft);

  const members = await scope.households.members(household.id);
  const admission = await readRotationDefaults(
    dependencies,
    scope,
    household,
    members,
    draft.rotation,
    today,
  );
  const responsibleMemberIds = [...new Set(draft.responsibleMemberIds)];
  const task = { ...draft, createdBy: memberId, responsibleMemberIds };
  const { rotation, problems } = rotationOfNewSeries(
    draft.rotation,
    task,
    listTurnTakers(members),
    admission,
  );
  if (problems.length > 0) throw validationFailed(problems);
  if (draft.rotation === null) await requireMembers(scope.households, caller, draft.responsibleMemberIds);

  const pauses = await listPauses(scope, caller, draft.whenAway);
  const context = {
    ...planContext(household, listAwayPeriods(members), now),
    days: days ?? NO_SPECIAL_DAYS,
  };
  const active = members.map(({ id }) => id);
  const { series: state, rows } = beginSeries(
    {
      ...begun,
      ...{ rotation, missed: draft.missed, shift: draft.shift, whenAway: draft.whenAway },
      pauses: pausesOfNewSeries(pauses, task, active, begun.start),
      template: {
        ...contentOfDraft({ ...draft, date: day }),
        checklist: draft.checklist.map(({ title }) => title),
      },
    },
    context,
    draft.date === null,
  );
  const series: SeriesRecord = {
    ...state,
    ...{ id: ids.next<SeriesId>(), householdId: household.id, taskId: given?.taskId ?? ids.next<TaskId>() },
    ...{ createdBy: memberId, createdAt: now, version: 1, endedAt: null },
  };
  const creation = creationBy(dependencies, memberId);
  const placed = rows.flatMap(
    (row) => applyShiftToRow(series, occurrenceOfRow(series, row, creation), context) ?? [],
  );
  const [begins, ...later] = placed;
  if (begins === undefined) throw validationFailed([ALL_LEFT_OUT]);
  const first = asFirst(begins, draft, given);
  await scope.series.insertWithTask(series, [first, ...later]);
  return first;
}

/** Returns the first occurrence with the ids of the client and the ticks of the draft. Later occurrences have no ticks. */
function asFirst(first: Occurrence, draft: TaskDraft, given: ClientIds | null): Occurrence {
  const checklist = first.checklist.map((item, i) => ({
    ...item,
    id: given?.itemIds[i] ?? item.id,
    done: draft.checklist[i]?.done ?? false,
  }));
  return { ...first, id: given?.occurrenceId ?? first.id, checklist };
}

/**
 * Like {@link resolveRecurrence}, but throws VALIDATION_FAILED if the rule is invalid or has no date from this day
 * on.
 */
export function resolveFirstDate(
  { recurrence, season }: Omit<ResolvedRecurrence, 'start'>,
  day: CivilDate,
  { weekStartsOn }: Household,
): ResolvedRecurrence {
  const begun = resolveRecurrence(recurrence, day, weekStartsOn, season);
  if ('problems' in begun) throw validationFailed(begun.problems);
  return begun;
}

/** Reads the data that completes a requested rotation. Only for a balanced rotation the database is read. */
export async function readRotationDefaults(
  { ids }: { readonly ids: IdGenerator },
  readers: { readonly statistics: StatisticsReader },
  household: Household,
  members: readonly NamedMember[],
  request: RotationRequest | null | undefined,
  today: CivilDate,
): Promise<RotationDefaults> {
  const seed = ids.next<SeriesId>();
  if (request?.kind !== 'balanced') return { seed, balanceInputs: NO_BALANCE_INPUTS };
  return { seed, balanceInputs: await readBalanceInputs(readers, household, members, today) };
}
