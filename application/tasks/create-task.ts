import type { ChecklistItemId, OccurrenceId, TaskId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import { draftProblems, occurrenceOfDraft, type TaskDraft } from '../../domain/tasks/draft.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import type { Clock, IdempotencyScope, StoredResponse, IdGenerator } from '../shared/ports.js';
import type { UnitOfWork, UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { PlanDependencies } from '../series/carry-out.js';
import { recordOccurrence } from './change-occurrence.js';
import { createSeries } from '../series/create-series.js';
import { requireMembers } from './require-members.js';

/** How to keep the answer beside the task that it tells of. */
export type KeepAnswer = {
  readonly scope: IdempotencyScope;
  readonly reservedAt: Instant;
  readonly respond: (task: Occurrence) => StoredResponse;
};

/**
 * A one-off task, or with a recurrence a series; the answer is its (first) occurrence. VALIDATION_FAILED names
 * fields that do not fit each other or the household.
 */
export function createTask(dependencies: { unitOfWork: UnitOfWork; clock: Clock; ids: IdGenerator }) {
  return (caller: MemberCaller, draft: TaskDraft, keep: KeepAnswer | null = null): Promise<Occurrence> => {
    const problems = draftProblems(draft, caller.userId);
    if (problems.length > 0) return Promise.reject(validationFailed(problems));
    return dependencies.unitOfWork.run((scope) => writeTask(dependencies, scope, caller, draft, keep));
  };
}

/** Writes a draft without problems, in the transaction of `scope`. */
export async function writeTask(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  draft: TaskDraft,
  keep: KeepAnswer | null,
): Promise<Occurrence> {
  const { recurrence, date } = draft;
  const occurrence =
    recurrence === null || date === null
      ? await createOneOff(dependencies, scope, caller, draft)
      : await createSeries(dependencies, scope, caller, { ...draft, recurrence, date });
  recordOccurrence(scope, caller, 'created', null, occurrence);
  if (keep !== null) await scope.idempotency.answer(keep.scope, keep.reservedAt, keep.respond(occurrence));
  return occurrence;
}

async function createOneOff(
  { clock, ids }: PlanDependencies,
  { households, occurrences }: UnitOfWorkScope,
  caller: MemberCaller,
  draft: TaskDraft,
): Promise<Occurrence> {
  const occurrence = occurrenceOfDraft(draft, {
    id: ids.next<OccurrenceId>(),
    taskId: ids.next<TaskId>(),
    householdId: caller.household.id,
    author: caller.userId,
    now: clock.now(),
    today: householdNow(caller, clock).date,
    firstDayOfWeek: caller.household.weekStartsOn,
    newItemId: () => ids.next<ChecklistItemId>(),
  });
  await requireMembers(households, caller, occurrence.responsibleMemberIds);
  await occurrences.insertTask(occurrence);
  return occurrence;
}
