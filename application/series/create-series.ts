import { canonicalRule } from '../../domain/recurrence/canonical-rule.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import { admitRotation } from '../../domain/rotation/read-rotation.js';
import type { Rotation, RotationRequest } from '../../domain/rotation/rotation.js';
import type { CivilDate, Weekday } from '../../domain/shared/civil-date.js';
import type { MemberId, SeriesId, TaskId } from '../../domain/shared/ids.js';
import { contentOfDraft, type TaskDraft } from '../../domain/tasks/draft.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { horizonOn, planFirstRows } from '../../domain/series/horizon.js';
import type { SeriesRecord, SeriesState } from '../../domain/series/series.js';
import type { MemberCaller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { newOccurrences, type PlanDependencies } from './apply-plan.js';
import { awayPeriodsOf, planContext } from './plan-context.js';
import { requireMembers } from '../tasks/require-members.js';

/** A repeating task: its series with the rows up to the horizon; the answer is the first of them. */
export async function createSeries(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  draft: TaskDraft & { readonly recurrence: Recurrence; readonly date: CivilDate },
): Promise<Occurrence> {
  const { clock, ids } = dependencies;
  const { household, userId } = caller;
  const now = clock.now();
  const begun = begin(draft.recurrence, draft.date, household.weekStartsOn);

  const members = await scope.households.members(household.id);
  const rotation = rotationOf(
    draft,
    caller,
    members.map(({ id }) => id),
    ids.next<SeriesId>(),
  );
  if (draft.rotation === null) await requireMembers(scope.households, caller, draft.responsibleMemberIds);

  const state: SeriesState = {
    ...begun,
    startIndex: 0,
    segments: [{ fromIndex: 0, anchorDate: begun.start, rotation }],
    missed: draft.missed,
    template: { ...contentOfDraft(draft), checklist: draft.checklist.map(({ title }) => title) },
    horizon: begun.start,
    nextIndex: 0,
    excludedDates: [],
    endsBefore: null,
    ended: false,
  };
  const context = planContext(household, awayPeriodsOf(members), now);
  const plan = planFirstRows(state, horizonOn(context.today), context);
  const series: SeriesRecord = {
    ...state,
    ...plan.series,
    id: ids.next<SeriesId>(),
    householdId: household.id,
    taskId: ids.next<TaskId>(),
    version: 1,
    createdBy: userId,
    createdAt: now,
    endedAt: null,
  };
  const rows = newOccurrences(dependencies, series, plan);
  const [first] = rows;
  if (first === undefined) throw new RangeError('A canonical rule gives its first date');
  await scope.series.insertWithTask(series, rows);
  return first;
}

/** The recurrence as it is stored, and its first date; VALIDATION_FAILED when the two together give none. */
export function begin(
  recurrence: Recurrence,
  date: CivilDate,
  weekStartsOn: Weekday,
): { recurrence: Recurrence; start: CivilDate } {
  if ('kind' in recurrence) return { recurrence, start: date };
  const canonical = canonicalRule(recurrence, date, weekStartsOn);
  if (canonical.ok) return { recurrence: canonical.value.rule, start: canonical.value.start };
  throw validationFailed(
    canonical.problems.map((problem) => ({
      ...problem,
      field: problem.field === '' ? 'recurrence' : `recurrence.${problem.field}`,
    })),
  );
}

/** Who takes turns; without a rotation the people named do it each time. */
function rotationOf(
  draft: TaskDraft,
  caller: MemberCaller,
  members: readonly MemberId[],
  seed: string,
): Rotation {
  if (draft.rotation === null) return { kind: 'fixed', members: [...new Set(draft.responsibleMemberIds)] };
  return requireRotation(draft.rotation, draft.visibility === 'PERSONAL' ? [caller.userId] : members, seed);
}

/** The rotation that is asked for, of these members only; else VALIDATION_FAILED. */
export function requireRotation(
  request: RotationRequest,
  members: readonly MemberId[],
  seed: string,
): Rotation {
  const { rotation, problems } = admitRotation(request, new Set(members), seed);
  if (problems.length > 0)
    throw validationFailed(problems.map((problem) => ({ ...problem, field: `rotation.${problem.field}` })));
  return rotation;
}
