import { awayPeriodsOf } from '../../domain/households/away.js';
import type { Household } from '../../domain/households/household.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import { admitRotation } from '../../domain/rotation/read-rotation.js';
import type { Rotation, RotationRequest } from '../../domain/rotation/rotation.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { MemberId, SeriesId, TaskId } from '../../domain/shared/ids.js';
import { contentOfDraft, type TaskDraft } from '../../domain/tasks/draft.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { beginRecurrence, type Begun } from '../../domain/series/dates.js';
import { horizonOn, planFirstRows } from '../../domain/series/horizon.js';
import { planContext, type SeriesRecord, type SeriesState } from '../../domain/series/series.js';
import type { MemberCaller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import { newOccurrences, type PlanDependencies } from './apply-plan.js';
import { requireMembers } from '../tasks/require-references.js';

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
  const begun = begin(draft.recurrence, draft.date, household);

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

/** As {@link beginRecurrence}; VALIDATION_FAILED when day and recurrence together give no date. */
export function begin(recurrence: Recurrence, day: CivilDate, { weekStartsOn }: Household): Begun {
  const begun = beginRecurrence(recurrence, day, weekStartsOn);
  if ('problems' in begun) throw validationFailed(begun.problems);
  return begun;
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
  if (problems.length > 0) throw validationFailed(problems);
  return rotation;
}
