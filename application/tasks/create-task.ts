import type { ChecklistItemId, OccurrenceId, TaskId } from '../../domain/shared/ids.js';
import { ownTask } from '../../domain/households/rights.js';
import {
  draftProblems,
  occurrenceOfDraft,
  type ClientIds,
  type TaskDraft,
} from '../../domain/tasks/draft.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { notForThem } from '../policy/operations.js';
import { isTooOldToGive } from '../../domain/sync/journal.js';
import { idTaken, validationFailed } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { PlanDependencies } from '../series/apply-plan.js';
import { recordOccurrence } from './change-occurrence.js';
import { completeWithin } from './complete-occurrence.js';
import { createSeries } from '../series/create-series.js';
import { requireMembers } from './require-references.js';
import type { Needs } from '../composition/needs.js';

/**
 * Creates a one-off task or, if the draft has a recurrence, a series. Returns the (first) occurrence.
 *
 * @param given the ids that the client has chosen, or null
 * @throws VALIDATION_FAILED if fields contradict each other or refer to something outside of the household.
 * @throws LIMIT_REACHED if the household, or the caller's account, would have too many open tasks.
 * @throws FORBIDDEN or ID_TAKEN as {@link writeTask}.
 */
export function createTask(dependencies: Needs<'unitOfWork' | 'clock' | 'ids'>) {
  return (caller: MemberCaller, draft: TaskDraft, given: ClientIds | null = null): Promise<Occurrence> => {
    const problems = draftProblems(draft, caller.memberId);
    if (problems.length > 0) return Promise.reject(validationFailed(problems));
    return dependencies.unitOfWork.run(async (scope) => {
      const occurrence = await writeTask(dependencies, scope, caller, draft, given);
      scope.operation.shows([occurrence.id]);
      return occurrence;
    });
  };
}

/**
 * Creates the task of a valid draft, in the transaction of `scope`. If the draft is done, the caller completes its
 * (first) occurrence.
 *
 * @param at when the member acted, if the client sends it late. null means now.
 * @throws FORBIDDEN if a child or a guest assigns it to others, or gives it a rotation.
 * @throws ID_TAKEN if the client has chosen an id that it may not use (see {@link requireFree}).
 * @throws VALIDATION_FAILED or LIMIT_REACHED as {@link createTask}.
 * @throws VALIDATION_FAILED as completeOccurrence, if the draft is done and the caller is not one of the assignees who
 *   tick separately.
 */
export async function writeTask(
  dependencies: PlanDependencies,
  scope: UnitOfWorkScope,
  caller: MemberCaller,
  asked: TaskDraft,
  given: ClientIds | null = null,
  at: Instant | null = null,
): Promise<Occurrence> {
  const draft = ownTask(asked, caller);
  if (draft === null) throw notForThem();
  if (given !== null) await requireFree(dependencies, scope, caller, given);
  const { recurrence } = draft;
  const occurrence =
    recurrence === null
      ? await createOneOff(dependencies, scope, caller, draft, given)
      : await createSeries(dependencies, scope, caller, { ...draft, recurrence }, given);
  recordOccurrence(scope, caller, 'created', null, occurrence);
  if (asked.done !== true) return occurrence;
  const now = dependencies.clock.now();
  const report = { for: null, at: Math.min(at ?? now, now) };
  return completeWithin(dependencies, scope, caller, occurrence.id, report);
}

/**
 * Throws ID_TAKEN if the client has chosen the id of an occurrence or task that exists or was deleted, or one id for
 * two checklist items. A hidden row and a deleted row cause the same error, so the answer does not reveal which one
 * it is. Ids that are too old are rejected too, because deleted ids are not stored for ever.
 */
async function requireFree(
  { clock }: Pick<PlanDependencies, 'clock'>,
  { tasks }: Pick<UnitOfWorkScope, 'tasks'>,
  { household }: MemberCaller,
  { occurrenceId, taskId, itemIds }: ClientIds,
): Promise<void> {
  const named = itemIds.filter((id) => id !== null);
  const now = clock.now();
  const isTooOld = [occurrenceId, taskId].some((id) => isTooOldToGive(id, now));
  if (new Set(named).size < named.length || isTooOld) throw idTaken();
  if (await tasks.isTaken(household.id, { occurrenceId, taskId })) throw idTaken();
}

async function createOneOff(
  { clock, ids }: PlanDependencies,
  { households, occurrences }: Pick<UnitOfWorkScope, 'households' | 'occurrences'>,
  caller: MemberCaller,
  draft: TaskDraft,
  given: ClientIds | null,
): Promise<Occurrence> {
  const left = [...(given?.itemIds ?? [])];
  const occurrence = occurrenceOfDraft(draft, {
    id: given?.occurrenceId ?? ids.next<OccurrenceId>(),
    taskId: given?.taskId ?? ids.next<TaskId>(),
    householdId: caller.household.id,
    author: caller.memberId,
    now: clock.now(),
    today: householdNow(caller, clock).date,
    firstDayOfWeek: caller.household.weekStartsOn,
    newItemId: () => left.shift() ?? ids.next<ChecklistItemId>(),
  });
  await requireMembers(households, caller, occurrence.responsibleMemberIds);
  await occurrences.insertTask(occurrence);
  return occurrence;
}
